/** A search of a large catalogue is counted up to a number of products (docs/decisions/0123-counts-of-a-search.md). */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSql, count, facets, openCatalogue } from './counted-catalogue.ts'
import type { Facets } from './counted-catalogue.ts'
import { CATEGORY, CHILD_CATEGORY } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openCatalogue()
})
afterAll(() => shop.close())

const MOST = 40
const countUpTo = async (db: Scratch, most: number) => {
  await count(db)
  await db.run(`create or replace function private.most_counted() returns integer language sql immutable parallel safe return ${most}`)
  await db.as('visitor')
}
const asked = fc
  .record({
    p_query: fc.option(fc.constantFrom('Cream', 'cream 1', 'am 2', '7', 'Nothing', '%', ' c '), { freq: 8 }),
    p_min: fc.option(fc.constantFrom(0, 100, 300)),
    p_max: fc.option(fc.constantFrom(150, 200, 1000)),
    p_category: fc.option(fc.subarray([CATEGORY, CHILD_CATEGORY], { minLength: 1 })),
    p_brand: fc.option(fc.subarray(['Kesar', 'Nimba', 'None'], { minLength: 1 })),
    p_country: fc.option(fc.subarray(['India', 'France'], { minLength: 1 })),
    p_stock: fc.option(fc.subarray(['in_stock', 'low_stock', 'out_of_stock'], { minLength: 1 })),
    p_moq: fc.option(fc.constantFrom(1, 6, 12)),
    p_grouped: fc.boolean(),
  })
  .filter(({ p_query, p_min, p_max }) => p_query !== null || p_min !== null || p_max !== null)
const CHOICES = ['category', 'brand', 'country', 'stock', 'moq'] as const

test('below the most that is counted, every number is that of all products; above, none is too high and no choice is missing', async () => {
  await shop.scratch(async (db) => {
    const questions = fc.sample(asked, 150)
    await db.as('visitor')
    const live: Facets[] = []
    for (const one of questions) live.push(await facets(db, asSql(one)))
    await countUpTo(db, MOST)
    const seen = { exact: 0, more: 0, exactTotal: 0 }
    for (const [at, one] of questions.entries()) {
      const sql = asSql(one)
      const { price, more, ...got } = await facets(db, sql)
      const { price: priceThere, ...there } = live[at] as Facets
      if (!more) {
        seen.exact += 1
        expect(got, sql).toEqual(there)
        if (one.p_min === null && one.p_max === null) expect(price, sql).toEqual(priceThere)
        continue
      }
      seen.more += 1
      expect(more.counts).toBe(true)
      // several products of a family are one card: all cards may be among the products that were read
      if (more.total && one.p_grouped) expect(got.total, sql).toBeLessThanOrEqual(there.total)
      else if (more.total) expect([got.total, there.total >= MOST], sql).toEqual([MOST, true])
      else expect(got.total, sql).toBe(there.total)
      seen.exactTotal += more.total ? 0 : 1
      for (const choice of CHOICES) {
        expect(Object.keys(got[choice]), sql).toEqual(expect.arrayContaining(Object.keys(there[choice])))
        for (const [name, n] of Object.entries(got[choice])) expect(n, `${sql}: ${choice} ${name}`).toBeLessThanOrEqual(there[choice][name] ?? 0)
      }
    }
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(10)
  })
})

test('a search of fewer products than are counted is exact, and one of so many is at least so many', async () => {
  await shop.scratch(async (db) => {
    await db.as('visitor')
    const { total } = await facets(db, "p_query => 'Cream'")
    await countUpTo(db, total + 1)
    expect(await facets(db, "p_query => 'Cream'")).toMatchObject({ total })
    expect((await facets(db, "p_query => 'Cream'")).more).toBeUndefined()
    await countUpTo(db, total)
    expect(await facets(db, "p_query => 'Cream'")).toMatchObject({ total, more: { total: true, counts: true } })
    expect((await facets(db)).more, 'the whole catalogue is always counted').toBeUndefined()
  })
})

test('a small catalogue counts all that a search finds', async () => {
  await shop.scratch(async (db) => {
    await countUpTo(db, 10)
    await db.as('owner')
    await db.run('delete from private.facet_counts')
    await db.as('visitor')
    const { total, more } = await facets(db, "p_query => 'Cream'")
    expect(total).toBeGreaterThan(200)
    expect(more).toBeUndefined()
  })
})

test('while the shop is closed a search counts nothing, and what follows it in a transaction is planned as before', async () => {
  await shop.scratch(async (db) => {
    await db.run('update public.settings set is_open = false')
    await countUpTo(db, 10)
    expect(await facets(db, "p_query => 'Cream'")).toMatchObject({ total: 0, brand: {}, stock: {} })
    expect(await db.rows("select current_setting('enable_seqscan') as scans")).toEqual([{ scans: 'on' }])
  })
})
