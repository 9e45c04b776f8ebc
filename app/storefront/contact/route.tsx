import { data } from 'react-router'
import * as say from '#words/contact.tsx'
import type { Route } from './+types/route'
import { shopContext } from '../../data/api/context.ts'
import { PUBLIC_PAGE } from '../../data/api/caching.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { breadcrumbJsonLd, organizationJsonLd } from '../json-ld.ts'
import { keptFromDocument, pageMeta } from '../page-meta.ts'
import { ComplaintForm } from './complaint-form.tsx'
import { ContactDetails } from './contact-details.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return data({ origin: context.get(shopContext).origin }, { headers: { 'cache-control': PUBLIC_PAGE } })
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

const trail = [{ label: say.home, to: '/' }, { label: say.crumb }]

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const root = matches[0]?.loaderData
  return [
    ...pageMeta({
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
    <div className="wrap pb-16 lg:pb-[104px]">
      <Breadcrumbs trail={trail} />
      <header className="pb-8 lg:pb-12">
        <h1>{say.heading}</h1>
        <p className="mt-3 max-w-[56ch] text-lg text-ink-2">{say.lead}</p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-start">
        <ContactDetails />
        <ComplaintForm />
      </div>
    </div>
  )
}
