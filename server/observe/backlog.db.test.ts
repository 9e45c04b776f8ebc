import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '#postgres/pool.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'
import { backlogFrom } from './backlog.ts'

let database: TestDatabase
let owner: Pool
let mailer: Pool
beforeAll(async () => {
  database = await createDatabase('shop')
  owner = openPool(database.url, { max: 1 })
  mailer = openPool(database.urlFor('shop_mail'), { max: 1 })
})
afterAll(async () => {
  await Promise.all([owner.end(), mailer.end()])
  await database.drop()
})

test('it counts what waits and what failed today, and how late the first mail is', async () => {
  await owner.query(`insert into private.mails (kind, recipient, status, created_at, next_attempt_at) values
    ('test', 'a@shop.example', 'queued', now() - interval '3 minutes', now() - interval '90 seconds'), ('test', 'a@shop.example', 'queued', now(), now() + interval '1 hour'),
    ('test', 'a@shop.example', 'failed', now(), now()), ('test', 'a@shop.example', 'failed', now() - interval '3 days', now()), ('test', 'a@shop.example', 'sent', now(), now())`)
  await owner.query(`insert into private.jobs (name, started_at, finished_at, failed_at) values
    ('two', now(), now(), now() - interval '1 hour'), ('three', now(), now(), null), ('gone', now() - interval '3 days', now() - interval '3 days', now() - interval '3 days')`)
  const runner = '00000000-0000-4000-8000-000000000001'
  await mailer.query("select private.take_jobs($1, '{}', '{one}', '{1000}', 20000)", [runner])
  await mailer.query("select private.end_job($1, 'one', 'Error')", [runner])
  const backlog = await backlogFrom(mailer)()
  expect(backlog).toMatchObject({
    mails_queued: 2,
    mails_failed: 1,
    pictures_queued: 0,
    refunds_queued: 0,
    jobs_failing: 1,
    webhooks_queued: 0,
    webhooks_parked: 0,
    backup_age_seconds: null,
  })
  expect(backlog?.mails_late_seconds).toBeGreaterThanOrEqual(90)
})

test('a mail that is put off again and again is late since it came, and one that goes before others is not', async () => {
  const lateOf = async (row: string): Promise<number | null | undefined> => {
    await owner.query('delete from private.mails')
    await owner.query(`insert into private.mails (kind, recipient, attempts, created_at, next_attempt_at) values ('test', 'a@shop.example', ${row})`)
    return (await backlogFrom(mailer)())?.mails_late_seconds
  }
  expect(await lateOf("0, now(), now() - interval '1 day'")).toBeLessThan(60)
  expect(await lateOf("3, now() - interval '1 hour', now() + interval '10 minutes'")).toBeGreaterThanOrEqual(3600)
  expect(await lateOf("0, now(), now() + interval '10 minutes'")).toBe(0)
})

test('only the server may ask', async () => {
  for (const role of ['anon', 'authenticated', 'service_role', 'shop_callers', 'shop_orders', 'shop_payments'])
    await expect(
      owner.query(`set role ${role}; select * from private.backlog()`).finally(() => owner.query('reset role')),
      role,
    ).rejects.toThrow('permission denied')
})

test('within five seconds one answer serves all, and a database that does not answer gives none', async () => {
  let asked = 0
  let time = 0
  const answers = [Promise.resolve({ rows: [{ mails_queued: 1 }] }), Promise.reject(new Error('away'))]
  const pool = { query: () => answers[asked++] } as unknown as Pool
  const read = backlogFrom(pool, () => time)
  expect(await Promise.all([read(), read()])).toEqual([{ mails_queued: 1 }, { mails_queued: 1 }])
  time = 4999
  await read()
  expect(asked).toBe(1)
  time = 5000
  expect(await read()).toBeNull()
})
