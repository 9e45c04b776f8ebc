import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, notSent, parcelAmount, parcelToCollect, toFollow, toPack } from './parcels.ts'

const lines = [
  { id: 'a', quantity: 3, total: '100.00' },
  { id: 'b', quantity: 1, total: '50.50' },
]
const parcel = (number: number, state: string, pieces: Record<string, number>) => ({
  id: String(number),
  number,
  state,
  undelivered: false,
  shipment_lines: Object.entries(pieces).map(([order_item_id, quantity]) => ({ order_item_id, quantity })),
})

test('what is packed is in a parcel but has not left', () => {
  const parcels = [parcel(1, 'shipped', { a: 1 }), parcel(2, 'packed', { a: 1, b: 1 })]
  expect(toPack(lines, parcels)).toEqual([{ ...lines[0], left: 1 }])
  expect(toFollow(lines, parcels)).toEqual([
    { ...lines[0], left: 2 },
    { ...lines[1], left: 1 },
  ])
  expect(linesOf(parcel(2, 'packed', { b: 1 }), lines)).toEqual([{ ...lines[1], inParcel: 1 }])
})

test('a parcel is worth its pieces, and the first one the delivery charge too', () => {
  const order = { total_amount: '250.50' }
  const parcels = [parcel(1, 'shipped', { a: 1 }), parcel(2, 'shipped', { a: 1 }), parcel(3, 'packed', { a: 1, b: 1 })]
  expect(parcels.map((each) => parcelAmount(order, lines, parcels, each))).toEqual([13_333, 3333, 8384])
  const collected = (rupees: number) => parcels.map((each) => parcelToCollect({ ...order, owed: order.total_amount, paid: rupees }, lines, parcels, each))
  expect([collected(0), collected(150), collected(250.49), collected(250.5)]).toEqual([
    [13_333, 3333, 8384],
    [0, 1666, 8384],
    [0, 0, 1],
    [0, 0, 0],
  ])
})

test('what comes back is to be packed no more, collects nothing, and leaves what is paid to the others', () => {
  const given = lines.map((line) => ({ ...line, cancelled_quantity: line.id === 'a' ? 1 : 0 }))
  const order = { total_amount: '250.50', owed: '117.17', paid: '30' }
  const parcels = [{ ...parcel(1, 'returning', { a: 1 }), undelivered: true }, parcel(2, 'shipped', { a: 1 }), parcel(3, 'packed', { a: 1, b: 1 })]
  expect(toPack(given, parcels)).toEqual([])
  expect(notSent(given, parcels), 'shown with its parcel').toEqual([])
  expect(notSent(given, parcels.slice(1))).toMatchObject([{ id: 'a', left: 1 }])
  expect(toFollow(given, parcels)).toMatchObject([
    { id: 'a', left: 1 },
    { id: 'b', left: 1 },
  ])
  const collected = (some: typeof parcels, from = order) => some.map((each) => parcelToCollect(from, given, some, each))
  expect(collected(parcels)).toEqual([0, 333, 8384])
  expect(collected(parcels, { ...order, owed: '117.18' }), 'the last one collects the paisa that a credit note rounded away').toEqual([0, 333, 8385])
  expect(collected(parcels.slice(0, 2), { ...order, owed: '117.18' }), 'not while pieces are to be packed').toEqual([0, 333])
  expect(collected(parcels, { ...order, owed: '20' }), 'no more than is owed').toEqual([0, 0, 0])
})

test('the parcels of an order add up to its total, however its pieces are split', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ pieces: fc.array(fc.nat(5), { minLength: 4, maxLength: 4 }), total: fc.nat(10_000_000) }), { minLength: 1, maxLength: 6 }),
      fc.nat(20_000),
      (rolled, charge) => {
        const ordered = rolled
          .map(({ pieces, total }, index) => ({ id: String(index), pieces, quantity: pieces.reduce((sum, n) => sum + n, 0), total: total / 100 }))
          .filter(({ quantity }) => quantity > 0)
        const total = ordered.reduce((sum, line) => sum + Math.round(line.total * 100), charge)
        const parcels = [1, 2, 3, 4].map((number) =>
          parcel(number, 'packed', Object.fromEntries(ordered.map(({ id, pieces }) => [id, pieces[number - 1] ?? 0]))),
        )
        const amounts = parcels.map((each) => parcelAmount({ total_amount: total / 100 }, ordered, parcels, each))
        expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total)
        for (const amount of amounts) expect(amount).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
