/** The events of webhooks, which are divided by months (docs/decisions/0127-which-tables-are-divided.md). */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateShop } from '#server/database/migrations.ts'
import { createDatabase, type TestDatabase } from '#server/testing/database.ts'
import { becoming, scratch, scratchOn } from './shop.ts'
import type { Scratch } from './shop.ts'
import { at, partsOfRows } from './time-and-parts.ts'

let database: TestDatabase
let owner: Client
beforeAll(async () => {
  database = await createDatabase('shop')
  owner = new Client({ connectionString: database.url })
  await owner.connect()
  await owner.query("insert into private.webhook_endpoints (url) values ('https://erp.example/hook')")
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const OBJECTS = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const
const erase = async (db: Scratch): Promise<number> => Number((await db.rows('select private.erase_webhooks(200) as n'))[0]?.['n'])
const write = (db: Scratch, moment: string, state = 'delivered', object: string = OBJECTS[0]) =>
  db.run(
    "insert into private.webhook_deliveries (endpoint_id, kind, object_id, data, state, created_at) select id, 'stock.changed', $3, '{}', $2, $1 from private.webhook_endpoints",
    [moment, state, object],
  )
const monthsOf = async (db: Scratch): Promise<string[]> =>
  (await db.rows("select inhrelid::regclass::text as part from pg_inherits where inhparent = 'private.webhook_deliveries'::regclass order by 1")).map(
    ({ part }) => String(part).replace('parts.webhook_deliveries_', ''),
  )
/** The month of each event, in the order in which they were written. */
const placesOf = (db: Scratch) => partsOfRows(db, 'private.webhook_deliveries')

test('the part of a month is made before the month begins, by the daily job', async () => {
  await scratch(owner, async (db) => {
    await at(db, '2040-12-01T00:00:00+05:30')
    await db.as('mailer')
    await erase(db)
    await db.as('owner')
    const months = await monthsOf(db)
    expect(months.slice(-3)).toEqual(['2040_12', '2041_01', 'rest'])
    await erase(db)
    expect((await monthsOf(db)).at(-2)).toBe('2041_01')
  })
})

test('an event of a month without a part is taken, and moves when its part is made', async () => {
  await scratch(owner, async (db) => {
    for (const moment of ['2041-01-31T23:59:59.999999+05:30', '2041-02-01T00:00:00+05:30', '2050-01-01']) await write(db, moment)
    expect(await placesOf(db)).toEqual(['rest', 'rest', 'rest'])
    await at(db, '2041-01-15')
    await erase(db)
    expect(await placesOf(db)).toEqual(['2041_01', '2041_02', 'rest'])
  })
})

test('a month goes as a whole 30 days after its end, whatever became of its events, and nothing that is younger', async () => {
  await scratch(owner, async (db) => {
    await at(db, '2041-02-15')
    for (let gone = 1; gone > 0;) gone = await erase(db)
    for (const state of ['delivered', 'parked', 'queued']) await write(db, '2041-02-28T23:59:59+05:30', state)
    await write(db, '2041-03-01T00:00:00+05:30', 'delivered')
    await at(db, '2041-03-30T23:59:59+05:30')
    expect([await erase(db), await placesOf(db)]).toEqual([0, ['2041_02', '2041_02', '2041_02', '2041_03']])
    await at(db, '2041-03-31T00:00:00+05:30')
    expect([await erase(db), await erase(db)]).toEqual([3, 0])
    expect([await placesOf(db), await monthsOf(db)]).toEqual([['2041_03'], ['2041_03', '2041_04', 'rest']])
  })
})

test('an event of before the first month goes once it is older than any that a month keeps, a few at a time', async () => {
  await scratch(owner, async (db) => {
    await at(db, '2020-03-15')
    for (const moment of ['2020-01-12', '2020-01-13', '2020-01-20']) await write(db, moment)
    const one = 'select private.erase_webhooks(1) as n'
    expect([await db.rows(one), await db.rows(one), await db.rows(one)]).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 0 }]])
    expect(await db.rows("select created_at = '2020-01-20' as younger from private.webhook_deliveries")).toEqual([{ younger: true }])
  })
})

test('an event waits for the one before of its object, also for one of another month', async () => {
  await scratch(owner, async (db) => {
    await at(db, '2041-02-15')
    await erase(db)
    const claim = async () =>
      (await db.rows('select object_id from private.claim_webhooks(10) c join private.webhook_deliveries d using (id) order by d.id')).map(
        (row) => row['object_id'],
      )
    await write(db, '2041-02-28', 'queued')
    await write(db, '2041-03-01', 'queued')
    await write(db, '2041-03-01', 'queued', OBJECTS[1])
    expect(await claim()).toEqual([OBJECTS[0], OBJECTS[1]])
    await db.run("select private.note_webhook(id, 1, 200, null) from private.webhook_deliveries where state = 'queued' and held_until is not null")
    expect(await claim()).toEqual([OBJECTS[0]])
    expect(await db.rows('select state from private.webhook_deliveries order by id')).toEqual([
      { state: 'delivered' },
      { state: 'queued' },
      { state: 'delivered' },
    ])
  })
})

test('another address takes the events of the former one with it, from every part', async () => {
  await scratch(owner, async (db) => {
    await at(db, '2041-02-15')
    await erase(db)
    for (const moment of ['2041-02-28', '2041-03-01', '2050-01-01']) await write(db, moment)
    expect(await placesOf(db)).toEqual(['2041_02', '2041_03', 'rest'])
    await db.run("select private.set_webhook_endpoint('https://other.example/hook')")
    expect(await placesOf(db)).toEqual([])
  })
})

test('pages of events read each part by its key, and sending again from a time only the parts since then', async () => {
  await scratch(owner, async (db) => {
    await at(db, '2027-06-15')
    await erase(db)
    await db.run(
      `insert into private.webhook_deliveries (endpoint_id, kind, object_id, data, state, created_at)
       select e.id, 'stock.changed', gen_random_uuid(), '{}', 'delivered', '2027-02-01'::timestamptz + n * interval '1 hour' from private.webhook_endpoints e, generate_series(1, 3500) n`,
    )
    await db.run('analyze private.webhook_deliveries')
    const plan = async (sql: string) => (await db.rows(`explain (costs off) ${sql}`)).map((row) => String(row['QUERY PLAN'])).join('\n')
    const page = await plan('select * from private.webhook_deliveries d where d.id < 3000 order by d.id desc limit 50')
    expect(page).toContain('Merge Append')
    expect(page).not.toContain('Seq Scan')
    const again = await plan("update private.webhook_deliveries d set state = 'queued' where d.created_at >= '2027-06-01+05:30' and d.state <> 'queued'")
    expect([...new Set(again.match(/webhook_deliveries_(?:\d{4}_\d{2}|rest)/g))].sort()).toEqual([
      'webhook_deliveries_2027_06',
      'webhook_deliveries_2027_07',
      'webhook_deliveries_rest',
    ])
  })
})

test('an order that writes an event does not wait while a month is to be dropped: the job gives up and runs again', async () => {
  const other = await createDatabase('shop')
  const [order, job] = [new Client({ connectionString: other.url }), new Client({ connectionString: other.url })]
  await Promise.all([order.connect(), job.connect()])
  try {
    await order.query("insert into private.webhook_endpoints (url) values ('https://erp.example/hook')")
    const months = await monthsOf(scratchOn(job))
    await job.query("select set_config('shop.as_of', '2030-05-01', false)")
    await order.query('begin; select from private.webhook_endpoints')
    const dropping = job.query<{ n: number }>('select private.erase_webhooks(200) as n')
    await order.query("select private.write_webhook('stock.changed', gen_random_uuid(), '{}')")
    expect((await dropping).rows).toEqual([{ n: 0 }])
    expect(await monthsOf(scratchOn(job))).toEqual(expect.arrayContaining(months))
    await order.query('commit')
    expect((await order.query('select from private.webhook_deliveries')).rowCount).toBe(1)
    await job.query('select private.erase_webhooks(200)')
    expect(await monthsOf(scratchOn(job))).not.toContain(months[0])
  } finally {
    await Promise.all([order.end(), job.end()])
    await other.drop()
  }
})

test('the events of before become the first part without being rewritten, and their numbers and attempts go on', async () => {
  const former = await createDatabase('gateway')
  const client = new Client({ connectionString: former.url })
  await client.connect()
  const db = scratchOn(client)
  try {
    await migrateShop(former.url, { upTo: '20261127000302' })
    await client.query("insert into private.webhook_endpoints (url) values ('https://erp.example/hook')")
    await write(db, '2026-01-01', 'parked')
    await write(db, '2026-11-01', 'queued')
    const before = await db.rows('select * from private.webhook_deliveries order by id')
    const file = await db.rows("select pg_relation_filenode('private.webhook_deliveries') as file")
    await migrateShop(former.url)
    expect(await db.rows('select * from private.webhook_deliveries order by id')).toEqual(before)
    expect(await db.rows('select distinct pg_relation_filenode(tableoid) as file from private.webhook_deliveries')).toEqual(file)
    await client.query("select private.write_webhook('stock.changed', gen_random_uuid(), '{}')")
    expect((await db.rows('select id::int from private.webhook_deliveries order by id')).map(({ id }) => id)).toEqual([1, 2, 3])
    await client.query(becoming('mailer'))
    expect((await db.rows('select id::int from private.claim_webhooks(10) order by id')).map(({ id }) => id)).toEqual([2, 3])
  } finally {
    await client.end()
    await former.drop()
  }
})
