import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { productPath, slugOf } from './slug.ts'

test.each([
  ['Garlic Oil - Vegetarian Capsule 500 mg', 'garlic-oil-vegetarian-capsule-500-mg'],
  ["Women's Kajal (0.35 g)", 'women-s-kajal-0-35-g'],
  ['  --Rose--  ', 'rose'],
  ['गुलाब जल 100 मि.ली.', 'गुलाब-जल-100-मि-ली'],
  ['Crème Brûlée', 'crème-brûlée'],
  ['Cre\u0300me', 'crème'],
  ['J\u030c', '\u01f0'],
  ['१२ रंग', '१२-रंग'],
  ['!!!', 'product'],
  ['', 'product'],
  ['🌸', 'product'],
])('%j becomes %s', (name, slug) => expect(slugOf(name)).toBe(slug))

test('the slug of a slug is the same, for any name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      const slug = slugOf(name)
      expect(slugOf(slug)).toBe(slug)
      expect(slug).toMatch(/^[\p{L}\p{M}\p{Nd}]+(-[\p{L}\p{M}\p{Nd}]+)*$/u)
    }),
  )
})

test('a path is valid in a Location header and leads back to the slug', () => {
  const path = productPath({ id: '7f', name: 'गुलाब जल' })
  expect(path).toMatch(/^[\x21-\x7e]+$/)
  expect(decodeURIComponent(path)).toBe('/products/गुलाब-जल/7f')
})
