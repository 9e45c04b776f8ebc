import { bestOffers, holds, worthOf } from '../discounts/discount-plan.ts'
import type { TakenDiscount } from '../discounts/discount-plan.ts'
import { amountOff, isFor } from '../discounts/discount.ts'
import type { AppliedDiscount, Coupon, CouponError, Discount } from '../discounts/discount.ts'
import { sumOf } from '../money/money.ts'
import type { Paise } from '../money/money.ts'
import { chargeOf, chargesDue, chargesTotal } from './charges.ts'
import { applyDiscount, priceLines, rankLines } from './priced-lines.ts'
import type { PricedLine } from './priced-lines.ts'
import type { Quote, QuoteInput } from './quote.ts'
import { computeTotals } from './totals.ts'

export type Discounts = {
  /** applied automatically */
  offers?: readonly Discount[]
  coupon?: Coupon | null
  /** a discount by staff on a manual order, applied last, to what is left after all others */
  byHand?: Discount | null
}

export type DiscountedQuote = {
  /** with the coupon if it applies, otherwise without it */
  quote: Quote
  couponError: { reason: CouponError; /** the amount that its goods lack, for MINIMUM; in paise */ missing: Paise } | null
}

/**
 * What the customer sees and pays (docs/rules.md#prices): the single implementation for list, cart, checkout, order and manual order.
 * The quote with the automatic offers and a coupon (the stacking rule is docs/decisions/0021-discounts.md):
 * 1. tiers come first, and each line gets at most one automatic offer, in the combination that takes off most;
 * 2. a coupon that combines is taken off the rest; any other coupon replaces the offers on its goods;
 * 3. free delivery combines with everything;
 * 4. a discount that leaves the buyer paying no less is not applied: it may cost them the free delivery (docs/rules.md#delivery-charge);
 * 5. a discount by staff comes last and always applies, because it is a deliberate decision.
 * Every amount is spread over its lines by largest remainder. A coupon that does not apply changes nothing, and the
 * result says why. Throws RangeError on a quantity that is not a whole number ≥ 1 and on an unknown State: callers check both first.
 */
export function quoteWithDiscounts(input: QuoteInput, { offers = [], coupon = null, byHand = null }: Discounts): DiscountedQuote {
  const lines = priceLines(input.lines)
  const bare: Plan = { taken: [], left: lines.map((line) => line.lineTotal) }
  const ranks = offers.length === 0 && coupon === null && byHand === null ? [] : rankLines(lines)
  const take = (plan: Plan, more: readonly TakenDiscount[]): Plan => {
    const left = [...plan.left]
    for (const { amount, places } of more) applyDiscount(amount, left, places, ranks)
    return { taken: [...plan.taken, ...more], left }
  }
  const delivery = freeing(offers, lines)
  const best = take(bare, bestOffers(lines, offers))
  const plain = cheapest([best, bare], delivery, lines, input)
  const priced = ({ plan, frees }: Choice, freeDelivery = delivery) => {
    if (byHand === null) return computePlanTotals(lines, plan, frees, input)
    const given = costOf(take(plan, [off(byHand, lines, plan.left)]), freeDelivery, lines, input)
    return computePlanTotals(lines, given.plan, given.frees, input)
  }
  if (coupon === null) return { quote: priced(plain), couponError: null }
  const couponError = couponErrorOf(coupon, lines)
  if (couponError) return { quote: priced(plain), couponError }
  const redeem = (plan: Plan): Plan => take(plan, [off(coupon, lines, plan.left)])
  const around = coupon.combines || coupon.kind === 'free_delivery' ? best : take(bare, bestOffers(lines, offers, coupon))
  const freeDelivery = coupon.kind === 'free_delivery' ? coupon : delivery
  const tried = cheapest([redeem(around), redeem(bare)], freeDelivery, lines, input)
  return tried.cost < plain.cost
    ? { quote: priced(tried, freeDelivery), couponError: null }
    : { quote: priced(plain), couponError: { reason: 'NO_GAIN', missing: 0 } }
}

/** Discounts in the order in which they apply, and the price of each line after them. */
type Plan = { taken: readonly TakenDiscount[]; left: readonly Paise[] }
/** A plan, the discount that waives its delivery charge, and its total. */
type Choice = { plan: Plan; frees: Discount | null; cost: Paise }

function couponErrorOf(coupon: Coupon, lines: readonly PricedLine[]): DiscountedQuote['couponError'] {
  if (coupon.standing !== 'OK') return { reason: coupon.standing, missing: 0 }
  const worth = worthOf(coupon, lines)
  if (worth === null) return { reason: 'NO_GOODS', missing: 0 }
  return holds(coupon, worth) ? null : { reason: 'MINIMUM', missing: coupon.minimumGoods - worth }
}

/** The offer that waives the delivery charge; if several apply, always the same one. */
function freeing(offers: readonly Discount[], lines: readonly PricedLine[]): Discount | null {
  const free = offers.filter((offer) => offer.kind === 'free_delivery' && holds(offer, worthOf(offer, lines)))
  return free.sort((a, b) => (a.id < b.id ? -1 : 1))[0] ?? null
}

/** Takes the coupon, or the discount by staff, off what is left of its goods. */
function off(coupon: Discount, lines: readonly PricedLine[], left: readonly Paise[]): TakenDiscount {
  const places = [...lines.keys()].filter((place) => isFor(coupon, lines[place]?.productId ?? ''))
  const worth = sumOf(places, (place) => left[place] ?? 0)
  return { discount: coupon, amount: amountOff(coupon, worth), places }
}

/** The cheapest of these plans, the first one on a tie: discounts may add the delivery charge. */
function cheapest(plans: readonly [Plan, Plan], delivery: Discount | null, lines: readonly PricedLine[], input: QuoteInput): Choice {
  const [full, bare] = plans.map((plan) => costOf(plan, delivery, lines, input)) as [Choice, Choice]
  return full.cost <= bare.cost ? full : bare
}

function costOf(plan: Plan, delivery: Discount | null, lines: readonly PricedLine[], input: QuoteInput): Choice {
  const goods = sumOf(plan.left, (worth) => worth)
  const due = (free: boolean) => (lines.length === 0 ? [] : chargesDue(goods, input.settings, input.choices, free))
  const frees = chargeOf(due(false), 'delivery') > 0 ? delivery : null
  // where prices include GST this is the total; where GST is added, the total depends on the rates
  const cost = input.settings.pricesIncludeGst ? goods + chargesTotal(due(frees !== null)) : computePlanTotals(lines, plan, frees, input).total
  return { plan, frees, cost }
}

function computePlanTotals(lines: readonly PricedLine[], { taken, left }: Plan, frees: Discount | null, input: QuoteInput): Quote {
  const offerOf = new Map<number, string>()
  for (const { discount, places } of taken) if (discount.code === null) for (const place of places) offerOf.set(place, discount.name)
  const used = [...taken.filter(({ amount }) => amount > 0), ...(frees ? [{ discount: frees, amount: 0 }] : [])]
  const discounts = used.map(({ discount: { id, name, code, kind }, amount }): AppliedDiscount => ({
    id,
    name,
    code,
    amount,
    freeDelivery: kind === 'free_delivery',
  }))
  const shares = lines.map((line, place) => ({ amount: line.lineTotal - (left[place] ?? 0), offer: offerOf.get(place) ?? null }))
  return computeTotals(lines, shares, discounts, frees !== null, input)
}
