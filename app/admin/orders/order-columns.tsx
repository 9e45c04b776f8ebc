import { findState } from '#domain/addresses/states.ts'
import { paymentMethodName } from '#domain/orders/payment-methods.ts'
import { formatOrderNumber, shortOrderId } from '#domain/orders/order-number.ts'
import { CHARGE_LABELS } from '#domain/quote/charges.ts'
import * as say from '#words/admin-orders.ts'
import type { CsvColumn } from '../../data/admin/csv.ts'
import type { AdminOrder } from '../../data/admin/orders/orders.ts'
import { staffPaymentText } from '../../ui/orders/payment-text.ts'
import { StatusBadge } from '../../ui/orders/status-badge.tsx'
import { Moment, Money } from '../ui/cells.tsx'
import type { Column } from '../ui/data-table.tsx'
import { PaymentCell } from './payment-cell.tsx'

const SHOWN_GOODS = 3

export const COLUMNS: Column<AdminOrder>[] = [
  { id: 'order', label: say.order, always: true, phone: 'left', cell: (order) => <OrderCell order={order} /> },
  { id: 'placed', label: say.placed, sort: 'ascending', phone: 'right', cell: (order) => <Moment at={order.created_at} waiting /> },
  {
    id: 'customer',
    label: say.customer,
    always: true,
    phone: 'left',
    cell: ({ company_name, full_name }) => (
      <span className="typed">
        {company_name ? (
          <>
            <b className="font-semibold">{company_name}</b> <span className="text-ink-2">{full_name}</span>
          </>
        ) : (
          <b className="font-semibold">{full_name}</b>
        )}
      </span>
    ),
  },
  {
    id: 'place',
    label: say.place,
    phone: 'away',
    leaves: 'second',
    cell: ({ city, state }) => (
      <span className="inline-flex items-center gap-2">
        <span title={state} className="flex-none rounded-sm bg-well px-[6px] py-[2px] text-xs font-semibold text-ink-2">
          {findState(state)?.short ?? state}
        </span>
        <span className="[overflow-wrap:anywhere] md:min-w-[84px]">{city}</span>
      </span>
    ),
  },
  { id: 'phone', label: say.phone, hidden: true, cell: ({ phone }) => <span className="whitespace-nowrap">{phone}</span> },
  { id: 'items', label: say.items, hidden: true, cell: ({ goods }) => <Goods goods={goods ?? []} /> },
  { id: 'units', label: say.units, end: true, phone: 'away', leaves: 'first', cell: ({ units }) => units },
  { id: 'status', label: say.status, phone: 'left', cell: (order) => <StatusCell order={order} /> },
  { id: 'payment', label: say.payment, phone: 'right', cell: (order) => <PaymentCell order={order} /> },
  {
    id: 'total',
    label: say.total,
    phone: 'right',
    sort: 'descending',
    end: true,
    cell: ({ total_amount }) => (
      <b className="font-semibold">
        <Money rupees={total_amount} />
      </b>
    ),
  },
  { id: 'invoice', label: say.invoice, hidden: true, cell: ({ invoices, credit_notes }) => [invoices, credit_notes].filter(Boolean).join(', ') },
  {
    id: 'courier',
    label: say.courier,
    hidden: true,
    cell: ({ courier, tracking_number }) => <span className="[overflow-wrap:anywhere]">{[courier, tracking_number].filter(Boolean).join(' ')}</span>,
  },
]

/** What one says on the telephone, and below it the id as the customer's page shows it. */
function OrderCell({ order: { id, order_number } }: { order: AdminOrder }) {
  return (
    <span className="num inline-grid whitespace-nowrap">
      <b className="font-semibold">{formatOrderNumber(order_number)}</b>
      <span className="text-xs text-ink-2">{shortOrderId(id)}</span>
    </span>
  )
}

/** Of an order that leaves in parts, how many of its units have left. */
function StatusCell({ order: { status, units, units_gone } }: { order: AdminOrder }) {
  return (
    <span className="inline-grid justify-items-start gap-[2px]">
      <StatusBadge status={status} />
      {units_gone > 0 ? <span className="num text-xs whitespace-nowrap text-ink-2">{say.unitsShipped(units_gone, units)}</span> : null}
    </span>
  )
}

function Goods({ goods }: { goods: readonly string[] }) {
  return (
    <span className="grid max-w-[230px]">
      {goods.slice(0, SHOWN_GOODS).map((line) => (
        <span key={line} className="truncate">
          {line}
        </span>
      ))}
      {goods.length > SHOWN_GOODS ? <span className="text-ink-2">{say.andMore(goods.length - SHOWN_GOODS)}</span> : null}
    </span>
  )
}

/** The columns that accountants need of a list of orders: buyer, place, and every tax component. */
export const CSV_COLUMNS: CsvColumn<AdminOrder>[] = [
  { label: say.order, value: ({ id }) => id },
  { label: say.csv.number, value: ({ order_number }) => formatOrderNumber(order_number) },
  { label: say.placed, value: ({ created_at }) => created_at },
  { label: say.status, value: ({ status }) => status },
  { label: say.payment, value: (order) => staffPaymentText(order) },
  { label: say.method, value: ({ payment_method }) => paymentMethodName(payment_method) },
  { label: say.csv.reference, value: ({ reference }) => reference },
  { label: say.customer, value: ({ full_name }) => full_name },
  { label: say.csv.company, value: ({ company_name }) => company_name },
  { label: say.csv.gstin, value: ({ gstin }) => gstin },
  { label: say.phone, value: ({ phone }) => phone },
  { label: say.csv.city, value: ({ city }) => city },
  { label: say.csv.pincode, value: ({ pincode }) => pincode },
  { label: say.state, value: ({ state }) => state },
  { label: say.csv.placeOfSupply, value: ({ place_of_supply }) => place_of_supply },
  { label: say.units, value: ({ units }) => units },
  { label: say.csv.goods, value: ({ goods_total }) => goods_total },
  { label: say.csv.discount, value: ({ discount_total }) => discount_total },
  { label: say.csv.taxable, value: ({ subtotal_base }) => subtotal_base },
  { label: 'CGST', value: ({ cgst }) => cgst },
  { label: 'SGST', value: ({ sgst }) => sgst },
  { label: 'IGST', value: ({ igst }) => igst },
  ...Object.entries(CHARGE_LABELS).flatMap(([kind, label]): CsvColumn<AdminOrder>[] => {
    const charged = ({ charges }: AdminOrder) => charges.find((charge) => charge.kind === kind)
    return [
      { label, value: (order) => charged(order)?.amount ?? 0 },
      { label: say.csv.gstOf(label), value: (order) => charged(order)?.gst ?? 0 },
    ]
  }),
  { label: say.total, value: ({ total_amount }) => total_amount },
  { label: say.invoice, value: ({ invoices }) => invoices },
  { label: say.creditNote, value: ({ credit_notes }) => credit_notes },
  { label: say.courier, value: ({ courier }) => courier },
  { label: say.tracking, value: ({ tracking_number }) => tracking_number },
]
