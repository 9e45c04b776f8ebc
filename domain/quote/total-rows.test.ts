import { expect, test } from 'vitest'
import { totalRows } from './total-rows.ts'
import type { TotalAmounts, TotalLabels } from './total-rows.ts'

const amounts: TotalAmounts = {
  goods: 85_00,
  bulkSavings: 5_00,
  discount: 10_00,
  discounts: [
    { name: 'Diwali', code: null, amount: 10_00 },
    { name: 'Free week', code: null, amount: 0 },
  ],
  pricesIncludeGst: true,
  taxable: 72_03,
  taxes: [{ name: 'IGST', rate: 18, amount: 12_97 }],
  chargesTaxed: false,
  charges: [{ kind: 'delivery', label: 'Delivery', cost: 20_00, amount: 20_00, taxable: 16_95, gst: 3_05, rate: 18 }],
}
const labels: TotalLabels<string> = {
  goods: { whole: 'Goods', before: 'Before', after: 'After' },
  bulkSavings: 'Tiers',
  discount: ({ name }) => name,
  taxable: (included) => (included ? 'of which taxable' : 'taxable'),
  tax: ({ name, rate }) => `${name} ${rate}`,
  charge: ({ label }) => label,
}
const shown = (rows: ReturnType<typeof totalRows<string>>) =>
  rows.map(({ label, amount, off, part }) => [label, off ? -amount : amount, ...(part ? ['part'] : [])])

test('goods, discounts, included tax and charges follow each other; a discount without an amount has no row', () => {
  expect(shown(totalRows(amounts, labels))).toEqual([
    ['Before', 100_00],
    ['Tiers', -5_00],
    ['Diwali', -10_00],
    ['After', 85_00],
    ['of which taxable', 72_03, 'part'],
    ['IGST 18', 12_97, 'part'],
    ['Delivery', 20_00],
  ])
})

test('goods without a discount have one row, and added GST is not part of it', () => {
  const plain = { ...amounts, bulkSavings: 0, discount: 0, discounts: [], pricesIncludeGst: false }
  expect(shown(totalRows(plain, labels)).slice(0, 3)).toEqual([
    ['Goods', 85_00],
    ['taxable', 72_03],
    ['IGST 18', 12_97],
  ])
})

test('taxes that include those of the charges come after them', () => {
  const rows = totalRows({ ...amounts, chargesTaxed: true }, { ...labels, goods: { whole: null, before: null, after: null } })
  expect(rows.map(({ label }) => label)).toEqual(['Tiers', 'Diwali', 'of which taxable', 'Delivery', 'IGST 18'])
})
