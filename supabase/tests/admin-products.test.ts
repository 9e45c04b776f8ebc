/** The back office's product search: the same result as a full read of the table, but through an index. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORY, PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query(
    `insert into public.products (name, sku, brand, hsn, price, mrp, gst_percent, stock, reorder_level, category_id, is_featured, status, created_at)
     select (array['Rose Water', 'ROSE 100% Oil', 'Neem_Soap', 'Kajal "Deep"', 'गुलाब जल', 'Sandal\\Cream'])[1 + g % 6] || ' ' || g, 'AB-' || g,
       case when g % 3 > 0 then 'Noor ' || g % 4 end, case when g % 5 > 0 then '330' || g % 10 end, 50 + g % 7, case when g % 2 = 0 then 100 end, (array[5, 12, 18])[1 + g % 3],
       g % 13, case when g % 4 > 1 then g % 11 end, case when g % 4 = 0 then $1::uuid end, g % 6 = 0, case when g % 9 = 0 then 'draft' else 'active' end, '2026-01-01'::timestamptz + g % 40 * interval '1 hour'
     from generate_series(1, 240) g`,
    [CATEGORY],
  )
})
afterAll(() => shop.close())

/** Three families of products whose number divided by ten leaves 1, 2 or 3. */
const FAMILIES = ['a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002', 'a0000000-0000-4000-8000-000000000003'] as const
async function makeFamilies(db: Scratch): Promise<void> {
  for (const [place, id] of FAMILIES.entries()) {
    await db.run('insert into public.product_families (id, name, options) values ($1, $2, $3)', [
      id,
      ['Aaa Lips', 'Rose Shades', 'Zzz 100%'][place],
      ['Number'],
    ])
    await db.run(
      `insert into public.product_family_values (id, family_id, option, position, name)
       select md5(p.id::text)::uuid, $1, 1, row_number() over (order by p.id), p.sku from public.products p
       where p.sku like 'AB-%' and substr(p.sku, 4)::int % 10 = $2`,
      [id, place + 1],
    )
    await db.run("update public.products p set family_id = $1, value_1 = md5(p.id::text)::uuid where p.sku like 'AB-%' and substr(p.sku, 4)::int % 10 = $2", [
      id,
      place + 1,
    ])
  }
}

type Asked = { search: string; filters: Record<string, unknown>; sort: string; ascending: boolean }
type Row = { id: string; at: string }
const page = async (db: Scratch, { search, filters, sort, ascending }: Asked, cursor: Row | null, backwards: boolean, limit: number): Promise<Row[]> =>
  (await db.rows(`select p.id, p.${sort}::text as at from public.admin_products($1, $2, $3, $4, $5, $6, $7) p`, [
    search,
    JSON.stringify(filters),
    sort,
    ascending,
    cursor && JSON.stringify([cursor.at, cursor.id]),
    backwards,
    limit,
  ])) as Row[]

/** The same list in plain SQL over the whole table. */
async function plainly(db: Scratch, { search, filters, sort, ascending }: Asked): Promise<string[]> {
  const rows = await db.rows(
    `select p.id from public.products p
     where exists (select from unnest(array[p.name, p.sku, p.brand, p.hsn]) t (v) where strpos(lower(t.v), lower($1)) > 0)
       and (not $2::jsonb ? 'status' or $2::jsonb -> 'status' ? p.status) and (not $2::jsonb ? 'brand' or $2::jsonb -> 'brand' ? p.brand)
       and (not $2::jsonb ? 'category' or $2::jsonb -> 'category' ? p.category_id::text)
       and (not $2::jsonb ? 'gst' or p.gst_percent in (select v::numeric from jsonb_array_elements_text($2::jsonb -> 'gst') v))
       and (not $2::jsonb ? 'featured' or p.is_featured = ($2::jsonb ->> 'featured')::boolean)
       and (not $2::jsonb ? 'missing' or ($2::jsonb -> 'missing' ? 'hsn' and p.hsn is null) or ($2::jsonb -> 'missing' ? 'mrp' and p.mrp is null))
       and (not $2::jsonb ?| '{stock,running}'
         or exists (select from jsonb_array_elements($2::jsonb -> 'stock') b where p.stock >= (b ->> 0)::int and (b ->> 1 is null or p.stock <= (b ->> 1)::int))
         or ($2::jsonb -> 'running' ? 'short' and p.stock <= coalesce(p.reorder_level, 9)) or ($2::jsonb -> 'running' ? 'reorder' and p.stock <= p.reorder_level))
     order by p.${sort} ${ascending ? 'asc' : 'desc'}, p.id`,
    [search, JSON.stringify(filters)],
  )
  return rows.map(({ id }) => String(id))
}

const some = <T>(...values: T[]) => fc.subarray(values, { minLength: 1 })
const asked: fc.Arbitrary<Asked> = fc.record({
  search: fc.constantFrom('rose', 'ROSE 1', '0%', '_', '"', '\\', 'noor 2', 'ab-1', '3304', 'गुलाब', 'e', 'nothing', "'; --"),
  filters: fc.record(
    {
      status: some('active', 'draft', 'archived'),
      category: fc.constant([CATEGORY]),
      brand: some('Noor 1', 'Noor 2', "No'or"),
      gst: some('5', '12.00', '18'),
      featured: fc.boolean(),
      missing: some('hsn', 'mrp'),
      stock: some<[number, number | null]>([0, 0], [1, 9], [1, 10], [11, null]),
      running: some('short', 'reorder'),
    },
    { requiredKeys: [] },
  ),
  sort: fc.constantFrom('name', 'base_price', 'stock', 'units_sold', 'created_at'),
  ascending: fc.boolean(),
})

const source = async (db: Scratch, filters: object): Promise<unknown> =>
  (await db.rows('select private.product_source($1) as source', [JSON.stringify(filters)]))[0]?.['source']

test('what has less than ten pieces is read from the list of what is running out, its rows and its number too', async () => {
  await shop.scratch(async (db) => {
    const low = fc.record(
      { stock: some<[number, number]>([0, 0], [1, 9], [4, 7]), running: some('short', 'reorder'), status: some('active', 'draft') },
      { requiredKeys: [] },
    )
    let listed = 0
    await fc.assert(
      fc.asyncProperty(low, fc.constantFrom('', 'rose'), fc.constantFrom('stock', 'name'), async (filters, search, sort) => {
        await db.as('owner')
        const from = String(await source(db, filters))
        expect(from.includes('low_stock')).toBe(filters.stock !== undefined || filters.running !== undefined)
        await db.as('admin')
        const asked = { search, filters, sort, ascending: true }
        const wanted = await plainly(db, asked)
        expect((await page(db, asked, null, false, 1001)).map(({ id }) => id)).toEqual(wanted)
        expect(await db.rows('select public.admin_product_count($1, $2) as n', [search, JSON.stringify(filters)])).toEqual([{ n: wanted.length }])
        listed += wanted.length
      }),
      { numRuns: 60 },
    )
    expect(listed).toBeGreaterThan(500)
    await db.as('owner')
    expect(
      await source(db, {
        stock: [
          [0, 9],
          [10, null],
        ],
      }),
    ).toBe('public.products')
    expect(await source(db, { stock: [[1, 10]], running: ['short'] })).toBe('public.products')
    await db.run("set local session_replication_role = 'replica'")
    await db.run('insert into private.low_stock select gen_random_uuid() from generate_series(1, 50001)')
    expect(await source(db, { running: ['short'] }), 'so many are read with all others').toBe('public.products')
  })
})

test('finds what the table contains, in its order, page by page and back', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 1, max: 30 }), async (list, size) => {
        const wanted = await plainly(db, list)
        const found: Row[] = []
        for (;;) {
          const next = await page(db, list, found.at(-1) ?? null, false, size)
          found.push(...next)
          if (next.length < size) break
        }
        expect(found.map(({ id }) => id)).toEqual(wanted)
        const last = found.at(-1)
        if (last === undefined) return
        expect((await page(db, list, last, true, 1001)).map(({ id }) => id)).toEqual(wanted.slice(0, -1).toReversed())
      }),
      { numRuns: 80 },
    )
  })
})

type Group = {
  id: string
  at: string
  name: string
  stock: string
  family: { products: number; of: number } | null
  product: { sku: string } | null
  total: string
}
const groups = async (db: Scratch, { search, filters, sort, ascending }: Asked, cursor: Group | null, backwards: boolean, limit: number): Promise<Group[]> =>
  (await db.rows(`select g.*, g.${sort}::text as at from public.admin_product_groups($1, $2, $3, $4, $5, $6, $7) g`, [
    search,
    JSON.stringify(filters),
    sort,
    ascending,
    cursor && JSON.stringify([cursor.at, cursor.id]),
    backwards,
    limit,
  ])) as Group[]

test('grouped, a family is one row with the sums of those of its products that fit, page by page and back', async () => {
  await shop.scratch(async (db) => {
    await makeFamilies(db)
    await db.as('admin')
    await fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 1, max: 30 }), async (list, size) => {
        const found: Group[] = []
        for (;;) {
          const next = await groups(db, list, found.at(-1) ?? null, false, size)
          found.push(...next)
          if (next.length < size) break
        }
        const ids = await plainly(db, list)
        const fitting = await db.rows('select p.id, p.stock, p.family_id from public.products p where p.id = any ($1)', [ids])
        const keys = new Map<string, { products: number; stock: number }>()
        for (const { id, family_id, stock } of fitting) {
          const key = String(family_id ?? id)
          const sums = keys.get(key) ?? { products: 0, stock: 0 }
          keys.set(key, { products: sums.products + 1, stock: sums.stock + Number(stock) })
        }
        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
        expect(new Map(found.map(({ id, family, stock }) => [id, { products: family?.products ?? 1, stock: Number(stock) }]))).toEqual(keys)
        for (const { total, family, product } of found) {
          expect(Number(total)).toBe(keys.size)
          expect(family === null).toBe(product !== null)
          if (family) expect(family.of).toBe(24)
        }
        const last = found.at(-1)
        if (last === undefined) return
        expect((await groups(db, list, last, true, 201)).map(({ id }) => id)).toEqual(
          found
            .slice(0, -1)
            .map(({ id }) => id)
            .toReversed()
            .slice(0, 201),
        )
      }),
      { numRuns: 60 },
    )
  })
})

test('grouped rows are sorted by the name of the family, and by its lowest price', async () => {
  await shop.scratch(async (db) => {
    await makeFamilies(db)
    await db.as('admin')
    const all = { search: '', filters: { family: FAMILIES }, ascending: true }
    expect((await groups(db, { ...all, sort: 'name' }, null, false, 50)).map(({ name }) => name)).toEqual(['Aaa Lips', 'Rose Shades', 'Zzz 100%'])
    const prices = (await groups(db, { ...all, sort: 'base_price' }, null, false, 50)).map(({ at }) => Number(at))
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
  })
})

test('a renamed or added product is found by its present name, a deleted one is not', async () => {
  await shop.scratch(async (db) => {
    const found = async (search: string) => page(db, { search, filters: {}, sort: 'name', ascending: true }, null, false, 50)
    await db.as('admin')
    await db.run("update public.products set name = 'Moonlight', brand = null, sku = 'ZQ-77', hsn = '99887766' where id = $1", [PRODUCT.cream])
    for (const search of ['MOONlight', 'zq-77', '998877']) expect(await found(search)).toEqual([expect.objectContaining({ id: PRODUCT.cream })])
    await db.run('delete from public.products where id = $1', [PRODUCT.cream])
    expect(await found('moonlight')).toEqual([])
  })
})

test.each<Person>(['visitor', 'customer', 'orderService', 'mailer'])('a %s may not search in it', async (person) => {
  await shop.scratch(async (db) => {
    await db.as(person)
    expect(await db.refused("select public.admin_products('rose')")).toMatchObject({ code: '42501' })
    expect(await db.refused("select public.admin_product_count('rose')")).toMatchObject({ code: '42501' })
    expect(await db.refused('select public.admin_product_groups()')).toMatchObject({ code: '42501' })
  })
})

test('refuses an unknown sort and an invalid cursor', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect(await db.refused("select public.admin_products('rose', '{}', 'hsn; drop table products')")).toMatchObject({ code: '22023' })
    expect(await db.refused(`select public.admin_products('rose', '{}', 'stock', true, '["x''", "y"]')`)).toMatchObject({ code: '22P02' })
    expect(await db.refused("select public.admin_product_groups('', '{}', 'id; drop table products')")).toMatchObject({ code: '22023' })
    expect(await db.refused(`select public.admin_product_groups('', '{}', 'stock', true, '["x''", "y"]')`)).toMatchObject({ code: '22P02' })
  })
})
