/** Every screen of the shop, as a visitor, a customer and staff see it. */
import { createClient } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import type { Database } from '#supabase/database.ts'
import type { RunningShop } from '../running-shop.ts'

export type Scene = {
  name: string
  path: string
  by?: 'customer' | 'admin'
  before?: (page: Page) => Promise<void>
  /** What is pressed on the page; it may lead to another. */
  act?: (page: Page) => Promise<void>
}

/** A real product, family with one of its products, category, order and customer of the demo shop, for screens that show one of them. */
type Real = { product: string; member: string; family: string; category: string; order: { id: string; user_id: string | null; product_id: string | null } }

async function realRows({ url, keys }: RunningShop): Promise<Real> {
  const service = createClient<Database>(url, keys.secret_key, { auth: { persistSession: false } })
  const products = service.from('products').select('id').eq('is_featured', true).not('pricing_tiers', 'is', null).limit(1).single()
  const categories = service.from('categories').select('id').eq('slug', 'makeup').single()
  const orders = service
    .from('orders')
    .select('id, user_id, order_items(product_id)')
    .eq('status', 'processing')
    .order('created_at', { ascending: false })
    .limit(1)
    .single()
  const members = service.from('products').select('id, family_id').not('family_id', 'is', null).gt('stock', 0).order('name').limit(1).single()
  const [product, member, category, order] = await Promise.all([products, members, categories, orders])
  if (product.error) throw product.error
  if (member.error) throw member.error
  if (category.error) throw category.error
  if (order.error) throw order.error
  const { id, user_id, order_items } = order.data
  const family = { member: member.data.id, family: member.data.family_id ?? '' }
  return { product: product.data.id, ...family, category: category.data.id, order: { id, user_id, product_id: order_items[0]?.product_id ?? null } }
}

const publicScenes = ({ product, member, category }: Real): Scene[] => [
  { name: 'home', path: '/' },
  { name: 'products', path: '/products' },
  { name: 'trade-list', path: '/products?view=list' },
  { name: 'search', path: '/products?q=oil' },
  { name: 'search-empty', path: '/products?q=lipstikk%20shampoooo' },
  { name: 'product', path: `/products/x/${product}` },
  { name: 'family', path: `/products/x/${member}` },
  { name: 'category', path: `/category/${category}` },
  { name: 'categories', path: '/categories' },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/contact' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'shipping', path: '/shipping' },
  { name: 'refunds', path: '/refunds' },
  { name: 'order-pad', path: '/order-pad' },
  { name: 'cart-empty', path: '/cart' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password' },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'admin-login', path: '/admin/login' },
]

function customerScenes(url: string, product: string): Scene[] {
  const fillCart = async (page: Page): Promise<void> => {
    await page.goto(`${url}/products/x/${product}`, { waitUntil: 'networkidle' })
    // In the cart already, from the width before.
    const add = page.locator('.buy-dock').getByRole('button', { name: /^Add to Cart/ })
    if (await add.isVisible()) await add.click()
    await page.getByRole('main').getByRole('link', { name: 'View Cart' }).first().waitFor()
  }
  const openOrder = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: /^View/ }).nth(1).click()
    await page.waitForURL(/order-confirmation/)
  }
  const openInvoice = async (page: Page): Promise<void> => {
    await openOrder(page)
    await page.goto(page.url().replace('order-confirmation', 'invoice'))
  }
  const place = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^Place order/ }).click()
    await page.waitForURL(/order-confirmation/)
    await page.getByRole('table', { name: 'Items of the order' }).waitFor()
  }
  const scenes: Scene[] = [
    { name: 'dashboard', path: '/dashboard' },
    { name: 'my-orders', path: '/my-orders' },
    { name: 'order', path: '/my-orders', act: openOrder },
    { name: 'invoice', path: '/my-orders', act: openInvoice },
    { name: 'wishlist', path: '/wishlist' },
    { name: 'notifications', path: '/notifications' },
    { name: 'profile', path: '/profile' },
    { name: 'security', path: '/profile/security' },
    { name: 'cart', path: '/cart', before: fillCart },
    { name: 'checkout', path: '/checkout', before: fillCart },
    { name: 'thanks', path: '/checkout', before: fillCart, act: place },
  ]
  return scenes.map((scene) => ({ ...scene, by: 'customer' }))
}

const ADMIN = [
  '',
  '/orders',
  '/orders/create',
  '/products',
  '/products/add',
  '/products/categories',
  '/products/import',
  '/products/import/pictures',
  '/customers',
  '/banners',
  '/discounts',
  '/discounts/new',
  '/settings',
  '/settings/brand',
  '/settings/home',
  '/settings/opening',
  '/settings/own-pages',
  '/settings/numbers',
  '/settings/mail',
  '/settings/messages',
  '/settings/pages',
  '/settings/people',
  '/settings/health',
  '/settings/api-keys',
  '/settings/webhooks',
  '/sales-analytics',
  '/complaints',
  '/mails',
  '/audit-log',
  '/security',
]

const adminScenes = ({ order, family }: Real): Scene[] =>
  [
    ...ADMIN.map((area): [name: string, place: string] => [area.replaceAll('/', '-'), area]),
    ['-order', `/orders/${order.id}`] as const,
    ['-family', `/products/families/${family}`] as const,
    ['-products-grouped', '/products?group=family&sort=name.desc'] as const,
    ['-product', `/products/edit/${order.product_id}`] as const,
    ['-customer', `/customers/${order.user_id}`] as const,
    ['-sales-analytics-gst', '/sales-analytics?view=gst'] as const,
  ].map(([name, place]) => ({ name: `admin${name}`, path: `/admin${place}`, by: 'admin' }))

export async function allScenes(shop: RunningShop): Promise<Scene[]> {
  const real = await realRows(shop)
  return [...publicScenes(real), ...customerScenes(shop.url, real.product), ...adminScenes(real)]
}
