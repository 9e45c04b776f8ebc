/** Changing an order, by staff or its customer, and what that would cost (docs/decisions/0078-changing-an-order.md, 0093). Money in rupees. */
import type { RefusedLine } from '#domain/orders/order-refusals.ts'
import { refusedAnswer } from '../api/refused-answer.ts'
import { loadSupabase } from '../api/supabase.ts'

export type ChangeBody = {
  order_id: string
  version: number
  lines: { item_id: string; quantity: number }[]
  added: { product_id: string; quantity: number }[]
  buyer: Record<string, string> | null
  /** null to keep it */
  payment_method: string | null
}
/** Who changes it: each has functions of their own. */
export type Changer = 'staff' | 'customer'
const QUOTE = { staff: 'quote-order-change', customer: 'quote-my-order-change' } as const
const SAVE = { staff: 'change-order', customer: 'change-my-order' } as const

/** `lines`: the priced lines; empty where no amount changes. `fixed`: the total would change and may not. `credits`: the invoices that are replaced. `refund`: what is due back. */
export type ChangePreview = {
  lines: { item_id: string | null; product_id: string; quantity: number; unit_price: number; discount: number; total: number }[]
  total_amount: number
  before: number
  fixed: boolean
  credits: string[]
  refund: number
}
export type ChangeRefusal =
  | { kind: 'invalid'; fields: Record<string, string> }
  | { kind: 'refused'; code: string; lines: RefusedLine[]; /** rupees, of a refusal for a limit */ limit: number | null }
  | { kind: 'forbidden' }
  | { kind: 'busy' }
  | { kind: 'unknown' }

/** A refusal that is not about fields. */
export type SaidRefusal = Exclude<ChangeRefusal, { kind: 'invalid' }>

/** Longer than the shop waits for its locks, in ms. */
const ANSWER_MS = 20_000

type Answer = Omit<ChangePreview, 'lines' | 'credits' | 'refund'> & Partial<Pick<ChangePreview, 'lines' | 'credits' | 'refund'>>

async function invoke(name: string, body: object): Promise<{ kind: 'done'; data: Answer } | ChangeRefusal> {
  try {
    const client = await loadSupabase()
    const { data, error } = await client.functions.invoke<Answer>(name, { body, timeout: ANSWER_MS })
    if (!error) return data ? { kind: 'done', data } : { kind: 'unknown' }
    const answer = await refusedAnswer(error)
    return answer ? readRefusal(answer.status, answer.body) : { kind: 'unknown' }
  } catch {
    return { kind: 'unknown' }
  }
}

/** What the change would cost now; nothing is saved. */
export async function fetchChangePreview(by: Changer, body: ChangeBody): Promise<{ kind: 'done'; data: ChangePreview } | ChangeRefusal> {
  const answer = await invoke(QUOTE[by], body)
  return answer.kind === 'done'
    ? { kind: 'done', data: { ...answer.data, lines: answer.data.lines ?? [], credits: answer.data.credits ?? [], refund: answer.data.refund ?? 0 } }
    : answer
}

/**
 * @param reason of staff; a customer gives none
 * @param total the new total on the screen
 */
export async function saveChange(by: Changer, body: ChangeBody, reason: string | null, total: number): Promise<{ kind: 'done' } | ChangeRefusal> {
  return invoke(SAVE[by], { ...body, ...(reason === null ? {} : { reason }), expected_total: total })
}

export function readRefusal(status: number, body: unknown): ChangeRefusal {
  if (status === 401 || status === 403) return { kind: 'forbidden' }
  if (status === 503) return { kind: 'busy' }
  if (![400, 404, 409, 429].includes(status) || typeof body !== 'object' || body === null) return { kind: 'unknown' }
  const { code, lines, fields, limit } = body as Partial<Record<'code' | 'lines' | 'fields' | 'limit', unknown>>
  if (code === 'INVALID' && typeof fields === 'object' && fields !== null) return { kind: 'invalid', fields: fields as Record<string, string> }
  return {
    kind: 'refused',
    code: typeof code === 'string' ? code : '',
    lines: Array.isArray(lines) ? (lines as RefusedLine[]) : [],
    limit: typeof limit === 'number' ? limit : null,
  }
}
