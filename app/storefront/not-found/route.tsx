import { data } from 'react-router'
import * as say from '#words/not-found.ts'
import type { Route } from './+types/route'
import { NotFound } from './not-found.tsx'

/** Handles every unknown address. It logs the path so that broken links can be fixed. */
export function loader({ request }: Route.LoaderArgs) {
  console.warn('Page not found', new URL(request.url).pathname)
  return data(null, { status: 404 })
}

export const meta: Route.MetaFunction = () => [{ title: say.notFoundTitle }, { name: 'robots', content: 'noindex' }]

export default function NotFoundRoute() {
  return <NotFound />
}
