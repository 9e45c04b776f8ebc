/** The screens of a visitor, in all their states. */
import { serviceClient } from '../support/customers.ts'
import { shopKeys } from '../support/current-shop.ts'
import { dropProducts, makeProduct, type MadeProduct } from '../support/products.ts'
import { dropPage, makeLongPage, type MadePage } from './long-page.ts'
import { LONG_WORD } from './long-names.ts'
import type { Screen } from './screen.ts'

export type PublicMade = { long: MadeProduct; soldOut: MadeProduct; category: string; page: MadePage }

export async function makePublic(): Promise<PublicMade> {
  const tiers = [2, 6, 12, 24, 48, 96].map((min_quantity, place) => ({ min_quantity, discount_percent: (place + 1) * 3 }))
  const name = `${LONG_WORD} Kumkumadi Tailam Night Serum with Saffron, Sandalwood and Manjistha`
  const [long, soldOut, { data }] = await Promise.all([
    makeProduct({ name, price: 123_456.78, mrp: 199_999.99, retail_price: 123_456.78, pricing_tiers: tiers, brand: LONG_WORD }),
    makeProduct({ stock: 0 }),
    serviceClient(shopKeys()).from('categories').select('id').eq('slug', 'makeup').single(),
  ])
  return { long, soldOut, category: data?.id as string, page: await makeLongPage() }
}

export async function dropPublic({ long, soldOut, page }: PublicMade): Promise<void> {
  await dropProducts(long.id, soldOut.id)
  await dropPage(page)
}

export const publicScreens: Screen<PublicMade>[] = [
  { route: '', state: 'many products' },
  { route: 'products', state: 'many' },
  { route: 'products', state: 'second page', path: '/products?page=2' },
  { route: 'products', state: 'filtered', path: '/products?category=skincare&stock=in_stock&min=100&sort=popular' },
  { route: 'products', state: 'search', path: '/products?q=oil' },
  { route: 'products', state: 'long names', path: `/products?q=${LONG_WORD}` },
  { route: 'products', state: 'empty', path: `/products?q=${LONG_WORD}x` },
  { route: 'products', state: 'trade list', path: '/products?view=list' },
  { route: 'products', state: 'trade list, filtered', path: '/products?view=list&category=skincare&stock=in_stock&min=100&sort=popular' },
  { route: 'products', state: 'trade list, long names', path: `/products?view=list&q=${LONG_WORD}` },
  { route: 'products', state: 'trade list, empty', path: `/products?view=list&q=${LONG_WORD}x` },
  { route: 'products/:slug/:id', state: 'long names and many tiers', path: ({ long }) => long.path },
  ...['682555', '12', '199999'].map((pin): Screen<PublicMade> => ({
    route: 'products/:slug/:id',
    state: `for PIN code ${pin}`,
    path: ({ long }) => `${long.path}?pin=${pin}`,
  })),
  { route: 'products/:slug/:id', state: 'sold out', path: ({ soldOut }) => soldOut.path },
  { route: 'category/:id', state: 'many', path: ({ category }) => `/category/${category}` },
  { route: 'categories', state: 'many' },
  { route: 'cart', state: 'a visitor’s, empty' },
  { route: 'order-pad', state: 'empty' },
  { route: 'about', state: 'plain' },
  { route: 'terms', state: 'plain' },
  { route: 'privacy', state: 'plain' },
  { route: 'shipping', state: 'plain' },
  { route: 'refunds', state: 'plain' },
  { route: 'contact', state: 'plain' },
  { route: 'pages/:slug', state: 'long text', path: ({ page }) => `/pages/${page.slug}` },
  { route: 'login', state: 'plain' },
  { route: 'register', state: 'plain' },
  { route: 'forgot-password', state: 'plain' },
  { route: 'reset-password', state: 'without a link' },
  { route: 'admin/login', state: 'plain' },
]
