/** Customers created and changed through the API, with the official client. */
import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/bcrypt'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#supabase/database.ts'
import type { ShopKeys } from './shop-process.ts'

/** The official client, with the types of the shop's database. */
export type ShopClient = SupabaseClient<Database>
export type Customer = { id: string; email: string; password: string; client: ShopClient }

const memory = { auth: { persistSession: false, autoRefreshToken: false, experimental: { recoveryCodes: true } } }

/** A client with all rights: it prepares and inspects data, and never acts for a customer. */
export function serviceClient(keys: ShopKeys): ShopClient {
  return createClient<Database>(keys.url, keys.secret_key, memory)
}

export function visitorClient(keys: ShopKeys): ShopClient {
  return createClient<Database>(keys.url, keys.publishable_key, memory)
}

/** The least that bcrypt takes: a thousand customers of tests do not wait for what is slow by design. Journeys register as customers do. */
const HASHING_COST = 4

/** A confirmed customer, signed in. */
export async function newCustomer(keys: ShopKeys): Promise<Customer> {
  const email = `buyer-${randomUUID()}@shringar.example`
  const password = randomUUID()
  const password_hash = await hash(password, HASHING_COST)
  const made = await serviceClient(keys).auth.admin.createUser({ email, password_hash, email_confirm: true, user_metadata: { full_name: 'Meera Nair' } })
  if (made.error) throw made.error
  const client = visitorClient(keys)
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { id: data.user.id, email, password, client }
}

/** Creates customers a few at a time. */
export async function newCustomers(keys: ShopKeys, count: number): Promise<Customer[]> {
  const customers: Customer[] = []
  while (customers.length < count) {
    customers.push(...(await Promise.all(Array.from({ length: Math.min(4, count - customers.length) }, () => newCustomer(keys)))))
  }
  return customers
}

export const shipping = {
  full_name: 'Meera Nair',
  address: '12 Hill Road, Bandra',
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400050',
  email: 'meera@looks.example',
  phone: '9820012345',
}

export type Placed = { status: number; body: { order?: { id: string; status: string; total_amount: number }; code?: string; lines?: { code: string }[] } }

/** Calls place-order as the shop's own screens do; `status` is the HTTP status. Throws when the connection is lost. */
export async function placeOrder(customer: Customer, key: string = randomUUID()): Promise<Placed> {
  const { data, error } = await customer.client.functions.invoke<Placed['body']>('place-order', {
    body: { idempotency_key: key, shipping, payment_method: 'cod' },
  })
  if (!error) return { status: 200, body: data ?? {} }
  const response = (error as { context?: unknown }).context
  if (!(response instanceof Response)) throw error
  return { status: response.status, body: (await response.json().catch(() => ({}))) as Placed['body'] }
}

export async function addToCart(customer: Customer, productId: string, quantity: number): Promise<void> {
  const { error } = await customer.client.from('cart_items').insert({ user_id: customer.id, product_id: productId, quantity })
  if (error) throw error
}
