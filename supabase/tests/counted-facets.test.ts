/** The counts of a large catalogue, made beforehand (docs/decisions/0119-counts-of-a-large-catalogue.md). */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORY, CHILD_CATEGORY, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
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
  await shop.owner.query(
    `with picked as (select p.id, row_number() over (order by p.name) - 1 as place from public.products p order by p.name limit 90)
     update public.products p set family_id = ($1::uuid[])[1 + picked.place / 3], value_1 = gen_random_uuid() from picked where picked.id = p.id`,
    [rows.map(({ id }) => id)],
  )
  await shop.owner.query('set session_replication_role = origin')
})
afterAll(() => shop.close())

const count = async (db: Scratch): Promise<boolean> => {
  await db.as('owner')
  return (await db.rows('select private.count_facets(true) as counted'))[0]?.['counted'] === true
}
const facets = async (db: Scratch, filters = '') => (await db.rows(`select public.product_facets(${filters}) as facets`))[0]?.['facets'] as { total: number }
const isCounted = async (db: Scratch): Promise<unknown> => {
  await db.as('owner')
  return (await db.rows('select private.are_facets_counted() as counted'))[0]?.['counted']
}

const literal = (values: readonly string[]): string => `'{${values.map((value) => `"${value}"`).join(',')}}'`
const filters = fc
  .record({
    p_category: fc.option(fc.subarray([CATEGORY, CHILD_CATEGORY], { minLength: 1 })),
    p_brand: fc.option(fc.subarray(['Kesar', 'Nimba', 'None'], { minLength: 1 })),
    p_country: fc.option(fc.subarray(['India', 'France'], { minLength: 1 })),
    p_stock: fc.option(fc.subarray(['in_stock', 'low_stock', 'out_of_stock'], { minLength: 1 })),
    p_moq: fc.option(fc.constantFrom(1, 6, 12)),
    p_grouped: fc.boolean(),
  })
  .map((chosen) =>
    Object.entries(chosen)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name} => ${Array.isArray(value) ? literal(value) : String(value)}`)
      .join(', '),
  )

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
    await db.run('update private.facet_counts set changes = -1')
    expect(await count(db)).toBe(true)
    await db.as('visitor')
    expect((await facets(db)).total).toBe(before.total - 1)
  })
})

test('nothing is counted again while no product has changed, and only what has changed is written', async () => {
  await shop.scratch(async (db) => {
    expect(await count(db)).toBe(true)
    expect(await count(db), 'nothing has changed').toBe(false)
    const [written] = await db.rows('select count(*)::int as kinds, max(xmin::text) as xmin, max(ctid) as place from private.facet_kinds')
    await db.run('update private.facet_counts set changes = -1')
    expect(await count(db)).toBe(true)
    expect(await db.rows('select count(*)::int as kinds, max(xmin::text) as xmin, max(ctid) as place from private.facet_kinds')).toEqual([written])
  })
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
