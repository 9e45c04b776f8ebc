import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Pool } from 'pg'
import { openPool } from '#postgres/pool.ts'
import { eraseExpiredData } from './retention.ts'
import type { StoredFiles } from './retention.ts'
import { createDatabase, type TestDatabase } from '../testing/database.ts'

let database: TestDatabase
let owner: Pool
const pools: Pool[] = []
const pool = (url: string): Pool => {
  const made = openPool(url, { max: 2 })
  pools.push(made)
  return made
}
/** The scheduler's login, in another year. */
const clock = (moment: string): Pool => {
  const url = new URL(database.urlFor('shop_mail'))
  url.searchParams.set('options', `-c shop.as_of=${moment}`)
  return pool(url.toString())
}

beforeAll(async () => {
  database = await createDatabase('shop')
  owner = pool(database.url)
  await owner.query("insert into private.mails (kind, recipient, status, sent_at) select 'x', 'a@b.in', 'sent', '2026-01-01' from generate_series(1, 450)")
  await owner.query("insert into storage.objects (bucket_id, name) select 'documents', gen_random_uuid() || '/invoice.pdf' from generate_series(1, 201)")
})
afterAll(async () => {
  await Promise.all(pools.map((one) => one.end()))
  await database.drop()
})

/** A bucket that records removed files. */
const bucket = (): StoredFiles & { removed: string[] } => {
  const removed: string[] = []
  return {
    removed,
    async remove(name, keys) {
      removed.push(...keys)
      await owner.query('delete from storage.objects where bucket_id = $1 and name = any($2)', [name, keys])
    },
  }
}

test('the daily run erases batch after batch until nothing is due, and counts everything', async () => {
  const files = bucket()
  expect(await eraseExpiredData(clock('2034-01-01'), files)).toEqual({ documents: 0, files: 201, logs: 450 })
  expect(files.removed.length).toBe(201)
  const { rows } = await owner.query('select what, sum(count)::int as count from private.erasures group by what order by what')
  expect(rows).toEqual([
    { what: 'mails', count: 450 },
    { what: 'stored_files', count: 201 },
  ])
  expect(await eraseExpiredData(clock('2034-01-02'), files)).toEqual({ documents: 0, files: 0, logs: 0 })
})

test('a failed run leaves the work to the next', async () => {
  await owner.query("insert into storage.objects (bucket_id, name) values ('documents', $1)", [`${randomUUID()}/packingSlip.pdf`])
  const away: StoredFiles = { remove: () => Promise.reject(new Error('the disk is away')) }
  await expect(eraseExpiredData(clock('2034-01-01'), away)).rejects.toThrow('the disk is away')
  expect(await eraseExpiredData(clock('2034-01-01'), bucket())).toMatchObject({ files: 1 })
})
