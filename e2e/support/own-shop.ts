/** An empty shop for the tests of one file that change what the shared shop's visitors see. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { newCustomer, serviceClient } from './customers.ts'
import { expect, test } from './fixtures.ts'
import { openShop, type RunningShop } from './shop-process.ts'

export { expect, test }

/**
 * Opens the shop before the file's tests and signs each page in as a manager. Returns a function that gives the shop.
 *
 * @param beside opens what the shop needs, and gives its settings
 */
export function ownShop(beside?: () => Promise<{ env: Record<string, string>; close(): Promise<void> }>): () => RunningShop {
  let needed: { env: Record<string, string>; close(): Promise<void> } | undefined
  let shop: RunningShop | undefined
  let dataDir: string
  const running = (): RunningShop => {
    if (!shop) throw new Error('The shop opens before the tests, not while they are read')
    return shop
  }
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-own-'))
    needed = await beside?.()
    shop = await openShop({ dataDir, env: { DEMO: '0', ...needed?.env } })
  })
  test.afterAll(async () => {
    await shop?.stop()
    await needed?.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  test.beforeEach(async ({ page }) => {
    const { keys, url } = running()
    const staff = await newCustomer(keys)
    await serviceClient(keys).from('user_roles').insert({ user_id: staff.id, role: 'manager' }).throwOnError()
    const { data } = await staff.client.auth.getSession()
    const name = `sb-${new URL(url).hostname.split('.')[0]}-auth-token`
    await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [name, JSON.stringify(data.session)] as const)
  })
  return running
}
