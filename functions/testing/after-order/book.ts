/**
 * An independent book of orders: what each should look like after the steps it took, in BigInt paise and without domain/ or the database.
 * Prices, GST and parts of documents come from the other recomputations beside this folder. A mistake is only missed if it is made twice.
 */
import { creditedParts, linesIn, scopesOf } from '../recomputed-credits.ts'
import { parts, quantityOf } from '../recomputed-return.ts'
import type { Amounts, Sale } from '../recomputed-return.ts'
import type { Invoice, Line, OrderBook, Place, Product } from './order-book.ts'

export const whole = ({ taxable, cgst, sgst, igst }: Amounts): bigint => taxable + cgst + sgst + igst
export const sum = (amounts: bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
export const rupees = (paise: bigint): string =>
  `${paise < 0n ? '-' : ''}${(paise < 0n ? -paise : paise) / 100n}.${String((paise < 0n ? -paise : paise) % 100n).padStart(2, '0')}`
/** The price of a product that is bought now. */
export const priceToday = ({ base, tiers }: Product, quantity: number): bigint => {
  const off = tiers.filter(({ from }) => BigInt(quantity) >= from).at(-1)?.off ?? 0n
  return (base * (10_000n - off) * 2n + 10_000n) / 20_000n
}

export const saleOf = (lines: readonly Pick<Line, 'product' | 'unit' | 'quantity'>[], place: Place, free = false): Sale => ({
  cart: byProduct(lines).map(({ product, unit, quantity }) => ({ base: unit, rate: product.rate, tiers: [], quantity: BigInt(quantity) })),
  includesGst: true,
  forcedRate: null,
  coupon: 0n,
  sellerState: '27',
  sellerRegistered: true,
  buyerState: place.code,
  buyerRegistered: place.registered,
  cancelled: false,
  free,
})
export const byProduct = <L extends { product: Product }>(lines: readonly L[]): L[] => lines.toSorted((a, b) => (a.product.id < b.product.id ? -1 : 1))
export const totalOf = (lines: readonly Pick<Line, 'product' | 'unit' | 'quantity'>[], place: Place, free = false): bigint =>
  sum(parts(saleOf(lines, place, free)).map(({ amounts }) => whole(amounts)))

// ── documents ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
export function issueInvoice(order: OrderBook, day: string, parcel?: Sale['parcel']): Invoice {
  const lines = byProduct(order.lines)
  const sale = { ...saleOf(lines, order.place, order.free), ...(parcel ? { parcel } : {}) }
  const invoice = {
    sale,
    items: lines.map(({ item }) => item),
    hsn: lines.map(({ product }) => product.hsn),
    issued: day.slice(0, 7),
    day,
    scopes: scopesOf(sale).map((scope) => ({ scope, credited: sale.cart.map(() => 0n), charges: false })),
    credits: [],
  }
  order.invoices.push(invoice)
  return invoice
}

/** Takes back pieces of the invoices, the oldest first; `pieces` null: all that is left of them. Returns what the notes come to. */
export function credit(order: OrderBook, pieces: ReadonlyMap<string, number> | null, charges: boolean, day: string): bigint {
  const left = pieces && new Map(pieces)
  return sum(order.invoices.map((invoice) => creditOf(invoice, left, charges, day)))
}

/** The same of one invoice; what it has is taken out of `pieces`. */
export function creditOf(invoice: Invoice, pieces: Map<string, number> | null, charges: boolean, day: string): bigint {
  let total = 0n
  for (const document of invoice.scopes) {
    const { scope, credited } = document
    const inScope = linesIn(invoice.sale, scope)
    const units = invoice.sale.cart.map((_, line) => {
      if (!inScope.includes(line)) return 0n
      const left = quantityOf(invoice.sale, line) - (credited[line] ?? 0n)
      const wanted = pieces === null ? left : BigInt(pieces.get(invoice.items[line] ?? '') ?? 0)
      return wanted < left ? wanted : left
    })
    units.forEach((taken, line) => {
      const item = invoice.items[line] ?? ''
      if (taken > 0n) pieces?.set(item, (pieces.get(item) ?? 0) - Number(taken))
    })
    const note = { scope, units, before: [...credited], charges: charges && !document.charges, month: day.slice(0, 7), day }
    const found = creditedParts(invoice.sale, note)
    if (found.length === 0 && !(note.charges && parts(invoice.sale).some(({ line }) => !line))) continue
    invoice.credits.push(note)
    total += sum(found.map(({ amounts }) => whole(amounts)))
    document.credited = credited.map((had, line) => had + (units[line] ?? 0n))
    document.charges ||= charges
  }
  return total
}

// ── pieces ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────
export const GONE = ['shipped', 'delivered']
/** What comes back is no longer part of the order. */
export const piecesIn = (order: OrderBook, item: string, states: readonly string[] = ['packed', ...GONE]): number =>
  order.parcels.reduce((all, { state, pieces }) => all + (states.includes(state) ? (pieces.get(item) ?? 0) : 0), 0)
export const toSend = ({ quantity, givenUp }: Line): number => quantity - givenUp.length
/** What is in no parcel yet. */
export const rest = (order: OrderBook): Map<string, number> =>
  new Map(order.lines.flatMap((line) => (toSend(line) > piecesIn(order, line.item) ? [[line.item, toSend(line) - piecesIn(order, line.item)] as const] : [])))
export const productOf = (order: OrderBook, item: string): Product => (order.lines.find((line) => line.item === item) as Line).product

/** The order has arrived: its cash comes later, but nothing comes of an order that costs nothing. */
export function arrive(order: OrderBook, now: Date): void {
  order.status = 'delivered'
  order.delivered = now
  for (const parcel of order.parcels) if (parcel.state === 'shipped') parcel.state = 'delivered'
  if (order.state !== 'cod_pending' || order.payments.some(({ state, amount }) => state === 'cod_pending' && amount > 0n)) return
  order.state = 'paid'
  for (const payment of order.payments) if (payment.state === 'cod_pending') payment.state = 'paid'
}
/** After parcels moved: the order follows them. */
export function followParcels(order: OrderBook, now: Date): void {
  if (order.status === 'processing' && order.lines.every((line) => piecesIn(order, line.item, GONE) === toSend(line))) order.status = 'shipped'
  if (order.status === 'shipped' && !order.parcels.some(({ state }) => state === 'shipped')) arrive(order, now)
}
