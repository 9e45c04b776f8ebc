/** A shop in a real database for function tests: users, products, carts and function contexts. */
import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { openPool, type PoolOptions } from '#postgres/pool.ts'
import { inTransaction } from '#postgres/transaction.ts'
import type { Courier } from '../couriers/courier.ts'
import type { FunctionContext } from '../context.ts'
import { memoryDocumentFiles, type TestDocumentFiles } from './document-files.ts'

export type Person = { id: string; email: string }

/** The password of all users in these tests; hashing is tested in the gateway. */
export const PASSWORD = 'a long enough password'

export type TestShop = {
  /** Runs SQL as the database owner, to arrange and inspect, never as the tested action. */
  sql<R extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  person(): Promise<Person>
  people(count: number): Promise<Person[]>
  product(columns?: Record<string, unknown>): Promise<string>
  fillCart(person: Person, quantities: Record<string, number>): Promise<void>
  context(person: Person | null): FunctionContext
  stored: Map<string, Uint8Array>
  documentFiles: TestDocumentFiles
  /** Addresses to which an invitation was mailed. */
  invited: string[]
  close(): Promise<void>
}

/** A new copy of the shop's database, created by server/testing. */
export type Database = { url: string; urlFor(role: 'shop_orders' | 'shop_payments' | 'shop_callers'): string; drop(): Promise<void> }

/** Milliseconds; generous, because forty concurrent orders are slow on a busy machine. */
const PATIENCE = 60_000

export function openShop(
  database: Database,
  { razorpayUrl = 'http://127.0.0.1:9', courier = null, pooling = {} }: { razorpayUrl?: string; courier?: Courier | null; pooling?: PoolOptions } = {},
): TestShop {
  const owner = new Pool({ connectionString: database.url, max: 2 })
  const orderService = openPool(database.urlFor('shop_orders'), { ...pooling, max: 8, connectionTimeout: PATIENCE })
  const paymentService = openPool(database.urlFor('shop_payments'), { ...pooling, max: 4, connectionTimeout: PATIENCE })
  const callers = openPool(database.urlFor('shop_callers'), { ...pooling, max: 2, connectionTimeout: PATIENCE })
  const invited: string[] = []
  const documentFiles = memoryDocumentFiles()
  const stored = new Map<string, Uint8Array>()

  const sql: TestShop['sql'] = async <R extends Record<string, unknown>>(text: string, values?: unknown[]) => (await owner.query<R>(text, values)).rows
  const people = async (count: number) => {
    const made = Array.from({ length: count }, () => ({ id: randomUUID(), email: `${randomUUID()}@buyer.example` }))
    await sql('insert into auth.users (id, email, email_confirmed_at) select *, now() from unnest($1::uuid[], $2::text[])', [
      made.map(({ id }) => id),
      made.map(({ email }) => email),
    ])
    return made
  }

  return {
    sql,
    people,
    person: async () => (await people(1))[0] as Person,
    async product(columns = {}) {
      const row = { id: randomUUID(), name: 'Kumkum', price: 100, hsn: '33049910', stock: 100, ...columns }
      const names = Object.keys(row)
      await sql(`insert into public.products (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`, Object.values(row))
      return row.id
    },
    async fillCart({ id }, quantities) {
      await sql('insert into public.cart_items (user_id, product_id, quantity) select $1, * from unnest($2::uuid[], $3::integer[])', [
        id,
        Object.keys(quantities),
        Object.values(quantities),
      ])
    },
    context: (person) => ({
      user: person,
      clientNetwork: null,
      asPaymentService: (work) => inTransaction(paymentService, { prepare: true }, work),
      razorpay: { url: razorpayUrl, checkoutUrl: `${razorpayUrl}/v1/checkout.js` },
      asOrderService: (work) => inTransaction(orderService, { prepare: true }, work),
      asUser: (work) =>
        inTransaction(
          callers,
          {
            prepare: true,
            opening: [
              {
                text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)",
                values: person
                  ? ['authenticated', JSON.stringify({ sub: person.id, role: 'authenticated', email: person.email })]
                  : ['anon', '{"role":"anon"}'],
              },
            ],
          },
          work,
        ),
      provePassword: async (email, password) => (password === PASSWORD && person?.email === email ? { userId: person.id } : null),
      mayAskPayment: async () => true,
      inDocumentShare: (render) => render(),
      inviteAccount: async (email) => {
        invited.push(email)
        return true
      },
      courier,
      documentFiles,
      apiKeysWork: true,
      readLogo: async (bytes) => (bytes.length < 8 ? { refused: 'NOT_A_PICTURE' } : { png: bytes, small: bytes, width: 300, height: 100 }),
      readPhoto: async (bytes) => (bytes.length < 8 ? null : bytes.subarray(0, 100_000)),
      signPreview: (by, session) => `shop-preview=${by}.${session}`,
      isMailHostAllowed: async (host) => host !== 'localhost',
      storage: {
        put: async (bucket, key, bytes) => void stored.set(`${bucket}/${key}`, bytes),
        remove: async (bucket, keys) => keys.forEach((key) => stored.delete(`${bucket}/${key}`)),
        signedUrl: async (bucket, key, seconds) => `https://shop.example/sign/${bucket}/${key}?seconds=${seconds}`,
      },
      now: () => new Date('2026-11-20T10:00:00Z'),
      log: () => undefined,
    }),
    stored,
    documentFiles,
    invited,
    async close() {
      await Promise.all([owner.end(), orderService.end(), paymentService.end(), callers.end()])
      await database.drop()
    },
  }
}
