import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import { PASSWORD, openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { setRole } from './set-role.ts'

let shop: TestShop
let owner: Person
let clerk: Person
beforeAll(async () => void (shop = openShop(await createDatabase('shop'))))
beforeEach(async () => {
  await shop.sql('delete from public.user_roles')
  ;[owner, clerk] = (await shop.people(2)) as [Person, Person]
  await shop.sql('update auth.users set email_confirmed_at = now()')
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'owner')", [owner.id])
})
afterAll(() => shop.close())

async function ask(person: Person | null, body: Record<string, unknown>): Promise<[number, unknown]> {
  const request = new Request('http://shop.example/functions/v1/set-role', { method: 'POST', body: JSON.stringify({ password: PASSWORD, ...body }) })
  const answer = await setRole(request, shop.context(person))
  return [answer.status, await answer.json()]
}
const roles = async (person: Person) =>
  (await shop.sql('select role from public.user_roles where user_id = $1 order by role', [person.id])).map(({ role }) => role)

test('a role is given by email address and changed or removed by account, and the actor is recorded', async () => {
  expect(await ask(owner, { email: clerk.email.toUpperCase(), role: 'manager' })).toEqual([200, { user: clerk.id }])
  expect(await roles(clerk)).toEqual(['manager'])
  expect(await ask(owner, { user: clerk.id, role: 'owner' })).toEqual([200, { user: clerk.id }])
  expect(await roles(clerk)).toEqual(['owner'])
  expect(await ask(clerk, { user: owner.id, role: null })).toEqual([200, { user: owner.id }])
  expect(await roles(owner)).toEqual([])
  expect(await shop.sql("select actor from public.audit_log where table_name = 'user_roles' and row_id = $1 order by id desc limit 1", [owner.id])).toEqual([
    { actor: clerk.id },
  ])
})

test('nothing changes without the caller’s own password or without the role', async () => {
  const wanted = { user: clerk.id, role: 'manager' }
  expect(await ask(owner, { ...wanted, password: 'not it at all' })).toEqual([403, { code: 'WRONG_PASSWORD' }])
  expect(await ask(owner, { ...wanted, password: '' })).toEqual([400, { code: 'INVALID', fields: { password: 'Enter your password' } }])
  expect(await ask(null, wanted)).toEqual([401, { code: 'SIGNED_OUT' }])
  expect(await ask(clerk, wanted)).toEqual([403, { code: 'FORBIDDEN' }])
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'manager')", [clerk.id])
  expect(await ask(clerk, { user: clerk.id, role: 'owner' })).toEqual([403, { code: 'FORBIDDEN' }])
  expect(await roles(clerk)).toEqual(['manager'])
  expect(await roles(owner)).toEqual(['owner'])
})

test('too many password attempts answer TOO_MANY', async () => {
  const request = new Request('http://shop.example', { method: 'POST', body: JSON.stringify({ password: PASSWORD, user: clerk.id, role: 'manager' }) })
  const answer = await setRole(request, { ...shop.context(owner), provePassword: async () => 'too-many' })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '300'])
  expect(await roles(clerk)).toEqual([])
})

test('an impossible change is refused with its code', async () => {
  expect(await ask(owner, { email: 'nobody@shop.example', role: 'manager' })).toEqual([404, { code: 'NO_ACCOUNT' }])
  expect(await ask(owner, { user: owner.id, role: 'owner' })).toEqual([409, { code: 'SAME' }])
  expect(await ask(owner, { user: owner.id, role: null })).toEqual([409, { code: 'LAST_OWNER' }])
  await shop.sql('update auth.users set email_confirmed_at = null where id = $1', [clerk.id])
  expect(await ask(owner, { user: clerk.id, role: 'manager' })).toEqual([409, { code: 'UNCONFIRMED' }])
  await shop.sql('update auth.users set email_confirmed_at = now() where id = $1', [clerk.id])
  await shop.sql("insert into public.account_blocks (user_id, reason) values ($1, 'x')", [clerk.id])
  expect(await ask(owner, { user: clerk.id, role: 'manager' })).toEqual([409, { code: 'BLOCKED' }])
  for (const bad of [{ role: 'super_admin', user: clerk.id }, { role: 'manager' }, { role: 'manager', user: 'x' }, { role: 'manager', email: 'x' }])
    expect((await ask(owner, bad))[0], JSON.stringify(bad)).toBe(400)
  expect(await roles(clerk)).toEqual([])
})

test('a user who loses the role is signed out everywhere in the same transaction, and the owners are notified', async () => {
  await shop.sql('delete from private.mails')
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'orders')", [clerk.id])
  await shop.sql('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1), (gen_random_uuid(), $2)', [clerk.id, owner.id])
  expect(await ask(owner, { user: clerk.id, role: 'accounts' })).toEqual([200, { user: clerk.id }])
  expect(await shop.sql('select from auth.sessions where user_id = $1', [clerk.id]), 'another role').toHaveLength(1)
  expect(await ask(owner, { user: clerk.id, role: null })).toEqual([200, { user: clerk.id }])
  expect(await shop.sql('select user_id from auth.sessions')).toEqual([{ user_id: owner.id }])
  expect(
    await shop.sql("select recipient, data ->> 'what' as what, data ->> 'role' as role from private.mails where kind = 'owner_notice' order by id"),
  ).toEqual([
    { recipient: owner.email, what: 'roles', role: 'accounts' },
    { recipient: owner.email, what: 'roles', role: null },
  ])
})
