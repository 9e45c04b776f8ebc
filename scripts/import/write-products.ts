import { toDecimal } from '#domain/money/money.ts'
import type { Mapping } from './mapping.ts'
import type { PlannedProduct } from './plan.ts'
import type { Refused } from './read-list.ts'

/** Runs one statement as the database's owner. */
export type OwnerQuery = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
export type Written = { added: number; changed: number; unchanged: number; refused: Refused[] }

/** Creates missing categories and returns the id of each category by slug; existing ones stay as they are. */
export async function ensureCategories(query: OwnerQuery, mapping: Mapping): Promise<Map<string, string>> {
  const rows = mapping.categories.map((category, k) => ({ ...category, display_order: 10 + k }))
  for (const level of [rows.filter(({ parent }) => !parent), rows.filter(({ parent }) => parent)]) {
    await query(
      `insert into public.categories (name, slug, name_hi, parent_id, display_order)
       select c.name, c.slug, c.name_hi, (select p.id from public.categories p where p.slug = c.parent), c.display_order
       from jsonb_to_recordset($1::jsonb) as c (name text, slug text, name_hi text, parent text, display_order integer)
       on conflict (slug) do nothing`,
      [JSON.stringify(level)],
    )
  }
  const found = await query('select slug, id from public.categories')
  return new Map(found.map(({ slug, id }) => [String(slug), String(id)]))
}

/**
 * Adds or updates one batch in one statement. Name, brand, price and MRP come from the list and are updated; what the shop has set
 * since (category, HSN, stock, status, texts) stays. An unchanged row is not written at all: no new version, no stock movement.
 */
async function upsert(
  query: OwnerQuery,
  products: readonly PlannedProduct[],
  categories: ReadonlyMap<string, string>,
  stock: number,
): Promise<Omit<Written, 'refused'>> {
  const rows = products.map((product) => ({
    import_key: product.importKey,
    sku: product.sku,
    name: product.name,
    brand: product.brand,
    price: toDecimal(product.price),
    mrp: product.mrp === null ? null : toDecimal(product.mrp),
    hsn: product.hsn,
    gst_percent: product.gst,
    category_id: categories.get(product.category),
    status: product.status,
    stock,
  }))
  const written = await query(
    `insert into public.products as p (import_key, sku, name, brand, price, mrp, hsn, gst_percent, category_id, status, stock)
     select * from jsonb_to_recordset($1::jsonb) as r (import_key text, sku text, name text, brand text, price numeric, mrp numeric, hsn text, gst_percent numeric, category_id uuid, status text, stock integer)
     on conflict (import_key) do update set name = excluded.name, brand = excluded.brand, price = excluded.price, mrp = excluded.mrp
       where (p.name, p.brand, p.price, p.mrp) is distinct from (excluded.name, excluded.brand, excluded.price, excluded.mrp)
     returning (xmax = 0) as added`,
    [JSON.stringify(rows)],
  )
  const added = written.filter((row) => row.added === true).length
  return { added, changed: written.length - added, unchanged: products.length - written.length }
}

/** Writes one batch in one transaction. If the database refuses it, writes row by row, so that a bad row affects only itself. */
export async function writeBatch(
  query: OwnerQuery,
  products: readonly PlannedProduct[],
  categories: ReadonlyMap<string, string>,
  stock: number,
): Promise<Written> {
  await query('begin')
  try {
    const written = await upsert(query, products, categories, stock)
    await query('commit')
    return { ...written, refused: [] }
  } catch (error) {
    await query('rollback')
    const [only] = products
    if (products.length === 1 && only)
      return {
        added: 0,
        changed: 0,
        unchanged: 0,
        refused: [{ row: only.row, name: only.name, reason: `the database refused it: ${(error as Error).message}` }],
      }
  }
  const total: Written = { added: 0, changed: 0, unchanged: 0, refused: [] }
  for (const product of products) {
    const one = await writeBatch(query, [product], categories, stock)
    total.added += one.added
    total.changed += one.changed
    total.unchanged += one.unchanged
    total.refused.push(...one.refused)
  }
  return total
}
