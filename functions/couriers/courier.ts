/**
 * What the shop asks of a courier. Every courier is one file that implements this, and a line in open-courier.ts
 * (docs/decisions/0090-couriers.md). Money in paise, weights in grams.
 */
import type { Paise } from '#domain/money/money.ts'

export type Party = { name: string; company: string | null; address: string; city: string; state: string; pincode: string; phone: string }

export type CourierParcel = {
  /** The shop's own id of the parcel. Asked twice with the same key, a courier fetches one parcel. */
  key: string
  /** As people say it: '482-715', with '/2' for the second parcel of an order. */
  number: string
  from: Party
  to: Party
  contents: readonly { name: string; quantity: number }[]
  /** null: the weight of a product is not known */
  grams: number | null
  value: Paise
  /** What the courier collects at the door; 0: paid. */
  toCollect: Paise
}

export type BookedParcel = { reference: string; trackingNumber: string }

export const COURIER_STATES = ['booked', 'on_the_way', 'delivered', 'returning', 'returned', 'lost', 'cancelled'] as const
export type CourierState = (typeof COURIER_STATES)[number]
/** `text`: the courier's own words, such as 'Out for delivery'; at most 200 characters. */
export type CourierNews = { state: CourierState; text: string }

/** A parcel as the courier knows it; `reference` is null when its answer to the booking never arrived. */
export type KnownParcel = { key: string; reference: string | null }

export type Courier = {
  /** Shown to staff and customers, at most 80 characters. */
  name: string
  /** Books the parcel, or answers the booking that exists for its key. @throws CourierRefusal, CourierUnreachable */
  book(parcel: CourierParcel): Promise<BookedParcel>
  /** The courier's label as a PDF. @throws CourierRefusal, CourierUnreachable */
  label(parcel: KnownParcel): Promise<Uint8Array>
  /** @throws CourierRefusal, CourierUnreachable */
  track(parcel: KnownParcel): Promise<CourierNews>
  /** A parcel that the courier does not know counts as cancelled. @throws CourierRefusal if it is too late, CourierUnreachable */
  cancel(parcel: KnownParcel): Promise<void>
}

/** No usable answer: network, timeout, server error or a rejected key. What became of the request is unknown. */
export class CourierUnreachable extends Error {}

/** The courier's answer is no, with its reason. */
export class CourierRefusal extends Error {}
