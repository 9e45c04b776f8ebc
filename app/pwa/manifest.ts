import type { Route } from './+types/manifest'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import * as say from '#words/pwa.ts'
import { PUBLIC_PAGE } from '../data/api/caching.ts'
import { shopContext } from '../data/api/context.ts'
import { loadSettings } from '../data/shop/settings.ts'

/** /manifest.webmanifest: what a phone needs to put the shop on its home screen, under the store's own name. */
export async function loader({ context }: Route.LoaderArgs) {
  const { storeName } = await loadSettings(context.get(shopContext).db).catch(() => DEFAULT_SETTINGS)
  return new Response(JSON.stringify(manifest(storeName)), { headers: { 'content-type': 'application/manifest+json', 'cache-control': PUBLIC_PAGE } })
}

const icon = (name: string, size: number, purpose?: 'maskable') => ({
  src: `/icons/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...(purpose ? { purpose } : {}),
})

function manifest(storeName: string) {
  return {
    id: '/',
    name: storeName,
    short_name: storeName,
    description: say.manifestDescription,
    lang: 'en-IN',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbf6f1',
    theme_color: '#37102a',
    categories: ['shopping', 'beauty', 'business'],
    icons: [icon('icon', 192), icon('icon', 512), icon('maskable', 192, 'maskable'), icon('maskable', 512, 'maskable')],
    shortcuts: [
      { name: say.products, url: '/products' },
      { name: say.cart, url: '/cart' },
      { name: say.myOrders, url: '/my-orders' },
    ],
  }
}
