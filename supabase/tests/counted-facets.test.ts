/** The counts of a large catalogue, made beforehand (docs/decisions/0119-counts-of-a-large-catalogue.md), and kept by what changes. */
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSql, count, facets, openCatalogue } from './counted-catalogue.ts'
import { CATEGORY, CHILD_CATEGORY } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openCatalogue()
})
afterAll(() => shop.close())

const isCounted = async (db: Scratch): Promise<unknown> => {
  await db.as('owner')
  return (await db.rows('select private.are_facets_counted() as counted'))[0]?.['counted']
}

const filters = fc
  .record({
    p_category: fc.option(fc.subarray([CATEGORY, CHILD_CATEGORY], { minLength: 1 })),
    p_brand: fc.option(fc.subarray(['Kesar', 'Nimba', 'None'], { minLength: 1 })),
    p_country: fc.option(fc.subarray(['India', 'France'], { minLength: 1 })),
    p_stock: fc.option(fc.subarray(['in_stock', 'low_stock', 'out_of_stock'], { minLength: 1 })),
    p_moq: fc.option(fc.constantFrom(1, 6, 12)),
    p_grouped: fc.boolean(),
  })
  .map(asSql)

test('with any filters they are those of the products themselves', async () => {
  await shop.scratch(async (db) => {
    const asked = fc.sample(filters, 60)
    await db.as('visitor')
    const live = []
    for (const one of asked) live.push(await facets(db, one))
    expect(await isCounted(db)).toBe(false)
    await count(db)
    expect(await isCounted(db)).toBe(true)
    await db.as('visitor')
    for (const [place, one] of asked.entries()) expect(await facets(db, one), one).toEqual(live[place])
    expect(live.filter(({ total }) => total > 0).length).toBeGreaterThan(20)
  })
})

test('between two counts they are those of a moment ago; prices and searches are always counted now', async () => {
  await shop.scratch(async (db) => {
    await count(db)
    await db.as('visitor')
    const before = await facets(db)
    await db.as('owner')
    await db.run("update public.products set status = 'draft' where name = 'Cream 1'")
    await db.as('visitor')
    expect((await facets(db)).total).toBe(before.total)
    expect((await facets(db, 'p_min => 0')).total).toBe(before.total - 1)
    expect((await facets(db, "p_query => 'Cream'")).total).toBe(before.total - 1)
    await db.as('owner')
    expect(await count(db)).toBe(true)
    await db.as('visitor')
    expect((await facets(db)).total).toBe(before.total - 1)
  })
})

const KIND = "family_id, category_id, coalesce('=' || brand, '') as brand, coalesce('=' || %c, '') as country, %m as moq, %s as stock, status, %g::float as gst"
const kindOf = (columns: Record<string, string>): string => KIND.replaceAll(/%[cmsg]/g, (key) => columns[key] ?? '')
const ORDER = 'order by 1 nulls first, 2 nulls first, 3, 4, 5, 6, 7, 8'
const known = (db: Scratch) =>
  db.rows(`select ${kindOf({ '%c': 'country', '%m': 'moq', '%s': 'stock', '%g': 'gst' })}, n, lowest::float, highest::float from private.facet_kinds ${ORDER}`)
const live = (db: Scratch) =>
  db.rows(
    `select ${kindOf({
      '%c': 'country_of_origin',
      '%m': 'min_order_quantity',
      '%s': "case when stock = 0 then 'out_of_stock' when stock < 10 then 'low_stock' else 'in_stock' end",
      '%g': 'gst_percent',
    })}, count(*)::int as n, min(base_price)::float as lowest, max(base_price)::float as highest from public.products group by 1, 2, 3, 4, 5, 6, 7, 8 ${ORDER}`,
  )
const withoutPrices = (kinds: Record<string, unknown>[]) => kinds.map((kind) => ({ ...kind, lowest: null, highest: null }))
// a family decides about most columns of its products: those change stock, and leave it
const place = (at: string, which: string) => `id in (select id from public.products where ${which} order by id offset ${at} limit 3)`
const change = fc.oneof(
  fc.record({
    as: fc.constant('orderService' as const),
    sql: fc.constant(`stock = $2::integer`),
    values: fc.tuple(fc.nat(290), fc.constantFrom(0, 1, 9, 10, 40)),
  }),
  fc.record({ as: fc.constant('owner' as const), sql: fc.constant('stock = $2::integer'), values: fc.tuple(fc.nat(290), fc.constantFrom(0, 1, 9, 10, 40)) }),
  fc.record({ as: fc.constant('owner' as const), sql: fc.constant('brand = $2'), values: fc.tuple(fc.nat(190), fc.constantFrom('Kesar', 'Nimba', '', null)) }),
  fc.record({ as: fc.constant('admin' as const), sql: fc.constant('price = $2::numeric'), values: fc.tuple(fc.nat(190), fc.constantFrom(1, 75, 5000)) }),
  fc.record({
    as: fc.constant('admin' as const),
    sql: fc.constant('status = $2'),
    values: fc.tuple(fc.nat(190), fc.constantFrom('active', 'draft', 'archived')),
  }),
  fc.record({ as: fc.constant('admin' as const), sql: fc.constant('gst_percent = $2::numeric'), values: fc.tuple(fc.nat(190), fc.constantFrom(5, 12)) }),
  fc.record({
    as: fc.constant('admin' as const),
    sql: fc.constant('category_id = $2::uuid'),
    values: fc.tuple(fc.nat(190), fc.constantFrom(CATEGORY, CHILD_CATEGORY, null)),
  }),
  fc.record({
    as: fc.constant('admin' as const),
    sql: fc.constant('country_of_origin = $2'),
    values: fc.tuple(fc.nat(190), fc.constantFrom('India', 'Japan', null)),
  }),
  fc.record({
    as: fc.constant('admin' as const),
    sql: fc.constant('min_order_quantity = $2::integer'),
    values: fc.tuple(fc.nat(190), fc.constantFrom(1, 6, 24)),
  }),
  fc.record({ as: fc.constant('owner' as const), sql: fc.constant('delete'), values: fc.tuple(fc.nat(190)) }),
  fc.record({ as: fc.constant('owner' as const), sql: fc.constant('family_id = null, value_1 = null'), values: fc.tuple(fc.nat(80)) }),
  fc.record({ as: fc.constant('owner' as const), sql: fc.constant('insert'), values: fc.tuple(fc.constantFrom('Kesar', 'Newcomer'), fc.constantFrom(1, 20)) }),
  fc.record({ as: fc.constant('owner' as const), sql: fc.constant('count'), values: fc.constant([]) }),
)
const make = async (db: Scratch, { as, sql, values }: typeof change extends fc.Arbitrary<infer T> ? T : never): Promise<void> => {
  if (sql === 'count') return void (await count(db))
  await db.as(as)
  if (sql === 'insert') return void (await db.run("insert into public.products (name, price, brand, stock) values ('New', 20, $1, $2)", [...values]))
  const on = place('$1::integer', sql.startsWith('stock') ? 'true' : sql.startsWith('family_id') ? 'family_id is not null' : 'family_id is null')
  await db.run(sql === 'delete' ? `delete from public.products where ${on}` : `update public.products set ${sql} where ${on}`, [...values])
}

test('after any changes, by staff and by orders, counted at any times, they are those of the products', async () => {
  let kinds = 0
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 10 }), (changes) =>
      shop.scratch(async (db) => {
        await count(db)
        for (const one of changes) await make(db, one)
        await count(db)
        const [counted, there] = [await known(db), await live(db)]
        expect(withoutPrices(counted)).toEqual(withoutPrices(there))
        for (const [at, { lowest, highest }] of there.entries()) {
          expect(counted[at]?.['lowest']).toBeLessThanOrEqual(Number(lowest))
          expect(counted[at]?.['highest']).toBeGreaterThanOrEqual(Number(highest))
        }
        expect(await db.rows('select from private.facet_changes')).toEqual([])
        kinds += there.length
        await db.run("update private.facet_counts set counted_at = now() - interval '11 minutes'")
        expect(await count(db), 'all of them again').toBe(true)
        expect(await known(db)).toEqual(there)
      }),
    ),
    { numRuns: 50 },
  )
  expect(kinds).toBeGreaterThan(1000)
})

test('nothing is written while nothing that is counted has changed, and a sale writes only when it crosses a class', async () => {
  await shop.scratch(async (db) => {
    expect(await count(db)).toBe(true)
    expect(await count(db), 'nothing has changed').toBe(false)
    await db.run("update public.products set description = 'x', popularity = popularity + 1")
    await db.as('orderService')
    await db.run('update public.products set stock = stock - 1, units_sold = units_sold + 1 where stock = 99')
    await db.as('owner')
    expect(await db.rows('select from private.facet_changes')).toEqual([])
    const others = "select string_agg(line || xmin::text, ',' order by line) as untouched from private.facet_kinds where brand is not null"
    const before = await db.rows(others)
    await db.as('orderService')
    await db.run('update public.products set stock = 9 where stock = 10 and brand is null')
    await db.as('owner')
    expect(await count(db)).toBe(true)
    expect(await db.rows(others)).toEqual(before)
  })
})

test('a count that is broken off, another process at the same time and a change in progress lose nothing', async () => {
  const connect = async () => {
    const client = new Client({ connectionString: shop.url })
    await client.connect()
    return { client, rows: async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows }
  }
  const counting = async ({ rows }: Pick<Scratch, 'rows'>) => (await rows('select private.count_facets(true) as counted'))[0]?.['counted']
  const drafts = async ({ rows }: Pick<Scratch, 'rows'>) =>
    (await rows("select coalesce(sum(n), 0)::int as n from private.facet_kinds where status = 'draft'"))[0]?.['n']
  const [first, second, writer] = [await connect(), await connect(), await connect()]
  try {
    expect(await counting(first)).toBe(true)
    const at = Number(await drafts(first))
    await writer.rows("update public.products set status = 'draft' where name = 'Cream 1'")
    await first.rows('begin')
    expect(await counting(first)).toBe(true)
    expect(await counting(second), 'the other one counts').toBe(false)
    await first.rows('rollback')
    expect(await drafts(second)).toBe(at)
    await writer.rows("begin; update public.products set status = 'draft' where name = 'Cream 2'")
    expect(await counting(second)).toBe(true)
    expect(await drafts(second)).toBe(at + 1)
    await writer.rows('commit')
    expect(await counting(first)).toBe(true)
    expect(await drafts(first)).toBe(at + 2)

    // the same while all are counted
    await writer.rows("begin; update public.products set status = 'draft' where name = 'Cream 3'")
    await first.rows('delete from private.facet_counts')
    expect(await counting(first)).toBe(true)
    await writer.rows('commit')
    expect(await counting(first)).toBe(true)
    expect(await drafts(first)).toBe(at + 3)
  } finally {
    await writer.rows(
      "update public.products set status = 'active' where name in ('Cream 1', 'Cream 2', 'Cream 3'); delete from private.facet_counts; delete from private.facet_kinds",
    )
    await Promise.all([first, second, writer].map(({ client }) => client.end()))
  }
})

test('counts of a job that has stopped are not used, nor those of a small catalogue kept', async () => {
  await shop.scratch(async (db) => {
    await count(db)
    await db.run("update private.facet_counts set counted_at = now() - interval '16 minutes'")
    expect(await isCounted(db)).toBe(false)
    expect(await db.rows('select private.count_facets() as counted')).toEqual([{ counted: false }])
    expect(await db.rows('select from private.facet_counts')).toEqual([])
  })
})

test('a closed shop shows no counts to visitors, and staff get the values of all products', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const live = await db.rows('select public.product_values() as v')
    await db.as('customer')
    const ofCustomer = await db.rows('select public.product_values() as v')
    await count(db)
    await db.as('admin')
    expect(await db.rows('select public.product_values() as v')).toEqual(live)
    await db.as('customer')
    expect(await db.rows('select public.product_values() as v'), 'drafts are none of their business').toEqual(ofCustomer)
    expect(ofCustomer).not.toEqual(live)
    await db.as('owner')
    await db.run('update public.settings set is_open = false')
    await db.as('visitor')
    expect((await facets(db)).total).toBe(0)
    expect(await db.rows('select public.product_values() as v').catch((error: unknown) => String(error))).toContain('permission denied')
  })
})
