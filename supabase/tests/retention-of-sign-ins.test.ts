import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PEOPLE, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const erase = async (db: Scratch) => (await db.rows('select private.erase_old_sign_ins() as n'))[0]?.['n']
const ids = async (db: Scratch, table: string) => (await db.rows(`select id from auth.${table} order by id`)).map(({ id }) => id)
const sorted = (...some: string[]) => some.toSorted()

test('a session that was not used for 90 days is deleted with its refresh tokens, address and browser; one in use is not', async () => {
  await shop.scratch(async (db) => {
    const [old, used, ended] = [randomUUID(), randomUUID(), randomUUID()]
    const add = (id: string, days: number, notAfter: string | null = null) =>
      db.run(
        `insert into auth.sessions (id, user_id, created_at, updated_at, not_after, ip, user_agent)
         values ($1, $2, now() - interval '400 days', now() - make_interval(days => $3), $4, '203.0.113.7', 'A browser')`,
        [id, PEOPLE.customer, days, notAfter],
      )
    await add(old, 91)
    await add(used, 89)
    await add(ended, 1, '2020-01-01')
    for (const session of [old, used])
      await db.run("insert into auth.refresh_tokens (token, user_id, session_id, revoked) values ($1, 'x', $2, false)", [randomUUID(), session])
    await db.as('mailer')
    expect(await erase(db)).toBe(2)
    expect(await erase(db)).toBe(0)
    await db.as('owner')
    expect(await ids(db, 'sessions')).toEqual([used])
    expect(await db.rows('select session_id from auth.refresh_tokens')).toEqual([{ session_id: used }])
    const [noted] = await db.rows('select what, ids, rule from private.erasures')
    expect(noted).toMatchObject({ what: 'sessions', rule: 'Not used for 90 days' })
    expect(sorted(...(noted?.['ids'] as string[]))).toEqual(sorted(old, ended))
  })
})

test('an account that was not confirmed for 90 days is deleted; staff, customers with orders, confirmed and newly invited accounts are not', async () => {
  await shop.scratch(async (db) => {
    await db.run("update auth.users set created_at = now() - interval '200 days', email_confirmed_at = null, last_sign_in_at = null")
    const before = await ids(db, 'users')
    const add = async (columns = "null::timestamptz, now() - interval '91 days'") => {
      const id = randomUUID()
      await db.run(
        `insert into auth.users (id, email, created_at, email_confirmed_at, confirmation_sent_at) select $1::uuid, $1::text, now() - interval '91 days', ${columns}`,
        [id],
      )
      return id
    }
    const due = await add()
    const kept = [await add('now(), null'), await add("null, now() - interval '1 day'")]
    // In the scenario both customers have orders and both admins have a role.
    expect(await erase(db)).toBe(1)
    expect(await ids(db, 'users')).toEqual(sorted(...(before as string[]), ...kept))
    expect(await ids(db, 'users')).not.toContain(due)
  })
})

test('addresses in the log of sign-ins are kept 180 days, links and codes a week', async () => {
  await shop.scratch(async (db) => {
    for (const days of [179, 181])
      await db.run(
        "insert into auth.audit_log_entries (id, payload, created_at, ip_address) values (gen_random_uuid(), '{}', now() - make_interval(days => $1), '203.0.113.7')",
        [days],
      )
    const token = (days: number, type: string) =>
      db.run(
        `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, created_at) values ($1, $2, 'x', 'a@b.example', (now() - make_interval(days => $3)) at time zone 'utc')`,
        [PEOPLE.customer, type, days],
      )
    await token(6, 'recovery_token')
    await token(8, 'confirmation_token')
    for (const days of [6, 8]) {
      await db.run(
        "insert into auth.flow_state (id, provider_type, authentication_method, created_at) values (gen_random_uuid(), 'email', 'x', now() - make_interval(days => $1))",
        [days],
      )
      await db.run("insert into auth.registrations (token_hash, user_id, password_hash, created_at) values ($2, $1, 'x', now() - make_interval(days => $3))", [
        PEOPLE.customer,
        `hash ${days}`,
        days,
      ])
    }
    expect(await erase(db)).toBe(4)
    expect(await db.rows('select (now()::date - created_at::date) as days from auth.audit_log_entries')).toEqual([{ days: 179 }])
    expect(await db.rows('select token_type::text from auth.one_time_tokens')).toEqual([{ token_type: 'recovery_token' }])
    expect(await db.rows('select token_hash from auth.registrations')).toEqual([{ token_hash: 'hash 6' }])
    expect(await db.rows('select count(*)::int as n from auth.flow_state')).toEqual([{ n: 1 }])
    expect(await db.rows('select what, count from private.erasures order by what')).toEqual([
      { what: 'flow_states', count: 1 },
      { what: 'one_time_tokens', count: 1 },
      { what: 'registrations', count: 1 },
      { what: 'sign_in_log', count: 1 },
    ])
  })
})

test('expired rows are found by an index', async () => {
  await shop.scratch(async (db) => {
    await db.run('set local enable_seqscan = off')
    const plan = async (sql: string) => JSON.stringify(await db.rows(`explain ${sql}`))
    expect(await plan("select from auth.sessions where updated_at < now() - interval '90 days'")).toContain('sessions_updated_at_idx')
    expect(await plan("select from auth.users where email_confirmed_at is null and created_at < now() - interval '90 days'")).toContain('users_unconfirmed_idx')
    expect(await plan("select from auth.audit_log_entries where created_at < now() - interval '180 days'")).toContain('audit_log_entries_created_at_idx')
  })
})

test('only the scheduler may erase', async () => {
  await shop.scratch(async (db) => {
    for (const person of ['visitor', 'customer', 'admin', 'orderService'] as const) {
      await db.as(person)
      expect(await db.refused('select private.erase_old_sign_ins()'), person).toMatchObject({ code: '42501' })
    }
  })
})
