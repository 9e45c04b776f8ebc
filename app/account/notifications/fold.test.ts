import { expect, test } from 'vitest'
import { foldNotifications } from './fold.ts'

const one = (id: string, order: string | null, read = true, type: 'order_update' | 'system' = 'order_update') => ({
  id,
  type,
  read,
  title: id,
  message: '',
  order_id: order,
  product_id: null,
  created_at: '',
})
const rows = (...items: ReturnType<typeof one>[]) =>
  foldNotifications(items).map(({ newest, earlier, unread }) => [newest.id, earlier.map(({ id }) => id), unread])

test('the notifications of one order are one row, in the place of the newest', () => {
  expect(rows(one('shipped', 'a'), one('placed b', 'b'), one('accepted', 'a'), one('placed', 'a'))).toEqual([
    ['shipped', ['accepted', 'placed'], []],
    ['placed b', [], []],
  ])
})

test('a row knows which of its notifications are unread, also the earlier ones', () => {
  expect(rows(one('shipped', 'a', true), one('accepted', 'a', false), one('placed', 'a', false))[0]?.[2]).toEqual(['accepted', 'placed'])
})

test('notifications without an order, and of another kind, stay by themselves', () => {
  expect(rows(one('x', null), one('y', null), one('z', 'a', true, 'system'), one('placed', 'a'))).toHaveLength(4)
})
