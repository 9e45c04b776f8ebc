import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPool } from '#postgres/pool.ts'
import { inTransaction } from '#postgres/transaction.ts'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { batchAs, runAs, transactAs } from './as-caller.ts'
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
  // One connection, so that a test fails if one request leaves state behind for the next.
  pool = openPool(database.urlFor('authenticator'), { max: 1 })
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
  await expect(inTransaction(pool, {}, (query) => query('select * from public.notes'))).rejects.toMatchObject({ code: '42501' })
})

const batch = (session: Session) => batchAs(pool, session, {}, [notes])
const statements = (session: Session) => runAs(pool, session, {}, [notes])
const work = (session: Session) => transactAs(pool, session, {}, (query) => query(notes.text))

describe.each([
  ['statements', statements],
  ['a batch', batch],
  ['a transaction', work],
])('fact 3: %s', (_, run) => {
  test('fails closed under an unknown role and says so', async () => {
    await expect(run({ ...me, role: 'nobody_at_all' })).rejects.toMatchObject({ code: '22023' })
  })

  test('fails closed under a role that the login is no member of', async () => {
    await expect(run({ ...me, role: 'supabase_auth_admin' })).rejects.toMatchObject({ code: '42501' })
  })

  test('reads what the policies show the caller', async () => {
    await expect(run(anon)).rejects.toMatchObject({ code: '42501' })
    expect(JSON.stringify(await run(me))).toMatch(/\["1"\]|"id":1/)
  })
})

test('facts 5 and 8: nothing of the caller stays on the connection', async () => {
  await runAs(pool, me, {}, [notes])
  const rows = await inTransaction(pool, {}, (query) =>
    query(`select current_user::text as who, coalesce(current_setting('request.jwt.claims', true), '') as claims`),
  )
  expect(rows).toEqual([{ who: 'authenticator', claims: '' }])
})

test('fact 6: a statement is stopped by the timeout of its transaction', async () => {
  const settings = { statementTimeout: 50 }
  await expect(runAs(pool, anon, { settings }, [{ text: 'select pg_sleep(5)' }])).rejects.toMatchObject({ code: '57014' })
})
