/** A catalogue of any size from a real price list: each further copy of a product gets its own shade and size. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import Papa from 'papaparse'
import type pg from 'pg'

const root = path.resolve(import.meta.dirname, '..')
const real = path.resolve(root, '../shared/catalogue/beauty-india.csv')
const SHADES = ['Ruby', 'Coral', 'Mauve', 'Cocoa', 'Blush', 'Plum', 'Amber', 'Ivory', 'Wine', 'Honey', 'Sandal', 'Jasmine', 'Neem', 'Tulsi', 'Mogra', 'Kesar']
const DESCRIBED_BY = 4

/** The source of the products: the path of a price list with a header line. */
export const list = existsSync(real) ? real : path.join(root, 'scripts/import/fixtures/odd-300.csv')

/** A seeded random source. The returned function gives an integer from 0, smaller than `below`. */
export function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function described(others: Record<string, string>[], roll: (below: number) => number): string {
  return Array.from({ length: DESCRIBED_BY }, () => others[roll(others.length)]?.product ?? '').join('. ')
}

export async function fillForSearch(client: pg.Client, count: number): Promise<void> {
  const { data } = Papa.parse<Record<string, string>>(readFileSync(list, 'utf8'), { header: true, skipEmptyLines: true })
  const rows = data.filter((row) => row.product?.trim())
  const ofType = Map.groupBy(rows, (row) => row.type)
  const roll = dice(7)
  const products = Array.from({ length: count }, (_, n) => {
    const row = rows[n % rows.length] ?? {}
    const copy = n < rows.length ? '' : ` ${SHADES[roll(SHADES.length)]} ${10 + roll(90) * 5} ml`
    return {
      name: `${row.product?.trim()}${copy}`.slice(0, 200),
      brand: row.brand?.trim().slice(0, 80) || null,
      generic_name: row.type?.trim().slice(0, 120) || null,
      // Price lists have no descriptions: this one has the names of other products of the same type.
      description: described(ofType.get(row.type) ?? [], roll),
      // A few products sell a lot, most sell little.
      units_sold: Math.floor(5000 / (1 + roll(2000))),
      category: row.sub_category?.trim() || 'Other',
    }
  })
  await client.query(
    'insert into public.categories (name) select distinct on (lower(category)) category from jsonb_to_recordset($1) as c (category text) on conflict do nothing',
    [JSON.stringify(products)],
  )
  for (let from = 0; from < count; from += 1000) {
    await client.query(
      `insert into public.products (name, brand, generic_name, description, units_sold, popularity, price, stock, category_id, created_at)
       select p.name, p.brand, p.generic_name, p.description, p.units_sold, p.units_sold, 100, 10, c.id, now() - make_interval(secs => p.n)
       from rows from (jsonb_to_recordset($1) as (name text, brand text, generic_name text, description text, units_sold integer, category text)) with ordinality
         p (name, brand, generic_name, description, units_sold, category, n)
       left join public.categories c on c.name = p.category`,
      [JSON.stringify(products.slice(from, from + 1000))],
    )
  }
}
