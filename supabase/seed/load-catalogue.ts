import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { OPENED_DAYS_AGO } from './arrivals.ts'
import { BANNERS } from './banners.ts'
import { CATEGORIES } from './categories.ts'
import type { DemoCategory } from './categories.ts'
import { asOf, hoursBefore } from './load-context.ts'
import type { DemoSize, OwnerQuery } from './load-context.ts'
import { IMAGES, storedName } from './load-pictures.ts'
import { MAKERS } from './makers.ts'
import type { TradePlan } from './plan.ts'
import { altOf } from './products/picture-texts.ts'
import { bestBeforeOf, countryOf } from './products/product.ts'
import type { DemoProduct } from './products/product.ts'
import { familyOf } from './products/families/families.ts'
import { framesOf, looksLike, pictureName, productsOf } from './products/products.ts'
import { valueId } from './load-families.ts'
import { stableId } from './stable-id.ts'
import { STORE } from './store.ts'

const DAY = 24

export async function loadStore(query: OwnerQuery): Promise<void> {
  const store = { ...STORE, is_open: true }
  const columns = Object.keys(store)
  const values = Object.values(store).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value))
  await query(`update public.settings set ${columns.map((column, k) => `${column} = $${k + 1}`).join(', ')}`, values)
}

export async function loadCategories(query: OwnerQuery): Promise<void> {
  const row = (category: DemoCategory, order: number, parent: DemoCategory | null) => ({
    id: stableId('category', category.slug), name: category.name, slug: category.slug, name_hi: category.nameHi, description: category.description,
    image_url: parent ? null : `category_images/${storedName(`categories/${category.slug}.webp`)}`, parent_id: parent ? stableId('category', parent.slug) : null, display_order: order,
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

/** What a row says about the family of its product; nothing for a product of its own. */
function membership(product: DemoProduct): Record<string, string | undefined> {
  const family = familyOf(product)
  if (!family) return {}
  const [first, second] = product.family?.values ?? []
  return { family_id: stableId('family', family.code), value_1: valueId(family, 0, first), value_2: valueId(family, 1, second) }
}

export async function loadProducts(query: OwnerQuery, now: Date, size: DemoSize, { arrived, opening }: TradePlan): Promise<void> {
  await asOf(query, hoursBefore(now, OPENED_DAYS_AGO[size] * DAY))
  const goods = productsOf(size)
  const rows = goods.map((product) => ({
    id: stableId('product', product.sku), sku: product.sku, name: product.name, description: product.description, brand: product.brand,
    price: product.price, retail_price: product.retailPrice ?? null, mrp: product.mrp ?? null, gst_percent: product.gst, hsn: product.hsn, unit: product.unit ?? 'NOS',
    stock: opening.get(product.sku) ?? 0, category_id: stableId('category', product.category), is_featured: product.featured ?? false,
    min_order_quantity: product.minimumOrder ?? 1,
    pricing_tiers: product.tiers?.map(([minimum, percent]) => ({ min_quantity: minimum, discount_percent: percent })) ?? null,
    net_quantity: product.netQuantity, country_of_origin: countryOf(product), manufacturer: MAKERS[product.maker], generic_name: product.genericName,
    best_before: bestBeforeOf(product), ingredients: product.ingredients ?? null, how_to_use: product.howToUse ?? null,
    barcode: product.barcode, ...membership(product), created_at: hoursBefore(now, (arrived.get(product.sku) ?? 0) * DAY).toISOString(),
  }))
  await query(
    `insert into public.products (id, sku, name, description, brand, price, retail_price, mrp, gst_percent, hsn, unit, stock, category_id, is_featured, min_order_quantity,
       pricing_tiers, net_quantity, country_of_origin, manufacturer, generic_name, best_before, ingredients, how_to_use,
       barcode, family_id, value_1, value_2, created_at)
     select * from jsonb_to_recordset($1::jsonb) as p (id uuid, sku text, name text, description text, brand text, price numeric, retail_price numeric, mrp numeric,
       gst_percent numeric, hsn text, unit text, stock integer, category_id uuid, is_featured boolean, min_order_quantity integer, pricing_tiers jsonb, net_quantity text,
       country_of_origin text, manufacturer text, generic_name text, best_before text, ingredients text, how_to_use text, barcode text,
       family_id uuid, value_1 uuid, value_2 uuid, created_at timestamptz)`,
    [JSON.stringify(rows)],
  )
  const hashes = JSON.parse(await readFile(path.join(IMAGES, 'thumbhashes.json'), 'utf8')) as Record<string, string>
  const pictures = goods.flatMap((product) => framesOf(product).map((frame, place) => {
    const file = pictureName(looksLike(product), frame)
    return { product_id: stableId('product', product.sku), image_url: `product_images/${storedName(`products/${file}`)}`, alt: altOf(product, frame), display_order: place, thumbhash: hashes[file] ?? null }
  }))
  await query(
    `insert into public.product_images (product_id, image_url, alt, display_order, thumbhash)
     select * from jsonb_to_recordset($1::jsonb) as i (product_id uuid, image_url text, alt text, display_order integer, thumbhash text)`,
    [JSON.stringify(pictures)],
  )
}

export async function loadBanners(query: OwnerQuery): Promise<void> {
  const rows = BANNERS.map((banner, k) => ({
    id: stableId('banner', banner.name), title: banner.title, description: banner.description, link: banner.link, display_order: k,
    image_url: `banner_images/${storedName(`banners/${banner.name}.webp`)}`,
    phone_image_url: `banner_images/${storedName(`banners-phone/${banner.name}.webp`)}`,
  }))
  await query(
    `insert into public.banner_images (id, title, description, link, display_order, image_url, phone_image_url)
     select * from jsonb_to_recordset($1::jsonb) as b (id uuid, title text, description text, link text, display_order integer, image_url text, phone_image_url text)`,
    [JSON.stringify(rows)],
  )
}
