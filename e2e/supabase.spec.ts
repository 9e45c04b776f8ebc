/**
 * A shop that forwards to a project (docs/decisions/0103-supabase-as-upstream.md), on a database in the shape of Supabase's that the
 * official CLI has pushed. In the place of the project's services another process answers, in the same protocol; as in a real
 * project, its Site URL is the shop's.
 */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from '@playwright/test'
import { serviceClient } from './support/customers.ts'
import { test } from './support/fixtures.ts'
import { expectAcceptanceHeard } from './support/heard-live.ts'
import { buy } from './support/journey.ts'
import { startPushedDatabase, type PushedDatabase } from './support/pushed-database.ts'
import { freePort, openShop, type RunningShop } from './support/shop-process.ts'

let folder: string
let database: PushedDatabase
let project: RunningShop
let shop: RunningShop

test.beforeAll(async () => {
  test.setTimeout(240_000)
  folder = await mkdtemp(path.join(tmpdir(), 'shringar-project-'))
  const [port, projectPort] = [await freePort(), await freePort()]
  const siteUrl = `http://localhost:${port}`
  database = await startPushedDatabase()
  project = await openShop({
    dataDir: path.join(folder, 'project'),
    port: projectPort,
    env: { DATABASE_URL: database.superuserUrl, DEMO: 'small', SITE_URL: siteUrl },
  })
  // Both have a mail worker, and either may send a mail.
  const dataDir = path.join(folder, 'shop')
  await mkdir(dataDir)
  await symlink(path.join(folder, 'project', 'outbox'), path.join(dataDir, 'outbox'))
  const { jwt_secret, data_key, publishable_key, secret_key } = project.keys
  shop = await openShop({
    dataDir,
    port,
    env: {
      DATABASE_URL: database.url,
      JWT_SECRET: jwt_secret,
      DATA_KEY: data_key,
      SUPABASE_URL: `http://127.0.0.1:${projectPort}`,
      SUPABASE_PUBLISHABLE_KEY: publishable_key,
      SUPABASE_SECRET_KEY: secret_key,
      SUPABASE_ISSUER: `${siteUrl}/auth/v1`,
    },
  })
})
test.afterAll(async () => {
  await shop?.stop()
  await project?.stop()
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a visitor registers, buys, and hears live that staff accepted the order; pictures show', async ({ page }) => {
  test.setTimeout(240_000)
  const service = serviceClient(shop.keys)
  const { data: product } = await service
    .from('products')
    .select('id, min_order_quantity')
    .eq('status', 'active')
    .gte('stock', 100)
    .not('image_url', 'is', null)
    .order('name')
    .limit(1)
    .single()
    .throwOnError()
  const order = await buy(page, {
    keys: shop.keys,
    outbox: path.join(shop.dataDir, 'outbox'),
    productId: product.id,
    quantity: product.min_order_quantity,
    address: { pincode: '400050', city: 'Mumbai', state: 'Maharashtra' },
    interState: false,
    linkAsksPassword: true,
  })

  await page.goto(`${shop.url}/products`)
  const picture = page.locator('main img').first()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth > 0, image.currentSrc.includes('/render/image/')]))
    .toEqual([true, true])

  await expectAcceptanceHeard(shop.keys, order)
})
