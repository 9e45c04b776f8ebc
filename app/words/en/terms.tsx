/** Terms & Conditions (their date: docs/rules.md#fixed-texts). */
import { Link } from 'react-router'
import { formatPromise } from '#domain/money/money.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'

export const title = 'Terms & Conditions'
export const metaDescription = 'Prices, orders, delivery, cancellation, invoices and whom to turn to.'
export const lastUpdated = 'Last updated: April 15, 2025'
export const updated = (day: string) => `Last updated: ${day}`

export function Text({ settings }: { settings: StoreSettings }) {
  const free = formatPromise(settings.freeDeliveryFrom)
  const contact = settings.grievanceEmail || settings.email
  return (
    <>
      <p>
        These terms hold between {settings.legalName} (“we”) and whoever orders here (“you”). They are written to be read; where a law gives you more, the law
        holds.
      </p>
      <h2>1. Your account</h2>
      <p>
        To order you need an account with an e-mail address you can read. Keep your password to yourself; what is ordered with it counts as ordered by you. You
        may ask us to delete your account at any time.
      </p>
      <h2>2. Products and prices</h2>
      <ul>
        <li>
          Prices are in Indian rupees.{' '}
          {settings.pricesIncludeGst
            ? 'The price shown is the price paid: it includes GST.'
            : 'Prices are shown before GST; what you pay with GST stands beside each of them.'}{' '}
          No price exceeds the MRP on the pack.
        </li>
        <li>Bulk prices apply to the quantity of one product in one order, by the steps shown on its page.</li>
        <li>
          Offers apply by themselves, at most one to a product: you get the combination that takes most off. One coupon may be used in an order. It comes on top
          of the offers if its terms say so; else it takes their place on its products, and is not used up where it saves nothing. Free delivery goes with all
          of them. Minimums count the goods at their bulk prices, before discounts.
        </li>
        <li>Where a product has a minimum order, the order must reach it; when less is left in stock, what is left is enough.</li>
        <li>Price and stock are checked again at the moment you order. If something changed, we show you what, and ask again.</li>
      </ul>
      <h2>3. Orders</h2>
      <p>
        Your order is placed when you see its number. The goods are set aside for you from then on. We accept it by moving it to “processing”; with that your
        tax invoice is issued. We may decline an order we cannot fill, and then nothing is owed.
      </p>
      <h2>4. Delivery</h2>
      <p>
        We deliver across India. Delivery is free on orders of {free} or more, counted on the goods after discounts. Below that it costs{' '}
        {formatPromise(settings.deliveryCharge)}, GST included. Times we name are estimates; if we cannot keep one, we say so.
      </p>
      <h2>5. Payment</h2>
      <p>
        Only the ways of paying offered at checkout apply. {settings.codEnabled ? 'With cash on delivery you pay when the parcel is handed to you.' : ''} Orders
        that must be paid in advance and stay unpaid are cancelled, and the goods go back on the shelf.
      </p>
      <h2>6. Cancelling</h2>
      <p>
        You can cancel an order yourself while it is pending. Once it is being processed, write to us; we will stop it if it has not left. What you have paid
        for a cancelled order is paid back the way it came.
      </p>
      <h2>7. Damaged, wrong or missing goods</h2>
      <p>
        Tell us within 7 days of delivery, with the order number and a picture. We replace the goods or refund them, and bear the cost of return. For hygiene,
        opened cosmetics cannot be returned for other reasons.
      </p>
      <h2>8. Invoices and GST</h2>
      <p>
        Every order comes with a GST invoice. Give your company’s name and GSTIN at checkout to have them on it; they cannot be added after the invoice is
        issued.
      </p>
      <h2>9. Liability</h2>
      <p>
        Read the label, and test a cosmetic on a small patch of skin before use. We answer for what we sell as the law provides. For trade buyers, our liability
        ends at the value of the order, except where the law does not allow such a limit.
      </p>
      <h2>10. Complaints and law</h2>
      <p>
        {settings.grievanceName === '' ? 'Write to us' : `Our grievance officer is ${settings.grievanceName}. Write`}
        {contact === '' ? (
          ' at the address below'
        ) : (
          <>
            {' '}
            to <a href={`mailto:${contact}`}>{contact}</a>
          </>
        )}
        {settings.grievancePhone === '' ? '' : `, or call ${settings.grievancePhone}`}. You get an acknowledgement within 48 hours and an answer within one
        month. Indian law applies{settings.city === '' ? '' : `, and the courts of ${settings.city} decide, unless consumer law gives you a nearer one`}.
      </p>
      <p>
        What we know about you and why: <Link to="/privacy">privacy notice</Link>.
      </p>
    </>
  )
}
