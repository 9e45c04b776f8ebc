import { expect, test } from 'vitest'
import { emptyText, filterNotifications } from './filter.ts'

const one = (id: string, type: 'order_update' | 'promotion' | 'system', read: boolean) => ({
  id,
  type,
  read,
  title: '',
  message: '',
  order_id: null,
  product_id: null,
  created_at: '',
})
const items = [one('a', 'order_update', false), one('b', 'promotion', true), one('c', 'system', false)]
const ids = (filter: Parameters<typeof filterNotifications>[1]) => filterNotifications(items, filter).map(({ id }) => id)

test('each filter shows its own', () => {
  expect(ids('all')).toEqual(['a', 'b', 'c'])
  expect(ids('unread')).toEqual(['a', 'c'])
  expect(ids('order_update')).toEqual(['a'])
  expect(ids('promotion')).toEqual(['b'])
})

test('an empty filter says which kind is missing', () => {
  expect(emptyText('unread')).toBe("You don't have any unread notifications")
  expect(emptyText('order_update')).toBe("You don't have any order_update notifications")
  expect(emptyText('promotion')).toBe("You don't have any promotion notifications")
  expect(emptyText('all')).toBe("You don't have any notifications yet")
})
