import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from 'pg'
import type { Gateway } from '#gateway/gateway.ts'
import { readConfig } from './config.ts'
import { firstStart } from './first-start.ts'
import type { Keys } from './keys.ts'
import { createDatabase, type TestDatabase } from './testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase('shop')
  const owner = new Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(`
    with made as (insert into auth.users (id, email) values (gen_random_uuid(), 'owner@shringar.example') returning id)
    insert into public.user_roles (user_id, role) select id, 'owner' from made`)
  await owner.end()
})
afterAll(() => database.drop())

function linesWith(realtimeProblem: string | null): Promise<string[]> {
  return firstStart({
    config: readConfig({ DEMO: '0' }, { dev: false }),
    database: { ownerUrl: database.url, embedded: false, urlFor: database.urlFor, stop: async () => undefined },
    gateway: { realtimeProblem } as Gateway,
    keys: {} as Keys,
    progress: (_what, work) => work(),
  })
}

test('the start says what live changes lack, and nothing where they lack nothing (ruling 33)', async () => {
  expect(await linesWith('wal_level is replica and must be logical')).toContain('Live updates:     off: wal_level is replica and must be logical')
  expect((await linesWith(null)).join('\n')).not.toContain('Live updates')
})
