/** The full demo's families, as the database has them. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import type { TestDatabase } from '#server/testing/database.ts'
import { loadDemo } from './load.ts'
import { FAMILIES, FAMILY_PRODUCTS } from './products/families/families.ts'
import { framesOf, productsOf } from './products/products.ts'

let database: TestDatabase
let client: Client
let summary: Awaited<ReturnType<typeof loadDemo>>
const stored = new Set<string>()
const rows = async (text: string): Promise<Record<string, unknown>[]> => (await client.query<Record<string, unknown>>(text)).rows

beforeAll(async () => {
  database = await createDatabase('shop')
  client = new Client({ connectionString: database.url })
  await client.connect()
  summary = await loadDemo({
    size: 'full',
    query: async (text, values) => (await client.query<Record<string, unknown>>(text, values)).rows,
    putObject: async (bucket, key, bytes) => {
      if (bytes.length > 0) stored.add(`${bucket}/${key}`)
    },
    hashPassword: async (password) => `hash of ${password}`,
  })
}, 60_000)
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('each family has its values in order and all of its products, named as the data names them', async () => {
  expect(summary.products).toBe(productsOf('full').length)
  const families = await rows(`select f.name, f.mixed_tiers, f.options,
      (select array_agg(v.name || coalesce(' ' || v.colour, '') order by v.option, v.position) from public.product_family_values v where v.family_id = f.id) as values,
      (select array_agg(p.sku order by p.sku collate "C") from public.products p where p.family_id = f.id) as skus
    from public.product_families f order by f.name collate "C"`)
  const said = FAMILIES.map(({ code, name, mixedTiers = false, options }) => ({
    name,
    mixed_tiers: mixedTiers,
    options: options.map((option) => option.name),
    values: options.flatMap(({ values }) => values.map(({ name: value, colour }) => (colour === undefined ? value : `${value} ${colour}`))),
    skus: FAMILY_PRODUCTS.filter(({ family }) => family?.code === code).map(({ sku }) => sku).toSorted(),
  }))
  expect(families).toEqual(said.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
  const named = new Map((await rows('select sku, name, barcode from public.products where family_id is not null')).map(({ sku, name, barcode }) => [sku, [name, barcode]]))
  expect(FAMILY_PRODUCTS.filter(({ sku, name, barcode }) => named.get(sku)?.[0] !== name || named.get(sku)?.[1] !== barcode)).toEqual([])
})

test('a product has the values that its SKU says', async () => {
  const bangles = await rows(`select c.name as colour, s.name as size from public.products p join public.product_family_values c on c.id = p.value_1 join public.product_family_values s on s.id = p.value_2
    where p.sku = 'RAN-CHUR-FIRO-28'`)
  expect(bangles).toEqual([{ colour: 'Firoza', size: '2.8' }])
})

test('products of families have the stock of the data, movements that explain it, and pictures in the storage', async () => {
  const goods = new Map((await rows('select sku, stock, (select count(*)::int from public.product_images i where i.product_id = p.id) as pictures from public.products p')).map((row) => [row['sku'], row]))
  expect(FAMILY_PRODUCTS.filter((product) => goods.get(product.sku)?.['stock'] !== product.stock || goods.get(product.sku)?.['pictures'] !== framesOf(product).length)).toEqual([])
  expect(await rows('select * from private.check_stock_sums()')).toEqual([])
  const shown = await rows('select distinct image_url, thumbhash from public.product_images')
  expect(shown.filter(({ image_url, thumbhash }) => !stored.has(String(image_url)) || thumbhash === null)).toEqual([])
})

test('a list shows one card for each family', async () => {
  const cards = await rows("select distinct coalesce(p.family_id, p.id) from public.products p where p.status = 'active'")
  const [found] = await rows("select count(*)::int as n from public.list_products(p_grouped => true, p_limit => 200)")
  expect(found?.['n']).toBe(cards.length)
})

test('all of it is noted as the demo’s', async () => {
  const [noted] = await rows(`select count(*) filter (where kind = 'family')::int as families, count(*) filter (where kind = 'product')::int as products from private.demo_rows`)
  expect(noted).toEqual({ families: FAMILIES.length, products: productsOf('full').length })
})
