/** Tables that are divided by time (docs/decisions/0126-tables-by-time.md). */
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateShop } from '#server/database/migrations.ts'
import { ownObjects } from '#server/database/upgrade/own-objects.ts'
import { createDatabase } from '#server/testing/database.ts'
import { openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'
import { at, partsOfRows } from './time-and-parts.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const number = async (db: Scratch, sql: string): Promise<number> => Number((await db.rows(`select ${sql} as n`))[0]?.['n'])
const keep = (db: Scratch): Promise<number> => number(db, 'private.keep_audit_years()')

/** The parts of a table with their bounds, oldest first; the rest is left out. */
async function partsOf(db: Scratch, table: string): Promise<string[]> {
  await db.run("set local timezone = 'Asia/Kolkata'")
  const rows = await db.rows(
    `select c.relname || ' ' || pg_get_expr(c.relpartbound, c.oid) as part from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = $1::regclass and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' order by 1`,
    [table],
  )
  return rows.map(({ part }) => String(part))
}
const yearsOf = async (db: Scratch): Promise<number[]> =>
  (await partsOf(db, 'public.audit_log')).map((part) => Number(/^audit_log_(\d{4})_04 /.exec(part)?.[1]))

const write = (db: Scratch, row: string, moment: string) =>
  db.run("insert into public.audit_log (at, table_name, row_id, action, changes) values ($2, 'settings', $1, 'update', '{\"a\": [1, 2]}')", [row, moment])
const placesOf = (db: Scratch, ...lines: string[]) => partsOfRows(db, 'public.audit_log', `row_id in (${lines.map((line) => `'${line}'`).join(', ')})`)

describe('the audit log', () => {
  test('has one part first, for all lines up to the end of the next financial year', async () => {
    await shop.scratch(async (db) => {
      const next = await number(db, 'extract(year from private.next_financial_year(now()))')
      expect(await partsOf(db, 'public.audit_log')).toEqual([`audit_log_${next}_04 FOR VALUES FROM (MINVALUE) TO ('${next + 1}-04-01 00:00:00+05:30')`])
    })
  })

  test('gets the part of a year before the year begins, by the daily job, also while everything is held', async () => {
    await shop.scratch(async (db) => {
      await db.run("insert into private.retention_holds (reason) values ('An appeal')")
      await at(db, '2040-04-01T00:00:00+05:30')
      await db.as('mailer')
      await db.run('select private.erase_old_requests()')
      await db.as('owner')
      const years = await yearsOf(db)
      expect(years.at(-1)).toBe(2041)
      expect(years).toEqual(years.map((_, place) => (years[0] ?? 0) + place))
      expect((await partsOf(db, 'public.audit_log')).at(-1)).toContain("FROM ('2041-04-01 00:00:00+05:30') TO ('2042-04-01 00:00:00+05:30')")
    })
  })

  test('takes a line of a year without a part, and moves it when its part is made', async () => {
    await shop.scratch(async (db) => {
      await write(db, 'march', '2041-03-31T23:59:59+05:30')
      await write(db, 'april', '2041-04-01T00:00:00+05:30')
      await write(db, 'later', '2044-04-01T00:00:00+05:30')
      const lines = () => db.rows("select * from public.audit_log where row_id in ('march', 'april', 'later') order by id")
      const before = await lines()
      expect(await placesOf(db, 'march', 'april', 'later')).toEqual(['rest', 'rest', 'rest'])
      await at(db, '2040-05-01T00:00:00+05:30')
      await keep(db)
      expect(await placesOf(db, 'march', 'april', 'later')).toEqual(['2040_04', '2041_04', 'rest'])
      expect(await lines()).toEqual(before)
      expect(before).toHaveLength(3)
    })
  })

  test('loses a year as a whole once none of its lines is kept, and nothing that is younger', async () => {
    await shop.scratch(async (db) => {
      await db.run('delete from public.audit_log')
      await at(db, '2040-05-01T00:00:00+05:30')
      await keep(db)
      await write(db, 'march', '2041-03-31T23:59:59+05:30')
      await write(db, 'also', '2040-04-01T00:00:00+05:30')
      await write(db, 'april', '2041-04-01T00:00:00+05:30')
      await at(db, '2049-03-31T23:59:59+05:30')
      expect(await keep(db)).toBe(0)
      expect(await yearsOf(db)).toEqual([2040, 2041, 2042, 2043, 2044, 2045, 2046, 2047, 2048, 2049])
      await at(db, '2049-04-01T00:00:00+05:30')
      await db.run('savepoint held')
      await db.run("insert into private.retention_holds (reason) values ('An appeal')")
      expect([await keep(db), (await yearsOf(db))[0]]).toEqual([0, 2040])
      await db.run('rollback to savepoint held')
      expect([await keep(db), await keep(db)]).toEqual([2, 0])
      expect(await yearsOf(db)).toEqual([2041, 2042, 2043, 2044, 2045, 2046, 2047, 2048, 2049, 2050])
      expect([await placesOf(db, 'march', 'also'), await placesOf(db, 'april')]).toEqual([[], ['2041_04']])
      expect(await db.rows("select to_regclass('parts.audit_log_2040_04') as part")).toEqual([{ part: null }])
      expect(await db.rows('select what, ids, count, rule from private.erasures')).toEqual([
        { what: 'audit_log', ids: [], count: 2, rule: 'Companies Act s.128(5): eight financial years' },
      ])
    })
  })

  test('makes and drops no parts while a long read has them, and is written all the same', async () => {
    const reader = new Client({ connectionString: shop.url })
    await reader.connect()
    try {
      await reader.query('begin; select from public.audit_log')
      await shop.scratch(async (db) => {
        const years = await yearsOf(db)
        await at(db, '2060-05-01T00:00:00+05:30')
        expect(await keep(db)).toBe(0)
        expect(await yearsOf(db)).toEqual(years)
        await write(db, 'still', '2060-05-01T00:00:00+05:30')
        expect(await placesOf(db, 'still')).toEqual(['rest'])
      })
    } finally {
      await reader.end()
    }
  })
})

describe('what the back office reads of the log', () => {
  beforeAll(async () => {
    await shop.owner.query("select set_config('shop.as_of', '2033-05-01', false), private.keep_audit_years()")
    await shop.owner.query(
      `insert into public.audit_log (at, table_name, row_id, action, changes)
       select '2026-04-02'::timestamptz + n * interval '1 day', 'orders', md5((n / 5)::text), 'update', '{}' from generate_series(1, 2500) n, generate_series(1, 20)`,
    )
    await shop.owner.query('reset shop.as_of; analyze public.audit_log')
  })

  const plan = (sql: string): Promise<string> =>
    shop.scratch(async (db) => {
      await db.as('admin')
      return (await db.rows(`explain (analyze, costs off, timing off, summary off) ${sql}`)).map((row) => String(row['QUERY PLAN'])).join('\n')
    })

  test('a page of all lines reads that many of each part by its key, and sorts nothing', async () => {
    const got = await plan('select * from public.audit_log where id < 40000 order by id desc limit 50')
    expect(got).toContain('Merge Append')
    expect(got).toContain('Index Scan Backward')
    expect(got).not.toMatch(/Seq Scan|Sort Key: (?!audit_log\.id DESC)|Sort Method/)
  })

  test('the history of a row reads each part by its index', async () => {
    const got = await plan(`select * from public.audit_log where row_id = md5('7') and table_name = any ('{orders}') order by id desc limit 20`)
    expect(got.match(/(?:Index|Bitmap Index) Scan (?:using|on) audit_log\w*_row_id\w*idx|audit_log_row_idx/g)?.length).toBeGreaterThan(5)
    expect(got).not.toContain('Seq Scan')
  })

  test('a time leaves the parts of other years unread, also one that is known only when it runs', async () => {
    const year = "at >= '2030-04-01+05:30' and at < '2031-04-01+05:30'"
    expect((await plan(`select * from public.audit_log where ${year}`)).match(/audit_log_\d{4}_04|audit_log_rest/g)?.map(String)).toEqual(['audit_log_2030_04'])
    const running = await plan("select * from public.audit_log where at >= (select '2033-04-01+05:30'::timestamptz) order by id desc limit 5")
    expect(running).toMatch(/audit_log_2030_04[^\n]*never executed/)
    expect(running).not.toMatch(/audit_log_2033_04[^\n]*never executed/)
  })
})

describe('the parts themselves', () => {
  const PEOPLE_OF_THE_SHOP: readonly Person[] = ['visitor', 'customer', 'admin', 'superAdmin', 'orderService', 'mailer', 'server']

  test('can be read and written by no login: the log stays append-only', async () => {
    const parts = (
      await shop.owner.query<{ name: string }>("select oid::regclass::text as name from pg_class where relnamespace = 'parts'::regnamespace and relkind = 'r'")
    ).rows
    expect(parts.length).toBeGreaterThan(2)
    for (const person of PEOPLE_OF_THE_SHOP) {
      await shop.scratch(async (db) => {
        await db.as(person)
        for (const { name } of parts)
          for (const sql of [
            `select from ${name}`,
            `insert into ${name} select from ${name}`,
            `update ${name} set id = id`,
            `delete from ${name}`,
            `truncate ${name}`,
          ])
            expect(await db.refused(sql), `${person}: ${sql}`).toMatchObject({ code: '42501' })
      })
    }
  })

  test('no login and no role has a right on their schema or on one of them, and row-level security is on', async () => {
    await shop.scratch(async (db) => {
      await at(db, '2050-05-01')
      await keep(db)
      expect(
        await db.rows(
          `select r.rolname from pg_roles r where not r.rolsuper and r.rolname not like 'pg\\_%'
             and (has_schema_privilege(r.oid, 'parts', 'usage') or has_schema_privilege(r.oid, 'parts', 'create'))`,
        ),
      ).toEqual([])
      const tables = await db.rows(
        `select c.relispartition, c.relrowsecurity, exists (select from pg_policy p where p.polrelid = c.oid) as policies,
           exists (select from aclexplode(c.relacl) g where g.grantee <> c.relowner) as granted
         from pg_class c where c.relnamespace = 'parts'::regnamespace and c.relkind = 'r'`,
      )
      expect(tables.length).toBeGreaterThan(20)
      for (const table of tables) expect(table).toEqual({ relispartition: true, relrowsecurity: true, policies: false, granted: false })
    })
  })

  test('have the indexes and checks of their table', async () => {
    await shop.scratch(async (db) => {
      const wanting = await db.rows(
        `select i.inhrelid::regclass::text as part, (select count(*)::int from pg_index x where x.indrelid = i.inhparent) - (select count(*)::int from pg_index x where x.indrelid = i.inhrelid) as indexes,
           (select count(*)::int from pg_constraint k where k.conrelid = i.inhparent and k.contype <> 'n') - (select count(*)::int from pg_constraint k where k.conrelid = i.inhrelid and k.contype <> 'n') as checks
         from pg_inherits i join pg_class c on c.oid = i.inhparent where c.relkind = 'p'`,
      )
      expect(wanting.length).toBeGreaterThan(2)
      for (const { part, ...lacks } of wanting) expect(lacks, String(part)).toEqual({ indexes: 0, checks: 0 })
    })
  })
})

test('the log of before becomes the first part without being rewritten, and its numbers go on', async () => {
  const database = await createDatabase('gateway')
  const owner = new Client({ connectionString: database.url })
  await owner.connect()
  const ask = async (sql: string): Promise<Record<string, unknown>[]> => (await owner.query<Record<string, unknown>>(sql)).rows
  const insert = "insert into public.audit_log (at, table_name, row_id, action, changes) values (now(), 'settings', 'a', 'update', '{}') returning id::int"
  try {
    await migrateShop(database.url, { upTo: '20261127000290' })
    for (let n = 0; n < 3; n += 1) await owner.query(insert)
    await owner.query("update public.audit_log set at = '2019-05-01' where id = 1")
    await owner.query("update public.audit_log set at = '2038-01-19' where id = 2") // written while a clock was wrong
    const before = await ask('select * from public.audit_log order by id')
    const file = await ask("select pg_relation_filenode('public.audit_log') as file")
    await migrateShop(database.url)
    expect(await ask('select * from public.audit_log where id <= 3 order by id')).toEqual(before)
    const [first] = await ask('select distinct tableoid::regclass::text as part, pg_relation_filenode(tableoid) as file from public.audit_log where id <= 3')
    expect(first).toEqual({ part: expect.stringMatching(/^parts\.audit_log_\d{4}_04$/), file: file[0]?.['file'] })
    const [next] = await ask(insert)
    expect(Number(next?.['id'])).toBe(Number((await ask('select max(id) as id from public.audit_log'))[0]?.['id']))
    expect(Number(next?.['id'])).toBeGreaterThan(3)
  } finally {
    await owner.end()
    await database.drop()
  }
})

test('a customer reads nothing of the log, and who may read it reads all parts', async () => {
  await shop.scratch(async (db) => {
    await at(db, '2040-05-01')
    await keep(db)
    await write(db, 'march', '2041-03-31T23:59:59+05:30')
    await write(db, 'april', '2041-04-01T00:00:00+05:30')
    await write(db, 'later', '2050-01-01')
    await db.as('customer')
    expect(await db.rows('select from public.audit_log')).toEqual([])
    await db.as('admin')
    expect(await placesOf(db, 'march', 'april', 'later')).toEqual(['2040_04', '2041_04', 'rest'])
  })
})

test('parts that another database lacks are no objects of the owner’s own, which would stop the move to the next PostgreSQL', async () => {
  const database = await createDatabase('shop')
  const fresh = new Client({ connectionString: database.url })
  await fresh.connect()
  try {
    await shop.scratch(async (db) => {
      await at(db, '2070-05-01')
      await keep(db)
      await db.run('create table public.of_the_owner (id int primary key)')
      const { others } = await ownObjects(shop.owner, fresh)
      expect(others).toEqual(['index public.of_the_owner_pkey', 'table public.of_the_owner'])
    })
  } finally {
    await fresh.end()
    await database.drop()
  }
})
