import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as say from '#words/admin-couriers.ts'
import * as sayParcels from '#words/admin-parcels.ts'
import { bookCourier, cancelCourier, fetchCourier, fetchCourierLabel } from '../../../data/admin/orders/couriers.ts'
import type { CourierResult } from '../../../data/admin/orders/couriers.ts'
import type { Parcel } from '../../../data/admin/orders/order.ts'
import { saveFile } from '../../../data/orders/invoice.ts'
import { toast } from '../../../ui/overlay/toast.ts'

/** What the courier last said of the parcel, or that it has not confirmed it. */
export function CourierNews({ parcel }: { parcel: Parcel }) {
  const booking = parcel.courier_bookings
  if (!booking) return null
  return (
    <span className="text-ink-2 [overflow-wrap:anywhere]">
      {booking.state === 'booking' ? say.unfinished(booking.courier) : say.says(booking.courier, booking.parcel_state, booking.parcel_text ?? '')}
    </span>
  )
}

/** Booking the shop's courier for a packed parcel, its label, and cancelling. Nothing in a shop without a courier. */
export function CourierButtons({ parcel, onChanged }: { parcel: Parcel; onChanged: () => void }) {
  const booking = parcel.courier_bookings
  const isPacked = parcel.state === 'packed'
  const courier = useQuery({ queryKey: ['courier'], queryFn: fetchCourier, staleTime: Infinity, enabled: isPacked || booking !== null })
  const [busy, setBusy] = useState(false)
  if (!courier.data) return null

  async function run<T>(act: () => Promise<CourierResult<T>>, done: (data: T) => void) {
    if (busy) return
    setBusy(true)
    const result = await act()
    setBusy(false)
    if (result.ok) done(result.data)
    else toast({ title: result.message, tone: 'error' })
    onChanged()
  }
  const book = () =>
    run(
      () => bookCourier(parcel),
      ({ tracking_number }) => toast({ title: say.booked(tracking_number), tone: 'success' }),
    )
  const label = () =>
    run(
      () => fetchCourierLabel(parcel),
      (pdf) => saveFile(pdf, `${parcel.tracking_number ?? parcel.id}.pdf`),
    )
  const cancel = () =>
    run(
      () => cancelCourier(parcel),
      () => toast({ title: say.cancelled, tone: 'success' }),
    )
  const acts: [string, () => Promise<void>][] = [
    ...(isPacked && (!booking || booking.state === 'booking') ? [[booking ? say.finish : say.book(courier.data), book] as [string, () => Promise<void>]] : []),
    ...(booking?.state === 'booked' ? [[say.label, label] as [string, () => Promise<void>]] : []),
    ...(isPacked && booking ? [[say.cancel, cancel] as [string, () => Promise<void>]] : []),
  ]
  return acts.map(([text, act]) => (
    <button key={text} type="button" className="ctl" aria-disabled={busy} onClick={() => void act()}>
      {text}
      <span className="sr-only"> {sayParcels.parcel(parcel.number)}</span>
    </button>
  ))
}
