import { data } from 'react-router'
import * as say from '#words/contact.tsx'
import type { Route } from './+types/route'
import { shopContext } from '../../data/api/context.ts'
import { PUBLIC_PAGE } from '../../data/api/caching.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { breadcrumbJsonLd, organizationJsonLd } from '../json-ld.ts'
import { keptFromDocument, pageMeta } from '../page-meta.ts'
import { ComplaintForm } from './complaint-form.tsx'
import { ContactDetails } from './contact-details.tsx'
import { LargeOrder } from './large-order.tsx'
import '../text-page.css'

export function loader({ context }: Route.LoaderArgs) {
  return data({ origin: context.get(shopContext).origin }, { headers: { 'cache-control': PUBLIC_PAGE } })
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

const trail = [{ label: say.home, to: '/' }, { label: say.crumb }]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  return [
    ...pageMeta({
      matches,
      title: say.title,
      description: say.metaDescription,
      path: '/contact',
      origin: loaderData?.origin,
    }),
    ...(import.meta.env.SSR
      ? [...(root ? [organizationJsonLd(loaderData?.origin, root.settings, root.stateName)] : []), breadcrumbJsonLd(loaderData?.origin, trail, '/contact')]
      : keptFromDocument(root ? 2 : 1)),
  ]
}

/** Who the seller is and whom to contact, as the E-Commerce Rules require of a web shop (docs/india.md#consumer-protection). */
export default function Contact() {
  return (
    <div className="pb-14 lg:pb-[104px]">
      <div className="stair-band">
        <div className="wrap">
          <Breadcrumbs trail={trail} />
          <h1>{say.heading}</h1>
          <p className="mt-2 max-w-[52ch] text-lg text-ink-2">{say.lead}</p>
        </div>
      </div>
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 pt-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:items-start lg:pt-12">
        <div className="lg:sticky lg:top-31">
          <ContactDetails />
        </div>
        <div className="grid gap-8">
          <LargeOrder />
          <ComplaintForm />
        </div>
      </div>
    </div>
  )
}
