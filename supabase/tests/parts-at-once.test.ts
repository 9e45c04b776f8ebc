/** Parts are made while others write, and by one process at a time (docs/decisions/0126-tables-by-time.md). */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '#server/testing/database.ts'

let database: TestDatabase
let job: Client
let other: Client
beforeAll(async () => {
  database = await createDatabase('shop')
  ;[job, other] = [new Client({ connectionString: database.url }), new Client({ connectionString: database.url })]
  await Promise.all([job.connect(), other.connect()])
})
afterAll(async () => {
  await Promise.all([job.end(), other.end()])
  await database.drop()
})

const keepAt = async (client: Client, moment: string): Promise<void> => {
  await client.query("select set_config('shop.as_of', $1, true)", [moment])
  await client.query('select private.keep_audit_years()')
}

test('a line that is written while its part is made waits, and lies in that part', async () => {
  await job.query('begin')
  await keepAt(job, '2040-05-01')
  const written = other.query<{ part: string }>(
    "insert into public.audit_log (at, table_name, row_id, action, changes) values ('2040-06-01', 'settings', 'a', 'update', '{}') returning tableoid::regclass::text as part",
  )
  await expect
    .poll(async () => (await job.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).rowCount)
    .toBe(1)
  await job.query('commit')
  expect((await written).rows).toEqual([{ part: 'parts.audit_log_2040_04' }])
})

test('a second job leaves the parts to the first one, without waiting and without an error', async () => {
  await job.query('begin')
  await keepAt(job, '2050-05-01')
  await other.query('begin')
  await keepAt(other, '2050-05-01')
  await other.query('commit')
  await job.query('commit')
  const parts = (await job.query<{ n: number }>("select count(*)::int as n from pg_class where relname = 'audit_log_2050_04'")).rows
  expect(parts).toEqual([{ n: 1 }])
})
