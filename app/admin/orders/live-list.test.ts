import { expect, it } from 'vitest'
import type { AdminOrder } from '../../data/admin/orders.ts'
import { inPlace, newcomers } from './live-list.ts'

const orders = (ids: string, status = 'pending') => ids.split('').map((id) => ({ id, status }) as AdminOrder)

it('rows change where they stand, also when they left the list', () => {
  const shown = orders('abc')
  expect(inPlace(shown, orders('cb', 'shipped')).map(({ id, status }) => id + status)).toEqual(['apending', 'bshipped', 'cshipped'])
})

it('new is what would stand among the rows that are shown', () => {
  expect(newcomers({ rows: orders('abc'), next: null }, orders('xyabc'))).toEqual(['x', 'y'])
  expect(newcomers({ rows: orders('abc'), next: null }, orders('abcz'))).toEqual(['z'])
})

it('what moved up from the next page is no news', () => {
  expect(newcomers({ rows: orders('abc'), next: 'more' }, orders('xbcde'))).toEqual(['x'])
  expect(newcomers({ rows: orders('abc'), next: 'more' }, orders('def'))).toEqual([])
})
