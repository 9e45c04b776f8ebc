import { renderToStaticMarkup } from 'react-dom/server'
import { redirectDocument, type MiddlewareFunction } from 'react-router'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import { NO_STORE } from '../../data/api/caching.ts'
import { previewContext, shopContext } from '../../data/api/context.ts'
import { loadSettings } from '../../data/shop/settings.ts'
import styles from '../../styles.css?inline'
import { ClosedPage } from './closed-page.tsx'
import { isShownClosed } from './shown-closed.ts'

/** Seconds after which a crawler asks again. */
const RETRY_AFTER = '3600'
const ROBOTS = 'User-agent: *\nDisallow: /\n'

/**
 * While the shop is closed, visitors get "opening soon" instead of its pages, as 503: search engines keep what they know and come back
 * (docs/decisions/0072-a-closed-shop.md). Staff with a preview get the pages as they will be.
 */
export const closedShop: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const shop = context.get(shopContext)
  if (shop.closed === null) return next()
  const token = /(?:^|;\s*)shop-preview=([\w.-]+)/.exec(request.headers.get('cookie') ?? '')?.[1]
  if (token !== undefined) {
    const db = context.get(previewContext)(token)
    const { data } = await db.rpc('sees_shop')
    if (data === true) {
      context.set(shopContext, { ...shop, db, closed: 'staff' })
      return next()
    }
  }
  if (isShownClosed(url.pathname)) return next()
  if (url.pathname === '/robots.txt') return new Response(ROBOTS, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
  // The router of an open tab asks for data: it loads the whole document instead.
  if (new URL(request.url).pathname.endsWith('.data')) throw redirectDocument(url.pathname + url.search)
  const settings = await loadSettings(shop.db).catch(() => DEFAULT_SETTINGS)
  const html = `<!doctype html>${renderToStaticMarkup(<ClosedPage settings={settings} styles={styles} />)}`
  return new Response(html, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': NO_STORE, 'retry-after': RETRY_AFTER } })
}
