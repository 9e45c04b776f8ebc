import type { RefusalCode, RefusedLine } from '#domain/orders/order-refusals.ts'

/**
 * The reason why a well-formed order is refused. Thrown, so that the whole transaction rolls back, including the claimed key: the
 * customer corrects the cart and may send the same key again.
 */
export class Refusal extends Error {
  readonly status: 400 | 404 | 409
  readonly code: RefusalCode
  readonly lines: RefusedLine[]
  /** Further properties of the response. */
  readonly details: Record<string, unknown>

  constructor(status: 400 | 404 | 409, code: RefusalCode, lines: RefusedLine[] = [], details: Record<string, unknown> = {}) {
    super(code)
    this.status = status
    this.code = code
    this.lines = lines
    this.details = details
  }
}
