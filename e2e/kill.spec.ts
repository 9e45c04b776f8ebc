/**
 * kill -9 while customers place orders and staff take them through all their steps: after the restart every acknowledged order exists, complete
 * and only once, and nothing of any step is half done.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test } from '@playwright/test'
import pg from 'pg'
import { expect } from './support/expect.ts'
import { expectBooks } from './support/books.ts'
import { addToCart, newCustomers, placeOrder, serviceClient, type Customer } from './support/customers.ts'
import { isLong } from './support/current-shop.ts'
import { freePort, openShop, type RunningShop } from './support/shop-process.ts'
import { newStaff, workUntilItBreaks, type StaffWork } from './support/staff-work.ts'

const rounds = isLong ? 10 : 1
const STOCK = 5000
/** of one order, so that it can leave and come back in parts */
const PIECES = 3
const STAFF = 3

type Acknowledged = { key: string; customer: Customer; orderId: string }

/** Each customer places orders one after the other until the connection breaks; returns the acknowledged orders and those of unknown outcome. */
async function shopUntilItBreaks(
  customer: Customer,
  productId: string,
  acknowledged: Acknowledged[],
  unknown: { key: string; customer: Customer }[],
): Promise<void> {
  for (;;) {
    const key = crypto.randomUUID()
    try {
      await addToCart(customer, productId, PIECES)
      const answer = await placeOrder(customer, key)
      if (answer.status !== 200 || !answer.body.order) {
        if (answer.status >= 500) unknown.push({ key, customer })
        return
      }
      acknowledged.push({ key, customer, orderId: answer.body.order.id })
    } catch {
      unknown.push({ key, customer })
      return
    }
  }
}

/** Six customers order as fast as they can, which exceeds the hourly limit of an account. */
async function liftLimits(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("update private.limits set value = 1000000 where name in ('orders_per_hour', 'first_cod_rupees')")
  await client.end()
}

async function assertWhole(shop: RunningShop, productId: string, acknowledged: Acknowledged[]): Promise<void> {
  const service = serviceClient(shop.keys)
  const found = new Map<string, { order_items: unknown[]; order_status_history: { status: string }[] }>()
  // A response has at most a thousand rows.
  for (let from = 0; ; from += 1000) {
    const { data, error } = await service
      .from('orders')
      .select('id, order_items!inner(product_id), order_status_history(status)')
      .eq('order_items.product_id', productId)
      .order('id')
      .range(from, from + 999)
    if (error && error.code !== 'PGRST103') throw error
    for (const order of data ?? []) found.set(order.id, order)
    if ((data ?? []).length < 1000) break
  }
  for (const { orderId } of acknowledged) expect(found.has(orderId), `order ${orderId} was acknowledged`).toBe(true)
  for (const order of found.values()) {
    expect(order.order_items).toHaveLength(1)
    expect(order.order_status_history.filter(({ status }) => status === 'pending')).toHaveLength(1)
  }
  await expectBooks(shop.keys.db_url, productId, STOCK)
}

for (const victim of ['the server', 'PostgreSQL'] as const) {
  test(`kill -9 of ${victim} while orders are placed and worked on loses nothing that was acknowledged, and leaves nothing half done`, async () => {
    test.setTimeout(isLong ? 900_000 : 180_000)
    const dataDir = await mkdtemp(path.join(tmpdir(), 'shringar-kill-'))
    const port = await freePort()
    let shop = await openShop({ dataDir, port, env: { DEMO: 'small' } })
    try {
      const made = await serviceClient(shop.keys)
        .from('products')
        .insert({ sku: 'KILL-1', name: 'Unbreakable comb', price: 99, mrp: 150, stock: STOCK, gst_percent: 18, hsn: '9615', status: 'active' })
        .select('id')
        .single()
      expect(made.error).toBeNull()
      const productId = made.data?.id as string
      await liftLimits(shop.keys.db_url)
      const customers = await newCustomers(shop.keys, 6)
      const acknowledged: Acknowledged[] = []
      const staff = await Promise.all(Array.from({ length: STAFF }, () => newStaff(shop)))
      let taken = 0
      const work: StaffWork = { next: () => (taken < acknowledged.length ? acknowledged[taken++]?.orderId : undefined), steps: new Map(), refused: [] }
      for (let round = 0; round < rounds; round += 1) {
        const unknown: { key: string; customer: Customer }[] = []
        const before = acknowledged.length
        const buying = customers.map((customer) => shopUntilItBreaks(customer, productId, acknowledged, unknown))
        let killed = false
        const working = staff.map((client) => workUntilItBreaks(client, work, () => killed))
        // However slow the machine is, some orders are complete when the server is killed and others are in flight.
        await expect.poll(() => acknowledged.length, { timeout: 30_000, intervals: [20] }).toBeGreaterThan(before)
        // the last step of the longest way was taken once, so that some of each are in flight
        await expect.poll(() => work.steps.get('pay the refund') ?? 0, { timeout: 30_000, intervals: [20] }).toBeGreaterThan(round)
        await sleep(200 + round * 130)
        const pid =
          victim === 'the server' ? await shop.serverPid() : Number((await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
        process.kill(pid, 'SIGKILL')
        killed = true
        await Promise.all([...buying, ...working])
        expect(work.refused).toEqual([])
        if (victim === 'the server') {
          await shop.stop()
          shop = await openShop({ dataDir, port })
        } else {
          await expect.poll(async () => (await fetch(`${shop.url}/ready`)).status, { timeout: 30_000 }).toBe(200)
        }
        await assertWhole(shop, productId, acknowledged)
        // Repeating an unknown order with its key completes it or finds it, and never creates a second one.
        for (const { key, customer } of unknown) {
          const first = await placeOrder(customer, key)
          const second = await placeOrder(customer, key)
          if (first.status === 200) expect(second.body.order?.id).toBe(first.body.order?.id)
          await customer.client.from('cart_items').delete().eq('user_id', customer.id)
        }
        await assertWhole(shop, productId, acknowledged)
      }
    } finally {
      await shop.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
}
