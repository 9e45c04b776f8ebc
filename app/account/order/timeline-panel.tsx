import { formatDate } from '#domain/time/dates.ts'
import { isSent } from '#domain/orders/parcels.ts'
import * as say from '#words/order.tsx'
import { serialsOf } from '../../data/orders/orders.ts'
import type { Order, OrderStep } from '../../data/orders/orders.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { OrderHelp } from './order-help.tsx'
import { Parcel } from './parcel.tsx'
import { isInParts } from './parcels-panel.tsx'
import { timeline } from './timeline.ts'
import type { TimelineEntry } from './timeline.ts'

const headings: Record<string, string> = {
  pending: say.headingPending,
  processing: say.headingProcessing,
  shipped: say.headingShipped,
  delivered: say.delivered,
  cancelled: say.cancelled,
}
const nowLook: Record<string, string> = {
  pending: 'bg-pending ring-pending-tint',
  processing: 'bg-processing ring-processing-tint',
  shipped: 'bg-shipped ring-shipped-tint',
  parcel: 'bg-shipped ring-shipped-tint',
  delivered: 'bg-delivered ring-delivered-tint',
  cancelled: 'bg-cancelled ring-cancelled-tint',
}

type TimelineProps = { order: Order; history: readonly OrderStep[]; /** when it should arrive, in words */ expected: string | null }

/** A parcel of an order that is still being packed is on its way, or has arrived. */
const isPartOnItsWay = ({ status, shipments }: Order): boolean => status === 'processing' && shipments.some(isSent)

export function TimelinePanel({ order, history, expected }: TimelineProps) {
  const entries = timeline(order, history)
  return (
    <Panel title={isPartOnItsWay(order) ? say.headingPartShipped : (headings[order.status] ?? say.whatHappened)}>
      <ol>
        {entries.map((entry, place) => (
          <Entry key={entry.key} entry={entry} order={order} expected={expected} last={place === entries.length - 1} />
        ))}
      </ol>
      <OrderHelp order={order} className="mt-2 border-t border-line pt-4" />
    </Panel>
  )
}

type EntryProps = { entry: TimelineEntry; order: Order; expected: string | null; last: boolean }

function Entry({ entry, order, expected, last }: EntryProps) {
  const invoice = serialsOf(order, 'invoice')
  const creditNote = serialsOf(order, 'credit_note')
  const dot =
    entry.state === 'next'
      ? 'border-2 border-control bg-surface'
      : entry.state === 'now'
        ? `ring-4 ${nowLook[entry.status] ?? 'bg-ink-2 ring-sunken'}`
        : 'bg-plum-600'
  return (
    <li className="relative grid grid-cols-[28px_1fr] pb-6">
      {last ? null : (
        <span
          aria-hidden="true"
          className={`absolute top-[14px] bottom-[-8px] left-[9px] border-l-2 ${entry.state === 'done' ? 'border-plum-600' : 'border-dashed border-control'}`}
        />
      )}
      <span aria-hidden="true" className={`relative mt-[5px] ml-[3px] size-[14px] rounded-full ${dot}`} />
      <div>
        <p className={entry.state === 'next' ? 'text-ink-2' : 'font-semibold'}>
          {entry.title}
          {entry.state === 'next' ? <span className="sr-only"> {say.stillToCome}</span> : null}
        </p>
        {entry.at ? <p className="num text-sm text-ink-2">{formatDate(entry.at)}</p> : null}
        {entry.notes ? <p className="text-sm text-pretty text-ink-2 [overflow-wrap:anywhere]">{entry.notes}</p> : null}
        {entry.status === 'processing' && entry.at && entry.notes === null && invoice && !order.invoice_per_parcel ? (
          <p className="num text-sm text-ink-2">{say.invoiceIssued(invoice)}</p>
        ) : null}
        {entry.status === 'cancelled' && creditNote ? <p className="num text-sm text-ink-2">{say.creditNoteIssued(creditNote)}</p> : null}
        {entry.status === 'delivered' && entry.state === 'next' && expected ? <p className="num text-sm text-ink-2">{say.expected(expected)}</p> : null}
        {entry.status === 'shipped' && entry.at && !isInParts(order) ? <Parcel order={order.shipments[0] ?? order} /> : null}
      </div>
    </li>
  )
}
