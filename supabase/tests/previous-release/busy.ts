/** Customers, staff and visitors who are at one process all the time, and what went wrong for them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { addToCart, newCustomers, placeOrder, type Customer } from '../../../e2e/support/customers.ts'
import type { RunningShop } from '../../../e2e/support/shop-process.ts'
import { newStaff, workUntilItBreaks, type StaffWork } from '../../../e2e/support/staff-work.ts'

export type Busy = {
  readonly orders: string[]
  readonly failures: string[]
  /** How often staff took each step of an order. */
  readonly steps: ReadonlyMap<string, number>
  reads(): number
  /** Each of them completes what they are doing. */
  stop(): Promise<void>
}

const BUYERS = 2
const STAFF = 2
const PIECES = 3
/** Milliseconds: each order has five mails and a document, which one process sends. */
const PAUSE = 500
const ADDRESSES = ['/', '/products', '/products?page=2', '/products?q=serum', '/rest/v1/products?select=*&limit=12', '/rest/v1/settings?select=store_name']

export async function openBusy(shop: RunningShop, product: string): Promise<Busy> {
  const stopping = new AbortController()
  const orders: string[] = []
  const failures: string[] = []
  let reads = 0
  let taken = 0
  const isOver = (): boolean => stopping.signal.aborted
  const work: StaffWork = { next: () => orders[taken] && orders[taken++], steps: new Map(), refused: [] }

  /** Does it again and again until it fails, which one failure shows well enough. */
  async function repeat(what: string, act: () => Promise<string | undefined>): Promise<void> {
    while (!isOver()) {
      const failure = await act().catch((error: unknown) => (error instanceof Error ? `${error} ${String(error.cause ?? '')}` : JSON.stringify(error)))
      if (failure !== undefined) return void failures.push(`${what}: ${failure}`)
      await sleep(PAUSE)
    }
  }
  async function buy(customer: Customer): Promise<string | undefined> {
    await addToCart(customer, product, PIECES)
    const { status, body } = await placeOrder(customer)
    if (status !== 200 || !body.order) return `${status} ${JSON.stringify(body)}`
    orders.push(body.order.id)
    return undefined
  }
  async function read(address: string): Promise<string | undefined> {
    const answer = await fetch(shop.url + address, { headers: { apikey: shop.keys.publishable_key } })
    const text = await answer.text()
    if (answer.status !== 200) return `${answer.status} ${text.slice(0, 200)}`
    reads += 1
    return undefined
  }
  /** Staff end on their own only when an answer was none. */
  async function serve(client: Awaited<ReturnType<typeof newStaff>>): Promise<void> {
    await workUntilItBreaks(client, work, isOver)
    if (!isOver()) failures.push(`staff stopped after ${JSON.stringify([...work.steps])}`)
  }

  const staff = await Promise.all(Array.from({ length: STAFF }, () => newStaff(shop)))
  const customers = await newCustomers(shop.keys, BUYERS)
  const all = Promise.all([
    ...customers.map((customer) => repeat('order', () => buy(customer))),
    ...staff.map(serve),
    ...ADDRESSES.map((address) => repeat(address, () => read(address))),
  ])
  return {
    orders,
    failures,
    steps: work.steps,
    reads: () => reads,
    async stop() {
      stopping.abort()
      await all
      failures.push(...work.refused)
    },
  }
}
