/** What the book keeps of an order, of its goods, money, parcels, returns and documents. */
import type { Credit, Scope } from '../recomputed-credits.ts'
import type { Sale } from '../recomputed-return.ts'
import type { Person } from '../shop.ts'

export type Product = { id: string; base: bigint; rate: bigint; hsn: string; tiers: { from: bigint; off: bigint }[]; stock: number }
/**
 * `unit`: the price in paise at which it was bought; `agreed`: it stays at any quantity. `givenUp`: the units, counted from 0, that are not sent
 * any more.
 */
export type Line = { item: string; product: Product; unit: bigint; agreed: boolean; quantity: number; givenUp: number[] }
export type Place = { state: string; code: string; city: string; pincode: string; registered: boolean }
/** The documents of one act: one, or a tax invoice and a bill of supply. */
export type Invoice = {
  sale: Sale
  items: string[]
  hsn: string[]
  /** month and day, in Indian time */
  issued: string
  day: string
  scopes: { scope: Scope; credited: bigint[]; charges: boolean }[]
  credits: (Credit & { day: string })[]
}
/** `units`: which units of each line it has. `invoice`: its own, where each parcel has one. `undelivered`: the order went on without it. */
export type Parcel = {
  id: string
  state: string
  number: number
  pieces: Map<string, number>
  units: Map<string, number[]>
  invoice: Invoice | null
  undelivered: boolean
}
/**
 * `at`: when it was made, in ms; 0: with its order. `received`: when the money came. `surplus`: what of it was more than was open. `remitted`: a
 * courier's transfer brought it.
 */
export type Payment = { id: string; method: string; state: string; amount: bigint; at: number; received: Date | null; surplus: bigint; remitted: boolean }
/** `of`: the payment that owes it. `method`: how it went back; null: not yet, or as it came. */
export type Refund = { of: Payment; amount: bigint; state: string; source: string; method: string | null; paid: Date | null }

export type Return = { id: string; state: string; staff: boolean; pieces: Map<string, number> }
export type OrderBook = {
  id: string
  buyer: Person
  /** placed by its buyer, not by staff */
  online: boolean
  /** sent without the delivery charge, as an exchange is */
  free: boolean
  method: string
  /** what of it store credit was to pay */
  credit: bigint
  /** an invoice for each parcel, instead of one for the order */
  perParcel: boolean
  place: Place
  status: string
  /** of all payments together */
  state: string
  payments: Payment[]
  lines: Line[]
  invoices: Invoice[]
  parcels: Parcel[]
  refunds: Refund[]
  returns: Return[]
  delivered: Date | null
}
