import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'

/** Lock not available, statement timed out, deadlock, serialization failure: nothing was done, and the next try finds the rows free. */
const LATER = new Set(['55P03', '57014', '40P01', '40001'])

/** Answers 503 BUSY where somebody holds the order's rows for long. Everything that is settled may be sent again. */
export function orBusy(run: ShopFunction, { retryAfter }: { retryAfter: number }): ShopFunction {
  return async (request, context) => {
    try {
      return await run(request, context)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && LATER.has(String(error.code)))) throw error
      context.log('info', 'a payment has to wait for others', { code: error.code })
      return jsonAnswer(503, { code: 'BUSY' }, { 'retry-after': String(retryAfter) })
    }
  }
}
