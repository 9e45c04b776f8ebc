import { afterAll, beforeAll, expect, test } from 'vitest'
import { DISCOUNT, PEOPLE, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const ANNOUNCE: [string, unknown[]] = ['select public.announce_discount($1) as notified', [DISCOUNT]]

test('an offer that an admin announces notifies every customer who consented to offers, once', async () => {
  await shop.scratch(async (db) => {
    await db.run("update public.discounts set description = 'For Diwali', ends_at = '2030-11-08T18:29:00Z'")
    await db.as('admin')
    expect(await db.rows(...ANNOUNCE)).toEqual([{ notified: 2 }])
    expect(await db.refused(...ANNOUNCE), 'twice').toMatchObject({ code: 'PT409', detail: expect.stringContaining('ALREADY_ANNOUNCED') as string })
    await db.as('owner')
    const rows = await db.rows("select user_id, title, message, read from public.notifications where type = 'promotion' order by user_id")
    const offer = { title: '10% off', message: 'For Diwali. Use the code DIWALI10 at checkout until Nov 8, 2030.', read: false }
    expect(rows).toEqual([PEOPLE.customer, PEOPLE.other].map((user_id) => ({ user_id, ...offer })))
  })
})

test('only admins announce an offer, and only one that can be used', async () => {
  await shop.scratch(async (db) => {
    for (const asker of ['visitor', 'customer'] as const) {
      await db.as(asker)
      expect(await db.refused(...ANNOUNCE), asker).toMatchObject({ code: '42501' })
    }
    await db.as('owner')
    await db.run('update public.discounts set is_active = false')
    await db.as('admin')
    expect(await db.refused(...ANNOUNCE)).toMatchObject({ code: 'PT409', detail: expect.stringContaining('NOT_IN_FORCE') as string })
    expect(await db.refused('select public.announce_discount(gen_random_uuid())')).toMatchObject({ code: 'PT404' })
    await db.as('owner')
    expect(await db.rows("select id from public.notifications where type = 'promotion'")).toEqual([])
  })
})

test('customers without consent get no notification; one about an offer without a code says where it applies', async () => {
  await shop.scratch(async (db) => {
    await db.run("update public.discounts set code = null, title = 'Festive tenth'")
    await db.run('delete from public.consents where user_id = $1', [PEOPLE.other])
    await db.as('admin')
    expect(await db.rows(...ANNOUNCE)).toEqual([{ notified: 1 }])
    await db.as('owner')
    const sent = () => db.rows("select user_id, message from public.notifications where type = 'promotion'")
    expect(await sent()).toEqual([{ user_id: PEOPLE.customer, message: 'Festive tenth. It is applied in your cart.' }])
    await db.as('customer')
    await db.run("insert into public.consents (purpose, version, given) values ('offers', 1, false)")
    await db.as('owner')
    await db.run("delete from public.notifications where type = 'promotion'")
    await db.run('update public.discounts set announced_at = null')
    await db.as('admin')
    expect(await db.rows(...ANNOUNCE)).toEqual([{ notified: 0 }])
  })
})
