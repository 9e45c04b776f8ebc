import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import type { TestDatabase } from '#server/testing/database.ts'
import { readMapping } from './mapping.ts'
import { planImport } from './plan.ts'
import type { PlannedProduct } from './plan.ts'
import { ensureCategories, writeBatch } from './write-products.ts'

const root = path.join(import.meta.dirname, '../..')
const mapping = readMapping(readFileSync(path.join(root, 'supabase/seed/beauty-india.mapping.json'), 'utf8'))
const plan = planImport(readFileSync(path.join(import.meta.dirname, 'fixtures/odd-300.csv'), 'utf8'), mapping)

let database: TestDatabase
let client: Client
let categories: Map<string, string>
const query = async (text: string, values?: unknown[]): Promise<Record<string, unknown>[]> => (await client.query<Record<string, unknown>>(text, values)).rows
const write = (products: readonly PlannedProduct[], stock = 7) => writeBatch(query, products, categories, stock)
const count = async (what: string): Promise<unknown> => (await query(`select count(*)::int as n from ${what}`))[0]?.n

beforeAll(async () => {
  database = await createDatabase('shop')
  client = new Client({ connectionString: database.url })
  await client.connect()
  categories = await ensureCategories(query, mapping)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

describe('an import', () => {
  it('adds every product with its stock as its first movement', async () => {
    expect(await write(plan.products)).toEqual({ added: plan.products.length, changed: 0, unchanged: 0, refused: [] })
    expect(await count('public.products')).toBe(plan.products.length)
    expect(await count("public.stock_movements where quantity = 7 and reason = 'initial'")).toBe(plan.products.length)
    expect(await count('private.check_stock_sums()')).toBe(0)
    expect(await count("public.products where status = 'draft'")).toBe(4)
    expect(await count('public.products where category_id is null')).toBe(0)
  })

  it('run again changes nothing: no version, no movement', async () => {
    const before = await query('select sum(version)::int as versions, max(updated_at)::text as latest from public.products')
    const movements = await count('public.stock_movements')
    expect(await write(plan.products, 99)).toEqual({ added: 0, changed: 0, unchanged: plan.products.length, refused: [] })
    expect(await query('select sum(version)::int as versions, max(updated_at)::text as latest from public.products')).toEqual(before)
    expect(await count('public.stock_movements')).toBe(movements)
  })

  it('with a new price changes only that product and keeps what the shop has added', async () => {
    const [first, ...others] = plan.products
    if (!first) throw new Error('the plan is empty')
    await query("update public.products set stock = 3, description = 'Ours', hsn = '3305' where import_key = $1", [first.importKey])
    expect(await write([{ ...first, price: first.price - 100 }, ...others])).toMatchObject({ added: 0, changed: 1, unchanged: others.length })
    expect(await query('select price, stock, description, hsn from public.products where import_key = $1', [first.importKey])).toEqual([
      { price: ((first.price - 100) / 100).toFixed(2), stock: 3, description: 'Ours', hsn: '3305' },
    ])
  })

  it('skips only a row that the database refuses, with the reason', async () => {
    const [a, b] = plan.products.filter(({ mrp }) => mrp !== null)
    if (!a?.mrp || !b) throw new Error('the plan has no MRP')
    const written = await write([
      { ...a, price: a.mrp + 1 },
      { ...b, name: 'Renamed' },
    ])
    expect(written).toMatchObject({ changed: 1, refused: [{ row: a.row, reason: expect.stringContaining('above MRP') as string }] })
    expect(await count("public.products where name = 'Renamed'")).toBe(1)
  })

  it('uses existing categories', async () => {
    const before = await count('public.categories')
    await ensureCategories(query, mapping)
    expect(await count('public.categories')).toBe(before)
  })
})

const real = path.join(root, '../shared/catalogue/beauty-india.csv')
it.runIf(existsSync(real))('the real list is imported completely, and a second time without a change', async () => {
  const whole = planImport(readFileSync(real, 'utf8'), mapping)
  const added = await write(whole.products)
  expect(added).toEqual({ added: 7867, changed: 0, unchanged: 0, refused: [] })
  expect(await write(whole.products)).toEqual({ added: 0, changed: 0, unchanged: 7867, refused: [] })
  expect(await count('private.check_stock_sums()')).toBe(0)
})
