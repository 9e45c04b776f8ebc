import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#server/testing/database.ts'
import type { FunctionContext, ShopFunction } from '../context.ts'
import { PASSWORD, openShop } from '../testing/shop.ts'
import type { Person, TestShop } from '../testing/shop.ts'
import { inviteStaff, withdrawInvite } from './invites.ts'
import { sendTestMail, setMailServer } from './mail-server.ts'
import { setIdentity, setPaymentKeys, setStaffSecurity } from './money-and-name.ts'

let shop: TestShop
let owner: Person
let other: Person
let manager: Person
beforeAll(async () => void (shop = openShop(await createDatabase('shop'))))
beforeEach(async () => {
  await shop.sql('delete from public.user_roles; delete from private.mails; delete from private.staff_invites; delete from private.former_mail_setups')
  await shop.sql('update private.mail_setup set host = null, version = 1')
  shop.invited.length = 0
  ;[owner, other, manager] = (await shop.people(3)) as [Person, Person, Person]
  await shop.sql("insert into public.user_roles (user_id, role) values ($1, 'owner'), ($2, 'owner'), ($3, 'manager')", [owner.id, other.id, manager.id])
})
afterAll(() => shop.close())

async function ask(
  run: ShopFunction,
  person: Person | null,
  body: Record<string, unknown>,
  changes: Partial<FunctionContext> = {},
): Promise<[number, Record<string, unknown>]> {
  const request = new Request('http://shop.example/functions/v1/x', { method: 'POST', body: JSON.stringify({ password: PASSWORD, ...body }) })
  const answer = await run(request, { ...shop.context(person), ...changes })
  return [answer.status, (await answer.json()) as Record<string, unknown>]
}
const notified = async () =>
  (
    await shop.sql<{ what: string; recipient: string }>(
      "select data ->> 'what' as what, recipient from private.mails where kind = 'owner_notice' order by 1, 2",
    )
  ).map(({ what, recipient }) => [what, recipient])
const both = (what: string) => [owner.email, other.email].toSorted((a, b) => (a < b ? -1 : 1)).map((email) => [what, email])

const MAIL = {
  version: 1,
  host: 'smtp.shop.example',
  port: 465,
  security: 'tls',
  username: 'shop',
  login_password: 'the-login',
  from_name: '',
  from_address: '',
  reply_to: '',
}
const KEYS = { key_id: 'rzp_test_abcdef', key_secret: 'secret-of-the-shop', webhook_secret: 'webhook-of-the-shop' }
const IDENTITY = { version: 1, changes: { upi_vpa: 'shop@bank' } }
const ACTS: [string, ShopFunction, Record<string, unknown>][] = [
  ['the mail server', setMailServer, MAIL],
  ['a test mail', sendTestMail, {}],
  ['the payment keys', setPaymentKeys, KEYS],
  ['the identity', setIdentity, IDENTITY],
  ['the security of the staff', setStaffSecurity, { second_factor_required: false }],
  ['an invitation', inviteStaff, { email: 'new@shop.example', role: 'orders' }],
  ['the end of an invitation', withdrawInvite, { invite: randomUUID() }],
]

describe.each(ACTS)('%s', (_what, run, body) => {
  test('is for owners, with their own password and second factor', async () => {
    expect(await ask(run, null, body)).toEqual([401, { code: 'SIGNED_OUT' }])
    expect(await ask(run, manager, body)).toEqual([403, { code: 'FORBIDDEN' }])
    expect(await ask(run, owner, { ...body, password: 'not it at all' })).toEqual([403, { code: 'WRONG_PASSWORD' }])
    expect(await ask(run, owner, { ...body, password: '' })).toMatchObject([400, { code: 'INVALID' }])
    expect((await ask(run, owner, body, { provePassword: async () => 'too-many' }))[0]).toBe(429)
    await shop.sql("insert into public.account_blocks (user_id, reason) values ($1, 'x')", [owner.id])
    expect(await ask(run, owner, body)).toEqual([403, { code: 'FORBIDDEN' }])
    await shop.sql('delete from public.account_blocks')
    await shop.sql(
      "insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values ($1, $2, 'totp', 'verified', now(), now())",
      [randomUUID(), owner.id],
    )
    expect(await ask(run, owner, body)).toEqual([403, { code: 'SECOND_FACTOR' }])
    expect(await notified()).toEqual([])
  })
})

test('all owners are notified by mail of the change', async () => {
  expect(await ask(setMailServer, owner, MAIL)).toEqual([200, { version: 2 }])
  expect(await ask(setPaymentKeys, owner, KEYS)).toEqual([200, {}])
  const [{ version } = { version: 0 }] = await shop.sql<{ version: number }>('select version from public.settings')
  expect(await ask(setIdentity, owner, { version, changes: { upi_vpa: 'shop@bank', store_name: 'Roop' } })).toEqual([200, { version: version + 1 }])
  expect(await ask(inviteStaff, owner, { email: 'new@shop.example', role: 'orders' })).toMatchObject([200, {}])
  expect(await notified()).toEqual([...both('identity'), ...both('invite'), ...both('mail_server'), ...both('payment_keys')])
  expect(await shop.sql("select actor from public.audit_log where table_name in ('mail_setup', 'settings', 'razorpay_keys') order by id")).toEqual(
    Array.from({ length: 3 }, () => ({ actor: owner.id })),
  )
})

test('a refused request notifies no one and changes nothing', async () => {
  expect(await ask(setMailServer, owner, { ...MAIL, port: 0 })).toMatchObject([400, { code: 'INVALID_MAIL_SETUP', field: 'port' }])
  expect(await ask(setMailServer, owner, { ...MAIL, version: 7 })).toMatchObject([409, { code: 'STALE' }])
  expect(await ask(setMailServer, owner, { ...MAIL, host: 'localhost' })).toMatchObject([400, { code: 'PRIVATE_HOST', field: 'host' }])
  expect(await ask(setPaymentKeys, owner, { key_id: 'x' })).toMatchObject([400, { code: 'INVALID_RAZORPAY_KEYS', field: 'key_id' }])
  const [{ version } = { version: 0 }] = await shop.sql<{ version: number }>('select version from public.settings')
  expect(await ask(setIdentity, owner, { version: version + 5, changes: {} })).toMatchObject([409, { code: 'STALE' }])
  expect(await ask(setIdentity, owner, { version, changes: { gstin: '29ABCDE1234F1ZW' } }), 'of another State').toMatchObject([400, { code: 'INVALID' }])
  expect(await ask(setIdentity, owner, { version, changes: { demo_mode: true } })).toMatchObject([400, { code: 'INVALID', field: 'demo_mode' }])
  expect(await ask(setStaffSecurity, owner, { second_factor_required: true })).toMatchObject([409, { code: 'NO_FACTOR' }])
  expect(await notified()).toEqual([])
  expect(await shop.sql('select host from private.mail_setup')).toEqual([{ host: null }])
})

describe('an invitation', () => {
  const invite = (email: string, role = 'orders') => ask(inviteStaff, owner, { email, role })
  const as = async (person: Person, sql: string, values: unknown[] = []) =>
    (await shop.context(person).asUser((query) => query<Record<string, unknown>>(sql, values)))[0]
  const confirm = (person: Person) => shop.sql('update auth.users set email_confirmed_at = now() where id = $1', [person.id])

  test('of a new address has its link mailed by the auth service and not stored here', async () => {
    expect(await invite(' New@Shop.Example ')).toMatchObject([200, { invite: expect.stringMatching(/^[0-9a-f-]{36}$/) as string }])
    expect(shop.invited).toEqual(['new@shop.example'])
    expect(await shop.sql("select from private.mails where kind = 'staff_invite'")).toHaveLength(0)
    expect(await ask(inviteStaff, owner, { email: 'second@shop.example', role: 'orders' }, { inviteAccount: async () => false })).toEqual([
      502,
      { code: 'NOT_SENT' },
    ])
  })

  test('is accepted once, with a name, by the account with the confirmed address', async () => {
    const asha = await shop.person()
    await shop.sql('update auth.users set email_confirmed_at = null where id = $1', [asha.id])
    expect(await invite(asha.email)).toMatchObject([200, {}])
    expect(await as(asha, 'select public.my_invite() as invite'), 'unconfirmed address').toEqual({ invite: null })
    await confirm(asha)
    expect(await as(asha, 'select public.my_invite() as invite')).toMatchObject({ invite: { role: 'orders', invited_by: owner.email } })
    await expect(as(asha, "select public.accept_invite(' ')")).rejects.toMatchObject({ detail: '{"code":"NAME_REQUIRED"}' })
    await expect(as(manager, "select public.accept_invite('Not me')")).rejects.toMatchObject({ detail: '{"code":"NO_INVITE"}' })
    expect(await as(asha, "select public.accept_invite(' Asha Rao ') as role")).toEqual({ role: 'orders' })
    expect(await as(asha, 'select public.my_access() as a')).toMatchObject({ a: { role: 'orders', name: 'Asha Rao' } })
    await expect(as(asha, "select public.accept_invite('Asha Rao')")).rejects.toMatchObject({ detail: '{"code":"NO_INVITE"}' })
  })

  test('of a person with an account is a mail without a secret', async () => {
    const asha = await shop.person()
    await confirm(asha)
    await invite(asha.email, 'accounts')
    expect(shop.invited).toEqual([])
    expect(await shop.sql("select recipient, data from private.mails where kind = 'staff_invite'")).toEqual([
      { recipient: asha.email, data: { role: 'accounts', by: owner.email } },
    ])
  })

  test.each([
    ['after a week', 'update private.staff_invites set expires_at = now()'],
    ['once it is withdrawn', 'update private.staff_invites set withdrawn_at = now()'],
    [
      'once the inviting owner has lost the role',
      "update public.user_roles set role = 'manager' where user_id = (select invited_by from private.staff_invites)",
    ],
    [
      'once the account is blocked',
      "insert into public.account_blocks (user_id, reason) select u.id, 'x' from auth.users u join private.staff_invites i on i.email = u.email",
    ],
  ])('is invalid %s', async (_when, sql) => {
    const asha = await shop.person()
    await confirm(asha)
    await invite(asha.email)
    await shop.sql(sql)
    expect(await as(asha, 'select public.my_invite() as invite')).toEqual({ invite: null })
    await expect(as(asha, "select public.accept_invite('Asha')")).rejects.toMatchObject({ detail: '{"code":"NO_INVITE"}' })
  })

  test('can be renewed with another role for a week, not twice a minute, and withdrawn', async () => {
    const asha = await shop.person()
    const [, first] = await invite(asha.email)
    expect(await invite(asha.email, 'accounts')).toEqual([429, { code: 'TOO_MANY' }])
    await shop.sql("update private.staff_invites set sent_at = now() - interval '6 days', expires_at = now() + interval '1 day'")
    expect(await invite(asha.email, 'accounts')).toEqual([200, first])
    expect(await shop.sql("select role, expires_at > now() + interval '6 days' as renewed from private.staff_invites")).toEqual([
      { role: 'accounts', renewed: true },
    ])
    expect(await ask(withdrawInvite, owner, { invite: first['invite'] })).toEqual([200, {}])
    expect(await ask(withdrawInvite, owner, { invite: first['invite'] })).toEqual([404, { code: 'NOT_OPEN' }])
    expect(await as(owner, 'select count(*)::int as open from public.staff_invites()')).toEqual({ open: 0 })
  })

  test('is refused for staff and blocked accounts', async () => {
    expect(await invite(manager.email)).toEqual([409, { code: 'STAFF' }])
    const asha = await shop.person()
    await shop.sql("insert into public.account_blocks (user_id, reason) values ($1, 'x')", [asha.id])
    expect(await invite(asha.email)).toEqual([409, { code: 'BLOCKED' }])
    expect(await invite('nobody')).toMatchObject([400, { fields: { email: 'Enter an email address' } }])
    expect(await invite('a@b.example', 'admin')).toMatchObject([400, { fields: { role: 'Choose a role' } }])
  })
})
