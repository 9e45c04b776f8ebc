import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { OpenPayment } from '#domain/bank-statement/match.ts'
import { MOST_BOOKED } from '#domain/bank-statement/limits.ts'
import type { Statement } from '#domain/bank-statement/read-statement.ts'
import { formatRupees, sumOf } from '#domain/money/money.ts'
import * as say from '#words/admin-bank-statement.ts'
import { bookReceipts, fetchStatementFacts } from '../../../data/admin/orders/bank-statement.ts'
import { toCollectKey } from '../../../data/admin/orders/payments.ts'
import { queryClient } from '../../../data/api/queries.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { ErrorPanel } from '../../../ui/page/error-panel.tsx'
import { PanelSkeleton } from '../../../ui/page/panel-skeleton.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ORDERS_KEY, QUEUE_COUNTS_KEY } from '../live-list.ts'
import { FoldMark } from './fold-mark.tsx'
import { ReceiptSection } from './receipt-section.tsx'
import { SECTIONS, linesOf, matchesOf, sectionOf } from './review.ts'
import type { Choices, Line } from './review.ts'

/** `id`: another one for each file that is read, so that its facts are read once. */
type ReviewProps = { id: string; statement: Statement }

/** The receipts with their orders; staff tick what is right and book it in one act. */
export function ReceiptsReview({ id, statement: { receipts, errors, out } }: ReviewProps) {
  const key = ['bank-statement', id]
  const facts = useQuery({ queryKey: key, queryFn: () => fetchStatementFacts(receipts), enabled: receipts.length > 0, staleTime: Infinity, gcTime: 0 })
  const [choices, setChoices] = useState<Choices>({})
  const [asking, setAsking] = useState(false)
  const matches = useMemo(() => (facts.data ? matchesOf(receipts, facts.data) : []), [receipts, facts.data])
  const lines = useMemo(() => (facts.data ? linesOf(receipts, matches, facts.data.booked, choices) : []), [receipts, matches, facts.data, choices])
  if (receipts.length === 0) return <EmptyState compact title={say.nothing} text={say.nothingText} />
  if (facts.isPending) return <PanelSkeleton lines={8} />
  if (facts.data === undefined) return <ErrorPanel title={facts.error.message} error={facts.error.cause} onRetry={() => void facts.refetch()} />

  const { open } = facts.data
  const choose = (line: Line, choice: Choices[number]) =>
    setChoices((before) => ({ ...before, [line.receipt.row]: { ...before[line.receipt.row], ...choice } }))
  const ticked = lines.flatMap(({ ticked: isTicked, receipt, payment, match }) =>
    isTicked && payment !== null ? [{ receipt, payment, kind: match.kind }] : [],
  )
  const chosen = ticked.slice(0, MOST_BOOKED)
  const sum = formatRupees(sumOf(chosen, ({ receipt }) => receipt.amount))
  const unsure = chosen.filter(({ kind }) => kind !== 'exact').length

  async function book() {
    const result = await bookReceipts(chosen)
    if (!result.ok && !result.stale) throw new Error(result.message)
    if (result.ok) toast({ title: say.done(result.booked), description: sum, tone: 'success' })
    else toast({ title: result.message, tone: 'error' })
    setChoices({})
    for (const changed of [key, [ORDERS_KEY], QUEUE_COUNTS_KEY, toCollectKey]) void queryClient.invalidateQueries({ queryKey: changed })
  }

  return (
    <>
      <p className="mb-3 text-ink-2">{say.found(receipts.length, out)}</p>
      {facts.data.tooMany ? <p className="mb-3 text-late">{say.tooManyOpen}</p> : null}
      {errors.length === 0 ? null : (
        <details className="group mb-4 rounded-md bg-pending-tint px-3 text-pending">
          <summary className="flex min-h-11 items-center justify-between gap-3">
            {say.unread(errors.length)}
            <FoldMark />
          </summary>
          <ul className="grid gap-1 pb-3">
            {errors.slice(0, 20).map((error) => (
              <li key={error.row} className="[overflow-wrap:anywhere]">
                {say.unreadLine(error)}
              </li>
            ))}
            {errors.length > 20 ? <li>{say.andMore(errors.length - 20)}</li> : null}
          </ul>
        </details>
      )}
      {SECTIONS.map((name) => (
        <ReceiptSection
          key={name}
          name={name}
          lines={lines.filter((line) => sectionOf(line) === name)}
          open={open}
          onTick={(line, isTicked) => choose(line, { ticked: isTicked })}
          onChoose={(line, payment: OpenPayment | null) => choose(line, { payment, ticked: payment !== null })}
        />
      ))}
      <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-surface py-3">
        <p aria-live="polite" className="num">
          {say.chosenSum(chosen.length, sum)}
        </p>
        <button type="button" className="ctl ctl-main" disabled={chosen.length === 0} onClick={() => setAsking(true)}>
          {say.book(chosen.length)}
        </button>
      </div>
      {asking ? (
        <ConfirmDialog
          tone="main"
          title={say.bookTitle(chosen.length, sum)}
          confirm={say.book(chosen.length)}
          onConfirm={book}
          onClose={() => setAsking(false)}
        >
          <p className="text-pretty">
            {say.bookText} {unsure > 0 ? say.notExact(unsure) : null} {ticked.length > chosen.length ? say.atMost : null}
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
