import { expect, test } from 'vitest'
import { isUuid } from './uuid.ts'

test('an id is a UUID in small or capital letters, and nothing around it', () => {
  const id = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0001'
  expect([id, id.toUpperCase()].map(isUuid)).toEqual([true, true])
  expect([`${id}\n`, ` ${id}`, id.replaceAll('-', ''), `${id}0`, '', null, 1, [id]].map(isUuid)).not.toContain(true)
})
