import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { createGatewayDatabase, type TestDatabase } from '../testing/database.ts'
import { KEYS } from '../testing/gateway.ts'
import { following, openLiveGateway, subscribed, tokenOf, type LiveGateway } from '../testing/realtime.ts'

type Change = RealtimePostgresChangesPayload<Record<string, unknown>>

const ANNA = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0001'
const BALA = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0002'

let database: TestDatabase
let owner: Client
let shop: LiveGateway
let observer: SupabaseClient
const observed: unknown[] = []

beforeAll(async () => {
  database = await createGatewayDatabase()
  await database.prepare(`
    create table public.notes (
      id bigint primary key, owner uuid not null, text text, stars int, price numeric(12, 2), done boolean, tags text[], more jsonb, at timestamptz,
      day date, secret text
    );
    alter table public.notes enable row level security;
    create policy own on public.notes for select to authenticated using (owner = (select auth.uid()));
    grant select (id, owner, text, stars, price, done, tags, more, at, day) on public.notes to authenticated;
    create table public.pairs (a int, b text, value text, primary key (a, b));
    grant select on public.pairs to anon;
    create table public.hidden (id int primary key);
    create table public.keyless (id int);
    grant select on public.keyless to anon;
    create table public.quiet (id int primary key);
    grant select on public.quiet to anon;
    create table public."Odd ""name" ("a b" uuid primary key, "select" text);
    grant select on public."Odd ""name" to anon;
    alter publication supabase_realtime add table public.notes, public.pairs, public.hidden, public.keyless, public."Odd ""name";
  `)
  owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  shop = await openLiveGateway(database)
  observer = shop.live({ key: KEYS.secretKey })
  const channel = observer.channel('observer')
  channel.on(
    'postgres_changes',
    { event: 'INSERT', schema: 'public', table: 'pairs' },
    (change: Change) => void observed.push((change.new as { b?: string }).b),
  )
  await following(channel)
})
afterAll(async () => {
  await owner.end()
  await shop.close()
  await database.drop()
})

let number = 0
const topic = (): string => `changes ${(number += 1)}`

type Watch = { schema?: string; table?: string; filter?: string; event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE' }

async function watch(user: string | undefined, { schema = 'public', table = 'notes', event = '*', ...rest }: Watch = {}, options = {}): Promise<Change[]> {
  const heard: Change[] = []
  const channel = shop.live({ user, ...options }).channel(topic())
  channel.on('postgres_changes' as never, { event, schema, table, ...rest } as never, (change: Change) => void heard.push(change))
  await following(channel)
  return heard
}

const texts = (changes: Change[]): unknown[] => changes.map(({ new: row }) => (row as { text?: string }).text)

/** What was done before has been told to everybody: the stream is in order. */
async function settled(): Promise<void> {
  const mark = String((number += 1))
  await owner.query(`insert into public.pairs values (0, '${mark}')`)
  await vi.waitFor(() => expect(observed).toContain(mark), 10_000)
}

beforeEach(async () => {
  await shop.disconnect(observer)
  await owner.query('delete from public.notes; delete from public.pairs')
  await settled()
})

describe('who hears of a row', () => {
  test('its owner does; another, who is subscribed alike and hears of his own, does not', async () => {
    const [anna, bala] = [await watch(ANNA), await watch(BALA)]
    await owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'of Anna')`)
    await owner.query(`update public.notes set text = 'again of Anna' where id = 1`)
    await owner.query(`insert into public.notes (id, owner, text) values (2, '${BALA}', 'of Bala')`)
    await vi.waitFor(() => expect(texts(bala)).toEqual(['of Bala']))
    await vi.waitFor(() => expect(anna.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE']))
    expect(texts(anna).at(-1)).toBe('again of Anna')
  })

  test('a visitor without a right to the table is refused, the secret key hears all', async () => {
    await expect(watch(undefined)).rejects.toThrow('Unable to subscribe')
    const all = await watch(undefined, {}, { key: KEYS.secretKey })
    await owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'one'), (2, '${BALA}', 'two')`)
    await vi.waitFor(() => expect(texts(all)).toEqual(['one', 'two']))
  })

  test('a row that leaves one and comes to another is told to the other alone, with nothing of its past', async () => {
    await owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'for Anna')`)
    await settled()
    const [anna, bala] = [await watch(ANNA), await watch(BALA)]
    await owner.query(
      `begin; update public.notes set text = 'still private' where id = 1; update public.notes set owner = '${BALA}', text = 'for Bala' where id = 1; commit`,
    )
    await vi.waitFor(() => expect(texts(bala).at(-1)).toBe('for Bala'))
    await owner.query(`insert into public.notes (id, owner, text) values (2, '${ANNA}', 'the next')`)
    await vi.waitFor(() => expect(texts(anna)).toEqual(['the next']))
    expect(texts(bala)).not.toContain('still private')
  })

  test('columns that the role may not read are not told', async () => {
    const anna = await watch(ANNA)
    await owner.query(`insert into public.notes (id, owner, text, secret) values (1, '${ANNA}', 'mine', 'the house’s remark')`)
    await vi.waitFor(() => expect(anna).toHaveLength(1))
    expect(anna[0]?.new).toHaveProperty('text', 'mine')
    expect(JSON.stringify(anna)).not.toContain('secret')
    expect(JSON.stringify(anna)).not.toContain('remark')
  })

  test('a right that is taken away is gone with the next change', async () => {
    await owner.query('grant select on public.hidden to authenticated')
    const anna = await watch(ANNA, { table: 'hidden' })
    await owner.query('insert into public.hidden values (1)')
    await vi.waitFor(() => expect(anna).toHaveLength(1))
    await owner.query('revoke select on public.hidden from authenticated')
    const notes = await watch(ANNA)
    await owner.query(`insert into public.hidden values (2); insert into public.notes (id, owner) values (1, '${ANNA}')`)
    await vi.waitFor(() => expect(notes).toHaveLength(1))
    expect(anna).toHaveLength(1)
  })

  test('what is deleted is told by its key alone, and not to one who had set a filter', async () => {
    await owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'mine')`)
    await settled()
    const [all, filtered] = [await watch(ANNA), await watch(ANNA, { filter: `owner=eq.${ANNA}` })]
    await owner.query('delete from public.notes')
    await vi.waitFor(() => expect(all).toHaveLength(1))
    expect(all[0]).toMatchObject({ eventType: 'DELETE', old: { id: 1 }, new: {} })
    expect(Object.keys(all[0]?.old ?? {})).toEqual(['id'])
    await owner.query(`insert into public.notes (id, owner, text) values (2, '${ANNA}', 'next')`)
    await vi.waitFor(() => expect(texts(filtered)).toEqual(['next']))
  })

  test('a transaction that is rolled back is never told', async () => {
    const anna = await watch(ANNA)
    await owner.query(`begin; insert into public.notes (id, owner, text) values (1, '${ANNA}', 'undone'); rollback`)
    await owner.query(`insert into public.notes (id, owner, text) values (2, '${ANNA}', 'done')`)
    await vi.waitFor(() => expect(texts(anna)).toEqual(['done']))
  })
})

describe('what is told', () => {
  test('values are those that /rest/v1 gives', async () => {
    const anna = await watch(ANNA)
    await owner.query(
      `insert into public.notes values (9007199254740991, '${ANNA}', 'naïve “₹”', 3, 12.50, true, '{a,"b c"}', '{"n": [1, null]}', '2026-11-20 10:00:00+05:30', '2026-11-20', 'x')`,
    )
    await vi.waitFor(() => expect(anna).toHaveLength(1))
    const { data } = await shop.live({ user: ANNA }).from('notes').select('id,owner,text,stars,price,done,tags,more,at,day').single()
    expect(anna[0]?.new).toEqual(data)
    expect(data).toMatchObject({ id: 9_007_199_254_740_991, price: 12.5, done: true, tags: ['a', 'b c'], more: { n: [1, null] }, day: '2026-11-20' })
    expect(anna[0]).toMatchObject({ schema: 'public', table: 'notes', eventType: 'INSERT', errors: null, old: {} })
    expect(Math.abs(Date.parse(anna[0]?.commit_timestamp ?? '') - Date.now())).toBeLessThan(60_000)
  })

  test('a large value that did not change is there all the same', async () => {
    const long = Array.from({ length: 4000 }, (_, at) => String(at * 7919)).join(' ')
    await owner.query('insert into public.notes (id, owner, text) values (1, $1, $2)', [ANNA, long])
    await settled()
    const anna = await watch(ANNA)
    await owner.query('update public.notes set stars = 5 where id = 1')
    await vi.waitFor(() => expect(anna).toHaveLength(1))
    expect(anna[0]).toMatchObject({ eventType: 'UPDATE', new: { id: 1, stars: 5, text: long }, old: { id: 1 } })
  })

  test('keys of several columns, changed keys, odd names', async () => {
    const pairs = await watch(undefined, { table: 'pairs' })
    const odd = await watch(undefined, { table: 'Odd "name' })
    await owner.query(`insert into public.pairs values (1, 'x"\\,{}', 'first'); update public.pairs set b = 'y' where a = 1; delete from public.pairs`)
    await owner.query(`insert into public."Odd ""name" values ('${ANNA}', 'from')`)
    await vi.waitFor(() => expect(odd.map(({ new: row }) => row)).toEqual([{ 'a b': ANNA, select: 'from' }]))
    await vi.waitFor(() => expect(pairs.at(-1)).toMatchObject({ eventType: 'DELETE', old: { a: 1, b: 'y' } }))
  })

  test('events come in the order of their commits, each to the binding that asked for it', async () => {
    const [inserts, updates] = [await watch(ANNA, { event: 'INSERT' }), await watch(ANNA, { event: 'UPDATE' })]
    for (let id = 1; id <= 20; id += 1) await owner.query(`insert into public.notes (id, owner, text) values (${id}, '${ANNA}', '${id}')`)
    await owner.query('update public.notes set stars = id')
    await vi.waitFor(() => expect(texts(inserts)).toEqual(Array.from({ length: 20 }, (_, at) => String(at + 1))))
    await vi.waitFor(() => expect(updates).toHaveLength(20))
  })

  test('one change that fits two bindings of a channel is told once to each', async () => {
    const heard: string[] = []
    const channel = shop.live({ user: ANNA }).channel(topic())
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, () => void heard.push('all'))
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes', filter: 'stars=gt.3' }, () => void heard.push('many stars'))
    await following(channel)
    await owner.query(`insert into public.notes (id, owner, stars) values (1, '${ANNA}', 5), (2, '${ANNA}', 1)`)
    await vi.waitFor(() => expect(heard.toSorted()).toEqual(['all', 'all', 'many stars']))
  })
})

describe('filters', () => {
  const rows = `insert into public.notes (id, owner, text, stars, price, done) values
    (1, '${ANNA}', 'a,b', 1, 1.50, true), (2, '${ANNA}', 'b"c', 2, 2.50, false), (3, '${ANNA}', null, 3, 3.50, null), (99, '${ANNA}', 'last', 99, 99, true)`
  test.each([
    ['stars=eq.2', [2]],
    ['stars=neq.2', [1, 3]],
    ['stars=lt.2', [1]],
    ['stars=lte.2', [1, 2]],
    ['stars=gt.2', [3]],
    ['stars=gte.2', [2, 3]],
    ['id=in.(1,3)', [1, 3]],
    ['price=eq.2.5', [2]],
    ['text=eq."a,b"', [1]],
    ['text=in.("a,b","b\\"c")', [1, 2]],
    ['done=eq.true', [1]],
    [`owner=eq.${ANNA.toUpperCase()},stars=lte.1`, [1]],
    ['stars=eq.002', [2]],
  ])('%s', async (filter, ids) => {
    const [all, some] = [await watch(ANNA), await watch(ANNA, { filter })]
    await owner.query(rows)
    await vi.waitFor(() => expect(all).toHaveLength(4))
    await vi.waitFor(() => expect(some.map(({ new: row }) => (row as { id: number }).id).filter((id) => id < 99)).toEqual(ids))
  })

  test.each([
    ['no such table', { table: 'nothing' }],
    ['not in the publication', { table: 'quiet' }],
    ['no right to it', { table: 'hidden' }],
    ['no primary key', { table: 'keyless' }],
    ['no such column', { filter: 'colour=eq.red' }],
    ['a column that may not be read', { filter: 'secret=eq.x' }],
    ['no value of the type', { filter: 'stars=eq.many' }],
    ['SQL in a value', { filter: 'stars=eq.1) or (1=1' }],
    ['SQL in a name', { filter: 'stars"=1 or "id=eq.1' }],
    ['an operator that is not built', { filter: 'text=like.a*' }],
    ['no operator', { filter: 'stars' }],
    ['a filter without a table', { table: '*', filter: 'stars=eq.1' }],
    ['no such event', { event: 'TRUNCATE' as never }],
  ])('refused: %s', async (_, params: Watch) => {
    await expect(watch(ANNA, params)).rejects.toThrow(/Unable to subscribe|not supported|filter|event/)
  })

  test('a whole schema is every table that the role may read', async () => {
    const heard = await watch(ANNA, { table: '*' })
    await owner.query(
      `insert into public.hidden values (10); insert into public.pairs values (1, 'x', 'y'); insert into public.notes (id, owner, text) values (1, '${ANNA}', 'mine')`,
    )
    await vi.waitFor(() => expect(heard.map(({ table }) => table)).toEqual(['notes']))
  })
})

describe('when something changes or breaks', () => {
  const slots = async (): Promise<{ active_pid: number; temporary: boolean }[]> =>
    (
      await owner.query<{ active_pid: number; temporary: boolean }>(
        'select active_pid, temporary from pg_replication_slots where database = current_database()',
      )
    ).rows

  test('a column added later is told', async () => {
    const anna = await watch(ANNA)
    await owner.query('alter table public.notes add column later text; grant select (later) on public.notes to authenticated')
    await owner.query(`insert into public.notes (id, owner, later) values (1, '${ANNA}', 'new')`)
    await vi.waitFor(() => expect(anna[0]?.new).toMatchObject({ later: 'new' }))
    await owner.query('alter table public.notes drop column later')
    await owner.query(`insert into public.notes (id, owner) values (2, '${ANNA}')`)
    await vi.waitFor(() => expect(anna).toHaveLength(2))
    expect(anna[1]?.new).not.toHaveProperty('later')
  })

  test('a lost stream is told, opened again, and no second slot stays', async () => {
    const said: string[] = []
    const heard: Change[] = []
    const channel = shop.live({ user: ANNA }).channel(topic())
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change: Change) => void heard.push(change))
    channel.on('system', {}, ({ status, extension }: { status: string; extension: string }) => void said.push(`${extension} ${status}`))
    await following(channel)
    const [slot, ...others] = await slots()
    expect([slot?.temporary, others]).toEqual([true, []])
    said.length = 0
    await owner.query('select pg_terminate_backend($1)', [slot?.active_pid])
    await vi.waitFor(() => expect(said).toEqual(['postgres_changes error', 'postgres_changes ok']), 10_000)
    await owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'afterwards')`)
    await vi.waitFor(() => expect(texts(heard)).toEqual(['afterwards']))
    expect(await slots()).toHaveLength(1)
  })

  test('a new token is a new person’s: the same channel hears his rows and no longer the former’s', async () => {
    let token = tokenOf(ANNA)
    const client = shop.live({ realtime: { accessToken: async () => token } })
    await client.realtime.setAuth(token)
    const heard: Change[] = []
    const channel = client.channel(topic())
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change: Change) => void heard.push(change))
    await following(channel)
    await owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'of Anna')`)
    await vi.waitFor(() => expect(texts(heard)).toEqual(['of Anna']))
    token = tokenOf(BALA)
    await client.realtime.setAuth(token)
    // Frames of a topic are answered in order: what follows the token finds it taken.
    await channel.send({ type: 'presence', event: 'untrack' })
    await owner.query(`insert into public.notes (id, owner, text) values (2, '${ANNA}', 'hidden now'), (3, '${BALA}', 'of Bala')`)
    await vi.waitFor(() => expect(texts(heard)).toEqual(['of Anna', 'of Bala']))
  })

  test('a join may wait until the changes flow', async () => {
    const other = await openLiveGateway(database)
    const client = other.live({ user: ANNA })
    const heard: Change[] = []
    const channel = client.channel('waiting', { config: { postgres_changes_options: { wait: true } } })
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change: Change) => void heard.push(change))
    await subscribed(channel)
    await owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'at once')`)
    await vi.waitFor(() => expect(texts(heard)).toEqual(['at once']))
    await other.close()
    await vi.waitFor(async () => expect(await slots()).toHaveLength(1))
  })
})

test('a transaction that stays open holds up the stream, but neither the join nor the end of the server', async () => {
  const busy = new Client({ connectionString: database.ownerUrl })
  await busy.connect()
  await busy.query('begin; select pg_current_xact_id()')
  const other = await openLiveGateway(database)
  const said: string[] = []
  const channel = other.live({ user: ANNA }).channel('held up')
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, () => undefined)
  channel.on('system', {}, ({ status }: { status: string }) => void said.push(status))
  await subscribed(channel)
  await vi.waitFor(async () => {
    const { rowCount } = await owner.query(
      "select from pg_stat_activity where datname = current_database() and query like 'CREATE_REPLICATION_SLOT%' and state = 'active'",
    )
    expect(rowCount).toBe(1)
  }, 10_000)
  expect(said).toEqual([])
  await other.close()
  await busy.query('rollback')
  await busy.end()
})

describe('many changes', () => {
  test('thousands of rows of one statement all arrive, in order', async () => {
    const anna = await watch(ANNA, { filter: `owner=eq.${ANNA}` })
    await owner.query(
      `insert into public.notes (id, owner, text) select n, case when n % 2 = 0 then '${ANNA}'::uuid else '${BALA}'::uuid end, 'x' from generate_series(1, 12000) n`,
    )
    await vi.waitFor(() => expect(anna).toHaveLength(6000), 20_000)
    expect(anna.map(({ new: row }) => (row as { id: number }).id)).toEqual(Array.from({ length: 6000 }, (_, at) => (at + 1) * 2))
  })
})
