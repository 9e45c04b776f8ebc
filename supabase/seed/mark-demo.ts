import { BANNERS } from './banners.ts'
import { CATEGORIES } from './categories.ts'
import { CUSTOMERS } from './customers.ts'
import type { OwnerQuery } from './load-context.ts'
import { ORDERS } from './orders.ts'
import { FAMILIES } from './products/families/families.ts'
import { productsOf } from './products/products.ts'
import type { TradePlan } from './plan.ts'
import { stableId } from './stable-id.ts'
import { STORE } from './store.ts'

/**
 * Notes which rows are the demo's, so that they can be removed (supabase/schemas/54_demo.sql). Only rows that exist, and only once: a
 * demo that was loaded before there was this note gets it at its next start.
 */
export async function markDemo(query: OwnerQuery, { customers, orders }: Pick<TradePlan, 'customers' | 'orders'> = { customers: CUSTOMERS, orders: ORDERS }): Promise<void> {
  const rows = [
    ...productsOf('full').map(({ sku }) => ({ kind: 'product', id: stableId('product', sku) })),
    ...FAMILIES.map(({ code }) => ({ kind: 'family', id: stableId('family', code) })),
    ...CATEGORIES.flatMap((category) => [category, ...(category.children ?? [])]).map(({ slug }) => ({ kind: 'category', id: stableId('category', slug) })),
    ...BANNERS.map(({ name }) => ({ kind: 'banner', id: stableId('banner', name) })),
    ...customers.map(({ email }) => ({ kind: 'customer', id: stableId('customer', email) })),
    ...orders.map(({ name }) => ({ kind: 'order', id: stableId('order', name) })),
  ]
  await query(
    `insert into private.demo_rows (kind, id)
     select d.kind, d.id::text from jsonb_to_recordset($1::jsonb) as d (kind text, id uuid)
     where not exists (select from private.demo_rows) and case d.kind
       when 'product' then exists (select from public.products p where p.id = d.id)
       when 'family' then exists (select from public.product_families f where f.id = d.id)
       when 'category' then exists (select from public.categories c where c.id = d.id)
       when 'banner' then exists (select from public.banner_images b where b.id = d.id)
       when 'customer' then exists (select from public.profiles p where p.id = d.id)
       else exists (select from public.orders o where o.id = d.id) end`,
    [JSON.stringify(rows)],
  )
  await query("insert into private.demo_rows (kind, id, facts) select 'settings', 'store', $1::jsonb where exists (select from private.demo_rows) on conflict do nothing", [
    JSON.stringify(STORE),
  ])
}
