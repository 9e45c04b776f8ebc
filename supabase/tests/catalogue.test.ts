import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORY, CHILD_CATEGORY, PRODUCT, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const move = (id: string, parent: string): string => `update public.categories set parent_id = '${parent}' where id = '${id}'`

test('a category cannot become its own ancestor at any depth', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const [grandchild] = await db.rows(`insert into public.categories (name, parent_id) values ('Masks', '${CHILD_CATEGORY}') returning id`)
    expect(await db.refused(move(CATEGORY, CATEGORY))).toMatchObject({ code: '23514' })
    expect(await db.refused(move(CATEGORY, CHILD_CATEGORY))).toMatchObject({ code: '23514', detail: '{"code":"CATEGORY_CYCLE"}' })
    expect(await db.refused(move(CATEGORY, String(grandchild?.['id'])))).toMatchObject({ detail: '{"code":"CATEGORY_CYCLE"}' })
    expect((await db.run(move(String(grandchild?.['id']), CATEGORY))).rowCount, 'a move without a circle').toBe(1)
  })
})

test('two concurrent moves cannot create a cycle', async () => {
  const made = await shop.owner.query<{ id: string }>("insert into public.categories (name) values ('Left'), ('Right') returning id")
  const [left, right] = made.rows.map((row) => row.id)
  if (!left || !right) throw new Error('two categories were made')
  const second = new Client({ connectionString: shop.url })
  await second.connect()
  try {
    await shop.owner.query('begin')
    await shop.owner.query(move(left, right))
    const waiting = second.query(move(right, left)).then(
      () => 'moved',
      (error: { code: string }) => error.code,
    )
    await Promise.race([waiting, sleep(300)]) // it now waits for the lock, or has passed it
    await shop.owner.query('commit')
    expect(await waiting).toBe('23514')
  } finally {
    await second.end()
  }
})

test('a category with products or children is not deleted, an empty one is', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    expect(await db.refused(`delete from public.categories where id = '${CATEGORY}'`), 'children and products').toMatchObject({ code: '23503' })
    await db.run(`update public.categories set parent_id = null where id = '${CHILD_CATEGORY}'`)
    expect(await db.refused(`delete from public.categories where id = '${CATEGORY}'`), 'products').toMatchObject({ code: '23503' })
    await db.run(`update public.products set category_id = '${CHILD_CATEGORY}'`)
    expect((await db.run(`delete from public.categories where id = '${CATEGORY}'`)).rowCount).toBe(1)
  })
})

test('a category without a slug gets one from its name, in any script', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const made = await db.rows("insert into public.categories (name) values ('Hair & Scalp Care!'), ('शृंगार सामग्री'), ('Crème – Soin') returning slug")
    expect(made.map((row) => row['slug'])).toEqual(['hair-scalp-care', 'शृंगार-सामग्री', 'crème-–-soin'])
    expect(await db.refused("insert into public.categories (name) values ('Hair, Scalp care')"), 'taken').toMatchObject({ code: '23505' })
    expect(await db.refused("insert into public.categories (name, slug) values ('X', 'A/b')")).toMatchObject({ code: '23514' })
  })
})

test('stock and sales do not change the version of a product, a new name does', async () => {
  await shop.scratch(async (db) => {
    const version = async (set: string): Promise<unknown> =>
      (await db.rows(`update public.products set ${set} where id = '${PRODUCT.cream}' returning version`))[0]?.['version']
    expect(await version('stock = stock - 1, units_sold = units_sold + 1')).toBe(1)
    expect(await version('popularity = units_sold')).toBe(1)
    expect(await version("name = 'Rose Cream 2'")).toBe(2)
    expect(await version('price = 117')).toBe(3)
    expect(await version('price = 117')).toBe(3)
  })
})

test("the first picture is the product's picture", async () => {
  await shop.scratch(async (db) => {
    const shown = async (): Promise<unknown> => (await db.rows(`select image_url, image_thumbhash from public.products where id = '${PRODUCT.cream}'`))[0]
    await db.as('admin')
    await db.run(
      `insert into public.product_images (product_id, image_url, display_order, thumbhash) values ('${PRODUCT.cream}', 'product_images/first.webp', -1, 'abc')`,
    )
    expect(await shown()).toEqual({ image_url: 'product_images/first.webp', image_thumbhash: 'abc' })
    await db.run("delete from public.product_images where image_url = 'product_images/first.webp'")
    expect(await shown()).toEqual({ image_url: 'product_images/a.webp', image_thumbhash: null })
    await db.run(`delete from public.product_images where product_id = '${PRODUCT.cream}'`)
    expect(await shown()).toEqual({ image_url: null, image_thumbhash: null })
  })
})

test('a banner links to the shop or to https, never to a script', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    const link = (value: string): [string, unknown[]] => ["update public.banner_images set link = $1 where title = 'On'", [value]]
    for (const good of ['/', '/products?category=skincare', 'https://example.in/x']) expect((await db.run(...link(good))).rowCount, good).toBe(1)
    for (const bad of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'http://example.in', 'products']) {
      expect(await db.refused(...link(bad)), bad).toMatchObject({ code: '23514' })
    }
  })
})

test('settings are always one row, and the GSTIN belongs to the State', async () => {
  await shop.scratch(async (db) => {
    expect(await db.refused('insert into public.settings default values')).toMatchObject({ code: '23505' })
    expect(await db.refused('insert into public.settings (id) values (false)')).toMatchObject({ code: '23514' })
    expect(await db.refused("update public.settings set gstin = '29ABCDE1234F1ZW'")).toMatchObject({ code: '23514' })
    expect((await db.run("update public.settings set gstin = '29ABCDE1234F1ZW', state_code = '29'")).rowCount).toBe(1)
  })
})
