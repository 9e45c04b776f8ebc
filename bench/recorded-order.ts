/** One order as the statements that place-order sent for it, and the same statements with other names. */
import type { Pool } from 'pg'
import type { Query } from '#postgres/statement.ts'
import { placeOrder } from '#functions/place-order/place-order.ts'
import { inTransaction } from '#postgres/transaction.ts'
import { openPool } from '#postgres/pool.ts'
import { urlAs } from '#server/database/roles.ts'
import { benchShipping, buyerId, fillCarts, productsOf } from './buyers.ts'
import type { RunningShop } from '../scripts/running-shop.ts'
import { memoryDocumentFiles } from '#functions/testing/document-files.ts'

export type Recorded = { text: string; values: unknown[] }

export const keyOf = (n: number): string => `bench-order-${n}`
export const bodyFor = (n: number): string => JSON.stringify({ idempotency_key: keyOf(n), shipping: benchShipping, payment_method: 'cod' })

/** Places one order in this process and records every statement that it sends. */
export async function recordStatements(shop: RunningShop, n: number): Promise<Recorded[]> {
  await fillCarts(shop, n, 1)
  const pool = orderPool(shop, 1)
  const recorded: Recorded[] = []
  const recording =
    (query: Query): Query =>
    (text, values = []) => {
      recorded.push({ text, values })
      return query(text, values)
    }
  const answer = await placeOrder(new Request('http://bench.example/', { method: 'POST', body: bodyFor(n) }), {
    user: { id: buyerId(n), email: 'bench@shringar.example' },
    clientNetwork: null,
    asUser: () => Promise.reject(new Error('place-order runs as the order service')),
    asOrderService: (work) => inTransaction(pool, { prepare: true }, (query) => work(recording(query))),
    asPaymentService: () => Promise.reject(new Error('no online payments here')),
    razorpay: { url: '', checkoutUrl: '' },
    provePassword: () => Promise.reject(new Error('not part of this measurement')),
    mayAskPayment: () => Promise.reject(new Error('not part of this measurement')),
    inDocumentShare: () => Promise.reject(new Error('no documents here')),
    inviteAccount: async () => true,
    courier: null,
    documentFiles: memoryDocumentFiles(),
    apiKeysWork: true,
    readLogo: async () => ({ refused: 'NOT_A_PICTURE' }),
    readPhoto: async () => null,
    signPreview: (by, session) => `shop-preview=${by}.${session}`,
    isMailHostAllowed: async () => true,
    storage: {
      put: () => Promise.reject(new Error('no storage here')),
      remove: () => Promise.reject(new Error('no storage here')),
      signedUrl: () => Promise.reject(new Error('no storage here')),
    },
    now: () => new Date(),
    log: () => undefined,
  })
  await pool.end()
  if (answer.status !== 200) throw new Error(`place-order answered ${answer.status}: ${await answer.text()}`)
  return recorded
}

/** The order service's connection string, and a pool like the shop's own. */
export const orderUrl = (shop: RunningShop): string => urlAs(shop.keys.db_url, 'shop_orders', shop.keys.data_key)
export function orderPool(shop: RunningShop, max: number): Pool {
  return openPool(orderUrl(shop), {
    max,
    onIdleError(error) {
      throw error
    },
  })
}

/** The values that differ between two orders of the recorded kind. `flat` is the order's id without hyphens, as in its payment reference. */
export type Names = { buyer: string; key: string; products: [string, string]; order: string; flat: string }

/** Replaces the names in the text of recorded statements. */
export function renamed(text: string, from: Names, to: Names): string {
  return text
    .replaceAll(from.buyer, to.buyer)
    .replaceAll(from.key, to.key)
    .replaceAll(from.products[0], to.products[0])
    .replaceAll(from.products[1], to.products[1])
    .replaceAll(from.order, to.order)
    .replaceAll(from.flat, to.flat)
}

export function namesOf(n: number, order: string): Names {
  return { buyer: buyerId(n), key: keyOf(n), products: productsOf(n), order, flat: order.replaceAll('-', '') }
}
