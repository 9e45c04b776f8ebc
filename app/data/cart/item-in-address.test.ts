import { expect, test } from 'vitest'
import { itemInAddress } from './item-in-address.ts'

const id = '48f24295-aea0-5372-87fb-cbac15f1382e'
const here = { referrer: 'https://shop.example/products/x', origin: 'https://shop.example' }

test('an address from a page of the shop names an item and its quantity', () => {
  expect(itemInAddress(`?item=${id}&quantity=24`, here)).toEqual({ productId: id, quantity: 24 })
  expect(itemInAddress(`?item=${id}`, here)).toEqual({ productId: id, quantity: 1 })
})

test('a link from another site, and what is no product, name nothing', () => {
  expect(itemInAddress(`?item=${id}&quantity=24`, { ...here, referrer: 'https://evil.example/' })).toBeNull()
  expect(itemInAddress(`?item=${id}&quantity=24`, { ...here, referrer: '' })).toBeNull()
  for (const search of ['', '?item=42', '?quantity=2']) expect(itemInAddress(search, here)).toBeNull()
})
