import { describe, expect, it } from 'vitest'
import { fits, foundEntries, grouped, moved, screenEntries } from './entries.ts'

describe('a screen is found', () => {
  it('by the beginnings of its words, in any order', () => {
    expect(fits('man or', 'Create Manual Order')).toBe(true)
    expect(fits('order create', 'Create Manual Order')).toBe(true)
    expect(fits('rder', 'Orders')).toBe(false)
  })
  it('and all nine links without a query', () => {
    const titles = screenEntries('', () => true).map(({ title }) => title)
    expect(titles.slice(0, 9)).toEqual([
      'Dashboard',
      'Products',
      'Orders',
      'Create Manual Order',
      'Customers',
      'Banners',
      'Discounts',
      'Settings',
      'Sales Analytics',
    ])
  })
})

it('a result leads to its own page', () => {
  const thing = { id: 'x', title: 'T', detail: '', status: null, amount: null, at: null }
  const entries = foundEntries([
    { ...thing, kind: 'order' },
    { ...thing, kind: 'product' },
    { ...thing, kind: 'customer' },
  ])
  expect(entries.map(({ to }) => to)).toEqual(['/admin/orders/x', '/admin/products/edit/x', '/admin/customers/x'])
})

it('arrows follow the order shown and wrap around', () => {
  const entry = (id: string, group: 'command' | 'screen') => ({ id, group, title: id, icon: 'orders' as const })
  expect(grouped([entry('c', 'command'), entry('s', 'screen')]).flatMap((part) => part.entries.map(({ id }) => id))).toEqual(['s', 'c'])
  expect([moved(0, -1, 3), moved(2, 1, 3), moved(0, 1, 0)]).toEqual([2, 0, 0])
})
