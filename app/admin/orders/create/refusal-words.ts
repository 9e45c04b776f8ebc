import { formatRupees, groupIndian, toPaise } from '#domain/money/money.ts'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import * as say from '#words/admin-manual-order.ts'
import type { Created } from '../../../data/admin/orders/manual-order.ts'
import type { RefusedLine } from '../../../data/orders/place-order.ts'

export type OrderProblem = { message: string | null; fields: Record<string, string>; lines: string[] }

const problem = (message: string | null, some: Partial<OrderProblem> = {}): OrderProblem => ({ message, fields: {}, lines: [], ...some })

/** Why no order was made, in words: what was refused, and the current values. */
export function refusalWords(created: Exclude<Created, { kind: 'created' }>): OrderProblem {
  switch (created.kind) {
    case 'invalid':
      return problem(null, { fields: created.fields })
    case 'forbidden':
      return problem(say.notAllowed)
    case 'busy':
      return problem(say.busy)
    case 'unknown':
      return problem(say.unknownOutcome)
    case 'refused':
      return refused(created.code, created.lines, created.reason)
  }
}

function refused(code: string, lines: readonly RefusedLine[], reason: string | null): OrderProblem {
  if (code === 'REFERENCE_USED') return problem(null, { fields: { reference: say.referenceUsed } })
  if (code === 'COUPON_INVALID') return problem(`${say.couponRefused} ${say.couponErrors[reason ?? ''] ?? ''}`.trim())
  if (code === 'DISCOUNT_NO_GAIN') return problem(say.noGainRefused)
  if (code === 'PAYMENT_METHOD_UNAVAILABLE') return problem(say.methodOff)
  if (code === 'ACCOUNT_BLOCKED') return problem(say.blocked)
  if (code === 'KEY_REUSED') return problem(say.keyReused)
  if (code === 'TOO_LARGE') return problem(say.tooManyLines(groupIndian(String(MOST_ORDER_LINES))))
  if (lines.length === 0) return problem(say.totalChanged)
  return problem(say.linesChanged, { lines: lines.map(lineWords) })
}

function lineWords({ code, name, old, new: now }: RefusedLine): string {
  const [was, is] = [old ?? 0, now ?? 0]
  if (code === 'OUT_OF_STOCK') return say.stockChanged(name, was, is)
  if (code === 'BELOW_MINIMUM') return say.minimumChanged(name, was, is)
  if (code === 'ABOVE_MRP') return say.mrpChanged(name, formatRupees(toPaise(is)))
  return say.priceChanged(name, old === null ? null : formatRupees(toPaise(was)), formatRupees(toPaise(is)))
}
