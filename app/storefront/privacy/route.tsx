import * as say from '#words/privacy.tsx'
import type { Route } from './+types/route'
import { OwnWords } from '../own-words.tsx'
import { pageMeta } from '../page-meta.ts'
import { textLoader } from '../text-loader.ts'
import { TextPage } from '../text-page.tsx'
import { useRoot } from '../shell/use-root.ts'

export const loader = textLoader('privacy')

export { publicHeaders as headers } from '../../data/api/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: say.title,
    description: say.metaDescription,
    path: '/privacy',
    origin: loaderData?.origin,
  })

export default function Privacy({ loaderData: { own } }: Route.ComponentProps) {
  const { settings } = useRoot()
  return (
    <TextPage
      title={say.title}
      updated={own ? say.updated(own.day) : say.lastUpdated}
      contents={own ? own.contents : say.contents}
      summary={own ? null : <say.InShort />}
    >
      {own ? <OwnWords html={own.html} /> : <say.Text settings={settings} />}
    </TextPage>
  )
}
