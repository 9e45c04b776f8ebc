/** An ordinary customer who buys from their own network while the shop is under attack. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '#supabase/database.ts'
import type { ShopClient } from '../support/customers.ts'
import { serviceClient, shipping } from '../support/customers.ts'
import type { ShopKeys } from '../support/shop-process.ts'
import { BUYER_NETWORK } from './target.ts'

export type Bought = { placed: number; failed: string[] }

/** Orders that one account places before the next account takes over: well below the hourly limit of an account. */
const ORDERS_EACH = 5

async function signIn(keys: ShopKeys): Promise<{ id: string; client: ShopClient }> {
  const email = `buyer-${randomUUID()}@shringar.example`
  const password = randomUUID()
  const made = await serviceClient(keys).auth.admin.createUser({ email, password, email_confirm: true })
  if (made.error) throw made.error
  const client = createClient<Database>(keys.url, keys.publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers: { 'x-forwarded-for': BUYER_NETWORK } },
  })
  const signedIn = await client.auth.signInWithPassword({ email, password })
  if (signedIn.error) throw signedIn.error
  return { id: signedIn.data.user.id, client }
}

async function buy({ id, client }: { id: string; client: ShopClient }, productId: string, productPath: string, url: string): Promise<void> {
  const page = await fetch(`${url}${productPath}`, { headers: { 'x-forwarded-for': BUYER_NETWORK } })
  if (page.status !== 200) throw new Error(`the product page answered ${page.status}`)
  await page.text()
  const added = await client.from('cart_items').insert({ user_id: id, product_id: productId, quantity: 1 })
  if (added.error) throw new Error(`adding to the cart: ${added.error.message}`)
  const { error } = await client.functions.invoke('place-order', { body: { idempotency_key: randomUUID(), shipping, payment_method: 'cod' } })
  if (!error) return
  const response = (error as { context?: unknown }).context
  throw new Error(`placing the order: ${response instanceof Response ? `${response.status} ${await response.text()}` : String(error)}`)
}

/** Buys one product after the other until `signal`, one second apart. */
export async function keepBuying(keys: ShopKeys, product: { id: string; path: string }, signal: AbortSignal): Promise<Bought> {
  const bought: Bought = { placed: 0, failed: [] }
  let customer: Awaited<ReturnType<typeof signIn>> | undefined
  while (!signal.aborted) {
    try {
      if (!customer || bought.placed % ORDERS_EACH === 0) customer = await signIn(keys)
      await buy(customer, product.id, product.path, keys.url)
      bought.placed += 1
    } catch (error) {
      bought.failed.push(error instanceof Error ? error.message : String(error))
      customer = undefined
    }
    await sleep(1_000)
  }
  return bought
}
