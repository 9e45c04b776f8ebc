import { formatRupees, groupIndian, toPaise } from '#domain/money/money.ts'
import { MOST_ORDER_LINES } from '#domain/orders/order-size.ts'
import * as say from '#words/admin-manual-order.ts'
import type { Created } from '../../../data/admin/manual-order.ts'
import type { RefusedLine } from '../../../data/orders/place-order.ts'

export type Told = { message: string | null; fields: Record<string, string>; lines: string[] }

const told = (message: string | null, some: Partial<Told> = {}): Told => ({ message, fields: {}, lines: [], ...some })

/** Why no order was made, in words: what was refused, and what is there now. */
export function refusalWords(created: Exclude<Created, { kind: 'created' }>): Told {
  switch (created.kind) {
    case 'invalid':
      return told(null, { fields: created.fields })
    case 'forbidden':
      return told(say.notAllowed)
    case 'busy':
      return told(say.busy)
    case 'unknown':
      return told(say.unknownOutcome)
    case 'refused':
      return refused(created.code, created.lines, created.reason)
  }
}

function refused(code: string, lines: readonly RefusedLine[], reason: string | null): Told {
  if (code === 'REFERENCE_USED') return told(null, { fields: { reference: say.referenceUsed } })
  if (code === 'COUPON_INVALID') return told(`${say.couponRefused} ${say.couponFaults[reason ?? ''] ?? ''}`.trim())
  if (code === 'DISCOUNT_NO_GAIN') return told(say.noGainRefused)
  if (code === 'PAYMENT_METHOD_UNAVAILABLE') return told(say.methodOff)
  if (code === 'ACCOUNT_BLOCKED') return told(say.blocked)
  if (code === 'KEY_REUSED') return told(say.keyReused)
  if (code === 'TOO_LARGE') return told(say.tooManyLines(groupIndian(String(MOST_ORDER_LINES))))
  if (lines.length === 0) return told(say.totalChanged)
  return told(say.linesChanged, { lines: lines.map(lineWords) })
}

function lineWords({ code, name, old, new: now }: RefusedLine): string {
  const [was, is] = [old ?? 0, now ?? 0]
  if (code === 'OUT_OF_STOCK') return say.stockChanged(name, was, is)
  if (code === 'BELOW_MINIMUM') return say.minimumChanged(name, was, is)
  if (code === 'ABOVE_MRP') return say.mrpChanged(name, formatRupees(toPaise(is)))
  return say.priceChanged(name, old === null ? null : formatRupees(toPaise(was)), formatRupees(toPaise(is)))
}
