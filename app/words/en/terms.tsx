/** Terms & Conditions (their date: docs/rules.md#fixed-texts). */
import { Link } from 'react-router'
import { shortRupees } from '#domain/money/short-rupees.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'

export const title = 'Terms & Conditions'
export const metaDescription = 'Prices, orders, delivery, cancellation, invoices and whom to turn to.'
export const lastUpdated = 'Last updated: April 15, 2025'
export const updated = (day: string) => `Last updated: ${day}`

/** The headings, by the address of each. */
const part = {
  account: '1. Your account',
  products: '2. Products and prices',
  orders: '3. Orders',
  delivery: '4. Delivery',
  payment: '5. Payment',
  cancelling: '6. Cancelling',
  returns: '7. Damaged, wrong or missing goods',
  invoices: '8. Invoices and GST',
  liability: '9. Liability',
  law: '10. Complaints and law',
}
export const contents = Object.entries(part).map(([id, title]) => ({ id, title }))

/** What most readers look for; each sentence leads to its part. */
export function InShort({ settings }: { settings: StoreSettings }) {
  const free = shortRupees(settings.freeDeliveryFrom)
  return (
    <>
      <h2>In short</h2>
      <ul>
        {settings.pricesIncludeGst ? (
          <li>
            <a href="#products">The price shown is the price you pay.</a>
          </li>
        ) : null}
        <li>
          <a href="#delivery">
            {settings.deliveryVaries ? 'The charge for delivery is shown before you order.' : `Free delivery on orders of ${free} or more.`}
          </a>
        </li>
        <li>
          <a href="#cancelling">Cancel while the order is pending.</a>
        </li>
        <li>
          <a href="#returns">7 days to report damaged or wrong goods.</a>
        </li>
        <li>
          <a href="#invoices">A GST invoice with every order.</a>
        </li>
      </ul>
    </>
  )
}

export function Text({ settings }: { settings: StoreSettings }) {
  const free = shortRupees(settings.freeDeliveryFrom)
  const contact = settings.grievanceEmail || settings.email
  return (
    <>
      <p>These terms apply between {settings.legalName} (“we”) and anyone who orders here (“you”). Where a law gives you more rights, the law applies.</p>
      <h2 id="account">{part.account}</h2>
      <p>
        To order you need an account with an email address of your own. Keep your password to yourself: you are responsible for orders placed with it. You may
        delete your account at any time.
      </p>
      <h2 id="products">{part.products}</h2>
      <ul>
        <li>
          Prices are in Indian rupees.{' '}
          {settings.pricesIncludeGst
            ? 'The price shown is the price paid: it includes GST.'
            : 'Prices are shown before GST; the amount with GST is shown beside each of them.'}{' '}
          No price exceeds the MRP on the pack.
        </li>
        <li>Bulk prices apply to the quantity of one product in one order, as shown on its page.</li>
        <li>
          Offers apply automatically, at most one per product: you get the combination that saves you most. You may use one coupon per order. It adds to the
          offers if its terms say so; otherwise it replaces them on its products, and it is not used where it saves nothing. Free delivery combines with all of
          them. Minimums count the goods at their bulk prices, before discounts.
        </li>
        <li>Where a product has a minimum order, the order must reach it; when less is left in stock, you can order what is left.</li>
        <li>We check price and stock again when you order. If something has changed, we show you what and ask again.</li>
      </ul>
      <h2 id="orders">{part.orders}</h2>
      <p>
        Your order is placed when you see its number. The goods are reserved for you from then on. We accept it by moving it to “processing” and issue your tax
        invoice. We may decline an order we cannot fill; you then owe nothing.
      </p>
      <h2 id="delivery">{part.delivery}</h2>
      <p>
        We deliver across India.{' '}
        {settings.deliveryVaries
          ? 'What delivery costs depends on the place, the weight and the value of the goods; the checkout shows it, GST included, before you order.'
          : `Delivery is free on orders of ${free} or more, counted on the goods after discounts. Below that it costs ${shortRupees(settings.deliveryCharge)}, GST included.`}{' '}
        Delivery times are estimates; if we cannot keep one, we let you know. More: <Link to="/shipping">delivery and shipping</Link>.
      </p>
      <h2 id="payment">{part.payment}</h2>
      <p>
        You can use the payment methods offered at checkout. {settings.codEnabled ? 'With cash on delivery you pay when the parcel is handed to you.' : ''}{' '}
        Orders that must be paid in advance and stay unpaid are cancelled, and the goods go back into stock.
      </p>
      <h2 id="cancelling">{part.cancelling}</h2>
      <p>
        You can cancel an order yourself while it is pending. Once it is being processed, write to us; we will stop it if it has not been shipped. We refund
        what you paid for a cancelled order to the original payment method. More: <Link to="/refunds">cancellation and refunds</Link>.
      </p>
      <h2 id="returns">{part.returns}</h2>
      <p>
        Tell us within 7 days of delivery, with the order number and a photo. We replace or refund the goods and pay for the return. For hygiene, opened
        cosmetics cannot be returned for other reasons.
      </p>
      <h2 id="invoices">{part.invoices}</h2>
      <p>
        Every order comes with a GST invoice. Give your company’s name and GSTIN at checkout to have them on it; they cannot be added after the invoice is
        issued.
      </p>
      <h2 id="liability">{part.liability}</h2>
      <p>
        Read the label, and test a cosmetic on a small patch of skin before use. We are liable for what we sell as the law provides. For trade buyers, our
        liability is limited to the value of the order, except where the law does not allow such a limit.
      </p>
      <h2 id="law">{part.law}</h2>
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
        How we use your data: <Link to="/privacy">privacy notice</Link>.
      </p>
    </>
  )
}
