/** However many products have the words, suggestions come in the order of docs/rules.md#search: all words in the names first, then the most bought. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from './shop.ts'
import type { Shop } from './shop.ts'

/** More than the 2,000 best sellers, which have an index of their own. */
const PRODUCTS = 4000

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  // All names have one word; a seventh, a 90th and a 700th have the others, and other descriptions too.
  await shop.owner.query(
    `create function pg_temp.word(n integer) returns text language sql return translate(n::text, '0123456789', 'bdfgklmnrv');
     insert into public.products (name, brand, generic_name, description, units_sold, popularity, price)
     select format('Ubtan se%s ni%s ra%s %sgm', pg_temp.word(n % 7), pg_temp.word(n % 90), pg_temp.word(n % 700), 10 + n % 60), 'Laali', null,
       format('With se%s, ni%s, ra%s and %s ml', pg_temp.word((n + 3) % 7), pg_temp.word(n * 7 % 90), pg_temp.word(n * 11 % 700), n % 500), s.sold, s.sold, 10
     from generate_series(1, ${PRODUCTS}) n, lateral (select n * 7919 % 1013 as sold) s`,
  )
  await shop.owner.query('select private.refresh_search()')
  await shop.owner.query('analyze private.search_documents, private.lexemes, public.products')
})
afterAll(() => shop.close())

/** The order as it is defined, from all products that have all words. */
const DEFINED = `
  with asked as (
    select array_agg(q.anywhere::text) as anywhere, array_agg(q.nearest) as nearest from unnest($1::text[]) t, private.word_query(t) q
  ), found as (
    select p.name, p.popularity, p.id, (select count(*) from asked, unnest(asked.nearest) q where ts_filter(d.words, '{a,b}') @@ q) as places
    from private.search_documents d join public.products p on p.id = d.product_id
    where d.words @@ (select private.join_queries(anywhere, ' & ') from asked)
  )
  select name, count(*) over () as found from found order by places desc, popularity desc, id limit $2`

test.each([
  ['that all names have', ['ubtan'], 4000],
  ['that a seventh of the names and a seventh of the descriptions have', ['sef'], 1143],
  ['that few names and few descriptions have', ['radr'], 141],
  ['that six names and a few descriptions have', ['rakbb'], 29],
  ['that a brand has', ['laali'], 4000],
  ['of which many begin alike', ['ni'], 4000],
  ['with digits', ['12gm'], 67],
  ['with digits, in descriptions alone', ['311'], 8],
  ['of a rare one and a common one', ['radr', 'ubtan'], 141],
  ['of two common ones', ['sef', 'sel'], 572],
  ['of a common one and a number', ['ubtan', '12gm'], 67],
] as const)('a text %s', async (_what, tokens, products) => {
  for (const limit of [1, 6, 24, 50]) {
    const { rows: defined } = await shop.owner.query<{ name: string; found: string }>(DEFINED, [tokens, limit])
    const { rows: suggested } = await shop.owner.query<{ name: string }>('select name from public.suggest_products($1, $2)', [tokens, limit])
    expect(suggested.map(({ name }) => name)).toEqual(defined.map(({ name }) => name))
    expect(Number(defined[0]?.found), 'so many products have it').toBe(products)
  }
})
