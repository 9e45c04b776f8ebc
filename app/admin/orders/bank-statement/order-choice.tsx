import { useState } from 'react'
import type { OpenPayment } from '#domain/bank-statement/match.ts'
import { formatRupees } from '#domain/money/money.ts'
import { formatOrderNumber, readOrderNumber } from '#domain/orders/order-number.ts'
import * as say from '#words/admin-bank-statement.ts'
import type { Line } from './review.ts'

type OrderChoiceProps = { line: Line; open: readonly OpenPayment[]; onChoose: (payment: OpenPayment | null) => void }

/** The order of a line: one of those that may be meant, or the number of any other. */
export function OrderChoice({ line, open, onChoose }: OrderChoiceProps) {
  const { candidates } = line.match
  if (candidates.length === 0) return <NumberChoice line={line} open={open} onChoose={onChoose} />
  return (
    <select
      className="box w-full"
      aria-label={say.orderOf(line.receipt.row)}
      value={line.payment?.payment_id ?? ''}
      onChange={({ target }) => onChoose(candidates.find(({ payment_id }) => payment_id === target.value) ?? null)}
    >
      <option value="">{say.chooseOrder}</option>
      {candidates.map((payment) => (
        <option key={payment.payment_id} value={payment.payment_id}>
          {say.option(formatOrderNumber(payment.order_number), payment.full_name, formatRupees(payment.amount))}
        </option>
      ))}
    </select>
  )
}

function NumberChoice({ line, open, onChoose }: OrderChoiceProps) {
  const [unknown, setUnknown] = useState(false)
  return (
    <div className="grid gap-1">
      <input
        className="box w-full"
        aria-label={say.orderNumber(line.receipt.row)}
        placeholder={say.orderNumberHint}
        autoComplete="off"
        maxLength={20}
        onChange={({ target }) => {
          const number = readOrderNumber(target.value)
          const found = number === null ? undefined : open.find(({ order_number }) => order_number === number)
          setUnknown(number !== null && found === undefined)
          onChoose(found ?? null)
        }}
      />
      {unknown ? <p className="text-late">{say.unknownNumber}</p> : null}
      {line.payment === null ? null : (
        <p>{say.option(formatOrderNumber(line.payment.order_number), line.payment.full_name, formatRupees(line.payment.amount))}</p>
      )}
    </div>
  )
}
