import { amountOff, isFor } from './discount.ts'
import type { Discount } from './discount.ts'
import { sumOf } from '../money/money.ts'
import type { Paise } from '../money/money.ts'

export type PlannedLine = { productId: string; lineTotal: Paise }

/** One discount and the indexes of the lines over which it is spread. `amount` in paise. */
export type TakenDiscount = { discount: Discount; amount: Paise; places: number[] }

/** The number of offers whose combinations are compared. If more apply, these are the ones that would take off most on their own. */
export const WEIGHED_OFFERS = 6

/**
 * The price of a discount's goods after tiers, with which its minimum is compared, whatever else is taken off (docs/decisions/0021).
 * null: the cart has none of its goods.
 */
export function worthOf(discount: Discount, lines: readonly PlannedLine[]): Paise | null {
  let worth: Paise | null = null
  for (const line of lines) if (isFor(discount, line.productId)) worth = (worth ?? 0) + line.lineTotal
  return worth
}

export function holds(discount: Discount, worth: Paise | null): worth is Paise {
  return worth !== null && worth >= discount.minimumGoods
}

/** Lines to which the same offers apply. `mask`: one bit per offer. */
type LineGroup = { mask: number; worth: Paise; places: number[] }
type Found = { total: Paise; taken: { offer: number; amount: Paise; groups: LineGroup[] }[] }

/**
 * The combination of automatic offers that takes off most, with at most one offer per line. It tries every order in which the
 * offers could choose their goods; each offer takes all of its goods that are left. So an additional offer never makes a cart more
 * expensive, and the order of lines and offers is irrelevant. The lines are scanned once per offer; the search itself only uses
 * groups of lines.
 *
 * @param without excludes the lines of this coupon: a coupon that does not combine is the only discount on its goods
 */
export function bestOffers(lines: readonly PlannedLine[], offers: readonly Discount[], without: Discount | null = null): TakenDiscount[] {
  const weighed = offers
    .flatMap((offer) => {
      const worth = offer.kind === 'free_delivery' ? null : worthOf(offer, lines)
      return holds(offer, worth) ? [{ offer, alone: amountOff(offer, worth) }] : []
    })
    .sort((a, b) => b.alone - a.alone || (a.offer.id < b.offer.id ? -1 : 1))
    .slice(0, WEIGHED_OFFERS)
    .map(({ offer }) => offer)
  if (weighed.length === 0) return []
  const best = search(
    weighed,
    groupLines(lines, weighed, without),
    weighed.map((_, offer) => offer),
  )
  return best.taken.flatMap(({ offer, amount, groups }) => {
    const discount = weighed[offer]
    return discount ? [{ discount, amount, places: groups.flatMap(({ places }) => places) }] : []
  })
}

function groupLines(lines: readonly PlannedLine[], offers: readonly Discount[], without: Discount | null): LineGroup[] {
  const groups = new Map<number, LineGroup>()
  for (const [place, line] of lines.entries()) {
    if (without && isFor(without, line.productId)) continue
    let mask = 0
    for (const [bit, offer] of offers.entries()) if (isFor(offer, line.productId)) mask |= 1 << bit
    if (mask === 0) continue
    const group = groups.get(mask) ?? { mask, worth: 0, places: [] }
    group.worth += line.lineTotal
    group.places.push(place)
    groups.set(mask, group)
  }
  return [...groups.values()]
}

function search(offers: readonly Discount[], open: readonly LineGroup[], left: readonly number[]): Found {
  let best: Found = { total: 0, taken: [] }
  for (const offer of left) {
    const discount = offers[offer]
    const groups = open.filter(({ mask }) => mask & (1 << offer))
    const amount = discount
      ? amountOff(
          discount,
          sumOf(groups, ({ worth }) => worth),
        )
      : 0
    if (amount === 0) continue
    const rest = search(
      offers,
      open.filter(({ mask }) => !(mask & (1 << offer))),
      left.filter((other) => other !== offer),
    )
    if (amount + rest.total > best.total) best = { total: amount + rest.total, taken: [{ offer, amount, groups }, ...rest.taken] }
  }
  return best
}
