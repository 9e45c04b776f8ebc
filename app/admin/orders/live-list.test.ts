import { expect, it } from 'vitest'
import type { AdminOrder } from '../../data/admin/orders/orders.ts'
import { inPlace, newcomers } from './live-list.ts'

const orders = (ids: string, status = 'pending') => ids.split('').map((id) => ({ id, status }) as AdminOrder)

it('rows change in place, also when they no longer belong to the list', () => {
  const shown = orders('abc')
  expect(inPlace(shown, orders('cb', 'shipped')).map(({ id, status }) => id + status)).toEqual(['apending', 'bshipped', 'cshipped'])
})

it('a row is new if it would be among the rows shown', () => {
  expect(newcomers({ rows: orders('abc'), next: null }, orders('xyabc'))).toEqual(['x', 'y'])
  expect(newcomers({ rows: orders('abc'), next: null }, orders('abcz'))).toEqual(['z'])
})

it('what moved up from the next page is no news', () => {
  expect(newcomers({ rows: orders('abc'), next: 'more' }, orders('xbcde'))).toEqual(['x'])
  expect(newcomers({ rows: orders('abc'), next: 'more' }, orders('def'))).toEqual([])
})
