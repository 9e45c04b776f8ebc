/** The shop in which one random sequence happens: its clock, its people and products. */
import { randomUUID } from 'node:crypto'
import { gstinOf } from '../random-sales.ts'
import type { Person, TestShop } from '../shop.ts'
import { rupees } from './book.ts'
import type { OrderBook, Place, Product } from './order-book.ts'

export type Roll = (below: number) => number
/** What a courier has paid out, in paise: booked at orders, sent to the bank, kept back. */
export type Transfer = { at: Date; booked: bigint; received: bigint; charges: bigint }
export type World = {
  shop: TestShop
  roll: Roll
  staff: Person
  buyer: Person
  products: Product[]
  orders: OrderBook[]
  /** the buyer's store credit, in paise */
  credit: { balance: bigint; entries: { kind: string; amount: bigint; at: Date }[] }
  transfers: Transfer[]
  /** orders get an invoice for each parcel */
  perParcel: boolean
  /** number and amount of what couriers have paid, which is booked once */
  remitted: Set<string>
  now: Date
  /** the connection is killed at this write of the next step; null: it is not */
  killedAt: number | null
  /** the steps so far, for the message of a failure */
  story: string[]
  /** counts what happened over all sequences: `name`, or `name refused` */
  counts: Map<string, number>
}

/** A row of the table in steps.ts. */
export type Step = {
  name: string
  /** how often it is taken, beside the others that are ready */
  weight: number
  /** Is it the time for it? Now and then it is tried at another time too: then the book has to say that it is refused. */
  ready(order: OrderBook, world: World): boolean
  /** Takes the step in the shop, and in the book if the book allows it. */
  take(world: World, order: OrderBook): Promise<void>
}

export const PLACES: Place[] = [
  { state: 'Maharashtra', code: '27', city: 'Pune', pincode: '411001', registered: false },
  { state: 'Maharashtra', code: '27', city: 'Pune', pincode: '411001', registered: true },
  { state: 'Karnataka', code: '29', city: 'Bengaluru', pincode: '560038', registered: false },
  { state: 'Karnataka', code: '29', city: 'Bengaluru', pincode: '560038', registered: true },
]
export const buyerAt = ({ state, code, city, pincode, registered }: Place) => ({
  full_name: 'Meera Nair',
  address: '48, 12th Main',
  phone: '9845011234',
  city,
  state,
  pincode,
  ...(registered ? { gstin: gstinOf(code), company_name: 'Glow Studio' } : {}),
})

export async function openWorld(shop: TestShop, staff: Person, roll: Roll, counts: Map<string, number>, perParcel = false): Promise<World> {
  const buyer = await shop.person()
  const products: Product[] = []
  for (const rate of [0n, 500n, 1800n, 1800n]) {
    const product = {
      id: randomUUID(),
      base: BigInt(101 + roll(60_000)),
      rate,
      hsn: `330${roll(4)}`,
      tiers: roll(2) ? [{ from: 4n, off: BigInt(250 + roll(3000)) }] : [],
      stock: 6 + roll(30),
    }
    products.push(product)
    await shop.product({
      id: product.id,
      name: `Goods ${roll(1_000_000)}`,
      stock: product.stock,
      price: rupees(product.base),
      gst_percent: Number(rate) / 100,
      hsn: product.hsn,
      pricing_tiers: JSON.stringify(product.tiers.map(({ from, off }) => ({ min_quantity: Number(from), discount_percent: Number(off) / 100 }))),
    })
  }
  // around the end of a financial year, over several months
  const now = new Date(Date.UTC(2027, 1, 1 + roll(50), 6, roll(60)))
  return {
    shop,
    roll,
    staff,
    buyer,
    products,
    orders: [],
    credit: { balance: 0n, entries: [] },
    transfers: [],
    perParcel,
    remitted: new Set(),
    now,
    killedAt: null,
    story: [],
    counts,
  }
}

/** A tracking number that no other parcel has. */
export const newTracking = (): string => randomUUID().slice(0, 18).toUpperCase()

/** Of Indian time, as '2027-03-15'. */
export const indianDay = (moment: Date): string => new Date(moment.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10)
export const today = ({ now }: Pick<World, 'now'>): string => indianDay(now)

/** How the orders that are placed from now on get their invoices. Changed between sequences alone, because all of them share the shop. */
export const setInvoicing = (shop: TestShop, perParcel: boolean) => shop.sql('update public.settings set invoice_per_parcel = $1', [perParcel])
