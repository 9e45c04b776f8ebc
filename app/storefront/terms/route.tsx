import { data } from 'react-router'
import * as say from '#words/terms.tsx'
import type { Route } from './+types/route'
import { shopContext } from '../../data/context.ts'
import { PUBLIC_PAGE } from '../../data/caching.ts'
import { pageMeta } from '../page-meta.ts'
import { PlainPage } from '../plain-page.tsx'
import { useRoot } from '../shell/use-root.ts'

export function loader({ context }: Route.LoaderArgs) {
  return data({ origin: context.get(shopContext).origin }, { headers: { 'cache-control': PUBLIC_PAGE } })
}

export { publicHeaders as headers } from '../../data/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: say.title,
    description: say.metaDescription,
    path: '/terms',
    origin: loaderData?.origin,
  })

export default function Terms() {
  const { settings } = useRoot()
  return (
    <PlainPage crumb={say.title} title={say.title} lead={say.lastUpdated}>
      <say.Text settings={settings} />
    </PlainPage>
  )
}
