/** The privacy notice (its date: docs/rules.md#fixed-texts). */
import { Link } from 'react-router'
import type { StoreSettings } from '#domain/shop/settings.ts'

export const title = 'Privacy'
export const metaDescription = 'What we know about you, why, for how long, and what you can ask of us.'
export const lastUpdated = 'Last updated: April 15, 2025'
export const updated = (day: string) => `Last updated: ${day}`

export function Text({ settings }: { settings: StoreSettings }) {
  const contact = settings.grievanceEmail || settings.email
  return (
    <>
      <p>
        This notice says what {settings.legalName} knows about you, why, and what you can ask of us. It follows the Digital Personal Data Protection Act, 2023.
      </p>
      <h2>What we keep, and why</h2>
      <ul>
        <li>
          <b>Your account</b>: name, e-mail address, a fingerprint of your password (never the password), and company name and GSTIN if you give them. Needed to
          let you in and to write your invoices.
        </li>
        <li>
          <b>Your orders</b>: what, when, to which address, at which price. Needed to deliver, and kept for as long as tax law asks us to keep invoices.
        </li>
        <li>
          <b>Your phone number</b>: given to the courier for this delivery, and used by us if something goes wrong with it.
        </li>
        <li>
          <b>Your cart and your messages from us</b>: until you empty, delete or close them.
        </li>
        <li>
          <b>What you agreed to</b>: which notice, in which words, when you agreed and when you took it back. News of offers comes only to those who asked for
          it; the box on the registration form is empty, and one switch in your <Link to="/profile">profile</Link> takes it back as easily as it is given.
        </li>
        <li>
          <b>Your wishlist, and the products you asked us to tell you about</b>: until you remove or cancel them. A request to be told when a product is back is
          used for one message, and then deleted.
        </li>
        <li>
          <b>Your complaints</b>: name, address and what you wrote, to answer you, and for as long as the law wants them on record. Besides, for an hour or
          until the next complaint after that, a fingerprint of the network it came from, so that nobody floods the desk.
        </li>
        <li>
          <b>Diagnostic logs that you send us</b>: what failed in your browser, without passwords, addresses and numbers. For 30 days, to mend it.
        </li>
      </ul>
      <h2>What we do not do</h2>
      <p>
        We do not sell your data. There are no advertising trackers on these pages, and no scripts or fonts from other companies: everything comes from our own
        address.
      </p>
      <h2>What stays in your browser</h2>
      <p>
        We set no cookies. While you are signed in, your browser keeps your session in its own storage; it also keeps the products you looked at lately, the PIN
        code you asked the delivery days for, and the list on your order pad. Signing out removes all of it. The device remembers that you dismissed the install
        card, and keeps a mark of its last sign-in, so that nobody can lock you out with wrong passwords.
      </p>
      <h2>Who else sees it</h2>
      <ul>
        <li>The courier: name, address and phone number of the delivery.</li>
        <li>The payment service, if you pay online: the amount and the order’s number. We never see your card.</li>
        <li>Authorities, where a law obliges us.</li>
      </ul>
      <h2>What you can ask of us</h2>
      <p>
        You may see and correct what we keep about you, have your account deleted, take back a consent, and name somebody to act for you. Your{' '}
        <Link to="/profile">profile</Link> gives you everything as a file, and deletes the account while you wait.
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
        The rules of buying here are in our <Link to="/terms">terms</Link>.
      </p>
    </>
  )
}
