/** Tables whose changes are published, and clients that subscribe to them. */
import { Client } from 'pg'
import { vi, expect } from 'vitest'
import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { createGatewayDatabase, type TestDatabase } from './database.ts'
import { KEYS } from './gateway.ts'
import { following, openLiveGateway, type LiveGateway } from './realtime.ts'

export type Change = RealtimePostgresChangesPayload<Record<string, unknown>>
export type Watch = { schema?: string; table?: string; filter?: string; event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE' }

export type WatchedTables = {
  database: TestDatabase
  owner: Client
  shop: LiveGateway
  /** An unused channel name. */
  topic(): string
  /** Subscribes a user to a table; changes received from now on are added to the returned list. */
  watch(user: string | undefined, watched?: Watch, options?: { key?: string }): Promise<Change[]>
  /** Empties the tables; only the observer stays subscribed. */
  clear(): Promise<void>
  /** Resolves when all earlier changes have been delivered, because the stream is ordered. */
  settled(): Promise<void>
  close(): Promise<void>
}

export const texts = (changes: Change[]): unknown[] => changes.map(({ new: row }) => (row as { text?: string }).text)

export async function openWatchedTables(): Promise<WatchedTables> {
  const database = await createGatewayDatabase()
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
  const owner = new Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const shop = await openLiveGateway(database)
  const observer = shop.live({ key: KEYS.secretKey })
  const observed: unknown[] = []
  const channel = observer.channel('observer')
  channel.on(
    'postgres_changes',
    { event: 'INSERT', schema: 'public', table: 'pairs' },
    (change: Change) => void observed.push((change.new as { b?: string }).b),
  )
  await following(channel)

  let number = 0
  const topic = (): string => `changes ${(number += 1)}`
  async function settled(): Promise<void> {
    const mark = String((number += 1))
    await owner.query(`insert into public.pairs values (0, '${mark}')`)
    await vi.waitFor(() => expect(observed).toContain(mark), 10_000)
  }
  return {
    database,
    owner,
    shop,
    topic,
    settled,
    async watch(user, { schema = 'public', table = 'notes', event = '*', ...rest } = {}, options = {}) {
      const received: Change[] = []
      const channel = shop.live({ user, ...options }).channel(topic())
      channel.on('postgres_changes' as never, { event, schema, table, ...rest } as never, (change: Change) => void received.push(change))
      await following(channel)
      return received
    },
    async clear() {
      await shop.disconnect(observer)
      await owner.query('delete from public.notes; delete from public.pairs')
      await settled()
    },
    async close() {
      await owner.end()
      await shop.close()
      await database.drop()
    },
  }
}
