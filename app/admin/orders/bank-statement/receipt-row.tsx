import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { differenceOf } from '#domain/bank-statement/match.ts'
import type { OpenPayment } from '#domain/bank-statement/match.ts'
import { formatRupees } from '#domain/money/money.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import { indianDay } from '#domain/time/calendar-day.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-bank-statement.ts'
import { orderPath } from '../../paths.ts'
import { TickBox } from '../../ui/tick-box.tsx'
import { OrderChoice } from './order-choice.tsx'
import type { Line } from './review.ts'

type ReceiptRowProps = {
  line: Line
  open: readonly OpenPayment[]
  onTick: (ticked: boolean) => void
  onChoose: (payment: OpenPayment | null) => void
}

/** One receipt: the bank's line, the order it is matched with, and why. */
export function ReceiptRow({ line, open, onTick, onChoose }: ReceiptRowProps) {
  const { receipt, booked, payment, hindrance } = line
  const amount = formatRupees(receipt.amount)
  return (
    <li className="num grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-t border-line px-3 py-3 first:border-t-0 lg:grid-cols-[auto_minmax(0,1fr)_minmax(0,22rem)]">
      {booked === null && payment !== null && hindrance === null ? (
        <TickBox label={say.tick(receipt.row, amount)} checked={line.ticked} onChange={() => onTick(!line.ticked)} />
      ) : (
        <span aria-hidden="true" className="tick-room" />
      )}
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap gap-x-3">
          <b className="font-semibold">{amount}</b>
          <span className="text-ink-2">
            {formatDay(receipt.day)} · {say.line(receipt.row)}
          </span>
        </p>
        <p className="[overflow-wrap:anywhere]">{receipt.narration}</p>
      </div>
      <div className="col-start-2 grid min-w-0 gap-1 lg:col-start-3">
        {booked === null ? (
          <>
            <OrderChoice line={line} open={open} onChoose={onChoose} />
            <Reasons line={line} />
          </>
        ) : (
          <p>
            {say.bookedFor} <OrderLink id={booked.order_id} number={booked.order_number} />
          </p>
        )}
      </div>
    </li>
  )
}

/** Opens beside this page: the file is not kept when it is left. */
const OrderLink = ({ id, number }: { id: string; number: number }) => (
  <Link to={orderPath(id)} target="_blank" className="link">
    {formatOrderNumber(number)}
  </Link>
)

function Reasons({ line: { receipt, match, payment, hindrance } }: { line: Line }) {
  if (payment === null) return match.twice ? <p className="text-late">{say.twice}</p> : null
  const difference = differenceOf(receipt, payment)
  const notes: ReactNode[] = []
  if (hindrance === 'less') notes.push(say.less(formatRupees(-difference)))
  if (hindrance === 'twice') notes.push(say.chosenTwice)
  if (difference > 0) notes.push(say.more(formatRupees(difference)))
  if (payment.status === 'cancelled') notes.push(say.wasCancelled)
  if (receipt.day < indianDay(payment.placed_at)) notes.push(say.early)
  if (match.twice) notes.push(say.twice)
  if (payment.reference !== null && !receipt.references.includes(payment.reference)) notes.push(say.otherReference(payment.reference))
  return (
    <>
      <p className="text-ink-2">
        {match.candidates.includes(payment) ? say.reasons[match.by ?? 'chosen'] : say.reasons.chosen} ·{' '}
        <OrderLink id={payment.order_id} number={payment.order_number} />
      </p>
      {notes.map((note, at) => (
        <p key={at} className="text-pretty text-late">
          {note}
        </p>
      ))}
    </>
  )
}
