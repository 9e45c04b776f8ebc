import * as say from '#words/admin-order-change.ts'
import type { SaidRefusal } from '../../../data/orders/order-change.ts'

const SENTENCES: Record<string, string> = {
  ORDER_CHANGED: say.outdated,
  ORDER_CLOSED: say.closed,
  ORDER_PACKED: say.packed,
  ORDER_CREDITED: say.credited,
  ORDER_NOT_FOUND: say.gone,
  TOTAL_FIXED: say.fixed,
  SHOP_CHANGED: say.shopChanged,
  EMPTY_CART: say.empty,
  QUOTE_CHANGED: say.totalChanged,
  NOTHING_CHANGED: say.nothing,
  PAYMENT_FIXED: say.paymentFixed,
  PAYMENT_METHOD_UNAVAILABLE: say.methodUnavailable,
}

/** Why nothing was changed, in words. */
export function refusalWords(refusal: SaidRefusal): string {
  if (refusal.kind === 'forbidden') return say.notAllowed
  if (refusal.kind === 'busy') return say.busy
  if (refusal.kind === 'unknown') return say.unknownOutcome
  if (refusal.lines.length === 0) return SENTENCES[refusal.code] ?? say.unknownOutcome
  return refusal.lines.map(({ code, name, old, new: now }) => (code === 'BELOW_MINIMUM' ? say.minimum(name, now) : say.onlyLeft(name, old ?? 0, now))).join(' ')
}
