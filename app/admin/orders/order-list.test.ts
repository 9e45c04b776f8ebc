import { describe, expect, it } from 'vitest'
import { dayOf, orderInList, readOrders } from './order-list.ts'

const read = (search: string) => readOrders(new URLSearchParams(search))
const ID = '0b9f6c1e-1111-4222-8333-444455556666'

describe('the address of the list', () => {
  it('says every filter, and without any it is all orders, newest first', () => {
    expect(read('')).toEqual({ filters: {}, sort: { by: 'placed', ascending: false }, cursor: null, narrowed: false })
    expect(
      read(`q= meera &status=pending,shipped&payment=paid&method=upi&from=2026-11-01&to=2026-11-20&customer=${ID}&sales=yes&waiting=yes&sort=total.asc`),
    ).toEqual({
      filters: {
        search: 'meera',
        status: ['pending', 'shipped'],
        payment: ['paid'],
        method: ['upi'],
        from: '2026-11-01',
        to: '2026-11-20',
        customer: ID,
        sales: true,
        waiting: true,
      },
      sort: { by: 'total', ascending: true },
      cursor: null,
      narrowed: true,
    })
  })
  it('names a State by its name or its GST code', () => {
    expect(read('state=Kerala').filters.state).toEqual(['Kerala'])
    expect(read('state=32').filters.state).toEqual(['Kerala'])
  })
  it('ignores invalid values', () => {
    expect(read("status=lost&state=Atlantis&from=yesterday&to=2026-02-30&product=1'or'1&sales=1&waiting=1&sort=id.asc").filters).toEqual({})
  })
})

it('a day is one that the calendar has', () => {
  expect([dayOf('2028-02-29'), dayOf('2026-02-29'), dayOf('2026-13-01'), dayOf(null)]).toEqual(['2028-02-29', null, null, null])
})

it('an order opened from a list carries the list, not its page', () => {
  const to = new URL(orderInList(ID, new URLSearchParams('status=processing&page=abc')), 'http://shop.example')
  expect(new URLSearchParams(to.searchParams.get('list') ?? '').toString()).toBe('status=processing')
})
