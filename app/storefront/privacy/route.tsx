import { data } from 'react-router'
import * as say from '#words/privacy.tsx'
import type { Route } from './+types/route'
import { shopContext } from '../../data/api/context.ts'
import { PUBLIC_PAGE } from '../../data/api/caching.ts'
import { loadPageText } from '../../data/shop/page-text.ts'
import { OwnWords } from '../own-words.tsx'
import { pageMeta } from '../page-meta.ts'
import { PlainPage } from '../plain-page.tsx'
import { useRoot } from '../shell/use-root.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, origin } = context.get(shopContext)
  return data({ origin, own: await loadPageText(db, 'privacy') }, { headers: { 'cache-control': PUBLIC_PAGE } })
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: say.title,
    description: say.metaDescription,
    path: '/privacy',
    origin: loaderData?.origin,
  })

export default function Privacy({ loaderData: { own } }: Route.ComponentProps) {
  const { settings } = useRoot()
  return (
    <PlainPage crumb={say.title} title={say.title} lead={own ? say.updated(own.day) : say.lastUpdated}>
      {own ? <OwnWords html={own.html} /> : <say.Text settings={settings} />}
    </PlainPage>
  )
}
