import { data } from 'react-router'
import { DEMO_BRAND } from '#domain/shop/settings.ts'
import * as say from '#words/about.tsx'
import * as shell from '#words/shell.tsx'
import type { Route } from './+types/route'
import { shopContext } from '../../data/api/context.ts'
import { PUBLIC_PAGE } from '../../data/api/caching.ts'
import { loadPageText } from '../../data/shop/page-text.ts'
import { Breadcrumbs } from '../../ui/page/breadcrumbs.tsx'
import { OwnWords } from '../own-words.tsx'
import { pageMeta } from '../page-meta.ts'
import { useRoot } from '../shell/use-root.ts'
import '../text-page.css'
import { Sections, TalkToUs } from './sections.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, origin } = context.get(shopContext)
  return data({ origin, own: await loadPageText(db, 'about') }, { headers: { 'cache-control': PUBLIC_PAGE } })
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    matches,
    title: say.crumb,
    description: say.metaDescription,
    path: '/about',
    origin: loaderData?.origin,
  })

export default function About({ loaderData: { own } }: Route.ComponentProps) {
  const { settings } = useRoot()
  return (
    <>
      <div className="wrap about-top">
        <div>
          <Breadcrumbs trail={[{ label: shell.home, to: '/' }, { label: say.crumb }]} />
          <h1 className="text-4xl">{say.title}</h1>
          <p className="mt-4 text-lg text-ink-2">{say.lead(settings.storeName, settings.foundedYear)}</p>
          {own ? null : <p className="mt-4 max-w-[52ch]">{settings.storeName === DEMO_BRAND ? say.meaning : say.howWeWork}</p>}
        </div>
        <picture>
          <source media="(min-width: 768px)" srcSet="/pictures/about.webp" width={1000} height={840} />
          <img src="/pictures/about-phone.webp" alt="" width={800} height={480} />
        </picture>
      </div>
      {own ? (
        <article className="wrap pb-14 lg:pb-[104px]">
          <div className="prose">
            <OwnWords html={own.html} />
          </div>
        </article>
      ) : (
        <>
          <Sections />
          <TalkToUs />
        </>
      )}
    </>
  )
}
