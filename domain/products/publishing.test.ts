import { expect, test } from 'vitest'
import { PUBLISHING_NEEDS, publishingGaps } from './publishing.ts'
import type { Publishable } from './publishing.ts'

const whole: Publishable = {
  price: 149,
  retail_price: null,
  mrp: 199,
  description: 'Soft and dark.',
  category_id: 'c',
  hsn: '3304',
  generic_name: 'Kajal',
  net_quantity: '1 g',
  country_of_origin: 'India',
  manufacturer: 'Kaveri Naturals, Navi Mumbai 410208',
  best_before: '24 months from make',
  pictures: 1,
}

test('a complete product lacks nothing, an empty one lacks everything in the order of the form', () => {
  expect(publishingGaps(whole)).toEqual([])
  const empty = Object.fromEntries(Object.keys(whole).map((name) => [name, null])) as unknown as Publishable
  expect(publishingGaps({ ...empty, price: 0, pictures: 0 })).toEqual(Object.keys(PUBLISHING_NEEDS))
})

test('a text of spaces counts as empty, an MRP of zero as missing, and a retail price as a price', () => {
  expect(publishingGaps({ ...whole, manufacturer: ' \n', mrp: 0 })).toEqual(['mrp', 'manufacturer'])
  expect(publishingGaps({ ...whole, price: 0, retail_price: 120 })).toEqual([])
  expect(publishingGaps({ ...whole, price: 0, retail_price: 0 })).toEqual(['price'])
})
