import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORY, CHILD_CATEGORY, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

type Facets = { total: number; category: Counts; brand: Counts; country: Counts; stock: Counts; moq: Counts; price: { min: number; max: number } }
type Counts = Record<string, number>

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query('delete from public.products')
  await shop.owner.query(
    `insert into public.products (name, price, brand, country_of_origin, stock, min_order_quantity, category_id, status)
     select name, price, brand, country, stock, moq, category::uuid, status from (values
       ('Rose Cream',    100, 'Kesar', 'India',  20, 1, $1, 'active'),
       ('Rose Serum',    300, 'Kesar', 'France',  9, 6, $1, 'active'),
       ('Neem Soap',      50, 'Nimba', 'India',   0, 6, $2, 'active'),
       ('Rose 100% Oil', 500, null,    'India',  10, 12, null, 'active'),
       ('Rose Draft',    100, 'Kesar', 'India',  20, 1, $1, 'draft')) v (name, price, brand, country, stock, moq, category, status)`,
    [CATEGORY, CHILD_CATEGORY],
  )
})
afterAll(() => shop.close())

const facets = (filters = ''): Promise<Facets> =>
  shop.scratch(async (db) => {
    await db.as('visitor')
    const [row] = await db.rows(`select public.product_facets(${filters}) as facets`)
    return row?.['facets'] as Facets
  })

test('without filters every active product counts once in each group for which it has a value', async () => {
  expect(await facets()).toEqual({
    total: 4,
    category: { [CATEGORY]: 2, [CHILD_CATEGORY]: 1 },
    brand: { Kesar: 2, Nimba: 1 },
    country: { India: 3, France: 1 },
    stock: { in_stock: 2, low_stock: 1, out_of_stock: 1 },
    moq: { 1: 1, 6: 2, 12: 1 },
    price: { min: 50, max: 500 },
  })
})

test('a filter narrows the others and not itself', async () => {
  const kesar = await facets("p_brand => '{Kesar}'")
  expect(kesar).toMatchObject({
    total: 2,
    brand: { Kesar: 2, Nimba: 1 },
    country: { India: 1, France: 1 },
    stock: { in_stock: 1, low_stock: 1 },
    price: { min: 100, max: 300 },
  })
  expect(kesar.category).toEqual({ [CATEGORY]: 2 })
})

test('values of one filter are alternatives, different filters must all match', async () => {
  expect((await facets("p_brand => '{Kesar,Nimba}'")).total).toBe(3)
  expect((await facets("p_brand => '{Kesar,Nimba}', p_country => '{India}'")).total).toBe(2)
  expect((await facets(`p_category => '{${CATEGORY}}', p_stock => '{in_stock,out_of_stock}'`)).total).toBe(1)
})

test('price limits include their ends and do not narrow the price range itself', async () => {
  expect(await facets('p_min => 100, p_max => 300')).toMatchObject({ total: 2, brand: { Kesar: 2 }, price: { min: 50, max: 500 } })
})

test('a minimum order filter selects the products that can be bought in that quantity', async () => {
  expect(await facets('p_moq => 6')).toMatchObject({ total: 3, moq: { 1: 1, 6: 2, 12: 1 }, country: { India: 2, France: 1 } })
})

test('the query is a part of the text: case does not matter, and % and _ are literal', async () => {
  expect((await facets("p_query => ' ROSE '")).total).toBe(3)
  expect((await facets("p_query => '100%'")).total).toBe(1)
  expect((await facets("p_query => '%'")).total).toBe(1)
  expect((await facets("p_query => '_'")).total).toBe(0)
  expect((await facets("p_query => '\\'")).total).toBe(0)
})

test('no match returns zeros, not nulls', async () => {
  expect(await facets("p_query => 'nothing like it'")).toMatchObject({ total: 0, brand: {}, stock: {}, price: { min: null, max: null } })
})

test('search_products finds the same products as the filter, newest first when asked', async () => {
  await shop.scratch(async (db) => {
    await db.as('visitor')
    expect((await db.rows("select name from public.search_products('rose') order by price")).map((row) => row['name'])).toEqual([
      'Rose Cream',
      'Rose Serum',
      'Rose 100% Oil',
    ])
    expect((await db.rows("select name from public.search_products('0%')")).map((row) => row['name'])).toEqual(['Rose 100% Oil'])
    expect(await db.rows("select from public.search_products('  ')")).toHaveLength(0)
  })
})
