import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API_KEY } from '#domain/shop/api-keys.ts'
import { createDatabase } from '#server/testing/database.ts'
import type { FunctionContext } from '../context.ts'
import { PASSWORD, openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { apiKeys } from './api-keys.ts'

let shop: TestShop
let owner: Person
let manager: Person
beforeAll(async () => void (shop = openShop(await createDatabase('shop'))))
beforeEach(async () => {
  await shop.sql('delete from auth.users where id in (select user_id from private.api_keys)')
  await shop.sql('delete from public.user_roles; delete from private.mails')
  ;[owner, manager] = (await shop.people(2)) as [Person, Person]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'owner'), ($2, 'manager')", [owner.id, manager.id])
})
afterAll(() => shop.close())

const WANTED = { name: 'ERP', role: 'orders', days: 90 }

async function ask(
  person: Person | null,
  body: Record<string, unknown> | null,
  changes: Partial<FunctionContext> = {},
): Promise<[number, Record<string, unknown>]> {
  const init = body === null ? {} : { method: 'POST', body: JSON.stringify({ password: PASSWORD, ...body }) }
  const answer = await apiKeys(new Request('http://shop.example/functions/v1/api-keys', init), { ...shop.context(person), ...changes })
  return [answer.status, (await answer.json()) as Record<string, unknown>]
}
const kept = () => shop.sql('select user_id, name, role, digest, hint, created_by, expires_at::date - created_at::date as days from private.api_keys')

test('an owner gets the secret once; the database keeps its digest and last characters alone', async () => {
  const logged: unknown[] = []
  const [status, { key, secret }] = await ask(owner, { ...WANTED, name: '  ERP ' }, { log: (...line) => void logged.push(line) })
  expect(status).toBe(200)
  expect(secret).toMatch(API_KEY)
  const text = String(secret)
  expect(await kept()).toEqual([
    { user_id: key, name: 'ERP', role: 'orders', digest: createHash('sha256').update(text).digest(), hint: text.slice(-4), created_by: owner.id, days: 90 },
  ])
  expect(JSON.stringify(logged)).not.toContain(text.slice(12))
  const [, another] = await ask(owner, { ...WANTED, name: 'Another', days: null })
  expect(another['secret']).not.toBe(secret)
})

test('nothing is made without the owner’s password, their second factor, or by anyone else', async () => {
  expect(await ask(null, WANTED)).toEqual([401, { code: 'SIGNED_OUT' }])
  expect(await ask(manager, WANTED)).toEqual([403, { code: 'FORBIDDEN' }])
  expect(await ask(owner, { ...WANTED, password: 'not it at all' })).toEqual([403, { code: 'WRONG_PASSWORD' }])
  await shop.sql(
    "insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())",
    [owner.id],
  )
  expect(await ask(owner, WANTED)).toEqual([403, { code: 'SECOND_FACTOR' }])
  expect(await kept()).toEqual([])
})

test('a key cannot make another one, whatever its role', async () => {
  const [, { key }] = await ask(owner, { ...WANTED, role: 'manager' })
  const asKey = { ...shop.context({ ...manager, id: String(key), email: '' }), provePassword: async () => ({ userId: String(key) }) }
  expect(await ask(manager, { ...WANTED, name: 'Another' }, asKey)).toEqual([403, { code: 'FORBIDDEN' }])
  expect(await ask(manager, null, asKey)).toEqual([403, { code: 'FORBIDDEN' }])
})

test('an impossible key is refused with its code', async () => {
  for (const bad of [{ role: 'owner' }, { role: 'admin' }, { name: ' ' }, { name: 'x'.repeat(61) }, { days: 0 }, { days: 1826 }, { days: 1.5 }, { days: '90' }])
    expect((await ask(owner, { ...WANTED, ...bad }))[0], JSON.stringify(bad)).toBe(400)
  expect((await ask(owner, WANTED))[0]).toBe(200)
  expect(await ask(owner, { ...WANTED, name: 'erp' })).toEqual([409, { code: 'NAME_TAKEN' }])
  expect(await kept()).toHaveLength(1)
})

test('a server that cannot honour keys says so and makes none', async () => {
  expect(await ask(owner, null)).toEqual([200, { works: true }])
  expect(await ask(owner, null, { apiKeysWork: false })).toEqual([200, { works: false }])
  expect(await ask(manager, null)).toEqual([403, { code: 'FORBIDDEN' }])
  expect(await ask(owner, WANTED, { apiKeysWork: false })).toEqual([409, { code: 'UNAVAILABLE' }])
  expect(await kept()).toEqual([])
})
