import { formatRupees, toPaise } from '#domain/money/money.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import { statusBadge } from '#domain/orders/order-status.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as say from '#words/admin-receivables.ts'
import type { CsvColumn } from '../../../data/admin/csv.ts'
import type { Receivable } from '../../../data/admin/orders/receivables.ts'
import { staffPaymentText } from '../../../ui/orders/payment-text.ts'
import { StatusBadge } from '../../../ui/orders/status-badge.tsx'
import { Moment, Money } from '../../ui/cells.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PaymentMark } from '../payment-cell.tsx'

/** A tracking number up to this length stays on one line of the table; the numbers of couriers are shorter. */
const LONGEST_TRACKING = 24

export const COLUMNS: Column<Receivable>[] = [
  {
    id: 'order',
    label: say.order,
    always: true,
    phone: 'left',
    cell: ({ order_number }) => <b className="num font-semibold whitespace-nowrap">{formatOrderNumber(order_number)}</b>,
  },
  { id: 'since', label: say.since, sort: 'ascending', phone: 'right', cell: ({ since }) => <Moment at={since} waiting /> },
  {
    id: 'customer',
    label: say.customer,
    always: true,
    phone: 'left',
    cell: ({ company_name, full_name, phone }) => (
      <span className="typed grid">
        <b className="font-semibold">{company_name || full_name}</b>
        {phone === '' ? null : (
          <a href={`tel:${phone}`} className="link num whitespace-nowrap">
            {phone}
          </a>
        )}
      </span>
    ),
  },
  { id: 'status', label: say.status, phone: 'left', cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'payment', label: say.payment, phone: 'right', cell: (row) => <PaymentMark order={row} /> },
  {
    id: 'courier',
    label: say.courier,
    phone: 'left',
    cell: ({ courier, tracking_number }) => (
      <span className="grid [overflow-wrap:anywhere]">
        {courier ?? ''}
        {tracking_number === null ? null : (
          <span className={`text-ink-2 select-all ${tracking_number.length <= LONGEST_TRACKING ? 'md:whitespace-nowrap' : ''}`}>{tracking_number}</span>
        )}
      </span>
    ),
  },
  {
    id: 'amount',
    label: say.amount,
    end: true,
    phone: 'right',
    always: true,
    cell: ({ amount, total_amount }) => (
      <span className="grid justify-items-end">
        <b className="font-semibold">
          <Money rupees={amount} />
        </b>
        {amount === total_amount ? null : <span className="num text-xs text-ink-2">{say.ofTotal(formatRupees(toPaise(total_amount)))}</span>}
      </span>
    ),
  },
]

/** @param asOf the moment of the totals, with which the days agree */
export const csvColumns = (asOf: string | null): CsvColumn<Receivable>[] => [
  { label: say.order, value: ({ order_number }) => formatOrderNumber(order_number) },
  { label: say.kind, value: ({ kind }) => say.kinds[kind] },
  { label: say.since, value: ({ since }) => formatDay(since) },
  { label: say.days, value: ({ since }) => (asOf === null ? null : Math.max(0, Math.floor((Date.parse(asOf) - Date.parse(since)) / 86_400_000))) },
  { label: say.customer, value: ({ company_name, full_name }) => company_name || full_name },
  { label: say.phone, value: ({ phone }) => phone },
  { label: say.status, value: ({ status }) => statusBadge(status).text },
  { label: say.payment, value: (row) => staffPaymentText(row) },
  { label: say.courier, value: ({ courier }) => courier },
  { label: say.tracking, value: ({ tracking_number }) => tracking_number },
  { label: say.reference, value: ({ reference }) => reference },
  { label: say.total, value: ({ total_amount }) => total_amount },
  { label: say.amount, value: ({ amount }) => amount },
]
