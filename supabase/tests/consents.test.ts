import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PEOPLE, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const ANSWER = "insert into public.consents (purpose, version, given) values ('offers', 1, $1)"
const log = (user: string): [string, unknown[]] => ['select purpose, version, given from public.consents where user_id = $1 order by id', [user]]
const offers = (given: boolean) => ({ purpose: 'offers', version: 1, given })

test('every answer is a row, consent or withdrawal alike; a repeated answer adds none', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    for (const given of [false, false, true, true, false]) await db.run(ANSWER, [given])
    expect(await db.rows(...log(PEOPLE.customer))).toEqual([true, false, true, false].map(offers)) // the first row existed before
    expect(await db.rows(...log(PEOPLE.other)), 'of another').toEqual([])
  })
})

test('a consent to a notice that was never shown is refused, and notices are never replaced', async () => {
  await shop.scratch(async (db) => {
    await db.as('customer')
    expect(await db.refused("insert into public.consents (purpose, version, given) values ('offers', 99, true)")).toMatchObject({ code: '23503' })
    expect(await db.refused("insert into public.consents (purpose, version, given, created_at) values ('offers', 1, true, '2020-01-01')")).toMatchObject({
      code: '42501',
    })
  })
})

test('the registration stores the consents of the form, with the notices that were shown, and nothing else', async () => {
  await shop.scratch(async (db) => {
    const register = async (notices: unknown) => {
      const id = randomUUID()
      await db.run('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [id, `${id}@example.in`, JSON.stringify({ notices })])
      return db.rows(...log(id))
    }
    expect(await register({ account: 1, offers: 1 })).toEqual([{ purpose: 'account', version: 1, given: true }, offers(true)])
    expect(await register({ account: 1 })).toEqual([{ purpose: 'account', version: 1, given: true }])
    for (const nonsense of [{ offers: 99 }, { offers: true }, { everything: 1 }, 'offers', null])
      expect(await register(nonsense), JSON.stringify(nonsense)).toEqual([])
  })
})

test('the texts on the screen are the ones that the log refers to', async () => {
  const words = readFileSync(new URL('../../app/words/en/consents.ts', import.meta.url), 'utf8')
  const { rows } = await shop.owner.query<{ purpose: string; text: string }>(
    'select distinct on (purpose) purpose, text from public.consent_notices order by purpose, version desc',
  )
  expect(rows.map(({ purpose }) => purpose)).toEqual(['account', 'back_in_stock', 'offers'])
  for (const { text } of rows) expect(words).toContain(`'${text}'`)
})
