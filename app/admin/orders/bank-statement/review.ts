/** The lines of a statement as staff see them: what each is matched with, what they chose, and whether it can be booked. */
import { differenceOf, matchReceipts } from '#domain/bank-statement/match.ts'
import type { Match, OpenPayment } from '#domain/bank-statement/match.ts'
import type { Receipt } from '#domain/bank-statement/read-statement.ts'
import type { BookedOrder, StatementFacts } from '../../../data/admin/orders/bank-statement.ts'

/** What staff changed of a line, by its row: the payment (null: none of them), and the tick. */
export type Choices = Readonly<Record<number, { payment?: OpenPayment | null; ticked?: boolean }>>
/** Why a chosen payment cannot be booked: the money is less, or another ticked line has the payment. */
export type Hindrance = 'less' | 'twice'
export type Line = {
  receipt: Receipt
  match: Match
  booked: BookedOrder | null
  payment: OpenPayment | null
  hindrance: Hindrance | null
  ticked: boolean
}

export const SECTIONS = ['exact', 'check', 'none', 'booked'] as const
export type SectionName = (typeof SECTIONS)[number]
const NOTHING: Match = { kind: 'none', by: null, candidates: [], twice: false }

/** One match for each receipt; what is booked already is matched with nothing. */
export function matchesOf(receipts: readonly Receipt[], { open, booked }: StatementFacts): Match[] {
  const free = receipts.flatMap((receipt, at) => (booked.has(at) ? [] : [{ receipt, at }]))
  const found = matchReceipts(
    free.map(({ receipt }) => receipt),
    open,
  )
  const byPlace = new Map(free.map(({ at }, place) => [at, found[place] ?? NOTHING]))
  return receipts.map((_, at) => byPlace.get(at) ?? NOTHING)
}

export function linesOf(receipts: readonly Receipt[], matches: readonly Match[], booked: StatementFacts['booked'], choices: Choices): Line[] {
  const taken = new Set<string>()
  return receipts.map((receipt, at) => {
    const match = matches[at] ?? NOTHING
    const choice = choices[receipt.row] ?? {}
    const only = match.kind === 'exact' || match.kind === 'suggested' ? (match.candidates[0] ?? null) : null
    const payment = choice.payment === undefined ? only : choice.payment
    const wanted = payment !== null && (choice.ticked ?? match.kind === 'exact')
    const isLess = payment !== null && differenceOf(receipt, payment) < 0
    const isTwice = payment !== null && taken.has(payment.payment_id)
    const ticked = wanted && !isLess && !isTwice
    if (ticked) taken.add(payment.payment_id)
    return { receipt, match, booked: booked.get(at) ?? null, payment, hindrance: isLess ? 'less' : isTwice ? 'twice' : null, ticked }
  })
}

export const sectionOf = ({ booked, match }: Line): SectionName =>
  booked !== null ? 'booked' : match.kind === 'exact' ? 'exact' : match.kind === 'none' ? 'none' : 'check'
