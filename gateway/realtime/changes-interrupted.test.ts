import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { following, openLiveGateway, subscribed, tokenOf } from '../testing/realtime.ts'
import { openWatchedTables, texts, type Change, type WatchedTables } from '../testing/watched-tables.ts'

const ANNA = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0001'
const BALA = '6b0c3bd4-5f6c-4f5e-9d9e-1d1d8c1c0002'

let tables: WatchedTables
beforeAll(async () => {
  tables = await openWatchedTables()
})
afterAll(() => tables.close())
beforeEach(() => tables.clear())

describe('changes and interruptions', () => {
  const slots = async (): Promise<{ active_pid: number; temporary: boolean }[]> =>
    (
      await tables.owner.query<{ active_pid: number; temporary: boolean }>(
        'select active_pid, temporary from pg_replication_slots where database = current_database()',
      )
    ).rows

  test('a column added later is included', async () => {
    const anna = await tables.watch(ANNA)
    await tables.owner.query('alter table public.notes add column later text; grant select (later) on public.notes to authenticated')
    await tables.owner.query(`insert into public.notes (id, owner, later) values (1, '${ANNA}', 'new')`)
    await vi.waitFor(() => expect(anna[0]?.new).toMatchObject({ later: 'new' }))
    await tables.owner.query('alter table public.notes drop column later')
    await tables.owner.query(`insert into public.notes (id, owner) values (2, '${ANNA}')`)
    await vi.waitFor(() => expect(anna).toHaveLength(2))
    expect(anna[1]?.new).not.toHaveProperty('later')
  })

  test('a lost stream is reported and reopened, and no replication slot is left behind', async () => {
    const said: string[] = []
    const received: Change[] = []
    const channel = tables.shop.live({ user: ANNA }).channel(tables.topic())
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change: Change) => void received.push(change))
    channel.on('system', {}, ({ status, extension }: { status: string; extension: string }) => void said.push(`${extension} ${status}`))
    await following(channel)
    const [slot, ...others] = await slots()
    expect([slot?.temporary, others]).toEqual([true, []])
    said.length = 0
    await tables.owner.query('select pg_terminate_backend($1)', [slot?.active_pid])
    await vi.waitFor(() => expect(said).toEqual(['postgres_changes error', 'postgres_changes ok']), 10_000)
    await tables.owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'afterwards')`)
    await vi.waitFor(() => expect(texts(received)).toEqual(['afterwards']))
    expect(await slots()).toHaveLength(1)
  })

  test('after a new user’s token, the same channel gets that user’s rows and no longer the previous user’s', async () => {
    let token = tokenOf(ANNA)
    const client = tables.shop.live({ realtime: { accessToken: async () => token } })
    await client.realtime.setAuth(token)
    const received: Change[] = []
    const channel = client.channel(tables.topic())
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change: Change) => void received.push(change))
    await following(channel)
    await tables.owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'of Anna')`)
    await vi.waitFor(() => expect(texts(received)).toEqual(['of Anna']))
    token = tokenOf(BALA)
    await client.realtime.setAuth(token)
    // Frames of a topic are handled in order: the next one sees the new token.
    await channel.send({ type: 'presence', event: 'untrack' })
    await tables.owner.query(`insert into public.notes (id, owner, text) values (2, '${ANNA}', 'hidden now'), (3, '${BALA}', 'of Bala')`)
    await vi.waitFor(() => expect(texts(received)).toEqual(['of Anna', 'of Bala']))
  })

  test('a join may wait until the change stream is open', async () => {
    const other = await openLiveGateway(tables.database)
    const client = other.live({ user: ANNA })
    const received: Change[] = []
    const channel = client.channel('waiting', { config: { postgres_changes_options: { wait: true } } })
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, (change: Change) => void received.push(change))
    await subscribed(channel)
    await tables.owner.query(`insert into public.notes (id, owner, text) values (1, '${ANNA}', 'at once')`)
    await vi.waitFor(() => expect(texts(received)).toEqual(['at once']))
    await other.close()
    await vi.waitFor(async () => expect(await slots()).toHaveLength(1))
  })
})

test('a long transaction delays the stream, but neither a join nor the shutdown', async () => {
  const busy = new Client({ connectionString: tables.database.ownerUrl })
  await busy.connect()
  await busy.query('begin; select pg_current_xact_id()')
  const other = await openLiveGateway(tables.database)
  const said: string[] = []
  const channel = other.live({ user: ANNA }).channel('held up')
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'notes' }, () => undefined)
  channel.on('system', {}, ({ status }: { status: string }) => void said.push(status))
  await subscribed(channel)
  await vi.waitFor(async () => {
    const { rowCount } = await tables.owner.query(
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
    const anna = await tables.watch(ANNA, { filter: `owner=eq.${ANNA}` })
    await tables.owner.query(
      `insert into public.notes (id, owner, text) select n, case when n % 2 = 0 then '${ANNA}'::uuid else '${BALA}'::uuid end, 'x' from generate_series(1, 12000) n`,
    )
    await vi.waitFor(() => expect(anna).toHaveLength(6000), 20_000)
    expect(anna.map(({ new: row }) => (row as { id: number }).id)).toEqual(Array.from({ length: 6000 }, (_, at) => (at + 1) * 2))
  })
})
