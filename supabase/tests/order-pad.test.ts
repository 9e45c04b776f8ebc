import { clearMatch } from '#domain/products/clear-match.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCTS } from '../seed/products/products.ts'
import { PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query(
    `insert into public.products (sku, name, price, stock, status) values ('LIP-001', 'Kumkum Matte Lipstick', 100, 5, 'active'), ('LIP-002', 'Kumkum Gloss', 100, 5, 'active'),
       ('TWIN-A', 'Twin Kajal', 10, 5, 'active'), ('TWIN-B', 'twin kajal', 10, 5, 'active'), ('OLD-1', 'Old Kajal', 10, 5, 'archived')`,
  )
})
afterAll(() => shop.close())

type Found = { term: string; matched: string; sku: string }
const look = (who: Person, call: 'match_order_lines' | 'near_order_lines', terms: string[]): Promise<Found[]> =>
  shop.scratch(async (db) => {
    await db.as(who)
    return (await db.rows(`select term, matched, product ->> 'sku' as sku from public.${call}($1) order by term collate "C", 3`, [terms])) as Found[]
  })
const skus = async (who: Person, call: 'match_order_lines' | 'near_order_lines', ...terms: string[]): Promise<string[]> =>
  (await look(who, call, terms)).map((row) => row.sku)

test('lines are found by their exact SKU or name, ignoring case, in one statement', async () => {
  expect(await look('visitor', 'match_order_lines', ['lip-001', 'KUMKUM gloss', 'LIP-001', 'nothing'])).toEqual([
    { term: 'KUMKUM gloss', matched: 'name', sku: 'LIP-002' },
    { term: 'LIP-001', matched: 'sku', sku: 'LIP-001' },
    { term: 'lip-001', matched: 'sku', sku: 'LIP-001' },
  ])
  expect(await skus('customer', 'match_order_lines', 'twin KAJAL'), 'a name that two products carry').toEqual(['TWIN-A', 'TWIN-B'])
})

test('lines are found by the barcode of the pack, with or without the zero that scanners add', async () => {
  await shop.scratch(async (db) => {
    await db.run(
      "update public.products set barcode = case sku when 'LIP-001' then '8901030865275' when 'LIP-002' then '036000291452' else '4006381333931' end where sku in ('LIP-001', 'LIP-002', 'OLD-1')",
    )
    await db.as('visitor')
    const found = await db.rows("select term, matched, product ->> 'sku' as sku from public.match_order_lines($1) order by term", [
      ['8901030865275', '036000291452', '0036000291452', '36000291452', '4006381333931', '8901030865274'],
    ])
    expect(found).toEqual([
      { term: '0036000291452', matched: 'barcode', sku: 'LIP-002' },
      { term: '036000291452', matched: 'barcode', sku: 'LIP-002' },
      { term: '36000291452', matched: 'barcode', sku: 'LIP-002' },
      { term: '8901030865275', matched: 'barcode', sku: 'LIP-001' },
    ])
  })
})

test('a mistyped name and a mistyped SKU get near matches', async () => {
  expect(await skus('visitor', 'near_order_lines', 'kumkum mate lipstik')).toContain('LIP-001')
  expect(await skus('visitor', 'near_order_lines', 'LIP-009')).toEqual(['LIP-001', 'LIP-002'])
  expect(await skus('visitor', 'near_order_lines', 'screwdriver')).toEqual([])
})

test('near matches are found by letters and by words: typing errors, any order of words, no fragments', async () => {
  await shop.scratch(async (db) => {
    const near = async (term: string): Promise<unknown[]> =>
      (await db.rows("select product ->> 'sku' as sku from public.near_order_lines($1)", [[term]])).map((row) => row['sku'])
    const meant = async (term: string): Promise<unknown[]> =>
      (await db.rows('select sku from public.suggest_products(private.search_tokens($1), 4)', [term])).map((row) => row['sku'])
    expect(await near('kumkum glosy'), 'a new product, whose words the engine has not counted yet').toContain('LIP-002')
    await db.run('select private.refresh_search()')
    for (const term of ['lipstik mat kumkum', 'glos kumkm', 'kajl']) {
      expect(await near(term), term).toEqual(expect.arrayContaining(await meant(term)))
      expect(await near(term), term).not.toEqual([])
    }
    expect((await near('lipstik mat kumkum'))[0]).toBe('LIP-001')
    // Such fragments begin a word of many names, but mean none of them.
    expect(await meant('<k src=twi onerror=alert(1)>')).not.toEqual([])
    expect(await near('<k src=twi onerror=alert(1)>')).toEqual([])
  })
})

test('of the demo catalogue, names as people write them find their one product', async () => {
  await shop.scratch(async (db) => {
    await db.run("update public.products set status = 'archived'")
    const catalogue = PRODUCTS.map(({ sku, name, brand }) => ({ sku, name, brand }))
    await db.run(
      `insert into public.products (sku, name, brand, price, stock, status)
         select d.sku, d.name, d.brand, 100, 5, 'active' from jsonb_to_recordset($1) as d (sku text, name text, brand text)`,
      [JSON.stringify(catalogue)],
    )
    await db.run('select private.refresh_search()')
    const meant = async (term: string): Promise<string | null> => {
      const near = (await db.rows(
        "select product ->> 'sku' as sku, product ->> 'name' as name, product ->> 'brand' as brand from public.near_order_lines($1)",
        [[term]],
      )) as { sku: string; name: string; brand: string | null }[]
      return near[clearMatch(term, near) ?? -1]?.sku ?? null
    }
    const natural = {
      'Hibiscus Shampoo': 'AMR-HIBI-300',
      'kumkum lipstick': 'LAA-KUMK-35',
      'Neem comb': 'KES-NEEM-1',
      'bhringraj oil': 'AMR-BHRI-200',
      'kajal pencil': 'NOO-KAJL-035',
      lipstick: null,
      shampoo: null,
    }
    for (const [term, sku] of Object.entries(natural)) expect.soft(await meant(term), term).toBe(sku)
  })
})

test('a product that is not for sale is not found, not even by an admin', async () => {
  for (const person of ['visitor', 'customer', 'admin'] as const) {
    expect(await skus(person, 'match_order_lines', 'DRAFT', 'Draft Serum', 'OLD-1'), person).toEqual([])
    expect(await skus(person, 'near_order_lines', 'Draft Serum', 'OLD-2', 'old kajal'), person).not.toContain('OLD-1')
  }
})

test('hostile text finds nothing and breaks nothing', async () => {
  for (const call of ['match_order_lines', 'near_order_lines'] as const) {
    expect(await skus('visitor', call, "' or true --", '%', '_____', '\\', '', '=cmd|x', 'x'.repeat(5000))).toEqual([])
  }
})

test('many lines are fast: the indexes are used', async () => {
  await shop.scratch(async (db) => {
    await db.run("insert into public.products (sku, name, price, stock) select 'BULK-' || g, 'Product ' || md5(g::text), 10, 1 from generate_series(1, 3000) g")
    await db.run('analyze public.products')
    const plan = async (condition: string): Promise<string> =>
      (await db.rows(`explain select p.id from unnest(array['a','b']) as t (term) join public.products p on ${condition} where p.status = 'active'`))
        .map((row) => row['QUERY PLAN'])
        .join('\n')
    expect(await plan('upper(p.sku) = upper(t.term)')).toContain('products_sku_folded_idx')
    expect(await plan('lower(p.name) = lower(t.term)')).toContain('products_name_folded_idx')
    expect(await plan('t.term operator(extensions.<%) p.name')).toContain('products_name_trigrams')
  })
})

const add = (db: Scratch, lines: unknown): Promise<Record<string, unknown>[]> =>
  db.rows('select product_id, quantity from public.add_to_cart($1) order by 2', [JSON.stringify(lines)])

test('lines are added to the quantities in the cart, in one statement', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    const lines = [
      { product_id: PRODUCT.cream, quantity: 4 },
      { product_id: PRODUCT.soap, quantity: 1 },
      { product_id: PRODUCT.soap, quantity: 1 },
      { product_id: PRODUCT.draft, quantity: 9 },
    ]
    expect(await add(db, lines)).toEqual([
      { product_id: PRODUCT.soap, quantity: 2 },
      { product_id: PRODUCT.cream, quantity: 7 },
    ])
    expect(await add(db, []), 'nothing').toEqual([])
    await db.as('owner')
    expect(await db.rows('select quantity from public.cart_items where user_id = $1', [PEOPLE.other]), "the other's cart").toEqual([{ quantity: 3 }])
  })
})

test('a visitor cannot add lines, and an invalid quantity refuses the whole list', async () => {
  await shop.scratch(async (db) => {
    await db.as('visitor')
    expect(await db.refused('select public.add_to_cart($1)', ['[]'])).toMatchObject({ code: '42501' })
    await db.as('customer')
    expect(
      await db.refused('select public.add_to_cart($1)', [
        JSON.stringify([
          { product_id: PRODUCT.cream, quantity: 1 },
          { product_id: PRODUCT.soap, quantity: -2 },
        ]),
      ]),
    ).toMatchObject({ code: '23514' })
    expect(await db.rows('select quantity from public.cart_items')).toEqual([{ quantity: 3 }])
  })
})
