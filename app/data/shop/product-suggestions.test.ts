import { expect, test } from 'vitest'
import { firstOfEachFamily } from './product-suggestions.ts'

const product = (id: string, family_id: string | null = null) => ({ id, family_id })

test('of each family the likeliest product is suggested, and products without one as they are', () => {
  const found = [product('ruby', 'matte'), product('coral', 'matte'), product('soap'), product('nude', 'gloss'), product('oil')]
  expect(firstOfEachFamily(found, 6).map(({ id }) => id)).toEqual(['ruby', 'soap', 'nude', 'oil'])
  expect(firstOfEachFamily(found, 2).map(({ id }) => id)).toEqual(['ruby', 'soap'])
})
