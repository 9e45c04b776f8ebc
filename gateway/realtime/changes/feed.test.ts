import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#postgres/pool.ts'
import type pg from 'pg'
import type { Session } from '../../core/session.ts'
import { createGatewayDatabase, type TestDatabase } from '../../testing/database.ts'
import { sessionOf } from '../../testing/rest.ts'
import { checkBinding, type Binding } from './bindings.ts'
import type { ChangeListener } from './change.ts'
import { createChangeFeed, type ChangeFeed } from './feed.ts'

const PUBLICATION = 'supabase_realtime'
const [ANNA, BALA] = ['6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0001', '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0002'].map((sub) => sessionOf({ role: 'authenticated', sub }))
/** While another client holds this lock, Bala's reads do not end. */
const LOCK = 7

let database: TestDatabase
let owner: Client
let pool: pg.Pool
let feed: ChangeFeed
beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    create table public.notes (id bigint primary key, stars int);
    alter table public.notes enable row level security;
    create function public.wait() returns boolean language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return true; end $$;
    grant execute on function public.wait to authenticated;
    create policy waiting on public.notes for select to authenticated using (case when auth.uid() = '${BALA?.claims['sub'] as string}' then public.wait() else true end);
    grant select on public.notes to authenticated;
    alter publication ${PUBLICATION} add table public.notes;
  `)
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  pool = openPool(database.urlFor('authenticator'), { max: 3 })
  feed = createChangeFeed({ pool, url: database.urlFor('supabase_replication_admin'), publication: PUBLICATION, log: () => undefined })
})
afterAll(async () => {
  await feed.close()
  await pool.end()
  await owner.end()
  await database.drop()
})

async function bindingOf(session: Session, filter?: string): Promise<Binding> {
  const checked = await checkBinding(pool, session, PUBLICATION, { event: '*', schema: 'public', table: 'notes', filter })
  if (!checked.ok) throw new Error(checked.reason)
  return checked.value
}

type Heard = { ids: number[]; missed: number; open: boolean; listener: ChangeListener }

function listen(session: Session | undefined, bindings: readonly Binding[]): Heard {
  if (!session) throw new Error('No session')
  const heard: Heard = { ids: [], missed: 0, open: feed.isOpen(), listener: undefined as never }
  heard.listener = {
    session: () => session,
    bindings,
    change: (payload) => void heard.ids.push((JSON.parse(payload) as { data: { record: { id: number } } }).data.record.id),
    state(state) {
      heard.open = state.open
      if (!state.open) heard.missed += 1
    },
  }
  feed.add(heard.listener)
  return heard
}

test('a session whose reads are slow delays no other, and gets its own changes in order', async () => {
  const [anna, bala] = await Promise.all([ANNA, BALA].map(async (session) => listen(session, [await bindingOf(session as Session)])))
  await expect.poll(() => anna?.open).toBe(true)
  const blocker = new Client({ connectionString: database.ownerUrl })
  await blocker.connect()
  await blocker.query(`select pg_advisory_lock(${LOCK})`)
  for (let id = 1; id <= 3; id += 1) {
    await owner.query('insert into public.notes values ($1)', [id])
    await expect.poll(() => anna?.ids.length, { timeout: 2000 }).toBe(id)
  }
  expect(bala?.ids).toEqual([])
  await blocker.end()
  await expect.poll(() => bala?.ids).toEqual([1, 2, 3])
  expect(anna?.ids).toEqual([1, 2, 3])
  expect([anna?.missed, bala?.missed]).toEqual([0, 0])
  for (const heard of [anna, bala]) if (heard) feed.remove(heard.listener)
})

test('more filters of one session than a statement may have columns', async () => {
  const pattern = await bindingOf(ANNA as Session, 'stars=lt.1000')
  const heard = Array.from({ length: 90 }, (_, listener) =>
    listen(
      ANNA,
      Array.from({ length: 20 }, (__, at): Binding => {
        const value = String(1000 + listener * 20 + at)
        return { ...pattern, id: listener * 20 + at, filter: `stars=lt.${value}`, filters: [{ column: 'stars', operator: 'lt', values: [value] }] }
      }),
    ),
  )
  await expect.poll(() => feed.isOpen()).toBe(true)
  await owner.query('insert into public.notes values (100, 7), (101, 2790)')
  // 2,790 is less than the last nine limits, which belong to the last listener.
  await expect.poll(() => heard.at(-1)?.ids).toEqual([100, 101])
  expect(heard.map(({ ids }) => ids.length)).toEqual([...Array.from({ length: 89 }, () => 1), 2])
  expect(heard.every(({ missed }) => missed === 0)).toBe(true)
  for (const { listener } of heard) feed.remove(listener)
})

test('a listener whose session changed while its rows were read is notified that it missed some', async () => {
  let session = BALA as Session
  const heard = listen(BALA, [await bindingOf(session)])
  heard.listener.session = () => session
  await expect.poll(() => feed.isOpen()).toBe(true)
  const blocker = new Client({ connectionString: database.ownerUrl })
  await blocker.connect()
  await blocker.query(`select pg_advisory_lock(${LOCK})`)
  await owner.query('insert into public.notes values (200)')
  await expect.poll(async () => (await owner.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount).toBe(1)
  session = ANNA as Session
  await blocker.end()
  await expect.poll(() => heard.missed).toBe(1)
  await owner.query('insert into public.notes values (201)')
  await expect.poll(() => heard.ids).toEqual([201])
  feed.remove(heard.listener)
})
