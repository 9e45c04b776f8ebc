import { data } from 'react-router'
import { pagePath } from '#domain/shop/own-page.ts'
import * as say from '#words/own-page.ts'
import type { Route } from './+types/route'
import { PUBLIC_PAGE } from '../../data/api/caching.ts'
import { shopContext } from '../../data/api/context.ts'
import { loadOwnPage } from '../../data/shop/own-pages.ts'
import { NotFound } from '../not-found/not-found.tsx'
import { OwnWords } from '../own-words.tsx'
import { missingPageMeta, pageMeta } from '../page-meta.ts'
import { TextPage } from '../text-page.tsx'

/** A page that the owner wrote (docs/decisions/0075-own-pages.md). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db, origin } = context.get(shopContext)
  const page = await loadOwnPage(db, params.slug)
  if (page === null) {
    console.warn('Page not found', new URL(request.url).pathname)
    return data({ page, origin }, { status: 404 })
  }
  return data({ page, origin }, { headers: { 'cache-control': PUBLIC_PAGE } })
}

export { publicHeaders as headers } from '../../data/api/caching.ts'

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData?.page) return missingPageMeta(matches, say.notFoundTitle)
  const { page, origin } = loaderData
  return pageMeta({ matches, title: page.title, description: page.description, path: pagePath(page.slug), origin })
}

export default function OwnPage({ loaderData: { page } }: Route.ComponentProps) {
  if (page === null) return <NotFound />
  return (
    <TextPage title={page.title} updated={say.updated(page.day)} contents={page.contents}>
      <OwnWords html={page.html} />
    </TextPage>
  )
}
