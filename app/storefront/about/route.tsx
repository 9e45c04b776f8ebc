import { data } from 'react-router'
import * as say from '#words/about.tsx'
import type { Route } from './+types/route'
import { shopContext } from '../../data/api/context.ts'
import { PUBLIC_PAGE } from '../../data/api/caching.ts'
import { loadPageText } from '../../data/shop/page-text.ts'
import { OwnWords } from '../own-words.tsx'
import { pageMeta } from '../page-meta.ts'
import { PlainPage } from '../plain-page.tsx'
import { hoursText } from '../shell/hours-text.ts'
import { useRoot } from '../shell/use-root.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, origin } = context.get(shopContext)
  return data({ origin, own: await loadPageText(db, 'about') }, { headers: { 'cache-control': PUBLIC_PAGE } })
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: say.crumb,
    description: say.metaDescription,
    path: '/about',
    origin: loaderData?.origin,
  })

export default function About({ loaderData: { own } }: Route.ComponentProps) {
  const { settings, stateName } = useRoot()
  return (
    <PlainPage crumb={say.crumb} title={say.title} lead={say.lead(settings.storeName, settings.foundedYear)}>
      {own ? <OwnWords html={own.html} /> : <say.Text settings={settings} stateName={stateName} hours={hoursText(settings.hours).join(' · ')} />}
    </PlainPage>
  )
}
