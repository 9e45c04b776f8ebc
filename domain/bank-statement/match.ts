/**
 * Which open payment a receipt of the bank belongs to (docs/decisions/0092-bank-statements.md). Nothing is booked here: staff see every
 * match first, and only an exact one is ticked for them.
 */
import { indianDay } from '../time/calendar-day.ts'
import type { Paise } from '../money/money.ts'
import type { Receipt } from './read-statement.ts'
import { ordersNamedIn } from './references.ts'

/** A payment by UPI or bank transfer that the shop waits for. */
export type OpenPayment = {
  payment_id: string
  order_id: string
  order_number: number
  version: number
  full_name: string
  status: string
  method: string
  state: string
  amount: Paise
  /** the reference that the buyer entered */
  reference: string | null
  placed_at: string
}

/** `exact`: the receipt names this payment, and the amount is right · `suggested`: one payment may be meant · `several`: staff choose */
export type MatchKind = 'exact' | 'suggested' | 'several' | 'none'
export type MatchReason = 'reference' | 'order' | 'amount'
export type Match = {
  kind: MatchKind
  /** what the candidates have in common with the receipt */
  by: MatchReason | null
  candidates: OpenPayment[]
  /** another line is matched with the same payment already */
  twice: boolean
}

const NONE: Match = { kind: 'none', by: null, candidates: [], twice: false }
/** More orders of one amount than anyone chooses from. */
const MOST_CANDIDATES = 20

/** What the receipt is more than the payment, in paise; negative: it is less, and does not pay the order. */
export const differenceOf = (receipt: Pick<Receipt, 'amount'>, payment: Pick<OpenPayment, 'amount'>): Paise => receipt.amount - payment.amount

/** One match for each receipt, in their order. A payment is the match of one receipt at most. */
export function matchReceipts(receipts: readonly Receipt[], open: readonly OpenPayment[]): Match[] {
  const find = finder(open)
  const named = receipts.map(find)
  const taken = new Set<string>()
  const matches = named.map((match) => claim(match, taken, 'exact'))
  for (const [at, match] of matches.entries()) matches[at] = claim(match, taken, 'suggested')

  // by amount alone, among what no receipt names: one line and one order of this amount
  const free = open.filter(({ payment_id, status }) => !taken.has(payment_id) && status !== 'cancelled')
  const byAmount = Map.groupBy(free, ({ amount }) => amount)
  const lines = Map.groupBy(
    receipts.filter((_, at) => matches[at]?.kind === 'none'),
    ({ amount }) => amount,
  )
  return matches.map((match, at) => {
    const receipt = receipts[at]
    if (match.kind !== 'none' || receipt === undefined) return match
    const candidates = (byAmount.get(receipt.amount) ?? []).filter((payment) => !isBefore(receipt, payment)).slice(0, MOST_CANDIDATES)
    if (candidates.length === 0) return NONE
    const alone = candidates.length === 1 && lines.get(receipt.amount)?.length === 1
    return { kind: alone ? 'suggested' : 'several', by: 'amount', candidates, twice: false }
  })
}

/** The first receipt of a kind takes the payment; a later one is shown with it, for staff to decide. */
function claim(match: Match, taken: Set<string>, kind: MatchKind): Match {
  const [only] = match.candidates
  if (match.kind !== kind || match.twice || only === undefined) return match
  if (taken.has(only.payment_id)) return { ...match, kind: 'several', twice: true }
  taken.add(only.payment_id)
  return match
}

/** The money came before the order was placed, so it was meant for something else: an old reference pays no new order. */
const isBefore = (receipt: Receipt, payment: OpenPayment): boolean => receipt.day < indianDay(payment.placed_at)

function finder(open: readonly OpenPayment[]): (receipt: Receipt) => Match {
  const byReference = new Map(open.flatMap((payment) => (payment.reference === null ? [] : [[payment.reference.toUpperCase(), payment] as const])))
  const byNumber = Map.groupBy(open, ({ order_number }) => order_number)
  const byId = Map.groupBy(
    open.flatMap((payment) => [payment.order_id.slice(0, 8), payment.order_id.replaceAll('-', '')].map((id) => ({ id, payment }))),
    ({ id }) => id,
  )
  return (receipt) => {
    const claimed = receipt.references.flatMap((reference) => byReference.get(reference) ?? [])
    const { numbers, ids, explicit } = ordersNamedIn(receipt.narration)
    const written = [
      ...numbers.flatMap((name) => (byNumber.get(name) ?? []).map((payment) => ({ name, payment }))),
      ...ids.flatMap((name) => (byId.get(name) ?? []).map(({ payment }) => ({ name, payment }))),
    ].filter(({ name, payment }) => explicit.includes(name) || differenceOf(receipt, payment) === 0)
    const candidates = [...new Set([...claimed, ...written.map(({ payment }) => payment)])]
    const [only] = candidates
    if (only === undefined) return NONE
    const by = claimed.length > 0 ? 'reference' : 'order'
    if (candidates.length > 1) return { kind: 'several', by, candidates: candidates.slice(0, MOST_CANDIDATES), twice: false }
    const sure = differenceOf(receipt, only) === 0 && !isBefore(receipt, only) && only.status !== 'cancelled'
    return { kind: sure ? 'exact' : 'suggested', by, candidates, twice: false }
  }
}
