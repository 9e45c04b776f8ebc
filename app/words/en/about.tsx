/** The page about the shop. */
import { Link } from 'react-router'
import { formatPromise } from '#domain/money/money.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'

export const crumb = 'About'
export const metaDescription = 'A trading house for beauty supplies since 2010: who we are, whom we serve and how to reach us.'
export const title = (
  <>
    A trading house for <em>adornment</em>
  </>
)
export const lead = (storeName: string, since: number) => `${storeName} has supplied beauty professionals, shopkeepers and homes across India since ${since}.`

/** `hours`: the opening hours in one line; `stateName` may be empty. */
export function Text({ settings, stateName, hours }: { settings: StoreSettings; stateName: string; hours: string }) {
  const free = formatPromise(settings.freeDeliveryFrom)
  return (
    <>
      <p>
        <span lang="hi" translate="no" className="mark-hi text-xl text-rose-600">
          शृंगार
        </span>{' '}
        means adornment: the kohl, the colour, the oil in the hair before a wedding and before an ordinary Monday. We buy from Indian makers, keep the stock
        ourselves and pass the shelf price on.
      </p>
      <h2>Whom we serve</h2>
      <ul>
        <li>
          <b>Salons and artists</b> who cannot run out of the shade they used yesterday.
        </li>
        <li>
          <b>Shopkeepers</b> who buy by the dozen and need a GST invoice in their company’s name.
        </li>
        <li>
          <b>Anyone else</b> who would rather pay the wholesale price. Many products can be bought singly; where there is a minimum order, it stands beside the
          price.
        </li>
      </ul>
      <h2>How our prices work</h2>
      <p>
        Every price you see includes GST where the shop says so, and no price is above the MRP printed on the pack. Most products get cheaper in steps: the more
        of one product you take, the less each one costs. The steps are on the product page before you decide, never after.
      </p>
      <h2>Delivery</h2>
      <p>
        We deliver to every State and Union Territory. Delivery is free on orders of {free} or more; below that it costs{' '}
        {formatPromise(settings.deliveryCharge)}, wherever you are.
      </p>
      <h2>Talk to us</h2>
      <p>
        {settings.legalName}
        {settings.address === '' ? null : (
          <>
            <br />
            {settings.address}
          </>
        )}
        {settings.city === '' ? null : (
          <>
            <br />
            {settings.city} {settings.pincode}
            {stateName === '' ? '' : `, ${stateName}`}
          </>
        )}
      </p>
      <p>
        {settings.email === '' ? null : (
          <>
            <a href={`mailto:${settings.email}`}>{settings.email}</a>
            <br />
          </>
        )}
        {settings.phone === '' ? null : (
          <>
            <a href={`tel:${settings.phone.replace(/\s/g, '')}`} className="num">
              {settings.phone}
            </a>
            <br />
          </>
        )}
        <span className="num">{hours}</span>
      </p>
      <p>
        The rules of buying here are in our <Link to="/terms">terms</Link>; what we know about you and why is in our <Link to="/privacy">privacy notice</Link>.
      </p>
    </>
  )
}
