import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { BANNERS } from './banners.ts'
import { CATEGORIES } from './categories.ts'
import type { DemoCategory } from './categories.ts'
import { asOf, hoursBefore } from './load-context.ts'
import type { OwnerQuery } from './load-context.ts'
import { IMAGES } from './load-pictures.ts'
import { MAKERS } from './makers.ts'
import { ORDERS } from './orders.ts'
import { pictureName, PRODUCTS } from './products/products.ts'
import { stableId } from './stable-id.ts'
import { STORE } from './store.ts'

const DAY = 24
/** Days since the demo shop opened, before every product and every order. */
const OPENED_DAYS_AGO = 210

export async function loadStore(query: OwnerQuery): Promise<void> {
  const columns = Object.keys(STORE)
  const values = Object.values(STORE).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value))
  await query(`update public.settings set ${columns.map((column, k) => `${column} = $${k + 1}`).join(', ')}`, values)
}

export async function loadCategories(query: OwnerQuery): Promise<void> {
  const row = (category: DemoCategory, order: number, parent: DemoCategory | null) => ({
    id: stableId('category', category.slug), name: category.name, slug: category.slug, name_hi: category.nameHi, description: category.description,
    image_url: parent ? null : `category_images/${category.slug}.webp`, parent_id: parent ? stableId('category', parent.slug) : null, display_order: order,
  })
  const rows = [
    ...CATEGORIES.map((category, k) => row(category, k, null)),
    ...CATEGORIES.flatMap((parent) => (parent.children ?? []).map((child, k) => row(child, k, parent))),
  ]
  await query(
    `insert into public.categories (id, name, slug, name_hi, description, image_url, parent_id, display_order)
     select * from jsonb_to_recordset($1::jsonb) as c (id uuid, name text, slug text, name_hi text, description text, image_url text, parent_id uuid, display_order integer)
     order by parent_id nulls first, display_order`,
    [JSON.stringify(rows)],
  )
}

/**
 * Units that the demo's orders took and did not return, by SKU. The opening stock is the stock of the data plus these, so that the
 * stock ends as the data says.
 */
function soldBySku(): Map<string, number> {
  const sold = new Map<string, number>()
  for (const order of ORDERS) {
    if (order.steps.some((step) => step.to === 'cancelled')) continue
    for (const [sku, quantity] of order.cart) sold.set(sku, (sold.get(sku) ?? 0) + quantity)
  }
  return sold
}

/**
 * Days since a product was added. Featured products are among the newer ones, and neighbours in "newest" come from different
 * categories: a step that shares no factor with the length visits the whole catalogue once.
 */
function arrivedDaysAgo(sku: string, index: number): number {
  const place = (index * 31) % PRODUCTS.length
  const orders = ORDERS.filter(({ cart }) => cart.some(([sold]) => sold === sku)).map(({ daysAgo }) => daysAgo + 6)
  // a product cannot be sold before it is added
  return Math.max(1.5 + (place / PRODUCTS.length) * (OPENED_DAYS_AGO - 55), ...orders)
}

export async function loadProducts(query: OwnerQuery, now: Date): Promise<void> {
  const sold = soldBySku()
  const opened = hoursBefore(now, OPENED_DAYS_AGO * DAY)
  await asOf(query, opened)
  const rows = PRODUCTS.map((product, k) => ({
    id: stableId('product', product.sku), sku: product.sku, name: product.name, description: product.description, brand: product.brand,
    price: product.price, retail_price: product.retailPrice ?? null, mrp: product.mrp ?? null, gst_percent: product.gst, hsn: product.hsn, unit: product.unit ?? 'NOS',
    stock: product.stock + (sold.get(product.sku) ?? 0), category_id: stableId('category', product.category), is_featured: product.featured ?? false,
    min_order_quantity: product.minimumOrder ?? 1,
    pricing_tiers: product.tiers?.map(([minimum, percent]) => ({ min_quantity: minimum, discount_percent: percent })) ?? null,
    net_quantity: product.netQuantity, country_of_origin: product.country ?? 'India', manufacturer: MAKERS[product.maker], generic_name: product.genericName,
    best_before: product.bestBefore ?? '24 months from manufacture', ingredients: product.ingredients ?? null, how_to_use: product.howToUse ?? null,
    created_at: hoursBefore(now, arrivedDaysAgo(product.sku, k) * DAY).toISOString(),
  }))
  await query(
    `insert into public.products (id, sku, name, description, brand, price, retail_price, mrp, gst_percent, hsn, unit, stock, category_id, is_featured, min_order_quantity,
       pricing_tiers, net_quantity, country_of_origin, manufacturer, generic_name, best_before, ingredients, how_to_use, created_at)
     select * from jsonb_to_recordset($1::jsonb) as p (id uuid, sku text, name text, description text, brand text, price numeric, retail_price numeric, mrp numeric,
       gst_percent numeric, hsn text, unit text, stock integer, category_id uuid, is_featured boolean, min_order_quantity integer, pricing_tiers jsonb, net_quantity text,
       country_of_origin text, manufacturer text, generic_name text, best_before text, ingredients text, how_to_use text, created_at timestamptz)`,
    [JSON.stringify(rows)],
  )
  const hashes = JSON.parse(await readFile(path.join(IMAGES, 'thumbhashes.json'), 'utf8')) as Record<string, string>
  const pictures = PRODUCTS.filter((product) => product.picture !== false).map((product) => ({
    product_id: stableId('product', product.sku), image_url: `product_images/${pictureName(product.sku)}`, alt: `${product.brand} ${product.name}`, thumbhash: hashes[product.sku] ?? null,
  }))
  await query(
    `insert into public.product_images (product_id, image_url, alt, thumbhash)
     select * from jsonb_to_recordset($1::jsonb) as i (product_id uuid, image_url text, alt text, thumbhash text)`,
    [JSON.stringify(pictures)],
  )
}

export async function loadBanners(query: OwnerQuery): Promise<void> {
  const rows = BANNERS.map((banner, k) => ({
    id: stableId('banner', banner.name), title: banner.title, description: banner.description, link: banner.link, display_order: k,
    image_url: `banner_images/${banner.name}.webp`, phone_image_url: `banner_images/${banner.name}-phone.webp`,
  }))
  await query(
    `insert into public.banner_images (id, title, description, link, display_order, image_url, phone_image_url)
     select * from jsonb_to_recordset($1::jsonb) as b (id uuid, title text, description text, link text, display_order integer, image_url text, phone_image_url text)`,
    [JSON.stringify(rows)],
  )
}
