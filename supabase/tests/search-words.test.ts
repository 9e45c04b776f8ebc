/** The words of the search are counted by what has changed, and agree with all documents (docs/decisions/0122-only-what-has-changed.md). */
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query(
    `insert into public.products (name, brand, price, category_id)
     select (array['Rose Cream','Neem Soap','Kajal','Crème 30ml','गुलाब जल'])[1 + n % 5] || ' ' || n, (array['Kesar','Nimba',null])[1 + n % 3], 10,
       (select id from public.categories order by id offset n % 2 limit 1) from generate_series(1, 12) n`,
  )
  await shop.owner.query('select private.refresh_search()')
})
afterAll(() => shop.close())

const counted = (db: Pick<Scratch, 'rows'>) => db.rows('select word, documents from private.lexemes order by word')
const inDocuments = (db: Pick<Scratch, 'rows'>) =>
  db.rows(
    `select s.word collate "C" as word, s.ndoc as documents from ts_stat('select words from private.search_documents') s where s.word !~ '\\d' order by 1`,
  )
const refresh = async (db: Pick<Scratch, 'rows'>): Promise<unknown> => (await db.rows('select private.refresh_search() as counted'))[0]?.['counted']

const WORDS = ['rose', 'Rosé', 'neem', 'oil', '30ml', 'kajal', 'गुलाब', "o'neill", 'back\\slash', 'a', '']
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((chosen) => chosen.join(' '))
const one = 'id = (select id from public.products order by name, id offset $1 limit 1)'
const change = fc.oneof(
  fc.record({ sql: fc.constant(`update public.products set name = 'N ' || $2 where ${one}`), values: fc.tuple(fc.nat(11), words) }),
  fc.record({ sql: fc.constant(`update public.products set brand = nullif($2, ''), description = $2 where ${one}`), values: fc.tuple(fc.nat(11), words) }),
  fc.record({
    sql: fc.constant(`update public.products set status = $2 where ${one}`),
    values: fc.tuple(fc.nat(11), fc.constantFrom('active', 'draft', 'archived')),
  }),
  fc.record({ sql: fc.constant("insert into public.products (name, price) values ('New ' || $1, 10)"), values: fc.tuple(words) }),
  fc.record({ sql: fc.constant(`delete from public.products where ${one}`), values: fc.tuple(fc.nat(11)) }),
  fc.record({
    sql: fc.constant("update public.categories set name = 'C ' || $2 where id = (select id from public.categories order by id offset $1 limit 1)"),
    values: fc.tuple(fc.nat(1), words),
  }),
  fc.record({ sql: fc.constant('update public.products set units_sold = units_sold + 1, popularity = popularity + 1'), values: fc.constant([]) }),
  fc.record({ sql: fc.constant('select private.refresh_search()'), values: fc.constant([]) }),
)

test('after any changes, counted at any times, each word has as many documents as there are', async () => {
  let several = 0
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) =>
      shop.scratch(async (db) => {
        for (const { sql, values } of changes) await db.run(sql, [...values])
        await refresh(db)
        const there = await inDocuments(db)
        expect(await counted(db)).toEqual(there)
        expect(await db.rows('select from private.search_changes')).toEqual([])
        several += there.length > 5 ? 1 : 0
        await db.run('select private.recount_words()')
        expect(await counted(db), 'counted all again').toEqual(there)
      }),
    ),
    { numRuns: 60 },
  )
  expect(several).toBeGreaterThan(30)
})

test('only words of changed products are counted, and what changes no word leaves nothing to count', async () => {
  await shop.scratch(async (db) => {
    await db.run("update private.lexemes set documents = documents + 1000 where word = 'neem'")
    await db.run("update public.products set name = 'Rose Balm' where name = 'Kajal 2'")
    expect(await refresh(db)).toBe(true)
    expect(await db.rows("select documents > 1000 as left_alone from private.lexemes where word = 'neem'")).toEqual([{ left_alone: true }])
    expect(await db.rows("select documents from private.lexemes where word = 'balm'")).toEqual([{ documents: 1 }])
    await db.run("update public.products set name = 'Balm 50ml Rose' where name = 'Rose Balm'")
    expect(await refresh(db), 'the same words, and one with digits').toBe(false)
    await db.run('select private.recount_words()')
    expect(await counted(db)).toEqual(await inDocuments(db))
  })
})

test('a count that is broken off, another process at the same time and a change in progress lose nothing', async () => {
  const connect = async () => {
    const client = new Client({ connectionString: shop.url })
    await client.connect()
    return { client, rows: async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows }
  }
  const [first, second, seller] = [await connect(), await connect(), await connect()]
  try {
    await seller.rows("update public.products set name = 'Sandal Soap' where name = 'Neem Soap 1'")
    await first.rows('begin')
    expect(await refresh(first)).toBe(true)
    expect(await refresh(second), 'the other one counts').toBe(false)
    await first.rows('rollback')
    expect(await second.rows("select from private.lexemes where word = 'sandal'")).toEqual([])

    await seller.rows("begin; update public.products set name = 'Vetiver Soap' where name = 'Neem Soap 6'")
    expect(await refresh(second)).toBe(true)
    expect(await second.rows("select word from private.lexemes where word in ('sandal', 'vetiver')")).toEqual([{ word: 'sandal' }])
    await seller.rows('commit')
    expect(await refresh(first)).toBe(true)
    expect(await counted(first)).toEqual(await inDocuments(first))
    expect(await second.rows("select word from private.lexemes where word in ('sandal', 'vetiver') order by word")).toEqual([
      { word: 'sandal' },
      { word: 'vetiver' },
    ])
  } finally {
    await Promise.all([first, second, seller].map(({ client }) => client.end()))
  }
})
