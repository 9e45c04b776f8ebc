import { expect, test } from 'vitest'
import { NO_CATEGORY, pickList } from './pick-list.ts'
import type { PickRow } from './pick-list.ts'

const [A, B] = ['aaaaaaaa-1111-4222-8333-444455556666', 'bbbbbbbb-1111-4222-8333-444455556666']
const row = (change: Partial<PickRow>): PickRow => ({
  order_id: A,
  order_number: 482_715,
  product_id: 'p1',
  product_name: 'Laali – Ruby Red',
  sku: 'L-10',
  barcode: '8901234567894',
  category: 'Lips',
  unit: 'NOS',
  quantity: 2,
  ...change,
})

test('a product is one line over all orders, with the quantity of each', () => {
  const list = pickList([row({}), row({ order_id: B, order_number: 130_042, quantity: 5 }), row({ quantity: 1 })])
  expect(list).toMatchObject({ orders: 2, units: 8 })
  expect(list.groups).toEqual([
    {
      category: 'Lips',
      lines: [
        {
          name: 'Laali – Ruby Red',
          sku: 'L-10',
          barcode: '8901234567894',
          unit: 'NOS',
          quantity: 8,
          orders: [
            { number: '482-715', quantity: 3 },
            { number: '130-042', quantity: 5 },
          ],
        },
      ],
    },
  ])
})

test('lines are sorted by category and SKU, digits by their value, and those without either last', () => {
  const list = pickList([
    row({ product_id: 'p1', sku: null }),
    row({ product_id: 'p2', sku: 'L-10' }),
    row({ product_id: 'p3', sku: 'L-9' }),
    row({ product_id: 'p4', category: null, sku: 'A' }),
    row({ product_id: 'p5', category: 'Eyes', sku: 'Z' }),
  ])
  expect(list.groups.map(({ category, lines }) => [category, lines.map(({ sku }) => sku)])).toEqual([
    ['Eyes', ['Z']],
    ['Lips', ['L-9', 'L-10', null]],
    [NO_CATEGORY, ['A']],
  ])
})

test('deleted products are summed by SKU and name, different ones are not', () => {
  const gone = { product_id: null, category: null }
  const list = pickList([row(gone), row({ ...gone, order_id: B }), row({ ...gone, product_name: 'Other' })])
  expect(list.groups.flatMap(({ lines }) => lines.map(({ name, quantity }) => [name, quantity]))).toEqual([
    ['Laali – Ruby Red', 4],
    ['Other', 2],
  ])
})

test('without goods the list is empty', () => expect(pickList([])).toEqual({ orders: 0, units: 0, groups: [] }))
