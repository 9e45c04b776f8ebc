/** The whole way once more, on a shop that starts empty and imports a real Indian price list. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from './support/fixtures.ts'
import { serviceClient } from './support/customers.ts'
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
  const products = await service.from('products').select('id', { count: 'exact', head: true })
  if (list === real) expect(products.count).toBe(7867)
  else expect(products.count ?? 0).toBeGreaterThan(250)
  const movements = await service.from('stock_movements').select('id', { count: 'exact', head: true })
  importList()
  const again = await service.from('products').select('id', { count: 'exact', head: true })
  expect(again.count).toBe(products.count)
  expect((await service.from('stock_movements').select('id', { count: 'exact', head: true })).count).toBe(movements.count)
})

test('a buyer in another State orders an imported product and reads the IGST invoice', async ({ page }) => {
  test.setTimeout(180_000)
  const service = serviceClient(shop.keys)
  // Only who is registered may show GST on a paper (decision 15).
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
