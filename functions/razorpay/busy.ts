import { isBusy } from '#postgres/sql-state.ts'
import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'

/** Answers 503 BUSY where somebody holds the order's rows for long. Everything that is settled may be sent again. */
export function orBusy(run: ShopFunction, { retryAfter }: { retryAfter: number }): ShopFunction {
  return async (request, context) => {
    try {
      return await run(request, context)
    } catch (error) {
      if (!isBusy(error)) throw error
      context.log('info', 'a payment has to wait for others', { code: error.code })
      return jsonAnswer(503, { code: 'BUSY' }, { 'retry-after': String(retryAfter) })
    }
  }
}
