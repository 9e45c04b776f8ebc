/**
 * The database stops answering without closing a connection, as when its host dies or a cable is cut: all its processes are stopped,
 * and continue later (docs/decisions/0100-when-the-database-goes-away.md).
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from './support/expect.ts'
import { LINE_ERRORS } from './support/offline.ts'
import { addToCart, newCustomers, placeOrder, serviceClient } from './support/customers.ts'
import { openShop } from './support/shop-process.ts'
import { test } from './support/fixtures.ts'

test.use({ expectedErrors: [LINE_ERRORS] })

/** The server process of PostgreSQL, and one for each connection. */
async function postgresProcesses(dataDir: string): Promise<number[]> {
  const server = Number((await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return { pid: Number(pid), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }
    }),
  )
  return [server, ...parents.filter(({ parent }) => parent === server).map(({ pid }) => pid)]
}

const signal = async (dataDir: string, name: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
  for (const pid of await postgresProcesses(dataDir)) process.kill(pid, name)
}

test('while the database does not answer, read pages stay and say so, everything else is 503, and an order is placed once afterwards', async ({ page }) => {
  test.setTimeout(180_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-away-'))
  const shop = await openShop({ dataDir, env: { DEMO: 'small' } })
  const status = async (address: string): Promise<number> => (await fetch(`${shop.url}${address}`, { headers: { apikey: shop.keys.publishable_key } })).status
  try {
    const [customer] = await newCustomers(shop.keys, 1)
    if (!customer) throw new Error('no customer')
    const { data: product } = await serviceClient(shop.keys)
      .from('products')
      .insert({ sku: 'AWAY-1', name: 'Patient comb', price: 99, mrp: 150, stock: 10, gst_percent: 18, hsn: '9615', status: 'active' })
      .select('id')
      .single()
      .throwOnError()
    await addToCart(customer, product.id, 1)
    await page.goto(`${shop.url}/products`)
    const heading = page.getByRole('heading', { level: 1 })
    const title = await heading.textContent()

    await signal(dataDir, 'SIGSTOP')
    const key = crypto.randomUUID()
    const order = placeOrder(customer, key).then(
      (answer) => answer.status,
      () => 0,
    )
    await expect.poll(() => status('/ready'), { timeout: 30_000 }).toBe(503)
    expect(await order).toBe(503)
    await expect.poll(() => status('/health')).toBe(200)
    await expect.poll(() => status('/rest/v1/products?select=id&limit=1&order=name')).toBe(503)
    const refused = await fetch(`${shop.url}/functions/v1/place-order`, { method: 'POST', headers: { apikey: shop.keys.publishable_key }, body: '{}' })
    expect([401, 503]).toContain(refused.status)

    await page.goto(`${shop.url}/products`)
    await expect(heading).toHaveText(title ?? '')
    await expect(page.getByRole('status').filter({ hasText: 'We can’t reach our system at the moment' })).toContainText(
      /As of .* Prices and stock may have changed since\./,
    )

    await signal(dataDir, 'SIGCONT')
    await expect.poll(() => status('/ready'), { timeout: 30_000 }).toBe(200)
    await expect(page.getByText('The shop is back')).toBeVisible({ timeout: 30_000 })
    const first = await placeOrder(customer, key)
    const second = await placeOrder(customer, key)
    expect(first, 'the order is placed').toMatchObject({ status: 200 })
    expect(second.body.order?.id).toBe(first.body.order?.id)
    const orders = async (): Promise<number | null> =>
      (await serviceClient(shop.keys).from('orders').select('id', { count: 'exact', head: true }).eq('user_id', customer.id)).count
    await expect.poll(orders).toBe(1)
  } finally {
    await signal(dataDir, 'SIGCONT')
    await shop.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
