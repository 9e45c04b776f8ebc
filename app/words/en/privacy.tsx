/** The privacy notice (its date: docs/rules.md#fixed-texts). */
import { Link } from 'react-router'
import type { StoreSettings } from '#domain/shop/settings.ts'

export const title = 'Privacy'
export const metaDescription = 'What data we have about you, why, for how long, and your rights.'
export const lastUpdated = 'Last updated: April 15, 2025'
export const updated = (day: string) => `Last updated: ${day}`

/** The headings, by the address of each. */
const part = {
  data: 'What data we have, and why',
  limits: 'What we do not do',
  browser: 'What stays in your browser',
  others: 'Who else sees it',
  rights: 'Your rights',
}
export const contents = Object.entries(part).map(([id, title]) => ({ id, title }))

/** What most readers look for; each sentence leads to its part. */
export function InShort() {
  return (
    <>
      <h2>In short</h2>
      <ul>
        <li>
          <a href="#limits">We do not sell your data, and there are no advertising trackers.</a>
        </li>
        <li>
          <a href="#browser">We set no cookies.</a>
        </li>
        <li>
          <a href="#data">Offers only if you opted in.</a>
        </li>
        <li>
          <a href="#rights">Download or delete your data at any time.</a>
        </li>
      </ul>
    </>
  )
}

export function Text({ settings }: { settings: StoreSettings }) {
  const contact = settings.grievanceEmail || settings.email
  return (
    <>
      <p>This notice explains what data {settings.legalName} has about you, why, and your rights. It follows the Digital Personal Data Protection Act, 2023.</p>
      <h2 id="data">{part.data}</h2>
      <ul>
        <li>
          <b>Your account</b>: name, email address, a fingerprint of your password (never the password), and company name and GSTIN if you give them. Needed to
          let you in and to write your invoices.
        </li>
        <li>
          <b>Your orders</b>: what you ordered, when, to which address and at which price. Needed to deliver, and kept for as long as tax law requires us to
          keep invoices.
        </li>
        <li>
          <b>Your phone number</b>: given to the courier for this delivery, and used by us if something goes wrong with it.
        </li>
        <li>
          <b>Your cart and your messages from us</b>: until you empty, delete or close them.
        </li>
        <li>
          <b>What you agreed to</b>: which notice, in which words, when you agreed and when you withdrew. We send offers only if you opted in; the box on the
          registration form is unticked, and you can opt out at any time in your <Link to="/profile">profile</Link>.
        </li>
        <li>
          <b>Your wishlist, and the products you asked to be notified about</b>: until you remove or cancel them. A request for a back-in-stock notification is
          used for one message and then deleted.
        </li>
        <li>
          <b>Your complaints</b>: name, address and what you wrote, to answer you, and for as long as the law requires a record. Also, for an hour or until the
          next complaint after that, a fingerprint of the network it came from, to prevent misuse of the form.
        </li>
        <li>
          <b>Diagnostic logs that you send us</b>: what failed in your browser, without passwords, addresses and numbers. For 30 days, to fix it.
        </li>
      </ul>
      <h2 id="limits">{part.limits}</h2>
      <p>
        We do not sell your data. There are no advertising trackers on these pages, and no scripts or fonts from other companies: everything comes from our own
        address.
      </p>
      <h2 id="browser">{part.browser}</h2>
      <p>
        We set no cookies. While you are signed in, your browser keeps your session in its own storage; it also keeps your recently viewed products, your last
        searches, the PIN code you checked delivery for, and the list on your order pad. Signing out removes all of it. The device remembers that you dismissed
        the install card, and keeps a mark of its last sign-in, so that others cannot lock you out with wrong passwords.
      </p>
      <h2 id="others">{part.others}</h2>
      <ul>
        <li>The courier: name, address and phone number of the delivery.</li>
        <li>The payment service, if you pay online: the amount and the order’s number. We never see your card.</li>
        <li>Authorities, where a law obliges us.</li>
      </ul>
      <h2 id="rights">{part.rights}</h2>
      <p>
        You may see and correct your data, delete your account, withdraw a consent, and nominate someone to act for you. In your{' '}
        <Link to="/profile">profile</Link> you can download all your data and delete your account.
        {contact === '' ? (
          ''
        ) : (
          <>
            {' '}
            Write to <a href={`mailto:${contact}`}>{contact}</a>.
          </>
        )}
        {settings.grievanceName === ''
          ? ''
          : ` Our grievance officer is ${settings.grievanceName}${settings.grievancePhone === '' ? '' : `, ${settings.grievancePhone}`}.`}{' '}
        If our answer does not satisfy you, you may turn to the Data Protection Board of India.
      </p>
      <p>
        The conditions of sale are in our <Link to="/terms">terms</Link>.
      </p>
    </>
  )
}
