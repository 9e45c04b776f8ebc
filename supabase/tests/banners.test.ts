/** Scheduled banners and their order. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const make = async (db: Scratch, columns: string): Promise<string> =>
  String(
    (
      await db.rows(
        `insert into public.banner_images (title, image_url, is_active, starts_at, ends_at) select 'x', 'banner_images/x.webp', ${columns} returning id`,
      )
    )[0]?.['id'],
  )
const all = async (db: Scratch): Promise<unknown[]> => (await db.rows('select id from public.banner_images order by display_order, id')).map(({ id }) => id)

test('visitors see active banners of the day; admins see all', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const shown = [
      await make(db, 'true, null, null'),
      await make(db, "true, now() - interval '1 day', now() + interval '1 day'"),
      await make(db, 'true, now(), null'),
    ]
    const hidden = [
      await make(db, 'false, null, null'),
      await make(db, "true, now() + interval '1 minute', null"),
      await make(db, "true, now() - interval '2 days', now()"),
    ]
    expect(await all(db)).toEqual(expect.arrayContaining([...shown, ...hidden]))
    for (const person of ['visitor', 'customer'] as const) {
      await db.as(person)
      const seen = await all(db)
      expect(seen, person).toEqual(expect.arrayContaining(shown))
      for (const id of hidden) expect(seen, person).not.toContain(id)
    }
  })
})

test('a banner ends after it starts', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const insert = (starts: string, ends: string) =>
      `insert into public.banner_images (image_url, starts_at, ends_at) values ('banner_images/x.webp', ${starts}, ${ends})`
    expect(await db.refused(insert('now()', 'now()'))).toMatchObject({ code: '23514' })
    await db.run(insert('now()', "now() + interval '1 minute'"))
  })
})

test('arrange_banners sorts all banners as listed, and refuses an incomplete list', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await make(db, 'true, null, null')
    await make(db, 'false, null, null')
    const ids = (await all(db)).toReversed()
    await db.run('select public.arrange_banners($1)', [ids])
    expect(await all(db)).toEqual(ids)
    const stale = { code: 'PT409', detail: '{"code":"STALE"}' }
    expect(await db.refused('select public.arrange_banners($1)', [ids.slice(1)])).toMatchObject(stale)
    expect(await db.refused('select public.arrange_banners($1)', [[...ids.slice(1), ids[1]]])).toMatchObject(stale)
  })
})

test.each<Person>(['visitor', 'customer', 'orderService', 'mailer'])('a %s cannot sort them', async (person) => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await make(db, 'true, null, null')
    const ids = await all(db)
    await db.as(person)
    expect(await db.refused('select public.arrange_banners($1)', [ids.toReversed()])).toMatchObject({ code: '42501' })
  })
})
