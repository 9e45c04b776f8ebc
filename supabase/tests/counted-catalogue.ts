import { CATEGORY, CHILD_CATEGORY, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

/** A shop of 300 products with many values of all that a filter asks, a third of them in families. */
export async function openCatalogue(): Promise<Shop> {
  const shop = await openShop()
  await shop.owner.query('delete from public.products')
  await shop.owner.query(
    `insert into public.products (name, price, brand, country_of_origin, stock, min_order_quantity, gst_percent, category_id, status)
     select 'Cream ' || n, 50 + n % 7 * 50, (array['Kesar', 'Nimba', null, ''])[1 + n % 4], (array['India', 'France', null])[1 + n % 3], (array[0, 5, 10, 99])[1 + n % 4],
       (array[1, 6, 12])[1 + n % 3], (array[5, 18])[1 + n % 2], (array[$1::uuid, $2::uuid, null])[1 + n % 3], case when n % 11 = 0 then 'draft' else 'active' end
     from generate_series(1, 300) n`,
    [CATEGORY, CHILD_CATEGORY],
  )
  // a third of them in families, by three
  await shop.owner.query('set session_replication_role = replica')
  const { rows } = await shop.owner.query<{ id: string }>(
    "insert into public.product_families (name, options) select 'Family ' || n, '{Shade}' from generate_series(1, 30) n returning id",
  )
  const families = rows.map(({ id }) => id)
  await shop.owner.query(
    "insert into public.product_family_values (family_id, option, name, position) select f, 1, 'Shade ' || n, n from unnest($1::uuid[]) f, generate_series(0, 2) n",
    [families],
  )
  await shop.owner.query(
    `with picked as (select p.id, row_number() over (order by p.name) - 1 as place from public.products p order by p.name limit 90)
     update public.products p set family_id = v.family_id, value_1 = v.id from picked, public.product_family_values v
     where picked.id = p.id and v.family_id = ($1::uuid[])[1 + picked.place / 3] and v.position = picked.place % 3`,
    [families],
  )
  await shop.owner.query('set session_replication_role = origin')
  return shop
}

/** Counts beforehand, as of a large catalogue. Returns whether a count has changed. */
export async function count(db: Scratch): Promise<boolean> {
  await db.as('owner')
  return (await db.rows('select private.count_facets(true) as counted'))[0]?.['counted'] === true
}

export type Facets = { total: number; price: unknown; more?: { total: boolean; counts: boolean } } & Record<
  'category' | 'brand' | 'country' | 'stock' | 'moq',
  Record<string, number>
>
export const facets = async (db: Scratch, filters = '') => (await db.rows(`select public.product_facets(${filters}) as facets`))[0]?.['facets'] as Facets

/** Arguments of the function as SQL; those that are null are left out. */
export const asSql = (chosen: Record<string, unknown>): string =>
  Object.entries(chosen)
    .filter(([, value]) => value !== null)
    .map(
      ([name, value]) =>
        `${name} => ${Array.isArray(value) ? `'{${value.map((one) => `"${one}"`).join(',')}}'` : typeof value === 'string' ? `'${value}'` : String(value)}`,
    )
    .join(', ')
