/** Sign-ins that meet a change of their account which has not ended yet. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { openTestGateway, type TestGateway } from '../../testing/gateway.ts'
import { claimsOf, enrolled, PASSWORD, person } from '../../testing/second-factor.ts'

let database: TestDatabase
let shop: TestGateway
let owner: Client
let watch: Client

beforeAll(async () => {
  database = await createGatewayDatabase()
  shop = await openTestGateway(database, { auth: { autoconfirm: true, bcryptCost: 4, limits: true, secondFactorFirst: true } })
  owner = new Client({ connectionString: database.ownerUrl })
  watch = new Client({ connectionString: database.ownerUrl })
  await Promise.all([owner.connect(), watch.connect()])
})
afterAll(async () => {
  await Promise.all([owner.end(), watch.end()])
  await shop.close()
  await database.drop()
})

const CHANGE = "update auth.users set encrypted_password = '$2b$04$changed' where email = $1"
const BAN = "update auth.users set banned_until = now() + interval '1 day' where email = $1"
const VERIFY = `with person as (update auth.users set updated_at = now() where email = $1 returning id)
  update auth.mfa_factors f set status = 'verified' from person where f.user_id = person.id`

/** Holds a change of the account open, as its transaction does, until `act` waits for it; answers what became of `act`. `last`: ends the change. */
async function during<T>(change: string, email: string, act: () => Promise<T>, last?: string): Promise<T> {
  const {
    rows: [holder],
  } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  await owner.query('begin')
  await owner.query(change, [email])
  // as endSessions does
  await owner.query('delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = $1', [email])
  const outcome = act()
  try {
    await expect
      .poll(async () => (await watch.query('select from pg_stat_activity a where $1 = any(pg_blocking_pids(a.pid))', [holder?.pid])).rowCount)
      .toBeGreaterThan(0)
    if (last) await owner.query(last, [email])
  } finally {
    await owner.query('commit')
  }
  return outcome
}

const sessionsOf = async (email: string) =>
  (await watch.query('select from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1', [email])).rowCount

test('a sign-in with the old password waits for the change of it, and is refused', async () => {
  const { email } = await person(shop)
  const { error } = await during(CHANGE, email, () => shop.client().auth.signInWithPassword({ email, password: PASSWORD }))
  expect(error?.code).toBe('invalid_credentials')
  expect(await sessionsOf(email)).toBe(0)
})

test('a sign-in by password, and one by a code of a link, wait for a ban, and are refused', async () => {
  const { email } = await person(shop)
  const banned = await during(BAN, email, () => shop.client().auth.signInWithPassword({ email, password: PASSWORD }))
  expect(banned.error?.code).toBe('user_banned')
  const { email: other } = await person(shop)
  const asking = shop.client({ flowType: 'pkce' })
  await asking.auth.resetPasswordForEmail(other)
  const opened = await shop.press((await shop.mailTo(other)).link)
  const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const exchanged = await during(BAN, other, () => asking.auth.exchangeCodeForSession(code))
  expect(exchanged.error?.code).toBe('user_banned')
  expect([await sessionsOf(email), await sessionsOf(other)]).toEqual([0, 0])
})

test('a link that is opened while the password changes waits for the change, which ends the link', async () => {
  const { email } = await person(shop)
  await shop.client().auth.resetPasswordForEmail(email)
  const token_hash = new URL((await shop.mailTo(email)).link).searchParams.get('token') ?? ''
  const ended = 'delete from auth.one_time_tokens t using auth.users u where u.id = t.user_id and u.email = $1'
  const { error } = await during(CHANGE, email, () => shop.client().auth.verifyOtp({ type: 'recovery', token_hash }), ended)
  expect(error?.code).toBe('otp_expired')
  expect(await sessionsOf(email)).toBe(0)
})

test('the code of a link that was opened before the password changed, or before all were signed out, gives no session', async () => {
  for (const end of ['password', 'everywhere'] as const) {
    const { email, client } = await person(shop)
    const asking = shop.client({ flowType: 'pkce' })
    await asking.auth.resetPasswordForEmail(email)
    const opened = await shop.press((await shop.mailTo(email)).link)
    const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const { error } =
      end === 'password'
        ? await client.auth.updateUser({ password: 'a-quite-New-one-27', current_password: PASSWORD })
        : await client.auth.signOut({ scope: 'global' })
    expect(error).toBeNull()
    expect((await asking.auth.exchangeCodeForSession(code)).error?.code, end).toBe('flow_state_not_found')
  }
})

test('a session that is being ended cannot change the password any more', async () => {
  const { email, client } = await person(shop)
  const { error } = await during(CHANGE, email, () => client.auth.updateUser({ password: 'chosen by a thief', current_password: PASSWORD }))
  expect(error?.name).toBe('AuthSessionMissingError')
  const { rows } = await watch.query('select encrypted_password as stored from auth.users where email = $1', [email])
  expect(rows).toEqual([{ stored: '$2b$04$changed' }])
})

test('a sign-in that waits for a second factor to be set up needs it', async () => {
  const { email } = await enrolled(shop, await person(shop))
  const client = shop.client()
  expect((await during(VERIFY, email, () => client.auth.signInWithPassword({ email, password: PASSWORD }))).error).toBeNull()
  expect(await claimsOf(client)).toMatchObject({ aal: 'aal1', role: 'anon' })
})
