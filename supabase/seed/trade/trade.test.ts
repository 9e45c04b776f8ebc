import { describe, expect, it } from 'vitest'
import { gstinConfirmation, checkShipping } from '#domain/addresses/shipping.ts'
import { cityOfPincode } from '#domain/addresses/cities.ts'
import { indianCalendar } from '#domain/time/dates.ts'
import { indianDay, isSunday } from '#domain/time/calendar-day.ts'
import { arrivals } from '../arrivals.ts'
import { CUSTOMERS } from '../customers.ts'
import { hoursAfter, hoursBefore } from '../load-context.ts'
import { planTrade } from '../plan.ts'
import { productsOf } from '../products/products.ts'
import { ordersOfAYear } from './orders-of-a-year.ts'
import { TRADE_PEOPLE } from './people.ts'
import { diwaliOf, seasonOf } from './rhythm.ts'

const PRODUCTS = productsOf('full')
const NOW = new Date('2026-11-23T15:00:00Z')
/** Starts all over the year, at any hour, and on a leap day. */
const STARTS = ['2026-11-23T15:00:00Z', '2026-11-07T03:00:00Z', '2027-01-31T20:31:00Z', '2027-04-01T00:10:00Z', '2027-07-18T06:00:00Z', '2028-02-29T18:29:59Z', '2031-10-14T12:00:00Z']
const tradeAt = (now: Date) => ordersOfAYear(PRODUCTS, arrivals(PRODUCTS, 'full'), now)
const placedAt = (now: Date, { daysAgo }: { daysAgo: number }): Date => hoursBefore(now, daysAgo * 24)

describe('the people of the trade', () => {
  it('have addresses that the checkout accepts without a confirmation, with the city of their PIN code', () => {
    for (const { name, email, phone, company, gstin, address } of TRADE_PEOPLE) {
      expect(checkShipping({ full_name: name, email, phone, company_name: company, gstin, ...address })).toMatchObject({ ok: true })
      expect(gstinConfirmation({ state: address.state, gstin: gstin ?? '' })).toBeNull()
      const suggested = cityOfPincode(address.pincode)
      if (suggested !== null) expect([name, suggested]).toEqual([name, address.city])
    }
  })

  it('are sixty or so, invented, each with an address and a number of their own', () => {
    const all = [...CUSTOMERS, ...TRADE_PEOPLE]
    expect(TRADE_PEOPLE.length).toBeGreaterThanOrEqual(58)
    for (const part of ['email', 'phone', 'name'] as const) expect(new Set(all.map((person) => person[part])).size).toBe(all.length)
    expect(new Set(all.flatMap(({ gstin }) => gstin ?? [])).size).toBe(all.filter(({ gstin }) => gstin).length)
    expect(TRADE_PEOPLE.filter(({ email, phone }) => !email.endsWith('.example') || !phone.startsWith('9000000'))).toEqual([])
    expect(new Set(TRADE_PEOPLE.map(({ address }) => address.state)).size).toBeGreaterThan(20)
    expect(TRADE_PEOPLE.filter(({ password }) => password !== undefined)).toEqual([])
  })
})

describe('the year of orders', () => {
  it('is the same for the same moment, and different goods do not make it impossible', () => {
    expect(tradeAt(NOW)).toEqual(tradeAt(NOW))
    const few = PRODUCTS.slice(0, 3)
    expect(ordersOfAYear(few, arrivals(few, 'full'), NOW).length).toBeGreaterThan(480)
  })

  it.each(STARTS)('has some 600 orders before a start at %s, none at night, and every step in the past and in working hours', (start) => {
    const now = new Date(start)
    const orders = tradeAt(now)
    expect(orders.length).toBeGreaterThan(480)
    expect(orders.length).toBeLessThan(750)
    for (const order of orders) {
      const placed = placedAt(now, order)
      expect(placed < now).toBe(true)
      expect(indianCalendar(placed).hour).toBeGreaterThanOrEqual(7)
      let before = 0
      for (const { to, afterHours } of order.steps) {
        const at = hoursAfter(placed, afterHours)
        expect(at < now && afterHours > before).toBe(true)
        before = afterHours
        if (to !== 'cancelled' && to !== 'claimed') expect([isSunday(indianDay(at)), indianCalendar(at).hour >= 9 && indianCalendar(at).hour < 18]).toEqual([false, true])
      }
    }
  })

  it.each(STARTS)('is possible and ends with the stock of the data at %s', (start) => {
    const now = new Date(start)
    const { orders, arrived, stockMoves } = planTrade('full', PRODUCTS, now)
    const changes = [
      ...stockMoves.flatMap(({ at, moves }) => moves.map(([sku, pieces]) => ({ sku, at, pieces }))),
      ...orders.flatMap((order) => {
        const placed = placedAt(now, order)
        const back = order.steps.find(({ to }) => to === 'cancelled')
        return order.cart.flatMap(([sku, quantity]) => [{ sku, at: placed, pieces: -quantity }, ...(back ? [{ sku, at: hoursAfter(placed, back.afterHours), pieces: quantity }] : [])])
      }),
    ].toSorted((a, b) => a.at.getTime() - b.at.getTime())
    const stock = new Map<string, number>()
    for (const { sku, at, pieces } of changes) {
      const left = (stock.get(sku) ?? 0) + pieces
      expect([sku, left >= 0, at >= hoursBefore(now, (arrived.get(sku) ?? 0) * 24), at < now]).toEqual([sku, true, true, true])
      stock.set(sku, left)
    }
    expect(PRODUCTS.filter((product) => (stock.get(product.sku) ?? 0) !== product.stock)).toEqual([])
  })

  it('respects the smallest quantity of every product', () => {
    const least = new Map(PRODUCTS.map(({ sku, minimumOrder }) => [sku, minimumOrder ?? 1]))
    for (const { cart } of tradeAt(NOW)) for (const [sku, quantity] of cart) expect(quantity).toBeGreaterThanOrEqual(least.get(sku) ?? Infinity)
  })

  it('has customers who come back and customers who bought once, cancellations and refusals', () => {
    const orders = tradeAt(NOW)
    const counts = TRADE_PEOPLE.map(({ email }) => orders.filter(({ customer }) => customer === email).length)
    expect(Math.max(...counts)).toBeGreaterThan(30)
    expect(counts.filter((count) => count === 1 || count === 2).length).toBeGreaterThan(10)
    const cancelled = orders.filter(({ steps }) => steps.at(-1)?.to === 'cancelled')
    expect(cancelled.length / orders.length).toBeGreaterThan(0.01)
    expect(cancelled.length / orders.length).toBeLessThan(0.08)
    expect(orders.some(({ steps }) => steps.at(-1)?.reason === 'Refused at the door')).toBe(true)
  })
})

describe('the seasons', () => {
  // https://en.wikipedia.org/wiki/Diwali#Dates
  it.each([[2025, '2025-10-20'], [2026, '2026-11-08'], [2027, '2027-10-29'], [2028, '2028-10-17']])('know Diwali of %i, give or take two days', (year, day) => {
    expect(Math.abs(Date.parse(diwaliOf(year)) - Date.parse(day))).toBeLessThanOrEqual(2 * 86_400_000)
  })

  it('sell more before Karva Chauth and Diwali and for weddings than in the monsoon', () => {
    expect(seasonOf('2026-10-28')).toBeGreaterThan(seasonOf('2026-11-20'))
    expect(seasonOf('2026-11-20')).toBeGreaterThan(seasonOf('2026-09-20'))
    expect(seasonOf('2026-09-20')).toBeGreaterThan(seasonOf('2026-07-20'))
  })
})
