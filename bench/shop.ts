/** Prepares a running shop for a measurement. */
import pg from 'pg'
import type { RunningShop } from '../scripts/running-shop.ts'

/** Ids contain a number, so that a pgbench script can count them up. */
export function productId(n: number): string {
  return `00000000-0000-4000-8000-${String(200_000_000_000 + n)}`
}

/** Fills the catalogue up to `count` products by copying the existing ones. */
export async function fillCatalogue(shop: RunningShop, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: shop.keys.db_url })
  await client.connect()
  try {
    await client.query(
      `insert into public.products (id, sku, name, description, brand, price, mrp, gst_percent, hsn, stock, category_id, pricing_tiers, min_order_quantity, status, created_at)
       select ('00000000-0000-4000-8000-' || (200000000000 + n))::uuid, 'BENCH-' || n, p.name || ' no. ' || n, p.description, p.brand, p.price, p.mrp, p.gst_percent, p.hsn, 1000000, p.category_id, p.pricing_tiers, 1, 'active', now() - n * interval '1 minute'
         from generate_series(1, greatest(0, $1 - (select count(*)::int from public.products))) n
         join lateral (select * from public.products where sku not like 'BENCH-%' order by id offset n % 60 limit 1) p on true`,
      [count],
    )
    await client.query('vacuum analyze public.products')
  } finally {
    await client.end()
  }
}
