import { PostgrestClient } from '@supabase/postgrest-js'
import { expect, test } from 'vitest'
import type { ReadClient } from '#app/data/api/client.ts'
import type { Database } from '#supabase/database.ts'
import { countProducts, everything, featuredProducts, findProduct, listProducts, relatedProducts } from '#app/data/shop/products.ts'
import { nearProducts } from '#app/data/shop/product-suggestions.ts'
import { ListReads, columnsOf } from './list-reads.ts'

const ID = '00000000-0000-4000-8000-000000000011'
const rpc = (name: string, body: object | undefined): readonly string[] | null => columnsOf(`http://shop/rest/v1/rpc/${name}`, body && JSON.stringify(body))

/** What the loaders' own calls depend on. The answers are empty. */
async function readBy(read: (db: ReadClient) => PromiseLike<unknown>, answer: unknown = []): Promise<string[] | null> {
  const lists = new ListReads()
  const fetch = lists.noting(() => Promise.resolve(Response.json(answer)))
  await read(new PostgrestClient<Database>('http://shop/rest/v1', { fetch, retry: false }))
  return lists.columns && [...lists.columns].toSorted()
}
const COUNTED = ['brand', 'category', 'country', 'moq', 'stock']
const page = (chosen: object, grouped = true) =>
  readBy((db) =>
    Promise.all([listProducts(db, { ...everything, ...chosen }, { grouped }, 0, 12), countProducts(db, { ...everything, ...chosen }, { grouped })]),
  )

test('the listing depends on what its counts count, and on what it searches, filters and sorts by', async () => {
  expect(await page({})).toEqual([...COUNTED, 'family'].toSorted())
  expect(await page({}, false)).toEqual(COUNTED)
  expect(await page({ sort: 'popular', brand: ['Kesar'], stock: ['in_stock'], moq: 6, country: ['India'], categoryIds: [ID] }, false)).toEqual(COUNTED)
  for (const chosen of [{ sort: 'price_asc' }, { sort: 'price_desc' }, { min: 0 }, { max: 100 }])
    expect(await page(chosen, false), JSON.stringify(chosen)).toEqual([...COUNTED, 'price'].toSorted())
  expect(await page({ query: 'rose' }, false)).toEqual([...COUNTED, 'name'].toSorted())
})

test('other lists depend on less', async () => {
  expect(await readBy(featuredProducts)).toEqual(['family', 'featured'])
  expect(await readBy((db) => relatedProducts(db, { id: ID, category_id: ID }, []))).toEqual(['category', 'family'])
  expect(await readBy((db) => findProduct(db, ID), null)).toEqual([])
  expect(await readBy((db) => db.from('settings').select('*').limit(1))).toEqual([])
  expect(await readBy(() => Promise.resolve()), 'a page without lists').toEqual([])
})

test('what is not known depends on every column, and so does what is not noted', async () => {
  expect(await readBy((db) => nearProducts(db, 'rose', 4))).toBeNull()
  expect(await readBy((db) => db.from('products').select('id').eq('status', 'active').order('popularity').limit(3))).toBeNull()
  expect(await readBy((db) => Promise.all([db.from('settings').select('*'), db.from('products').select('id'), db.from('settings').select('*')]))).toBeNull()
  expect(columnsOf('http://shop/rest/v1/new_table?id=eq.1', undefined)).toBeNull()
  expect(columnsOf(`http://shop/rest/v1/products?id=not.eq.${ID}`, undefined)).toBeNull()
  expect(columnsOf('http://shop/rest/v1/rpc/list_products?p_limit=3', undefined)).toBeNull()
  expect(rpc('list_products', undefined)).toBeNull()
  expect(rpc('list_products', { p_new: 1 })).toBeNull()
  expect(rpc('list_products', { p_sort: 'name' })).toBeNull()
  for (const sort of ['constructor', 'toString', '__proto__']) expect(rpc('list_products', { p_sort: sort })).toBeNull()
  expect(columnsOf(`http://shop/rest/v1/products?id=in.(${ID})&stock=gt.0`, undefined)).toBeNull()
  expect(columnsOf('http://shop/rest/v1/categories?select=id,products(name)', undefined)).toBeNull()
  expect(rpc('product_facets', { p_new: 1 })).toBeNull()
  expect(rpc('match_order_lines', { p_terms: ['1'] })).toBeNull()
  expect(new ListReads().columns).toBeNull()
})
