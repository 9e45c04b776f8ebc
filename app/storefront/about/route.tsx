import { data, Link } from 'react-router'
import type { Route } from './+types/route'
import { shopContext } from '../../data/context.ts'
import { PUBLIC_PAGE } from '../../data/caching.ts'
import { pageMeta } from '../page-meta.ts'
import { PlainPage } from '../plain-page.tsx'
import { hoursText } from '../shell/hours-text.ts'
import { useRoot } from '../shell/use-root.ts'

export function loader({ context }: Route.LoaderArgs) {
  return data({ origin: context.get(shopContext).origin }, { headers: { 'cache-control': PUBLIC_PAGE } })
}

export { publicHeaders as headers } from '../../data/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: 'About',
    description: 'A trading house for beauty supplies since 2010: who we are, whom we serve and how to reach us.',
    path: '/about',
    origin: loaderData?.origin,
  })

export default function About() {
  const { settings, stateName } = useRoot()
  const free = `₹${settings.freeDeliveryFrom / 100}`
  return (
    <PlainPage
      crumb="About"
      title={
        <>
          A trading house for <em>adornment</em>
        </>
      }
      lead={`${settings.storeName} has supplied beauty professionals, shopkeepers and homes across India since ${settings.foundedYear}.`}
    >
      <p>
        <span lang="hi" className="mark-hi text-xl text-rose-600">
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
        We deliver to every State and Union Territory. Delivery is free on orders of {free} or more; below that it costs ₹{settings.deliveryCharge / 100},
        wherever you are.
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
        <span className="num">{hoursText(settings.hours).join(' · ')}</span>
      </p>
      <p>
        The rules of buying here are in our <Link to="/terms">terms</Link>; what we know about you and why is in our <Link to="/privacy">privacy notice</Link>.
      </p>
    </PlainPage>
  )
}
