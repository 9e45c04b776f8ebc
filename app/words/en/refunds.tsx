/** Cancellation and refunds: who cancels when, what comes back, and how. */
import { Link } from 'react-router'
import type { StoreSettings } from '#domain/shop/settings.ts'

export const title = 'Cancellation and refunds'
export const metaDescription = 'How to cancel an order, return damaged or wrong goods, and get your money back.'
export const lastUpdated = 'Last updated: November 23, 2026'
export const updated = (day: string) => `Last updated: ${day}`

const part = {
  cancelling: '1. Cancelling an order',
  returns: '2. Damaged, wrong or missing goods',
  other: '3. Other returns',
  refund: '4. How you get your money',
  questions: '5. Questions',
}
export const contents = Object.entries(part).map(([id, heading]) => ({ id, title: heading }))

export function Text({ settings }: { settings: StoreSettings }) {
  const contact = settings.email || settings.grievanceEmail
  return (
    <>
      <h2 id="cancelling">{part.cancelling}</h2>
      <p>
        Cancel an order yourself under <Link to="/my-orders">My Orders</Link> while it is pending. Once it is being processed, write to us: we stop it if it has
        not been shipped. Cancelling costs nothing.
      </p>
      <p>We cancel an order that was to be paid in advance and stays unpaid. If we cannot supply something, we cancel the order and refund what you paid.</p>
      <h2 id="returns">{part.returns}</h2>
      {settings.returnDays > 0 ? (
        <p>
          Within {settings.returnDays} {settings.returnDays === 1 ? 'day' : 'days'} of delivery, open the order under <Link to="/my-orders">My Orders</Link> and
          choose <b>Return goods</b>: which pieces, what is wrong, and a photo if you can. We answer before you send anything, and pay for the return.
        </p>
      ) : (
        <p>Write to us with the order number and a photo. We answer before you send anything, and pay for the return.</p>
      )}
      <p>When the goods are back, you get a credit note for them and what you paid for them.</p>
      <h2 id="other">{part.other}</h2>
      <p>For hygiene, opened cosmetics cannot be returned for other reasons. Ask us about sealed goods before you send them.</p>
      <h2 id="refund">{part.refund}</h2>
      <p>
        A refund goes to the payment method you used, within 7 working days of the cancellation or of our answer to your report; your bank may take a few days
        more. {settings.codEnabled ? 'For an order paid on delivery we ask you for a UPI address or a bank account. ' : ''}
        When a tax invoice was issued, you get a credit note for it.
      </p>
      <h2 id="questions">{part.questions}</h2>
      <p>
        {contact === '' ? (
          <>
            Use the <Link to="/contact">contact page</Link>.
          </>
        ) : (
          <>
            Write to <a href={`mailto:${contact}`}>{contact}</a>
            {settings.phone === '' ? '' : ` or call ${settings.phone}`}.
          </>
        )}{' '}
        See also <Link to="/shipping">delivery and shipping</Link> and our <Link to="/terms">terms</Link>.
      </p>
    </>
  )
}
