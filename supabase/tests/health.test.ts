/** What is wrong with a deployment, who may read it, and when the owners are mailed (docs/decisions/0115-health.md). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const GB = 1_000_000_000

/** A deployment without problems: backups are scheduled and good. */
async function well(db: Scratch): Promise<void> {
  await db.as('owner')
  await db.run('delete from private.jobs')
  await db.run('delete from private.mails')
  await db.run('select private.schedule_backups(24)')
  await db.run("insert into private.backups (started_at, finished_at, bytes, missing) values (now() - interval '2 hours', now() - interval '2 hours', 1000, 0)")
}

const problems = async (db: Scratch) => {
  await db.as('owner')
  return (await db.rows('select code, server, urgent, facts from private.problems() order by code, server')).map(({ code, server, urgent, facts }) => ({
    code,
    server,
    urgent,
    facts,
  }))
}
const codes = async (db: Scratch) => (await problems(db)).map(({ code }) => code)

test('a shop whose backups are made and whose work succeeds has no problem', async () => {
  await shop.scratch(async (db) => {
    await well(db)
    await db.run("select private.note_disk('web-1', $1, $2)", [20 * GB, 80 * GB])
    await db.run("insert into private.jobs (name, started_at, finished_at, failed_at) values ('rank_products', now(), now(), now() - interval '1 minute')")
    expect(await problems(db)).toEqual([])
  })
})

test.each<[string, string[], unknown]>([
  ['a disk with less than a tenth', ["select private.note_disk('web-1', 3000000000, 40000000000)"], { code: 'disk_low', server: 'web-1', urgent: true }],
  ['a large disk with 12 GB left', ["select private.note_disk('web-1', 12000000000, 4000000000000)"], undefined],
  ['a full disk', ["select private.note_disk('web-1', 1000000, 40000000000)"], { code: 'disk_full', server: 'web-1', urgent: true }],
  [
    'a disk that is no longer measured',
    ["select private.note_disk('web-1', 1000000, 40000000000)", "update private.disks set measured_at = now() - interval '2 hours'"],
    undefined,
  ],
  [
    'mails that wait for their server',
    ["insert into private.mails (kind, recipient, attempts, created_at, next_attempt_at) values ('test', 'a@b.in', 3, now() - interval '20 minutes', now())"],
    { code: 'mails_late', urgent: true, facts: { count: 1, minutes: 20 } },
  ],
  [
    'one mail that was given up',
    ["insert into private.mails (kind, recipient, status) values ('test', 'a@b.in', 'failed')"],
    { code: 'mails_failed', urgent: false, facts: { count: 1 } },
  ],
  [
    'many of them',
    ["insert into private.mails (kind, recipient, status) select 'test', 'a@b.in', 'failed' from generate_series(1, 10)"],
    { code: 'mails_failed', urgent: true, facts: { count: 10 } },
  ],
  [
    'a job whose last run failed',
    ["insert into private.jobs (name, started_at, finished_at, failed_at) values ('rank_products', now(), now(), now()), ('back_up', now(), now(), now())"],
    { code: 'jobs_failing', urgent: true, facts: { jobs: ['rank_products'] } },
  ],
  [
    'a job that hangs',
    [
      "insert into private.jobs (name, runner, held_until, started_at) values ('rank_products', gen_random_uuid(), now() - interval '5 minutes', now() - interval '2 hours')",
    ],
    { code: 'jobs_stuck', urgent: true, facts: { jobs: ['rank_products'] } },
  ],
  ['no backups', ['select private.schedule_backups(null)'], { code: 'backups_off', urgent: false }],
  [
    'a backup that failed and is tried again',
    ["insert into private.backups (started_at, finished_at, failure) values (now(), now(), 'ENOSPC')"],
    { code: 'backup_failing', urgent: false },
  ],
  [
    'a backup that failed twice',
    ["insert into private.backups (started_at, finished_at, failure) select now() - n * interval '15 minutes', now(), 'ENOSPC' from generate_series(0, 1) n"],
    { code: 'backup_failing', urgent: true },
  ],
  [
    'a backup that takes hours',
    [
      "insert into private.jobs (name, runner, held_until, started_at) values ('back_up', gen_random_uuid(), now() - interval '1 hour', now() - interval '2 hours')",
    ],
    undefined,
  ],
  ['a small disk with room', ["select private.note_disk('web-1', 200000000, 256000000)"], undefined],
  [
    'a backup that is too old',
    ["update private.backups set started_at = now() - interval '3 days'", "update private.backup_schedule set since = now() - interval '9 days'"],
    { code: 'backup_overdue', urgent: true },
  ],
  ['a backup without all files', ['update private.backups set missing = 2'], { code: 'backup_incomplete', urgent: false, facts: { count: 2 } }],
  [
    'webhooks that are refused',
    ["insert into private.webhook_endpoints (url, failing_since) values ('https://a.example/', now() - interval '1 hour')"],
    { code: 'webhook_failing', urgent: false },
  ],
  [
    'webhooks that were switched off',
    ["insert into private.webhook_endpoints (url, active, switched_off_at) values ('https://a.example/', false, now())"],
    { code: 'webhook_off', urgent: true },
  ],
  [
    'API keys in use that expire',
    [
      "insert into auth.users (id) select ('00000000-0000-4000-8000-00000000aaa' || n)::uuid from generate_series(1, 3) n",
      `insert into private.api_keys (user_id, name, role, digest, hint, created_at, expires_at, last_used_at)
         select ('00000000-0000-4000-8000-00000000aaa' || n)::uuid, 'Key ' || n, 'orders', sha256(n::text::bytea), 'abcd', now() - interval '1 year',
           now() + n * interval '5 days', case when n < 3 then now() end from generate_series(1, 3) n`,
    ],
    { code: 'api_keys_expire', urgent: false, facts: { count: 2 } },
  ],
  [
    'an API key that expires in two days',
    [
      "insert into auth.users (id) values ('00000000-0000-4000-8000-00000000aaa1')",
      `insert into private.api_keys (user_id, name, role, digest, hint, created_at, expires_at, last_used_at)
         values ('00000000-0000-4000-8000-00000000aaa1', 'ERP', 'orders', sha256('x'), 'abcd', now() - interval '1 year', now() + interval '2 days', now())`,
    ],
    { code: 'api_keys_expire', urgent: true, facts: { count: 1 } },
  ],
])('%s', async (_name, statements, problem) => {
  await shop.scratch(async (db) => {
    await well(db)
    for (const statement of statements) await db.run(statement)
    expect(await problems(db)).toMatchObject(problem === undefined ? [] : [problem])
  })
})

test('owners get one mail about what has lasted twenty minutes, one a day while it lasts, and none about what is not urgent', async () => {
  await shop.scratch(async (db) => {
    await well(db)
    await db.run("insert into private.mails (kind, recipient, status) values ('test', 'a@b.in', 'failed')") // not urgent
    const owners = (await db.rows('select private.owner_emails() as email')).map(({ email }) => String(email)).toSorted()
    expect(owners.length).toBeGreaterThan(0)
    const check = async (): Promise<unknown[]> => {
      await db.run("delete from private.mails where kind = 'shop_alert'")
      await db.run('select private.raise_alerts()')
      return db.rows("select recipient, data from private.mails where kind = 'shop_alert' order by recipient")
    }
    const later = async (minutes: number) =>
      db.run(
        `update private.alerts set began_at = began_at - $1 * interval '1 minute', seen_at = seen_at - $1 * interval '1 minute',
           mailed_at = mailed_at - $1 * interval '1 minute', ended_at = ended_at - $1 * interval '1 minute'`,
        [minutes],
      )
    const disk = (free: number) => db.run("select private.note_disk('web-1', $1, $2)", [free, 40 * GB])

    await disk(3 * GB)
    expect(await check(), 'it may go by itself').toEqual([])
    await later(21)
    const mails = await check()
    expect(mails).toEqual(
      owners.map((recipient) => ({
        recipient,
        data: { problems: [{ code: 'disk_low', facts: { server: 'web-1', free_bytes: 3 * GB, total_bytes: 40 * GB } }] },
      })),
    )
    expect(await check(), 'once').toEqual([])
    await db.run("select private.note_disk('the-same-disk-under-a-new-name', $1, $2)", [3 * GB, 40 * GB])
    await check()
    await later(21)
    expect(await check(), 'a server with a new name is no new problem').toEqual([])
    await db.run("delete from private.disks where server <> 'web-1'")
    await later(22 * 60)
    expect(await check()).toEqual([])
    await later(121)
    expect(await check(), 'a day later').toHaveLength(owners.length)

    await disk(30 * GB)
    expect(await check()).toEqual([])
    await disk(3 * GB)
    await later(21)
    expect(await check(), 'it began again').toEqual([])
    await later(21)
    expect(await check(), 'within the hour').toEqual([])
    await later(40)
    expect(await check(), 'an hour after the last mail').toHaveLength(owners.length)
    await db.run('select private.raise_alerts() from generate_series(1, 3)')
    expect(await db.rows('select code, server from private.alerts where ended_at is null order by code')).toEqual([
      { code: 'disk_low', server: 'web-1' },
      { code: 'mails_failed', server: '' },
    ])
  })
})

test('the health page has the problems, urgent first, the backups and the disks; the dashboard counts them', async () => {
  await shop.scratch(async (db) => {
    await well(db)
    await db.run("select private.note_disk('web-1', $1, $2)", [3 * GB, 40 * GB])
    await db.run('update private.backups set missing = 1')
    await db.run('select private.raise_alerts()')
    await db.as('admin')
    const [row] = await db.rows('select public.shop_health() as health, public.admin_dashboard() -> $1 as summary', ['health'])
    expect(row?.['health']).toMatchObject({
      problems: [
        { code: 'disk_low', urgent: true, since: expect.any(String) as string },
        { code: 'backup_incomplete', urgent: false, facts: { count: 1 } },
      ],
      backup: { scheduled: true, every_hours: 24, last_good_bytes: 1000, failing: false, overdue: false },
      disks: [{ server: 'web-1', free_bytes: 3 * GB, total_bytes: 40 * GB }],
    })
    expect(row?.['summary']).toMatchObject({ problems: 2, urgent: 1, backups: true, backup_at: expect.any(String) as string })
    expect(await codes(db)).toEqual(['backup_incomplete', 'disk_low'])
  })
})

test('visitors, customers and services may not read it', async () => {
  await shop.scratch(async (db) => {
    for (const asker of ['visitor', 'customer', 'orderService'] as const) {
      await db.as(asker)
      expect(await db.refused('select public.shop_health()'), asker).toMatchObject({ code: '42501' })
      expect(await db.refused('select * from private.problems()'), asker).toMatchObject({ code: '42501' })
    }
  })
})
