import type { Route } from './+types/robots'
import { PUBLIC_PAGE } from '../../data/api/caching.ts'
import { shopContext } from '../../data/api/context.ts'

/**
 * Paths that crawlers need not fetch. Pages with noindex (login, filtered lists) are not listed: a crawler that never fetches a page never sees its
 * noindex.
 */
const CLOSED = [
  '/admin',
  '/checkout',
  '/dashboard',
  '/profile',
  '/my-orders',
  '/orders',
  '/wishlist',
  '/notifications',
  '/order-confirmation/',
  '/invoice/',
  '/delivery-days',
  '/rest/',
  '/auth/',
  '/functions/',
  '/realtime/',
]

export function loader({ context }: Route.LoaderArgs): Response {
  const { origin } = context.get(shopContext)
  const lines = ['User-agent: *', ...CLOSED.map((path) => ['Disallow', path].join(': ')), '', ['Sitemap', `${origin}/sitemap.xml`].join(': '), '']
  return new Response(lines.join('\n'), { headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': PUBLIC_PAGE } })
}
