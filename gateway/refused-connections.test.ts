import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createGatewayDatabase, type TestDatabase } from './testing/database.ts'
import { KEYS, openTestGateway, type TestGateway } from './testing/gateway.ts'

let database: TestDatabase
let shop: TestGateway
let elsewhere: Client
let name: string
beforeAll(async () => {
  database = await createGatewayDatabase()
  name = new URL(database.ownerUrl).pathname.slice(1)
  await database.prepare('create table public.notes (id int primary key); grant select on public.notes to anon')
  shop = await openTestGateway(database)
  elsewhere = new Client({ connectionString: inject('postgresUrl') })
  await elsewhere.connect()
})
afterAll(async () => {
  await shop.close()
  await elsewhere.end()
  await database.drop()
})

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  shop.fetch(path, { ...init, headers: { apikey: KEYS.publishableKey, 'content-type': 'application/json' } })
const REQUESTS: [path: string, init?: RequestInit][] = [
  ['/rest/v1/notes?select=id'],
  ['/auth/v1/token?grant_type=password', { method: 'POST', body: JSON.stringify({ email: 'a@example.in', password: 'a long enough password' }) }],
  ['/storage/v1/object/public/pictures/a.png'],
]

test('a database that lets nobody in is a reason to try again for every service, without its words', async () => {
  await elsewhere.query(`alter database ${name} allow_connections false`)
  await elsewhere.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  await expect.poll(async () => (await elsewhere.query('select from pg_stat_activity where datname = $1', [name])).rowCount).toBe(0)
  for (const [path, init] of REQUESTS) {
    const answer = await ask(path, init)
    expect([path, answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([path, 503, true])
    expect(await answer.text()).not.toContain(name)
  }
  await elsewhere.query(`alter database ${name} allow_connections true`)
  const [read, signIn, picture] = await Promise.all(REQUESTS.map(([path, init]) => ask(path, init)))
  expect([read?.status, signIn?.status, picture?.status]).toEqual([200, 400, 400])
})
