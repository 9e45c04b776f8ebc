import { data } from 'react-router'
import * as say from '#words/not-found.ts'
import type { Route } from './+types/route'
import { NotFound } from './not-found.tsx'
import { missingPageMeta } from '../page-meta.ts'

/** Handles every unknown address. It logs the path so that broken links can be fixed. */
export function loader({ request }: Route.LoaderArgs) {
  console.warn('Page not found', new URL(request.url).pathname)
  return data(null, { status: 404 })
}

export const meta: Route.MetaFunction = ({ matches }) => missingPageMeta(matches, say.notFoundTitle)

export default function NotFoundRoute() {
  return <NotFound />
}
