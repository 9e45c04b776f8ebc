import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { createPool, dropPlans, runAs, transact } from './database.ts'
import type { Session } from './session.ts'

const ME = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0001'
const claims = { sub: ME, role: 'authenticated' }
const me: Session = { role: 'authenticated', claims, claimsText: JSON.stringify(claims), token: 'token' }
const anon: Session = { role: 'anon', claims: { role: 'anon' }, claimsText: '{"role":"anon"}', token: null }

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    create table public.notes (id int primary key, owner uuid not null, body text);
    alter table public.notes enable row level security;
    create policy own on public.notes to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
    grant select, insert, update on public.notes to authenticated;
    insert into public.notes values (1, '${ME}', 'mine'), (2, '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0002', 'theirs');
  `)
  // One connection: what one request leaves behind, the next would meet.
  pool = createPool(database.urlFor('authenticator'), { max: 1 })
})

afterAll(async () => {
  await pool.end()
  await database.drop()
})

const notes = { text: 'select id from public.notes order by id', name: 'notes' }

test('fact 1: the role and claims bind row level security for the statement that follows', async () => {
  const [result] = await runAs(pool, me, { readOnly: true }, [notes])
  expect(result?.rows).toEqual([{ id: 1 }])
})

test('fact 1: the row that the policy hides exists', async () => {
  const service: Session = { ...anon, role: 'service_role', claimsText: '{"role":"service_role"}' }
  const [result] = await runAs(pool, service, {}, [{ text: 'select count(*)::int as n from public.notes' }])
  expect(result?.rows).toEqual([{ n: 2 }])
})

test('fact 2: the login itself can read nothing', async () => {
  await expect(transact(pool, null, {}, (query) => query('select * from public.notes'))).rejects.toMatchObject({ code: '42501' })
})

test('fact 3: an unknown role fails closed and says so', async () => {
  await expect(runAs(pool, { ...me, role: 'nobody_at_all' }, {}, [notes])).rejects.toMatchObject({ code: '22023' })
})

test('fact 3: a role the login is no member of fails closed', async () => {
  await expect(runAs(pool, { ...me, role: 'supabase_auth_admin' }, {}, [notes])).rejects.toMatchObject({ code: '42501' })
})

test('facts 5 and 8: nothing of the caller stays on the connection', async () => {
  await runAs(pool, me, {}, [notes])
  const rows = await transact(pool, null, {}, (query) =>
    query(`select current_user::text as who, coalesce(current_setting('request.jwt.claims', true), '') as claims`),
  )
  expect(rows).toEqual([{ who: 'authenticator', claims: '' }])
})

test('fact 6: a statement is stopped by the timeout of its transaction', async () => {
  const settings = { statementTimeout: 50 }
  await expect(runAs(pool, anon, { settings }, [{ text: 'select pg_sleep(5)' }])).rejects.toMatchObject({ code: '57014' })
})

test('fact 9: dropped plans are prepared anew', async () => {
  const all = { text: 'select * from public.notes', name: 'all_notes' }
  await runAs(pool, me, {}, [all])
  await database.prepare('alter table public.notes add column later int')
  await expect(runAs(pool, me, {}, [all])).rejects.toMatchObject({ code: '0A000' })
  dropPlans(pool)
  const [result] = await runAs(pool, me, {}, [all])
  expect(result?.rows[0]).toHaveProperty('later')
})

test('a read-only transaction refuses to write', async () => {
  const write = { text: `update public.notes set body = 'x'` }
  await expect(runAs(pool, me, { readOnly: true }, [write])).rejects.toMatchObject({ code: '25006' })
})

test('a failed statement keeps nothing of those before it', async () => {
  const write = { text: `update public.notes set body = 'changed' where id = 1` }
  await expect(runAs(pool, me, {}, [write, { text: 'select 1 / 0' }])).rejects.toMatchObject({ code: '22012' })
  const [result] = await runAs(pool, me, {}, [{ text: 'select body from public.notes' }])
  expect(result?.rows).toEqual([{ body: 'mine' }])
})

test('transact commits what its statements did and answers in order', async () => {
  const body = await transact(pool, me, {}, async (query) => {
    const first = query(`update public.notes set body = 'second' where id = $1`, [1])
    const second = query<{ body: string }>('select body from public.notes')
    await first
    return (await second)[0]?.body
  })
  expect(body).toBe('second')
})

test('a statement that fails unawaited still fails the transaction', async () => {
  const work = transact(pool, me, {}, async (query) => {
    void query('select 1 / 0')
    return 'looks fine'
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
})

test('what the work throws rolls back and reaches the caller', async () => {
  const refusal = new Error('out of stock')
  const work = transact(pool, me, {}, async (query) => {
    await query(`update public.notes set body = 'lost'`)
    throw refusal
  })
  await expect(work).rejects.toBe(refusal)
  const [result] = await runAs(pool, me, {}, [{ text: 'select body from public.notes' }])
  expect(result?.rows).toEqual([{ body: 'second' }])
})

test('a lost connection fails its request and the next one works', async () => {
  await expect(runAs(pool, anon, {}, [{ text: 'select pg_terminate_backend(pg_backend_pid())' }])).rejects.toBeInstanceOf(Error)
  const [result] = await runAs(pool, anon, {}, [{ text: 'select 1 as one' }])
  expect(result?.rows).toEqual([{ one: 1 }])
})
