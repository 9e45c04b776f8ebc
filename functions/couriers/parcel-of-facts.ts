import { findState } from '#domain/addresses/states.ts'
import { formatOrderNumber } from '#domain/orders/order-number.ts'
import { linesOf, parcelAmount, parcelToCollect } from '#domain/orders/parcels.ts'
import type { ParcelPieces } from '#domain/orders/parcels.ts'
import type { CourierParcel } from './courier.ts'

type Amount = number | string
type Address = { address: string; city: string; state: string; pincode: string; phone: string }

/** What private.begin_courier_booking answers; amounts in rupees. */
export type ParcelFacts = {
  parcel: { id: string; number: number }
  order: Address & {
    order_number: number
    full_name: string
    company_name: string | null
    total_amount: Amount
    /** what has come and stays: store credit, and money that has arrived, less refunds of what is not sent */
    paid: Amount
    /** what all parcels are to bring with what is paid */
    owed: Amount
    payment_method: string
    payment_state: string
  }
  items: { id: string; product_name: string; quantity: number; cancelled_quantity: number; total: Amount; weight_grams: number | null }[]
  shipments: ParcelPieces[]
  /** `state`: its GST code */
  seller: Address & { name: string }
}

/** The parcel as the courier gets it. Of an order with cash on delivery it collects the parcel's share, as its label says. */
export function parcelOfFacts({ parcel, order, items, shipments, seller }: ParcelFacts): CourierParcel {
  const pieces = shipments.find(({ id }) => id === parcel.id)
  const lines = pieces ? linesOf(pieces, items) : []
  const value = parcelAmount(order, items, shipments, parcel)
  const weights = lines.map(({ inParcel, weight_grams }) => (weight_grams === null ? null : weight_grams * inParcel))
  return {
    key: parcel.id,
    number: `${formatOrderNumber(order.order_number)}${shipments.length > 1 ? `/${parcel.number}` : ''}`,
    from: { ...addressOf(seller), state: findState(seller.state)?.name ?? '', name: seller.name, company: null },
    to: { ...addressOf(order), name: order.full_name, company: order.company_name },
    contents: lines.map(({ product_name, inParcel }) => ({ name: product_name, quantity: inParcel })),
    grams: weights.reduce<number | null>((sum, grams) => (sum === null || grams === null ? null : sum + grams), 0),
    value,
    toCollect: order.payment_method === 'cod' && order.payment_state === 'cod_pending' ? parcelToCollect(order, items, shipments, parcel) : 0,
  }
}

const addressOf = ({ address, city, state, pincode, phone }: Address): Address => ({ address, city, state, pincode, phone })
