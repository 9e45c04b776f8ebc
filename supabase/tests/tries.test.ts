import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Pool } from 'pg'
import { openPool } from '#postgres/pool.ts'
import type { Try, Tries } from '#postgres/tries/limits.ts'
import { sharedTries } from '#postgres/tries/shared-tries.ts'
import { urlAs } from '#server/database/roles.ts'
import { TEST_SECRET } from '#server/testing/secret.ts'
import { openShop } from './shop.ts'
import type { Person, Shop } from './shop.ts'

let shop: Shop
let pools: Pool[]
/** Two processes of one shop. */
let one: Tries
let two: Tries

beforeAll(async () => {
  shop = await openShop()
  pools = [1, 2].map(() => openPool(urlAs(shop.url, 'shop_orders', TEST_SECRET), { max: 2 }))
  const [first, second] = pools.map((pool) => sharedTries(async (text, values) => (await pool.query(text, values)).rows, 'a secret of both'))
  if (!first || !second) throw new Error('two processes are needed')
  ;[one, two] = [first, second]
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await shop.close()
})
beforeEach(() => shop.owner.query('truncate private.tries'))

const rows = async (): Promise<{ key: string; count: number }[]> =>
  (await shop.owner.query<{ key: string; count: number }>("select encode(key, 'hex') as key, count from private.tries order by count desc, key")).rows
const passed = (answers: unknown[]): number => answers.filter((answer) => answer === null).length

test('tries of two processes at once never exceed the limit', async () => {
  const tried: Try = ['attempt', 'password meera@shop.example 203.0.113.7']
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? one : two).count([tried])))
  expect(passed(answers)).toBe(10)
  expect(await two.count([tried])).toEqual({ name: 'attempt', seconds: expect.any(Number) as number })
  expect(await one.count([['attempt', 'password arjun@shop.example 203.0.113.7']])).toBeNull()
})

test('several tries at once count all or none, in any sequence of keys', async () => {
  const mail: Try = ['mail', 'meera@shop.example']
  const network: Try = ['mailIp', '203.0.113.7']
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one.count([mail, network]) : two.count([network, mail]))))
  expect(passed(answers)).toBe(1)
  expect((await rows()).map(({ count }) => count)).toEqual([1, 1])
})

test('a window ends, and then the count begins again', async () => {
  const tried: Try = ['mail', 'meera@shop.example']
  expect(await one.count([tried])).toBeNull()
  const full = await two.count([tried])
  expect(full?.name).toBe('mail')
  expect(full?.seconds).toBeGreaterThan(0)
  expect(full?.seconds).toBeLessThanOrEqual(60)
  await shop.owner.query("update private.tries set until = now() - interval '1 second'")
  expect(await two.count([tried])).toBeNull()
  expect(await one.count([tried])).toMatchObject({ name: 'mail' })
  expect(await rows()).toMatchObject([{ count: 1 }])
})

test('an undone try does not count, and a forgotten key begins again', async () => {
  const tried: Try = ['attempt', 'one']
  for (let n = 0; n < 15; n += 1) {
    expect(await one.count([tried])).toBeNull()
    await two.forget([tried])
  }
  for (let n = 0; n < 10; n += 1) expect(await one.count([tried])).toBeNull()
  await two.forget([], [tried])
  expect(await rows()).toEqual([])
  expect(await one.count([tried])).toBeNull()
  await one.forget([
    ['attempt', 'never tried'],
    ['attempt', 'one'],
  ])
  await one.forget([['attempt', 'one']])
  expect(await rows(), 'never below zero').toMatchObject([{ count: 0 }])
})

test('the table holds 200 keys in each of 256 parts: expired and little tried ones give way, a full one does not', async () => {
  const key = (n: number): string => `\\x07${n.toString(16).padStart(30, '0')}`
  const count = (n: number): Promise<unknown> => shop.owner.query('select private.count_tries($1::bytea[], $2, $3)', [[key(n)], [5], [300]])
  for (let n = 0; n < 5; n += 1) await count(1)
  await count(2)
  await shop.owner.query("update private.tries set until = now() - interval '1 second', count = 9 where key = $1::bytea", [key(2)])
  for (let n = 3; n < 450; n += 1) await count(n)
  const held = await rows()
  expect(held).toHaveLength(200)
  expect(held[0]).toEqual({ key: key(1).slice(2), count: 5 })
  expect(held.map((row) => row.key)).not.toContain(key(2).slice(2))
  expect(held.map((row) => row.key)).toContain(key(449).slice(2))
  await expect(count(1)).resolves.toMatchObject({ rows: [{ count_tries: expect.stringContaining('(1,') as string }] })
})

test('the table names nobody, and a process with another secret finds nothing in it', async () => {
  await one.count([['attemptAnywhere', 'meera@shop.example']])
  const { rows: all } = await shop.owner.query<{ row: string }>('select t::text as row from private.tries t')
  expect(all).toHaveLength(1)
  expect(all[0]?.row).not.toContain('meera')
  expect(all[0]?.row).not.toContain(Buffer.from('meera').toString('hex'))
})

test('only the login of the server functions counts, and nobody reads or writes the table', async () => {
  const everyone: Person[] = ['visitor', 'customer', 'admin', 'superAdmin', 'orders', 'server', 'mailer', 'orderService']
  const calls = ["select * from private.count_tries('{\\\\x00112233445566778899aabbccddeeff}', '{1}', '{60}')", "select private.forget_tries('{}', '{}')"]
  for (const person of everyone) {
    await shop.scratch(async (db) => {
      await db.as(person)
      for (const statement of [
        'select from private.tries',
        'delete from private.tries',
        "insert into private.tries values (0, '', 1, now())",
        'update private.tries set count = 0',
      ])
        expect(await db.refused(statement), `${person}: ${statement}`).toMatchObject({ code: '42501' })
      for (const call of calls) {
        if (person === 'orderService') await db.run(call)
        else expect(await db.refused(call), `${person}: ${call}`).toMatchObject({ code: '42501' })
      }
    })
  }
})

test('too many keys at once, none, and a key of another length are refused', async () => {
  const call = (keys: string[]): Promise<unknown> =>
    shop.owner.query('select private.count_tries($1::bytea[], $2, $3)', [keys, keys.map(() => 1), keys.map(() => 60)])
  await expect(call([])).rejects.toMatchObject({ code: '22023' })
  await expect(call(Array.from({ length: 9 }, (_, n) => `\\x0${n}112233445566778899aabbccddeeff`))).rejects.toMatchObject({ code: '22023' })
  await expect(call(['\\x00'])).rejects.toMatchObject({ code: '23514' })
})
