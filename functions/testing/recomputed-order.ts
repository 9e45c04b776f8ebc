/**
 * An independent computation of an order's total, without domain/: BigInt fractions, according to docs/rules.md#prices. A mistake is
 * only missed if it is made in both places.
 */

/** Amounts in paise, rates and discounts in hundredths of a percent. */
export type Goods = { id: string; base: bigint; rate: bigint; tiers: { from: number; off: bigint }[] }
export type Terms = { includesGst: boolean; forcedRate: bigint | null; interState: boolean }

export type RecomputedLine = { productId: string; unit_price: bigint; taxable: bigint; cgst: bigint; sgst: bigint; igst: bigint; total: bigint }
/** By the names of the order's columns, in paise. */
export type RecomputedOrder = {
  lines: RecomputedLine[]
  goods_total: bigint
  subtotal_base: bigint
  total_gst: bigint
  cgst: bigint
  sgst: bigint
  igst: bigint
  shipping_cost: bigint
  charges_total: bigint
  charges_gst: bigint
  total_amount: bigint
}

const FREE_FROM = 150_000n
const CHARGE = 10_000n

const halfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator)
const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

function heads(amount: bigint, rate: bigint, interState: boolean, included: boolean): { cgst: bigint; sgst: bigint; igst: bigint } {
  const whole = included ? 10_000n + rate : 10_000n
  if (interState) return { cgst: 0n, sgst: 0n, igst: halfUp(amount * rate, whole) }
  const half = halfUp(amount * rate, 2n * whole)
  return { cgst: half, sgst: half, igst: 0n }
}

/** Allocates the charge to the rates of the goods, ascending: floors first, then a paisa each to the largest remainders. */
function deliveryGst(charge: bigint, byRate: [rate: bigint, taxable: bigint][], interState: boolean): bigint {
  const weight = sum(byRate.map(([, taxable]) => taxable))
  const shares = byRate.map(([rate, taxable], place) => ({ rate, place, share: (charge * taxable) / weight, rest: (charge * taxable) % weight }))
  const left = Number(charge - sum(shares.map(({ share }) => share)))
  const richest = shares.toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1)).slice(0, left)
  return sum(
    shares.map((part) => {
      const { cgst, sgst, igst } = heads(part.share + (richest.includes(part) ? 1n : 0n), part.rate, interState, true)
      return cgst + sgst + igst
    }),
  )
}

export function recomputeOrder(cart: { goods: Goods; quantity: number }[], terms: Terms): RecomputedOrder {
  const byRate = new Map<bigint, bigint>()
  let goodsTotal = 0n
  const lines = cart.map(({ goods, quantity }): RecomputedLine => {
    const off = goods.tiers.filter(({ from }) => quantity >= from).at(-1)?.off ?? 0n
    const unit = halfUp(goods.base * (10_000n - off), 10_000n)
    const amount = unit * BigInt(quantity)
    const rate = terms.forcedRate ?? goods.rate
    const tax = heads(amount, rate, terms.interState, terms.includesGst)
    const all = tax.cgst + tax.sgst + tax.igst
    const taxable = terms.includesGst ? amount - all : amount
    goodsTotal += amount
    byRate.set(rate, (byRate.get(rate) ?? 0n) + taxable)
    return { productId: goods.id, unit_price: unit, taxable, ...tax, total: taxable + all }
  })
  const [cgst, sgst, igst] = [sum(lines.map((line) => line.cgst)), sum(lines.map((line) => line.sgst)), sum(lines.map((line) => line.igst))]
  const taxable = sum(lines.map((line) => line.taxable))
  const charge = goodsTotal >= FREE_FROM ? 0n : CHARGE
  const inCharge =
    charge === 0n
      ? 0n
      : deliveryGst(
          charge,
          [...byRate].sort(([a], [b]) => (a < b ? -1 : 1)),
          terms.interState,
        )
  return {
    lines,
    goods_total: goodsTotal,
    subtotal_base: taxable,
    total_gst: cgst + sgst + igst,
    cgst,
    sgst,
    igst,
    shipping_cost: charge,
    charges_total: charge,
    charges_gst: inCharge,
    total_amount: taxable + cgst + sgst + igst + charge,
  }
}
