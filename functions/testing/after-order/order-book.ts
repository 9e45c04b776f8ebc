/** What the book keeps of an order, of its goods, money, parcels, returns and documents. */
import type { Credit, Scope } from '../recomputed-credits.ts'
import type { Sale } from '../recomputed-return.ts'
import type { Person } from '../shop.ts'

export type Product = { id: string; base: bigint; rate: bigint; hsn: string; tiers: { from: bigint; off: bigint }[]; stock: number }
/** `givenUp`: pieces that are not sent any more. `unit`: the price in paise at which it was bought. */
export type Line = { item: string; product: Product; unit: bigint; quantity: number; givenUp: number }
export type Place = { state: string; code: string; city: string; pincode: string; registered: boolean }
/** The documents of one act: one, or a tax invoice and a bill of supply. */
export type Invoice = {
  sale: Sale
  items: string[]
  hsn: string[]
  issued: string
  scopes: { scope: Scope; credited: bigint[]; charges: boolean }[]
  credits: Credit[]
}
export type Parcel = { id: string; state: string; pieces: Map<string, number> }
/** `at`: when it was made, in ms; 0: with its order. `received`: when the money came. */
export type Payment = { id: string; method: string; state: string; amount: bigint; at: number; received: Date | null }
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
