import { linesOf, notSent, toFollow } from '#domain/orders/parcels.ts'
import { formatDate } from '#domain/time/dates.ts'
import * as say from '#words/order.tsx'
import type { Order, OrderItem } from '../../data/orders/orders.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { Parcel } from './parcel.tsx'

type Shown = Pick<Order, 'status' | 'shipments'>
type Line = Pick<OrderItem, 'id' | 'product_name' | 'quantity' | 'cancelled_quantity'>

/** The parcels that have left; what is only packed is still with the shop. */
const gone = ({ shipments }: Shown) => shipments.filter(({ state }) => state !== 'packed')

/** Whether an order leaves, or left, in more than one parcel. The timeline alone shows a single one. */
export const isInParts = (order: Shown): boolean =>
  gone(order).length > (order.status === 'processing' ? 0 : 1) || gone(order).some(({ undelivered }) => undelivered)

/** Each parcel with what is in it and how to follow it, and what is still to come. */
export function ParcelsPanel({ order, items }: { order: Shown; items: readonly Line[] }) {
  const givenUp = notSent(items, order.shipments)
  if (!isInParts(order) && givenUp.length === 0) return null
  const rest = order.status === 'cancelled' ? [] : toFollow(items, order.shipments)
  return (
    <Panel title={say.parcels}>
      <ul className="grid gap-5">
        {gone(order).map((parcel) => (
          <li key={parcel.id} className="grid gap-1">
            <p className="num flex flex-wrap justify-between gap-x-4">
              <b className="font-semibold">{say.parcel(parcel.number)}</b>
              <span className="text-ink-2">{say.parcelStates[parcel.state] ?? parcel.state}</span>
            </p>
            {parcel.shipped_at === null ? null : (
              <p className="num text-sm text-ink-2">{formatDate((parcel.state === 'delivered' ? parcel.delivered_at : null) ?? parcel.shipped_at)}</p>
            )}
            <Pieces pieces={linesOf(parcel, items).map(({ inParcel, product_name }) => [inParcel, product_name])} />
            <Parcel order={parcel} />
          </li>
        ))}
        {rest.length === 0 ? null : (
          <li className="grid gap-1">
            <b className="font-semibold">{say.toFollow}</b>
            <Pieces pieces={rest.map(({ left, product_name }) => [left, product_name])} />
          </li>
        )}
        {givenUp.length === 0 ? null : (
          <li className="grid gap-1">
            <b className="font-semibold">{say.notSent}</b>
            <Pieces pieces={givenUp.map(({ left, product_name }) => [left, product_name])} />
          </li>
        )}
      </ul>
    </Panel>
  )
}

function Pieces({ pieces }: { pieces: readonly (readonly [quantity: number, name: string])[] }) {
  return (
    <ul className="text-sm [overflow-wrap:anywhere]">
      {pieces.map(([quantity, name]) => (
        <li key={name}>
          <span className="num">{quantity}</span> × <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
