import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from 'pg'
import type { Gateway } from '#gateway/gateway.ts'
import { readConfig } from './config.ts'
import { bootstrap } from './bootstrap.ts'
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

function linesWith(realtimeError: string | null): Promise<string[]> {
  return bootstrap({
    config: readConfig({ DEMO: '0' }, { dev: false }),
    database: { ownerUrl: database.url, embedded: false, urlFor: database.urlFor, requestUrlFor: database.urlFor, stop: async () => undefined },
    gateway: { realtimeError } as Gateway,
    keys: {} as Keys,
    progress: (_what, work) => work(),
  })
}

test('the start reports missing prerequisites of realtime', async () => {
  expect(await linesWith('wal_level is replica and must be logical')).toContain('Live updates:     off: wal_level is replica and must be logical')
  expect((await linesWith(null)).join('\n')).not.toContain('Live updates')
})

async function inEmptyShop(environment: Record<string, string>): Promise<{ lines: string[]; asked: [string, unknown][]; roles: unknown[] }> {
  const empty = await createDatabase('shop')
  const asked: [string, unknown][] = []
  const id = '00000000-0000-4000-8000-00000000000a'
  const client = new Client({ connectionString: empty.url })
  await client.connect()
  try {
    await client.query("insert into auth.users (id, email) values ($1, 'me@shop.example')", [id])
    const fetch = async (request: Request) => {
      asked.push([new URL(request.url).pathname, await request.json()])
      return Response.json({ id, action_link: 'https://shop.example/auth/v1/verify?token=once&type=invite' })
    }
    const lines = await bootstrap({
      config: readConfig({ DEMO: '0', ...environment }, { dev: false }),
      database: { ownerUrl: empty.url, embedded: false, urlFor: empty.urlFor, requestUrlFor: empty.urlFor, stop: async () => undefined },
      gateway: { fetch } as unknown as Gateway,
      keys: { secret_key: 'secret' } as Keys,
      progress: (_what, work) => work(),
    })
    return { lines, asked, roles: (await client.query('select role from public.user_roles')).rows }
  } finally {
    await client.end()
    await empty.drop()
  }
}

test('a real shop requires the owner’s address and prints a one-time link, no password', async () => {
  await expect(inEmptyShop({})).rejects.toThrow(/^This shop has no owner yet: set ADMIN_EMAIL/)
  const { lines, asked, roles } = await inEmptyShop({ ADMIN_EMAIL: 'Me@Shop.Example' })
  expect(asked).toEqual([['/auth/v1/admin/generate_link', { type: 'invite', email: 'me@shop.example', redirect_to: 'http://localhost:3000/admin/join' }]])
  expect(lines.join('\n')).toContain('https://shop.example/auth/v1/verify?token=once&type=invite')
  expect(lines.join('\n')).not.toMatch(/shown once/)
  expect(roles).toEqual([{ role: 'owner' }])
})
