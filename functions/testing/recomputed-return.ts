/**
 * An independent computation of an order's documents and of the return, without domain/: BigInt fractions, according to
 * docs/rules.md#prices, CGST rule 46A and docs/decisions/0007-gst-on-delivery.md. A mistake is only missed if it is made in both
 * places.
 */

/** Amounts in paise, rates and tier discounts in hundredths of a percent. Lines are in the order of their products' ids. */
export type Sale = {
  cart: { base: bigint; rate: bigint; tiers: { from: bigint; off: bigint }[]; quantity: bigint }[]
  includesGst: boolean
  forcedRate: bigint | null
  coupon: bigint
  sellerState: string
  sellerRegistered: boolean
  buyerState: string
  buyerRegistered: boolean
  cancelled: boolean
  /** staff send it without the delivery charge */
  free?: boolean
  /** the invoice of one parcel: which units of each line, counted from 0, are in it, and whether it has the delivery charge */
  parcel?: { units: number[][]; charges: boolean }
}

export type Amounts = { taxable: bigint; cgst: bigint; sgst: bigint; igst: bigint }
export type IssuedDocument = Amounts & { form: 'tax_invoice' | 'bill_of_supply' | 'invoice_cum_bill'; lines: number; total: bigint }
/** By `B2B|B2C place rate`. */
export type Return = Map<string, Amounts>

const FREE_FROM = 150_000n
const CHARGE = 10_000n
const NOTHING: Amounts = { taxable: 0n, cgst: 0n, sgst: 0n, igst: 0n }

const nearest = (numerator: bigint, denominator: bigint): bigint => (numerator * 2n + denominator) / (denominator * 2n)
const plus = (a: Amounts, b: Amounts, sign = 1n): Amounts => ({
  taxable: a.taxable + sign * b.taxable,
  cgst: a.cgst + sign * b.cgst,
  sgst: a.sgst + sign * b.sgst,
  igst: a.igst + sign * b.igst,
})
const added = (all: Amounts[]): Amounts => all.reduce((sum, one) => plus(sum, one), NOTHING)
const whole = ({ taxable, cgst, sgst, igst }: Amounts): bigint => taxable + cgst + sgst + igst

/** Allocates the floor of each share, then a paisa each to the largest remainders, earlier ones first. */
function shared(amount: bigint, weights: bigint[]): bigint[] {
  const weight = weights.reduce((sum, one) => sum + one, 0n)
  const fair = weight === 0n ? weights.map(() => 1n) : weights
  const all = weight === 0n ? BigInt(weights.length) : weight
  const shares = fair.map((one) => (amount * one) / all)
  let left = amount - shares.reduce((sum, one) => sum + one, 0n)
  const places = [...fair.keys()].sort((a, b) => {
    const [first, second] = [(amount * (fair[a] ?? 0n)) % all, (amount * (fair[b] ?? 0n)) % all]
    return first === second ? a - b : first > second ? -1 : 1
  })
  for (const place of places) {
    if (left === 0n) break
    shares[place] = (shares[place] ?? 0n) + 1n
    left -= 1n
  }
  return shares
}

function taxed(amount: bigint, rate: bigint, interState: boolean, included: boolean): Amounts {
  const base = included ? 10_000n + rate : 10_000n
  const igst = interState ? nearest(amount * rate, base) : 0n
  const half = interState ? 0n : nearest(amount * rate, 2n * base)
  return { taxable: included ? amount - igst - 2n * half : amount, cgst: half, sgst: half, igst }
}

type Part = { rate: bigint; amounts: Amounts; line: boolean }

/** How many pieces of a line are on the document. */
export const quantityOf = ({ cart, parcel }: Sale, line: number): bigint => (parcel ? BigInt(parcel.units[line]?.length ?? 0) : (cart[line]?.quantity ?? 0n))

/** What some units of a line come to: each has its own fixed amounts, and all of them add up to the line. */
export function amountsOfUnits({ taxable, cgst, sgst, igst }: Amounts, units: readonly number[], quantity: bigint): Amounts {
  const some = (amount: bigint) =>
    units.reduce((sum, unit) => sum + nearest(amount * BigInt(unit + 1), quantity) - nearest(amount * BigInt(unit), quantity), 0n)
  return { taxable: some(taxable), cgst: some(cgst), sgst: some(sgst), igst: some(igst) }
}

/** The lines of a document and its parts of the delivery charge, each at its rate. A parcel has all lines too, those it lacks with nothing. */
export function parts(sale: Sale): Part[] {
  const all = orderParts(sale)
  const { parcel, cart } = sale
  if (!parcel) return all
  return all.flatMap((part, place): Part[] => {
    if (!part.line) return parcel.charges ? [part] : []
    return [{ ...part, amounts: amountsOfUnits(part.amounts, parcel.units[place] ?? [], cart[place]?.quantity ?? 1n) }]
  })
}

/** The lines of the whole order and the delivery's parts, each at its rate. */
export function orderParts(sale: Sale): Part[] {
  const interState = sale.sellerState !== sale.buyerState
  const amounts = sale.cart.map(({ base, tiers, quantity }) => {
    const off = tiers.filter(({ from }) => quantity >= from).at(-1)?.off ?? 0n
    return nearest(base * (10_000n - off), 10_000n) * quantity
  })
  const gross = amounts.reduce((sum, one) => sum + one, 0n)
  const coupon = sale.coupon < gross ? sale.coupon : gross
  const shares = shared(coupon, amounts)
  const lines = sale.cart.map(({ rate: own }, index) => {
    const rate = sale.forcedRate ?? own
    return { rate, line: true, amounts: taxed((amounts[index] ?? 0n) - (shares[index] ?? 0n), rate, interState, sale.includesGst) }
  })
  if (sale.free || gross - coupon >= FREE_FROM) return lines
  const rates = [...new Set(lines.map(({ rate }) => rate))].sort((a, b) => (a < b ? -1 : 1))
  const weights = rates.map((rate) => lines.filter((line) => line.rate === rate).reduce((sum, line) => sum + line.amounts.taxable, 0n))
  const sent = shared(CHARGE, weights).map((part, index) => ({
    rate: rates[index] ?? 0n,
    line: false,
    amounts: taxed(part, rates[index] ?? 0n, interState, true),
  }))
  return [...lines, ...sent.filter(({ amounts: one }) => whole(one) > 0n)]
}

/** The documents of an accepted order, the tax invoice first. */
export function recomputeDocuments(sale: Sale): IssuedDocument[] {
  const all = parts(sale)
  const document = (form: IssuedDocument['form'], some: typeof all): IssuedDocument => {
    const sum = added(some.map(({ amounts }) => amounts))
    const untaxed = { ...NOTHING, taxable: whole(sum) }
    return { form, lines: some.filter(({ line }) => line).length, total: whole(sum), ...(sale.sellerRegistered ? sum : untaxed) }
  }
  const nil = all.filter(({ rate }) => rate === 0n)
  const rest = all.filter(({ rate }) => rate !== 0n)
  if (!sale.sellerRegistered || rest.length === 0) return [document('bill_of_supply', all)]
  if (nil.length === 0) return [document('tax_invoice', all)]
  return sale.buyerRegistered ? [document('tax_invoice', rest), document('bill_of_supply', nil)] : [document('invoice_cum_bill', all)]
}

/** The totals of the return over all orders; a cancelled order adds nothing, but its rows appear. */
export function recomputeReturn(sales: Sale[]): Return {
  const totals: Return = new Map()
  for (const sale of sales.filter(({ sellerRegistered }) => sellerRegistered)) {
    for (const { rate, amounts } of parts(sale)) {
      const key = `${sale.buyerRegistered ? 'B2B' : 'B2C'} ${sale.buyerState} ${Number(rate) / 100}`
      totals.set(key, plus(totals.get(key) ?? NOTHING, amounts, sale.cancelled ? 0n : 1n))
    }
  }
  return totals
}
