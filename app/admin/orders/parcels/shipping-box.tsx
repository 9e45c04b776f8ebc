import { useState } from 'react'
import { ewayDue } from '#domain/ewaybill/limits.ts'
import { trackingOf } from '#domain/delivery/couriers.ts'
import { isSent, linesOf, notSent, piecesBeside, toPack } from '#domain/orders/parcels.ts'
import { formatDay } from '#domain/time/dates.ts'
import * as sayOrder from '#words/admin-orders.ts'
import * as eway from '#words/admin-eway.ts'
import * as say from '#words/admin-parcels.ts'
import type { FullOrder, Parcel } from '../../../data/admin/orders/order.ts'
import { printDocuments } from '../../../data/admin/orders/print-documents.ts'
import { deliverShipment, unpackShipment } from '../../../data/admin/orders/shipments.ts'
import { saveFile } from '../../../data/orders/invoice.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { useMay } from '../../access.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Box } from '../order/box.tsx'
import { usePrintChoice } from '../printing/print-choice.ts'
import { UnpaidNotice, withOpen } from '../unpaid-notice.tsx'
import { CarrierDialog } from './carrier-dialog.tsx'
import { EwayFileDialog, EwayNumberDialog } from './eway-dialogs.tsx'
import { EwayWarning } from './eway-warning.tsx'
import { CourierButtons, CourierNews } from './courier-buttons.tsx'
import { refusalOf } from './parcel-forms.ts'
import { ReceiveDialog } from './receive-dialog.tsx'
import { RestDialog } from './rest-dialog.tsx'
import { UndeliveredDialog } from './undelivered-dialog.tsx'

type Asked = { what: 'eway' | 'carrier' | 'unpack' | 'deliver' | 'undelivered' | 'receive'; parcel: Parcel }

/** The parcels of an order, what is in each, where it is, and what is not packed yet. */
export function ShippingBox({ order, onChanged }: { order: FullOrder; onChanged: () => void }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [resting, setResting] = useState<FullOrder | null>(null)
  const [ewayFile, setEwayFile] = useState(false)
  const leaves = order.status === 'processing' || order.status === 'shipped'
  const due = leaves ? ewayDue(order.documents) : null
  const may = useMay()
  const rest = order.status === 'processing' ? toPack(order.order_items, order.shipments) : []
  const givenUp = notSent(order.order_items, order.shipments)
  const close = () => setAsked(null)
  return (
    <Box bare title={say.title}>
      {due === null ? null : (
        <div className="grid justify-items-start gap-2 border-b border-line px-4 py-3">
          <EwayWarning order={order} />
          <button type="button" className="ctl" onClick={() => setEwayFile(true)}>
            {eway.file}
          </button>
        </div>
      )}
      {order.shipments.length === 0 ? (
        <p className="p-4 text-ink-2">{order.status === 'cancelled' ? say.nothing : sayOrder.notShipped}</p>
      ) : (
        <ul>
          {order.shipments.map((parcel) => (
            <ParcelItem key={parcel.id} order={order} parcel={parcel} onAsk={(what) => setAsked({ what, parcel })} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {order.shipments.length > 0 && rest.length > 0 ? (
        <div className="border-t border-line px-4 py-3">
          <b className="font-medium">{say.toPack}</b>
          <Pieces pieces={rest.map(({ left, product_name }) => say.pieces(left, product_name))} />
          {may('orders.process') && order.shipments.some(isSent) ? (
            <button type="button" className="ctl ctl-danger mt-2" onClick={() => setResting(order)}>
              {say.rest}
            </button>
          ) : null}
        </div>
      ) : null}
      {givenUp.length === 0 ? null : (
        <div className="border-t border-line px-4 py-3">
          <b className="font-medium">{say.notSent}</b>
          <Pieces pieces={givenUp.map(({ left, product_name }) => say.pieces(left, product_name))} />
        </div>
      )}
      {resting === null ? null : <RestDialog order={resting} onClose={() => setResting(null)} onChanged={onChanged} />}
      {asked?.what === 'carrier' ? <CarrierDialog order={order} parcel={asked.parcel} onClose={close} onChanged={onChanged} /> : null}
      {asked?.what === 'eway' ? <EwayNumberDialog parcel={asked.parcel} onClose={close} onChanged={onChanged} /> : null}
      {ewayFile && due !== null ? <EwayFileDialog due={due} onClose={() => setEwayFile(false)} /> : null}
      {asked?.what === 'receive' ? <ReceiveDialog order={order} parcel={asked.parcel} onClose={close} onChanged={onChanged} /> : null}
      {asked?.what === 'undelivered' ? <UndeliveredDialog order={order} parcel={asked.parcel} onClose={close} onChanged={onChanged} /> : null}
      {asked?.what === 'unpack' || asked?.what === 'deliver' ? (
        <Question order={order} what={asked.what} parcel={asked.parcel} onClose={close} onChanged={onChanged} />
      ) : null}
    </Box>
  )
}

type ItemProps = { order: FullOrder; parcel: Parcel; onAsk: (what: Asked['what']) => void; onChanged: () => void }

function ParcelItem({ order, parcel, onAsk, onChanged }: ItemProps) {
  const may = useMay()
  const { number, state, courier, tracking_number, own_delivery, shipped_at, delivered_at } = parcel
  const tracking = trackingOf(courier, tracking_number)
  const day = state === 'delivered' ? delivered_at : shipped_at
  const back = linesOf(parcel, order.order_items).map((line) => ({ ...line, ...parcel.shipment_lines.find(({ order_item_id }) => order_item_id === line.id) }))
  return (
    <li className="grid gap-1 border-b border-line px-4 py-3 last:border-0">
      <span className="flex flex-wrap justify-between gap-x-3">
        <b className="font-medium">{say.parcel(number)}</b>
        <span className="text-ink-2">
          {say.states[state] ?? state}
          {day === null ? '' : `, ${formatDay(day)}`}
        </span>
      </span>
      {state === 'packed' && !courier ? null : (
        <span className="[overflow-wrap:anywhere]">
          {own_delivery ? say.ownDelivery : (courier ?? say.noCourier)} <span className="select-all">{tracking_number}</span>
        </span>
      )}
      {parcel.eway_bill === null ? null : (
        <span className="[overflow-wrap:anywhere]">
          {eway.numberOf(parcel.eway_bill, parcel.eway_bill_until === null ? null : formatDay(parcel.eway_bill_until))}
        </span>
      )}
      <CourierNews parcel={parcel} />
      <Pieces
        pieces={back.map(({ inParcel, product_name, restocked = 0, damaged = 0, lost = 0 }) => {
          const became = say.cameBack(restocked, damaged, lost)
          return `${say.pieces(inParcel, product_name)}${became === '' ? '' : `: ${became}`}`
        })}
      />
      <span className="mt-1 flex flex-wrap items-center gap-2 empty:hidden">
        {tracking === null ? null : (
          <a href={tracking.address} target="_blank" rel="noopener noreferrer" className="ctl">
            {sayOrder.trackAt(tracking.courier)}
          </a>
        )}
        {state === 'packed' || state === 'shipped' ? <Documents order={order} parcel={parcel} /> : null}
        {may('orders.process') ? <CourierButtons parcel={parcel} onChanged={onChanged} /> : null}
        {may('orders.process') ? <Actions order={order} parcel={parcel} onAsk={onAsk} /> : null}
      </span>
    </li>
  )
}

type ParcelDocument = 'packingSlip' | 'label' | 'invoice'
const FILE_NAMES: Record<ParcelDocument, string> = { packingSlip: 'packing-slip', label: 'label', invoice: 'invoice' }

/** What is printed for one parcel. */
function Documents({ order, parcel }: { order: FullOrder; parcel: Parcel }) {
  const [busy, setBusy] = useState(false)
  const [choice] = usePrintChoice()
  async function download(documentType: ParcelDocument) {
    if (busy) return
    setBusy(true)
    const made = await printDocuments([order.id], { ...choice, documentType, shipmentId: parcel.id })
    setBusy(false)
    const file = made.ok ? made.files[0] : undefined
    if (file) saveFile(file, `${FILE_NAMES[documentType]}-${order.id.slice(0, 8)}-${parcel.number}.pdf`)
    else toast({ title: made.ok ? (made.missing[0]?.reason ?? say.failed) : made.message, tone: 'error' })
  }
  const types: ParcelDocument[] = ['packingSlip', 'label', ...(parcel.invoice_file === null ? [] : ['invoice' as const])]
  return types.map((type) => (
    <button key={type} type="button" className="ctl" aria-disabled={busy} onClick={() => void download(type)}>
      {say.documents[type]}
      <span className="sr-only"> {say.parcel(parcel.number)}</span>
    </button>
  ))
}

function Actions({ order, parcel, onAsk }: { order: FullOrder; parcel: Parcel; onAsk: (what: Asked['what']) => void }) {
  const { state, number } = parcel
  // the only parcel of an order is delivered by the order's own button
  const delivers = state === 'shipped' && !(order.status === 'shipped' && order.shipments.length === 1)
  const hasEway = ['packed', 'shipped', 'delivered'].includes(state) && (parcel.eway_bill !== null || ewayDue(order.documents) !== null)
  const acts: [Asked['what'], string][] = [
    ...(state === 'packed' ? [['carrier', say.send] as [Asked['what'], string], ['unpack', say.unpack] as [Asked['what'], string]] : []),
    ...(delivers ? [['deliver', say.deliver] as [Asked['what'], string]] : []),
    // with the last pieces the order itself is cancelled
    ...(state === 'shipped' && piecesBeside(parcel, order.order_items) ? [['undelivered', say.undelivered] as [Asked['what'], string]] : []),
    ...(hasEway ? [['eway', eway.enter] as [Asked['what'], string]] : []),
    ...(state === 'returning' ? [['receive', say.receive] as [Asked['what'], string]] : []),
    ...(state === 'shipped' || state === 'delivered' ? [['carrier', say.edit] as [Asked['what'], string]] : []),
  ]
  return acts.map(([what, text]) => (
    <button key={text} type="button" className="ctl" onClick={() => onAsk(what)}>
      {text}
      <span className="sr-only"> {say.parcel(number)}</span>
    </button>
  ))
}

function Pieces({ pieces }: { pieces: readonly string[] }) {
  return (
    <ul className="text-ink-2 [overflow-wrap:anywhere]">
      {pieces.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

type QuestionProps = { order: FullOrder; what: 'unpack' | 'deliver'; parcel: Parcel; onClose: () => void; onChanged: () => void }

function Question({ order, what, parcel, onClose, onChanged }: QuestionProps) {
  return (
    <ConfirmDialog
      title={what === 'unpack' ? say.unpackQuestion(parcel.number) : say.deliverQuestion(parcel.number)}
      confirm={what === 'unpack' ? say.unpack : say.deliver}
      keep={say.notNow}
      tone="main"
      onClose={onClose}
      onConfirm={async () => {
        const refused = refusalOf(await (what === 'unpack' ? unpackShipment : deliverShipment)(parcel))
        onChanged()
        if (refused !== null) throw new Error(refused)
        toast({ title: say.done[what], tone: 'success' })
      }}
    >
      <p>{what === 'unpack' ? say.unpackText : say.deliverText}</p>
      {what === 'deliver' ? <UnpaidNotice orders={[{ ...withOpen(order), courier: parcel.courier }]} to="delivered" /> : null}
      {what === 'unpack' && parcel.invoice_file !== null ? <p className="mt-2">{say.unpackInvoiceText}</p> : null}
    </ConfirmDialog>
  )
}
