/** The whole journey again, in a shop that starts empty and imports a real Indian price list. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Papa from 'papaparse'
import { isLong } from './support/current-shop.ts'
import { newCustomer, serviceClient } from './support/customers.ts'
import { expect, test } from './support/fixtures.ts'
import { buy, cancel } from './support/journey.ts'
import { openShop, type RunningShop } from './support/shop-process.ts'

const root = path.resolve(import.meta.dirname, '..')
const real = path.resolve(root, '../shared/catalogue/beauty-india.csv')
const list = existsSync(real) ? real : path.join(root, 'scripts/import/fixtures/odd-300.csv')

let shop: RunningShop
let dataDir: string

function importList(): string {
  const run = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/import-catalogue.ts', list, '--stock', '100'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir },
  })
  expect(run.status, run.stderr).toBe(0)
  return run.stdout
}

test.beforeAll(async () => {
  test.setTimeout(180_000)
  dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-import-'))
  shop = await openShop({ dataDir, env: { DEMO: '0' } })
})
test.afterAll(async () => {
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test.describe.configure({ mode: 'serial' })

test('every row of the list is a product with stock, a second run changes nothing', async () => {
  test.setTimeout(180_000)
  console.log(importList())
  const service = serviceClient(shop.keys)
  const count = async (table: 'products' | 'stock_movements') => (await service.from(table).select('id', { count: 'exact', head: true }).throwOnError()).count
  if (list === real) await expect.poll(() => count('products')).toBe(7867)
  else await expect.poll(() => count('products')).toBeGreaterThan(250)
  const [products, movements] = [await count('products'), await count('stock_movements')]
  importList()
  await expect.poll(() => count('products')).toBe(products)
  await expect.poll(() => count('stock_movements')).toBe(movements)
})

test('a buyer in another State orders an imported product and reads the IGST invoice', async ({ page }) => {
  test.setTimeout(180_000)
  const service = serviceClient(shop.keys)
  // Only a registered business may show GST on a document (docs/decisions/0015-documents.md).
  const registered = await service.from('settings').update({ gstin: '27ABCDE1234F1Z0', state_code: '27' }).eq('id', true).select()
  expect(registered.error).toBeNull()
  expect(registered.data).toHaveLength(1)
  const { data } = await service
    .from('products')
    .select('id')
    .eq('status', 'active')
    .gte('price', 200)
    .lte('price', 400)
    .lte('min_order_quantity', 1)
    .order('name')
    .limit(1)
    .single()
  const outbox = path.join(dataDir, 'outbox')
  const order = await buy(page, {
    keys: shop.keys,
    outbox,
    productId: data?.id as string,
    quantity: 3,
    address: { pincode: '560038', city: 'Bengaluru', state: 'Karnataka' },
    interState: true,
  })
  await cancel(page, { keys: shop.keys, outbox, ...order })
})

const KINDS = ['Hair Oil', 'Face Wash', 'Lip Balm', 'Body Lotion', 'Kajal']
/** Rows of a price list as long as the real one, with the same columns: the real list itself if it is beside the project. */
function priceList(length: number): Record<string, string>[] {
  if (isLong && list === real) return Papa.parse<Record<string, string>>(readFileSync(real, 'utf8'), { header: true, skipEmptyLines: true }).data
  return Array.from({ length }, (_, n) => ({
    product: `${KINDS[n % KINDS.length] ?? ''} no. ${n}, “${50 + (n % 9) * 25} ml”`,
    category: 'Beauty & Hygiene',
    sub_category: n % 3 === 0 ? 'Hair Care' : 'Skin Care',
    brand: `Maker ${n % 40}`,
    sale_price: String(90 + (n % 300)),
    market_price: String(120 + (n % 300)),
    type: KINDS[n % KINDS.length] ?? '',
    rating: String(1 + (n % 5)),
  }))
}

test('the import screen counts each row of a list with errors, writes it or refuses it with a reason, and a second import changes nothing', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const service = serviceClient(shop.keys)
  const admin = await newCustomer(shop.keys)
  await service.from('user_roles').insert({ user_id: admin.id, role: 'manager' }).throwOnError()
  const rows = priceList(isLong ? 7867 : 400).map((row, n): Record<string, string> => ({ sku: `INVALID-${n}`, ...row, hsn: '3304' }))
  // Every sixtieth row has one of these errors; `message` is what the admin sees for it.
  const ERRORS: { change: (row: Record<string, string>) => void; message: string }[] = [
    { change: (row) => (row.product = ' '), message: 'a value' },
    { change: (row) => (row.sale_price = 'on request'), message: 'an amount in rupees, like 1,249.50' },
    { change: (row) => (row.sale_price = String(Number(row.market_price) + 1)), message: 'a price may not exceed the MRP' },
    { change: (row) => (row.hsn = '330'), message: 'four, six or eight digits' },
    { change: (row) => (row.sku = 'INVALID-0'), message: 'row 2 has it with other values' },
  ]
  const refused = new Map<number, string>() // line of the file → message
  for (let n = 30; n < rows.length; n += 60) {
    const error = ERRORS[refused.size % ERRORS.length]
    const row = rows[n]
    if (!error || !row) continue
    error.change(row)
    refused.set(n + 2, error.message)
  }
  const sound = rows.filter((_, n) => !refused.has(n + 2))
  // Some are in the shop already: twenty with another price, ten as in the list, one whose MRP another admin lowers in the meantime.
  const known = sound.slice(1, 32)
  const priced = known.map((row, n) => ({
    sku: String(row.sku),
    name: String(row.product).trim(),
    brand: row.brand?.trim(),
    price: n < 10 ? Number(row.sale_price) : 1,
    mrp: Number(row.market_price),
    hsn: '3304',
    status: 'draft' as const,
    stock: 0,
  }))
  await service.from('products').insert(priced).throwOnError()
  const lowered = String(known.at(-1)?.sku)
  const fields = ['sku', 'product', 'brand', 'sale_price', 'market_price', 'hsn', 'rating']
  const file = Buffer.from(Papa.unparse(rows, { columns: fields }))

  const session = await admin.client.auth.getSession()
  const kept = { name: `sb-${new URL(shop.url).hostname.split('.')[0]}-auth-token`, value: JSON.stringify(session.data.session) }
  const context = await browser.newContext({ storageState: { cookies: [], origins: [{ origin: shop.url, localStorage: [kept] }] } })
  const page = await context.newPage()
  page.setDefaultTimeout(120_000)
  const shown = expect.configure({ timeout: 120_000 })
  const count = (what: number) => what.toLocaleString('en-IN')
  const tab = (name: string, of: number) => shown(page.getByRole('button', { name: `${name} ${count(of)}`, exact: true })).toBeVisible()
  const result = (what: string) => page.locator('dl > div').filter({ hasText: what }).locator('dd').first()
  const choose = async () => {
    await page.getByLabel('Price list as Excel or CSV').setInputFiles({ name: 'with-errors.csv', mimeType: 'text/csv', buffer: file })
    await page.getByRole('button', { name: `Check ${count(rows.length)} rows` }).click()
  }
  const csvOf = async (button: string): Promise<string[][]> => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
    const text = readFileSync(await download.path(), 'utf8').replace(/^\ufeff/, '')
    return Papa.parse<string[]>(text, { skipEmptyLines: true }).data.slice(1)
  }
  const state = async () => {
    const [products, movements, versions] = await Promise.all([
      service.from('products').select('id', { count: 'exact', head: true }),
      service.from('stock_movements').select('id', { count: 'exact', head: true }),
      service.from('products').select('updated_at').order('updated_at', { ascending: false }).limit(1).single(),
    ])
    return [products.count, movements.count, versions.data?.updated_at]
  }

  await page.goto(`${shop.url}/admin/products/import`)
  await choose()
  await tab('Errors', refused.size)
  await tab('New', sound.length - 31)
  await tab('Updates', 21)
  await tab('Unchanged', 10)
  const found = await csvOf('Rows with errors as CSV')
  expect(found.map(([line]) => Number(line))).toEqual([...refused.keys()])
  for (const cells of found) expect(cells.at(-1)).toContain(refused.get(Number(cells[0])))

  await service.from('products').update({ mrp: 1 }).eq('sku', lowered).select().single().throwOnError()
  const { data: untouched } = await service.from('products').select('version').eq('sku', lowered).single()
  await page.getByLabel(/^Skip/).check()
  await page.getByRole('button', { name: `Import ${count(sound.length - 10)} rows` }).click()
  await shown(page.getByRole('heading', { name: /^Imported/ })).toBeVisible()
  await expect(result('Added')).toHaveText(count(sound.length - 31))
  await expect(result('Updated')).toHaveText('20')
  await expect(result('Skipped')).toHaveText(count(refused.size + 1))
  const leftOut = await csvOf('Skipped rows as CSV')
  expect(leftOut.map(([line]) => Number(line))).toEqual([...refused.keys(), rows.findIndex(({ sku }) => sku === lowered) + 2].toSorted((a, b) => a - b))
  expect(leftOut.find(([, sku]) => sku === lowered)?.at(-1)).toContain('above MRP; the highest allowed price is ₹1')
  await expect.poll(async () => (await service.from('products').select('id', { count: 'exact', head: true }).like('sku', 'INVALID-%')).count).toBe(sound.length)
  await expect
    .poll(async () => (await service.from('products').select('price,mrp,version').eq('sku', lowered).single()).data)
    .toEqual({ price: 1, mrp: 1, version: untouched?.version })
  await expect
    .poll(async () => (await service.from('products').select('name,price').eq('sku', 'INVALID-0').single()).data)
    .toEqual({ name: rows[0]?.product?.trim(), price: Number(rows[0]?.sale_price) })

  // The same file again: the row with the lowered MRP still differs; once it is reset, nothing is left to import.
  await service
    .from('products')
    .update({ price: Number(known.at(-1)?.sale_price), mrp: Number(known.at(-1)?.market_price) })
    .eq('sku', lowered)
    .throwOnError()
  const before = await state()
  await page.getByRole('button', { name: 'Import another file' }).click()
  await choose()
  await tab('Unchanged', sound.length)
  await tab('Errors', refused.size)
  await tab('New', 0)
  await tab('Updates', 0)
  await expect(page.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()
  await expect.poll(() => state()).toEqual(before)
  await context.close()
})
