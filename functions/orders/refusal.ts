import type { RefusalCode, RefusedLine } from '#domain/orders/order-refusals.ts'

/**
 * Why an order is not taken although the request was well formed. Thrown, because the transaction must roll back with
 * everything in it, the key included: the buyer corrects the cart and may send the same key again.
 */
export class Refusal extends Error {
  readonly status: 400 | 409
  readonly code: RefusalCode
  readonly lines: RefusedLine[]
  /** What the answer says beside its code. */
  readonly details: Record<string, unknown>

  constructor(status: 400 | 409, code: RefusalCode, lines: RefusedLine[] = [], details: Record<string, unknown> = {}) {
    super(code)
    this.status = status
    this.code = code
    this.lines = lines
    this.details = details
  }
}
