import type { Route } from './+types/manifest'
import { iconAddress, ICONS } from '#domain/shop/icons.ts'
import type { IconName } from '#domain/shop/icons.ts'
import { accentShades } from '#domain/shop/palette.ts'
import { DEFAULT_SETTINGS } from '#domain/shop/settings.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import * as say from '#words/pwa.ts'
import { PUBLIC_PAGE } from '../data/api/caching.ts'
import { shopContext } from '../data/api/context.ts'
import { loadSettings } from '../data/shop/settings.ts'

/** /manifest.webmanifest: what a phone needs to put the shop on its home screen, under the store's own name. */
export async function loader({ context }: Route.LoaderArgs) {
  const settings = await loadSettings(context.get(shopContext).db).catch(() => DEFAULT_SETTINGS)
  return new Response(JSON.stringify(manifest(settings)), { headers: { 'content-type': 'application/manifest+json', 'cache-control': PUBLIC_PAGE } })
}

const icon = (settings: StoreSettings, name: IconName) => {
  const { size, maskable } = ICONS[name]
  return { src: iconAddress(settings, name), sizes: `${size}x${size}`, type: 'image/png', ...(maskable ? { purpose: 'maskable' } : {}) }
}

function manifest(settings: StoreSettings) {
  return {
    id: '/',
    name: settings.storeName,
    short_name: settings.storeName,
    description: say.manifestDescription,
    lang: 'en-IN',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#fbf6f1',
    theme_color: settings.accent === null ? '#37102a' : accentShades(settings.accent).darkest,
    categories: ['shopping', 'beauty', 'business'],
    icons: (['icon-192', 'icon-512', 'maskable-192', 'maskable-512'] as const).map((name) => icon(settings, name)),
    shortcuts: [
      { name: say.products, url: '/products' },
      { name: say.cart, url: '/cart' },
      { name: say.myOrders, url: '/my-orders' },
    ],
  }
}
