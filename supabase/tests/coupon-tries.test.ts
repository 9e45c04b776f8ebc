import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from 'pg'
import { DISCOUNT, PEOPLE, openShop, scratchOn } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const FIND = 'select public.find_coupon($1) as found'
const tooMany = { code: 'PT429', detail: expect.stringContaining('TOO_MANY_CODES') as string }
async function guess(db: Scratch, times: number): Promise<void> {
  for (let n = 1; n <= times; n += 1) expect(await db.rows(FIND, [`GUESS${n}`])).toEqual([{ found: null }])
}

test('after twenty unknown codes in an hour an account does not learn whether a code exists', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    await guess(db, 20)
    await guess(db, 20) // the same twenty again reveal nothing new
    expect(await db.refused(FIND, ['GUESS21'])).toMatchObject(tooMany)
    expect(await db.refused(FIND, ['DIWALI10']), 'not even where it does').toMatchObject(tooMany)
    await db.as('other')
    expect(await db.rows(FIND, ['DIWALI10']), 'someone else').toMatchObject([{ found: { code: 'DIWALI10' } }])
    await db.as('owner')
    await db.run("update private.unknown_coupons set tried_at = now() - interval '61 minutes'")
    await db.as('customer')
    expect(await db.rows(FIND, ['DIWALI10']), 'an hour later').toMatchObject([{ found: { code: 'DIWALI10' } }])
  })
})

test('a code that the account has found before works after any other attempts', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    expect(await db.rows(FIND, ['DIWALI10'])).toMatchObject([{ found: { code: 'DIWALI10' } }])
    await guess(db, 20)
    expect(await db.rows(FIND, [' diwali10 '])).toMatchObject([{ found: { code: 'DIWALI10' } }])
    expect(await db.refused(FIND, ['HOLI'])).toMatchObject(tooMany)
  })
})

test('many accounts together are limited sooner, and one that mistypes a code is not', async () => {
  await shop.scratch(async (db) => {
    await db.run("update private.limits set value = 10 where name = 'unknown_coupons_in_all'")
    await db.as('other')
    await guess(db, 10)
    expect(await db.refused(FIND, ['GUESS11'])).toMatchObject(tooMany)
    await db.as('customer')
    await guess(db, 2)
    expect(await db.rows(FIND, ['DIWALI10'])).toMatchObject([{ found: { code: 'DIWALI10' } }])
  })
})

test('concurrent attempts are counted one after another', async () => {
  const clients = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const client = new Client({ connectionString: shop.url })
      await client.connect()
      return client
    }),
  )
  try {
    let answered = 0
    await Promise.all(
      clients.map(async (client, place) => {
        const db = scratchOn(client)
        for (let n = 0; n < 6; n += 1) {
          await client.query('begin')
          await db.as('customer')
          try {
            await db.run(FIND, [`AT-ONCE-${place}-${n}`])
            answered += 1
            await client.query('commit')
          } catch {
            await client.query('rollback')
          }
        }
      }),
    )
    expect(answered).toBe(20)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
    await shop.owner.query('delete from private.unknown_coupons where user_id = $1', [PEOPLE.customer])
  }
})

test('attempts are deleted with the account and with the coupon', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    await db.rows(FIND, ['DIWALI10'])
    await guess(db, 1)
    await db.as('owner')
    await db.run('delete from public.discounts where id = $1', [DISCOUNT])
    expect(await db.rows('select from private.found_coupons')).toEqual([])
    await db.run("update public.orders set status = 'cancelled' where user_id = $1", [PEOPLE.customer])
    await db.run('delete from auth.users where id = $1', [PEOPLE.customer])
    expect(await db.rows('select from private.unknown_coupons')).toEqual([])
  })
})
