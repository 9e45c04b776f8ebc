import { expect, test } from 'vitest'
import type { AdminDiscount } from '../../data/admin/products/discounts.ts'
import { checkDiscount, draftOf, NEW_DISCOUNT, stateOf, textsOf } from './draft.ts'

const row: AdminDiscount = {
  id: 'd',
  code: 'MONSOON10',
  title: null,
  description: 'A tenth off',
  kind: 'percent',
  value: 10,
  minimum_goods: 499.5,
  maximum_discount: 2000,
  combines: true,
  starts_at: '2026-07-01T00:00:00.000Z',
  ends_at: '2026-07-31T18:29:00.000Z',
  usage_limit: 500,
  customer_limit: 1,
  is_active: true,
  product_ids: ['p'],
  category_ids: ['c'],
  announced_at: null,
  updated_at: '2026-06-30T10:00:00Z',
}

test('the form saves the values it has read, and dates are in Indian time', () => {
  const texts = textsOf(row)
  expect([texts.starts, texts.ends]).toEqual(['2026-07-01T05:30', '2026-07-31T23:59'])
  const { id: _id, announced_at: _announced, updated_at: _at, ...columns } = row
  expect(checkDiscount(texts)).toEqual({ ok: true, columns })
})

test('a code is for coupons, a title for offers, a limit for percents; fields that do not apply are not saved', () => {
  const texts = { ...NEW_DISCOUNT, title: ' Festive tenth ', value: '10', code: 'left over', combines: true }
  expect(checkDiscount(texts)).toMatchObject({ ok: true, columns: { code: null, title: 'Festive tenth', combines: false, minimum_goods: 0, starts_at: null } })
  expect(checkDiscount({ ...texts, kind: 'amount', value: '100', maximum: '5' })).toMatchObject({ ok: true, columns: { maximum_discount: null } })
  expect(checkDiscount({ ...texts, automatic: false, code: ' diwali-10 ' })).toMatchObject({ ok: true, columns: { code: 'DIWALI-10', title: null } })
  expect(checkDiscount({ ...texts, kind: 'free_delivery', value: '' })).toMatchObject({ ok: true, columns: { value: 0 } })
})

test('each field says what is wrong with it', () => {
  const wrong = {
    ...NEW_DISCOUNT,
    value: '101',
    minimum: '12,5',
    maximum: '0',
    usageLimit: '1.5',
    customerLimit: '0',
    starts: '2026-07-02T00:00',
    ends: '2026-07-01T00:00',
  }
  const checked = checkDiscount(wrong)
  expect(Object.keys(checked.ok ? {} : checked.errors).toSorted()).toEqual(['customerLimit', 'ends', 'maximum', 'minimum', 'title', 'usageLimit', 'value'])
  expect(checkDiscount({ ...wrong, automatic: false, code: 'AB' })).toMatchObject({ errors: { code: 'Enter a code of 3 to 40 capitals, digits or hyphens' } })
})

test('the preview counts in paise', () => {
  const { id: _id, announced_at: _announced, updated_at: _at, ...columns } = row
  expect(draftOf(columns)).toMatchObject({ value: 10, minimumGoods: 499_50, maximumDiscount: 2000_00, productIds: ['p'] })
  expect(draftOf({ ...columns, kind: 'amount', value: 99.5 }).value).toBe(99_50)
})

test('a discount is off, planned, live, used up or ended', () => {
  const at = (moment: string, change: Partial<AdminDiscount> & { uses?: number } = {}) => stateOf({ ...row, uses: 0, ...change }, new Date(moment))
  expect([at('2026-06-30'), at('2026-07-02'), at('2026-08-01'), at('2026-07-02', { uses: 500 }), at('2026-07-02', { is_active: false })]).toEqual([
    'planned',
    'live',
    'ended',
    'used',
    'off',
  ])
})
