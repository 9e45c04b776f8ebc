import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '#gateway/functions/dispatch.ts'
import { bindFunctions, contextFor, type FunctionServices } from './function-context.ts'
import { memoryDocumentFiles } from '#functions/testing/document-files.ts'
import { createFunctionShare } from './function-share.ts'
import { openPool } from '#postgres/pool.ts'
import { memoryTries } from '#postgres/tries/memory-tries.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'

const id = randomUUID()
const visitor: Caller = { role: 'anon', user: null, claims: { role: 'anon' }, token: null, network: null }
const customer: Caller = {
  role: 'authenticated',
  user: { id, email: 'meera@looks.example' },
  claims: { sub: id, role: 'authenticated' },
  token: 'x',
  network: '203.0.113.7',
}

let database: TestDatabase
let services: FunctionServices
const pools: Pool[] = []
beforeAll(async () => {
  database = await createDatabase('shop')
  const open = (role: 'shop_callers' | 'shop_orders' | 'shop_payments'): Pool => {
    const pool = openPool(database.urlFor(role), { max: 1 }) // one connection: each transaction follows one of another user
    pools.push(pool)
    return pool
  }
  const [callers, orderService, paymentService] = [open('shop_callers'), open('shop_orders'), open('shop_payments')]
  services = {
    callers,
    orderService,
    paymentService,
    shares: { callers: createFunctionShare(callers), orderService: createFunctionShare(orderService), paymentService: createFunctionShare(paymentService) },
    razorpay: { url: 'http://127.0.0.1:9', checkoutUrl: 'http://127.0.0.1:9/v1/checkout.js' },
    storage: {
      put: () => Promise.reject(new Error('unused')),
      remove: () => Promise.reject(new Error('unused')),
      signedUrl: () => Promise.reject(new Error('unused')),
    },
    provePassword: () => Promise.reject(new Error('unused')),
    tries: memoryTries(() => new Date()),
    documentShare: () => Promise.reject(new Error('unused')),
    inviteAccount: async () => true,
    signPreview: (by, session) => `shop-preview=${by}.${session}`,
    isMailHostAllowed: async () => true,
    courier: null,
    documentFiles: memoryDocumentFiles(),
    apiKeysWork: true,
    readLogo: async () => ({ refused: 'NOT_A_PICTURE' }),
    readPhoto: async () => null,
    log: () => undefined,
  }
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
})

const whoAmI = (caller: Caller): Promise<Record<string, unknown>[]> =>
  contextFor(caller, services).asUser((query) =>
    query('select current_user::text as role, auth.uid() as uid, (select count(*)::int from public.orders) as orders'),
  )

test('a transaction runs as its caller, and nothing of it remains for the next one on the same connection', async () => {
  expect(await whoAmI(customer)).toEqual([{ role: 'authenticated', uid: id, orders: 0 }])
  await expect(whoAmI(visitor)).rejects.toMatchObject({ code: '42501' }) // visitors may not even count orders
  expect(await contextFor(visitor, services).asUser((query) => query('select current_user::text as role, auth.uid() as uid'))).toEqual([
    { role: 'anon', uid: null },
  ])
  expect((await services.callers.query("select current_user::text as role, coalesce(current_setting('request.jwt.claims', true), '') as claims")).rows).toEqual(
    [{ role: 'shop_callers', claims: '' }],
  )
})

test('a role other than the three is a visitor', async () => {
  for (const role of ['postgres', 'supabase_auth_admin', 'shop_orders', 'shop_callers', '', "anon'; reset role; --"]) {
    const rows = await contextFor({ ...customer, role }, services).asUser((query) => query('select current_user::text as role'))
    expect(rows, role).toEqual([{ role: 'anon' }])
  }
})

test('the order service has its own login, which cannot read orders', async () => {
  const { asOrderService } = contextFor(customer, services)
  expect(await asOrderService((query) => query('select session_user::text as login, current_user::text as role'))).toEqual([
    { login: 'shop_orders', role: 'shop_orders' },
  ])
  await expect(asOrderService((query) => query('select from public.orders'))).rejects.toMatchObject({ code: '42501' })
})

test('the payment service has its own login, which can only call the functions granted to it', async () => {
  const { asPaymentService } = contextFor(visitor, services)
  expect(await asPaymentService((query) => query('select session_user::text as login'))).toEqual([{ login: 'shop_payments' }])
  for (const table of ['public.orders', 'public.payments', 'public.settings', 'private.razorpay_keys', 'private.razorpay_payments', 'private.mails']) {
    await expect(
      asPaymentService((query) => query(`select from ${table}`)),
      table,
    ).rejects.toMatchObject({ code: '42501' })
  }
  await expect(asPaymentService((query) => query("select private.delete_account('00000000-0000-4000-8000-000000000000')"))).rejects.toMatchObject({
    code: '42501',
  })
})

test('a failed transaction is rolled back, and the connection serves the next one', async () => {
  const { asUser } = contextFor(customer, services)
  await expect(asUser((query) => query('select 1 / 0'))).rejects.toMatchObject({ code: '22012' })
  expect(await asUser((query) => query('select 1 as one'))).toEqual([{ one: 1 }])
})

test('a function gets the user from the verified token only', async () => {
  const { whoami } = bindFunctions({ whoami: async (_request, context) => Response.json(context.user) }, services)
  const ask = async (caller: Caller): Promise<unknown> =>
    (await whoami?.(new Request('http://shop.example/', { method: 'POST', body: '{"user":{"id":"forged"}}' }), caller))?.json()
  expect(await ask(customer)).toEqual({ id, email: 'meera@looks.example' })
  expect(await ask(visitor)).toBeNull()
})

test('a caller with too many concurrent requests gets 503 with Retry-After, and others are served', async () => {
  const { wait } = bindFunctions(
    { wait: async (_request, { asUser }) => Response.json(await asUser((query) => query('select pg_sleep(0.01)::text as slept'))) },
    services,
  )
  const ask = async (caller: Caller): Promise<Response | undefined> => wait?.(new Request('http://shop.example/', { method: 'POST' }), caller)
  const flood = Array.from({ length: 60 }, () => ask(customer))
  const other = await ask({ ...customer, user: { id: randomUUID(), email: null }, network: '198.51.100.1' })
  expect(other?.status).toBe(200)
  const answers = await Promise.all(flood)
  const refused = answers.find((answer) => answer?.status === 503)
  expect(await refused?.json()).toMatchObject({ code: 'BUSY' })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(42)
})
