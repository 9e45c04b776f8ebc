/** One or two letters are looked up where few names have them (docs/decisions/0128-rare-letters.md). */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { count, facets } from './counted-catalogue.ts'
import { openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

const ODD = ['Größe "Élan" İ', "O'Hara \\ 100% _", 'गुलाब जल ॥', 'Two\nlines\nhere', 'Σίσυφος', 'q', 'Q Z', '💄 Lip', ' zq ', 'ΟΔΟΣ']

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query('delete from public.products')
  await shop.owner.query(
    `insert into public.products (name, sku, brand, price, status, created_at)
     select 'Rose Cream ' || n, 'QX-' || n, case when n % 3 = 0 then E'Wy\\nVk' end, 50 + n % 7, case when n % 11 = 0 then 'draft' else 'active' end, now() - n * interval '1 minute'
     from generate_series(1, 400) n
     union all
     select o.name, 'ODD-' || o.place, null, 70, 'active', now() - interval '2 days' - o.place * interval '1 minute' from unnest($1::text[]) with ordinality o (name, place)`,
    [ODD],
  )
})
afterAll(() => shop.close())

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const source = async (db: Scratch, query: string, most = 'null') => {
  await db.as('owner')
  const [row] = await db.rows(`select private.name_source($1, ${most}) = 'public.products' as walks`, [query])
  await db.as('visitor')
  return row?.['walks'] === true ? 'walked' : 'looked up'
}
/** Names that contain the text, newest first, without any index: by one product after the other. */
const containing = async (db: Scratch, query: string): Promise<unknown[]> =>
  (
    await db.rows(
      `select id from public.products where status = 'active' and name ilike '%' || regexp_replace(btrim($1), '([\\\\%_])', '\\\\\\1', 'g') || '%' order by created_at desc, id`,
      [query],
    )
  ).map(({ id }) => id)
const found = async (db: Scratch, query: string): Promise<unknown[]> =>
  (await db.rows("select product ->> 'id' as id from public.list_products(p_query => $1, p_limit => 200)", [query])).map(({ id }) => id)

test('letters find every name that contains them and no other, looked up or not', async () => {
  await shop.scratch(async (db) => {
    await db.as('visitor')
    const letters = [...new Set(`${ODD.join('')}${ODD.join('').toLowerCase()}RoseCrm 0123456789vkwyx-`)]
    const one = fc.constantFrom(...letters)
    const inNames = fc.constantFrom(...ODD.flatMap((name) => [...name].map((_, at) => [...name].slice(at, at + 2).join(''))))
    const asked = fc.sample(
      fc.oneof(
        fc.constantFrom('r', 'RO', 'am', 'e '),
        one,
        inNames,
        inNames.map((text) => text.toUpperCase()),
        fc.tuple(one, one).map((two) => two.join('')),
      ),
      250,
    )
    const seen = { walked: 0, 'looked up': 0, something: 0 }
    for (const query of asked.filter((text) => text.trim() !== '')) {
      const there = await containing(db, query)
      expect(await found(db, query), query).toEqual(there.slice(0, 200))
      expect((await facets(db, `p_query => ${quoted(query)}`)).total, query).toBe(there.length)
      seen[await source(db, query)] += 1
      seen.something += there.length > 0 ? 1 : 0
    }
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(20)
  })
})

test('rare letters are looked up, common ones and longer texts are not', async () => {
  await shop.scratch(async (db) => {
    for (const query of ['q', 'Q', 'zq', '7', '12', '%', "'"]) expect(await source(db, query), query).toBe('looked up')
    for (const query of ['r', 'Ro', '', 'zqz']) expect(await source(db, query), query).toBe('walked')
    expect(await source(db, 'zq', '1')).toBe('looked up')
    expect(await source(db, '12', '1'), 'by a list, if many have them').toBe('walked')
    expect(await source(db, '12', '1000'), 'one of three of the newest has a 1, one of sixty a 12').toBe('looked up')
    expect(await source(db, '1', '1000')).toBe('walked')
    expect(await source(db, '1'), 'to be counted').toBe('looked up')
  })
})

test('numbers and brands of products do not count as letters of their names', async () => {
  await shop.scratch(async (db) => {
    await db.as('visitor')
    for (const query of ['qx', 'x-', 'yv']) expect(await found(db, query), query).toEqual([])
  })
})

test('a name that is written, changed or taken away is found at once', async () => {
  await shop.scratch(async (db) => {
    const [before] = await db.rows("select id from public.products where name = 'Rose Cream 5'")
    await db.run("update public.products set name = 'Xj' where id = $1", [before?.['id']])
    await db.as('visitor')
    expect(await found(db, 'xJ')).toEqual([before?.['id']])
    await db.as('owner')
    const [added] = await db.rows("insert into public.products (name, price) values ('Kxj', 10) returning id")
    await db.run('delete from public.products where id = $1', [before?.['id']])
    await db.as('visitor')
    expect(await found(db, 'xj')).toEqual([added?.['id']])
    await db.as('owner')
    await db.run("update public.products set status = 'draft' where id = $1", [added?.['id']])
    await db.as('visitor')
    expect(await found(db, 'xj')).toEqual([])
    expect((await facets(db, "p_query => 'xj'")).total).toBe(0)
  })
})

test('of a large catalogue letters are counted up to the most that is counted, and what follows is planned as before', async () => {
  await shop.scratch(async (db) => {
    await db.as('visitor')
    const there = (await containing(db, '12')).length
    expect(there).toBeGreaterThan(10)
    await count(db)
    await db.run(`create or replace function private.most_counted() returns integer language sql immutable parallel safe return ${there}`)
    await db.as('visitor')
    expect(await source(db, '12')).toBe('looked up')
    expect(await facets(db, "p_query => '12'")).toMatchObject({ total: there, more: { total: true, counts: true } })
    await db.as('owner')
    await db.run(`create or replace function private.most_counted() returns integer language sql immutable parallel safe return ${there + 1}`)
    await db.as('visitor')
    const { total, more } = await facets(db, "p_query => '12'")
    expect({ total, more }).toEqual({ total: there, more: undefined })
    await found(db, '12')
    expect(await db.rows("select current_setting('enable_seqscan') as scans")).toEqual([{ scans: 'on' }])
  })
})
