/** Settling a return as an exchange, and what that comes to (docs/rules.md#exchanges). Money in rupees. */
import * as say from '#words/returns.ts'
import { refusedAnswer } from '../../api/refused-answer.ts'
import { loadSupabase } from '../../api/supabase.ts'
import { readRefusal } from '../../orders/order-change.ts'

export type ExchangeBody = {
  return_id: string
  version: number
  lines: { item: string; credited: number }[]
  charges: boolean
  deduction: number
  deduction_reason: string
  goods: { product_id: string; quantity: number; unit_price?: number; reason?: string }[]
  payment_method: string
  rest: 'refund' | 'credit'
}
/** `credit`: what the return pays of the new order. */
export type ExchangeAmounts = { order_id: string; total_amount: number; credit: number; to_pay: number }
/** `stale`: the return has changed. */
export type ExchangeResult = { ok: true; amounts: ExchangeAmounts } | { ok: false; message: string; stale: boolean }

/** Longer than the shop waits for its locks, in ms. */
const ANSWER_MS = 20_000

async function invoke(name: 'quote-exchange' | 'exchange-return', body: object): Promise<ExchangeResult> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.functions.invoke<ExchangeAmounts>(name, { body, timeout: ANSWER_MS })
    if (!error && data) return { ok: true, amounts: data }
    const answer = await refusedAnswer(error)
    return { ok: false, ...wordsOf(answer ? readRefusal(answer.status, answer.body) : { kind: 'unknown' }) }
  } catch {
    return { ok: false, message: say.exchangeUnknown, stale: false }
  }
}

function wordsOf(refusal: ReturnType<typeof readRefusal>): { message: string; stale: boolean } {
  if (refusal.kind === 'invalid') return { message: Object.values(refusal.fields)[0] ?? say.refused.INVALID, stale: false }
  if (refusal.kind !== 'refused') return { message: say.exchangeUnknown, stale: false }
  const { code, lines } = refusal
  const [line] = lines
  if (code === 'OUT_OF_STOCK' && line) return { message: say.soldOut(line.name, line.new), stale: false }
  const known = say.refused[code as keyof typeof say.refused] as string | undefined
  return { message: known ?? say.notSaved, stale: code === 'STALE' || code === 'GONE' }
}

/** What the exchange would come to; nothing is saved. */
export const quoteExchange = (body: ExchangeBody): Promise<ExchangeResult> => invoke('quote-exchange', body)

/** @param shown the amounts on the screen */
export const saveExchange = (body: ExchangeBody, { total_amount, credit }: ExchangeAmounts): Promise<ExchangeResult> =>
  invoke('exchange-return', { ...body, expected_total: total_amount, expected_credit: credit })
