import { isBusy } from '#postgres/sql-state.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'

/** Answers 503 BUSY if another transaction locks the order's rows for too long. Settling is idempotent, so the client may retry. */
export function orBusy(run: ShopFunction, { retryAfter }: { retryAfter: number }): ShopFunction {
  return async (request, context) => {
    try {
      return await run(request, context)
    } catch (error) {
      if (!isBusy(error)) throw error
      context.log('info', 'razorpay: Payment rows are locked', { code: error.code })
      return jsonAnswer(503, { code: 'BUSY' }, { 'retry-after': String(retryAfter) })
    }
  }
}
