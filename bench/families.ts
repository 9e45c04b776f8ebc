/** A catalogue of families, and how long its grouped lists, its filters and one of its pages take (docs/decisions/0065-families.md). */
import type pg from 'pg'

export const FAMILIES = 2000
const MEMBERS = 10
const LAST_PAGE = FAMILIES - 12

/** The families in place of all products, without triggers: names are written as they would be. */
export async function fillFamilies(client: pg.Client): Promise<void> {
  await client.query("set session_replication_role = 'replica'")
  await client.query('delete from public.products')
  await client.query(
    `insert into public.product_families (id, name, options) select md5(g::text)::uuid, 'Lipstick ' || g, '{Shade}' from generate_series(1, ${FAMILIES}) g`,
  )
  await client.query(
    `insert into public.product_family_values (id, family_id, option, position, name, colour)
     select md5(g || '.' || h)::uuid, md5(g::text)::uuid, 1, h, 'Shade ' || h, '#9b111e' from generate_series(1, ${FAMILIES}) g, generate_series(1, ${MEMBERS}) h`,
  )
  await client.query(
    `insert into public.products (name, brand, price, stock, family_id, value_1, created_at)
     select 'Lipstick ' || g || ' – Shade ' || h, 'Brand ' || g % 40, 50 + (g * 37 + h) % 950, (g + h) % 30, md5(g::text)::uuid, md5(g || '.' || h)::uuid,
       now() - make_interval(secs => g * ${MEMBERS} + h)
     from generate_series(1, ${FAMILIES}) g, generate_series(1, ${MEMBERS}) h`,
  )
  await client.query("set session_replication_role = 'origin'")
  await client.query('vacuum analyze public.products, public.product_families, public.product_family_values')
}

/** What is measured: its name, the statement and the texts that it is asked with. */
export const GROUPED: [string, string, string[]][] = [
  ['first cards', 'select * from public.list_products(p_grouped => true, p_sort => $1)', repeat(['created_at', 'price_asc', 'price_desc'])],
  ['last page of cards', `select * from public.list_products(p_grouped => true, p_from => ${LAST_PAGE}, p_sort => $1)`, repeat(['created_at', 'price_asc'])],
  ['cards of a brand in stock', "select * from public.list_products(p_grouped => true, p_stock => '{in_stock}', p_brand => array[$1])", repeat(['Brand 7'])],
  ['cards with a text', 'select * from public.list_products(p_grouped => true, p_query => $1, p_limit => 20)', repeat(['lipstick 19', 'shade 7'])],
  ['counts and filters', 'select public.product_facets(p_grouped => true, p_country => nullif(array[$1], array[$1]))', repeat(['India'])],
  ['counts and filters with a text', 'select public.product_facets(p_grouped => true, p_query => $1)', repeat(['lipstick 19', 'shade 7'])],
  [
    'the shades of a product page',
    'select v.name, p.id, p.name, p.stock from public.product_family_values v join public.products p on p.family_id = v.family_id and p.value_1 = v.id where v.family_id = md5($1)::uuid',
    repeat(['7', '1999']),
  ],
]

function repeat(texts: string[]): string[] {
  return Array.from({ length: 60 }, (_, at) => texts[at % texts.length] ?? '')
}
