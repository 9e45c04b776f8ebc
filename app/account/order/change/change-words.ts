import { formatRupees, toPaise } from '#domain/money/money.ts'
import * as say from '#words/change-my-order.ts'
import type { SaidRefusal } from '../../../data/orders/order-change.ts'

const SENTENCES: Record<string, string> = {
  ORDER_CHANGED: say.outdated,
  ORDER_CLOSED: say.closed,
  ORDER_PACKED: say.closed,
  ORDER_CREDITED: say.closed,
  ONLY_STAFF: say.onlyStaff,
  ORDER_NOT_FOUND: say.gone,
  TOTAL_FIXED: say.fixed,
  PAYMENT_FIXED: say.paymentFixed,
  PAYMENT_METHOD_UNAVAILABLE: say.methodUnavailable,
  SHOP_CHANGED: say.shopChanged,
  EMPTY_CART: say.empty,
  QUOTE_CHANGED: say.totalChanged,
  NOTHING_CHANGED: say.nothing,
  TOO_MANY_CHANGES: say.tooMany,
  TOO_MANY_UNPAID: say.tooManyUnpaid,
}

/** Why nothing was changed, in words for the customer. */
export function refusalWords(refusal: SaidRefusal): string {
  if (refusal.kind === 'forbidden') return say.blocked
  if (refusal.kind === 'busy') return say.busy
  if (refusal.kind === 'unknown') return say.unknownOutcome
  const { code, lines, limit } = refusal
  const amount = formatRupees(toPaise(limit ?? 0))
  if (code === 'COD_LIMIT') return say.codLimit(amount)
  if (Object.hasOwn(say.placeRefused, code)) return say.placeRefused[code as keyof typeof say.placeRefused](amount)
  if (lines.length === 0) return SENTENCES[code] ?? say.unknownOutcome
  return lines.map((line) => (line.code === 'BELOW_MINIMUM' ? say.minimum(line.name, line.new) : say.onlyLeft(line.name, line.old ?? 0, line.new))).join(' ')
}
