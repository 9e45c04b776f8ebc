/** Customers who order one after the other at both nodes, and try again with the same key as the browser does, until an order is acknowledged. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newCustomer, newCustomers, serviceClient, shipping, type Customer } from '../../../e2e/support/customers.ts'
import type { RunningShop } from '../../../e2e/support/shop-process.ts'

export type Attempt = { what: string; node: number; at: number; status: number; retryAfter: string | null; text: string }
export type Acknowledged = { id: string; at: number; node: number }

export type Trade = {
  readonly acknowledged: Acknowledged[]
  /** Ids of the orders that staff accepted, which gives them a serial number. */
  readonly accepted: string[]
  /** Attempts that were refused or got no answer. */
  readonly refused: Attempt[]
  /** Each buyer completes the order that they are placing. */
  stop(): Promise<void>
}

const BUYERS = 4
const PAUSE = 20
const RETRY = 100
/** Longer than any outage of these tests; the browser would show an error and try again by a press. */
const GIVE_UP = 120_000

type Send = (shop: RunningShop) => Promise<Response>
type Done = (status: number) => boolean

export async function openTrade(shops: readonly RunningShop[], product: string): Promise<Trade> {
  const first = shops[0] as RunningShop
  const stopping = new AbortController()
  const acknowledged: Acknowledged[] = []
  const accepted: string[] = []
  const refused: Attempt[] = []
  let turn = 0

  /** Tries at one node after the other until it is done. */
  async function insist(what: string, send: Send, isDone: Done): Promise<{ body: string; node: number; at: number }> {
    for (const began = performance.now(); performance.now() - began < GIVE_UP; await sleep(RETRY)) {
      const node = turn++ % shops.length
      const attempt = { what, node, at: performance.now() }
      try {
        const answer = await send(shops[node] ?? first)
        const body = await answer.text()
        if (isDone(answer.status)) return { body, node, at: performance.now() }
        refused.push({ ...attempt, status: answer.status, retryAfter: answer.headers.get('retry-after'), text: body.slice(0, 200) })
      } catch (error) {
        refused.push({ ...attempt, status: 0, retryAfter: null, text: String(error) })
      }
    }
    throw new Error(`${what} was refused for ${GIVE_UP} ms`)
  }

  async function headersOf({ client }: Customer): Promise<Record<string, string>> {
    const { data } = await client.auth.getSession()
    return { apikey: first.keys.publishable_key ?? '', authorization: `Bearer ${data.session?.access_token ?? ''}`, 'content-type': 'application/json' }
  }

  async function keepBuying(customer: Customer): Promise<void> {
    const headers = await headersOf(customer)
    const post = (path: string, content: unknown): Send => {
      const body = JSON.stringify(content)
      return ({ url }) => fetch(`${url}${path}`, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) })
    }
    while (!stopping.signal.aborted) {
      // 409: it is in the cart already, by an attempt whose answer was lost.
      const line = { user_id: customer.id, product_id: product, quantity: 1 }
      await insist('cart', post('/rest/v1/cart_items', line), (status) => status === 201 || status === 409)
      const order = { idempotency_key: randomUUID(), shipping, payment_method: 'cod' }
      const { body, node, at } = await insist('order', post('/functions/v1/place-order', order), (status) => status === 200)
      acknowledged.push({ id: (JSON.parse(body) as { order: { id: string } }).order.id, at, node })
      await sleep(PAUSE)
    }
  }

  async function keepAccepting(staff: Customer): Promise<void> {
    const headers = await headersOf(staff)
    const body = JSON.stringify({ status: 'processing' })
    for (let next = 0; !stopping.signal.aborted; await sleep(10 * PAUSE)) {
      const order = acknowledged[next]
      if (!order) continue
      const accept: Send = ({ url }) => fetch(`${url}/rest/v1/orders?id=eq.${order.id}&status=eq.pending`, { method: 'PATCH', headers, body })
      await insist('accept', accept, (status) => status === 204 || status === 200)
      accepted.push(order.id)
      next += 1
    }
  }

  const staff = await newCustomer(first.keys)
  await serviceClient(first.keys).from('user_roles').insert({ user_id: staff.id, role: 'manager' }).throwOnError()
  const customers = await newCustomers(first.keys, BUYERS)
  const trading = Promise.all([...customers.map(keepBuying), keepAccepting(staff)])
  trading.catch(() => undefined) // stop() reports it
  return {
    acknowledged,
    accepted,
    refused,
    async stop() {
      stopping.abort()
      await trading
    },
  }
}
