/** Delivery: where, for how much, how long, and what to do when a parcel does not come. */
import { Link } from 'react-router'
import { shortRupees } from '#domain/money/short-rupees.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'

export const title = 'Delivery and shipping'
export const metaDescription = 'Where we deliver, what it costs, when a parcel arrives and how to follow it.'
export const lastUpdated = 'Last updated: November 23, 2026'
export const updated = (day: string) => `Last updated: ${day}`

const part = {
  where: '1. Where we deliver',
  charge: '2. What it costs',
  time: '3. When it arrives',
  following: '4. Following a parcel',
  problems: '5. Late, damaged or missing parcels',
}
export const contents = Object.entries(part).map(([id, heading]) => ({ id, title: heading }))

export function Text({ settings }: { settings: StoreSettings }) {
  const contact = settings.email || settings.grievanceEmail
  return (
    <>
      <h2 id="where">{part.where}</h2>
      <p>
        {settings.deliveryVaries ? 'We deliver across India wherever our couriers go' : 'We deliver to every State and Union Territory of India'}, to homes,
        shops and salons. We do not deliver abroad.
      </p>
      <h2 id="charge">{part.charge}</h2>
      <p>
        {settings.deliveryVaries ? (
          'What delivery costs depends on the place, the weight and the value of the goods, counted after discounts. The checkout shows the charge for your address, GST included, before you order.'
        ) : (
          <>
            Delivery is free on orders of {shortRupees(settings.freeDeliveryFrom)} or more, counted on the goods after discounts. Below that it costs{' '}
            {shortRupees(settings.deliveryCharge)}, GST included, wherever you are. The cart shows the charge before you order.
          </>
        )}
        {settings.codEnabled ? ' A fee for cash on delivery, if there is one, is shown where you choose how to pay.' : ''}
      </p>
      <h2 id="time">{part.time}</h2>
      <p>
        Enter your PIN code on a product’s page or in the cart to see the days on which to expect the parcel. They are estimates and leave out Sundays and our
        holidays for dispatch. If we cannot keep them, we tell you.
      </p>
      <h2 id="following">{part.following}</h2>
      <p>
        When the parcel leaves, you get a mail with the courier and the tracking number. Both are on the order’s page too, under{' '}
        <Link to="/my-orders">My Orders</Link>.
      </p>
      <h2 id="problems">{part.problems}</h2>
      <p>
        If a parcel is late or arrives open or damaged, or if something is missing, tell us within 7 days of delivery
        {contact === '' ? (
          ''
        ) : (
          <>
            {' '}
            at <a href={`mailto:${contact}`}>{contact}</a>
          </>
        )}
        {settings.phone === '' ? '' : ` or ${settings.phone}`}, with the order number and a photo. We replace the goods or refund them:{' '}
        <Link to="/refunds">cancellation and refunds</Link>.
      </p>
    </>
  )
}
