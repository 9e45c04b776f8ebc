/** Arranging and deleting categories (docs/rules.md#categories). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CATEGORY, CHILD_CATEGORY, PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const ARRANGE = 'select public.arrange_categories($1, $2)'
const DELETE = 'select public.delete_category($1, $2, $3, $4, $5) as picture'
const make = async (db: Scratch, name: string, parent: string | null = null): Promise<string> =>
  String((await db.rows('insert into public.categories (name, parent_id) values ($1, $2) returning id', [name, parent]))[0]?.['id'])
const below = async (db: Scratch, parent: string | null): Promise<unknown[]> =>
  (await db.rows('select id from public.categories where parent_id is not distinct from $1 order by display_order, name', [parent])).map(({ id }) => id)

describe('arrange_categories', () => {
  test('sorts the categories of a parent as listed and moves others into it', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      const [first, second] = [await make(db, 'First', CHILD_CATEGORY), await make(db, 'Second', CHILD_CATEGORY)]
      const loose = await make(db, 'Loose')
      await db.run(ARRANGE, [CHILD_CATEGORY, [second, loose, first]])
      expect(await below(db, CHILD_CATEGORY)).toEqual([second, loose, first])
      await db.run(ARRANGE, [null, [loose, ...(await below(db, null))]])
      expect((await below(db, null))[0]).toBe(loose)
    })
  })

  test('refuses a list based on an old tree, and a cycle', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      const [first, second] = [await make(db, 'First', CHILD_CATEGORY), await make(db, 'Second', CHILD_CATEGORY)]
      const stale = { code: 'PT409', detail: '{"code":"STALE"}' }
      expect(await db.refused(ARRANGE, [CHILD_CATEGORY, [second]]), 'one is left out').toMatchObject(stale)
      expect(await db.refused(ARRANGE, [CHILD_CATEGORY, [second, first, PRODUCT.cream]]), 'one is no category').toMatchObject(stale)
      expect(await db.refused(ARRANGE, [CHILD_CATEGORY, [second, first, first]]), 'one twice').toMatchObject(stale)
      expect(await db.refused(ARRANGE, [PRODUCT.cream, [first]]), 'no such parent').toMatchObject(stale)
      expect(await db.refused(ARRANGE, [CHILD_CATEGORY, [first, second, CATEGORY]]), 'its own ancestor').toMatchObject({ detail: '{"code":"CATEGORY_CYCLE"}' })
      expect(await below(db, CHILD_CATEGORY)).toEqual([first, second])
    })
  })
})

describe('delete_category', () => {
  test('moves products and subcategories where the admin chose, and returns the picture', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      await db.run("update public.categories set image_url = 'category_images/a.webp' where id = $1", [CATEGORY])
      const target = await make(db, 'Elsewhere')
      const [counted] = await db.rows('select products from public.category_usage() where category_id = $1', [CATEGORY])
      const products = Number(counted?.['products'])
      expect(products).toBeGreaterThan(0)
      expect(await db.rows(DELETE, [CATEGORY, products, 1, target, null])).toEqual([{ picture: 'category_images/a.webp' }])
      expect(await db.rows('select from public.products where category_id = $1', [target])).toHaveLength(products)
      expect(await below(db, null)).toContain(CHILD_CATEGORY)
      expect(await db.rows('select from public.categories where id = $1', [CATEGORY])).toEqual([])
    })
  })

  test('requires a destination, and refuses numbers that differ from those shown and a deleted category', async () => {
    await shop.scratch(async (db) => {
      await db.as('admin')
      const [counted] = await db.rows('select products from public.category_usage() where category_id = $1', [CATEGORY])
      const products = Number(counted?.['products'])
      expect(await db.refused(DELETE, [CATEGORY, products, 1, null, null])).toMatchObject({ detail: '{"code":"INVALID","field":"products_to"}' })
      expect(await db.refused(DELETE, [CATEGORY, products, 1, CATEGORY, null])).toMatchObject({ detail: '{"code":"INVALID","field":"products_to"}' })
      expect(await db.refused(DELETE, [CATEGORY, products, 1, CHILD_CATEGORY, CATEGORY])).toMatchObject({ detail: '{"code":"INVALID","field":"children_to"}' })
      expect(await db.refused(DELETE, [CATEGORY, products - 1, 1, CHILD_CATEGORY, null])).toMatchObject({ detail: '{"code":"STALE"}' })
      expect(await db.refused(DELETE, [CATEGORY, products, 0, CHILD_CATEGORY, null])).toMatchObject({ detail: '{"code":"STALE"}' })
      expect(await db.refused(DELETE, [PRODUCT.cream, 0, 0, null, null])).toMatchObject({ detail: '{"code":"NOT_FOUND"}' })
      expect(await db.rows('select from public.categories where id = $1', [CATEGORY]), 'still there').toHaveLength(1)
    })
  })
})

test.each<Person>(['visitor', 'customer', 'orderService', 'mailer'])('a %s cannot sort or delete categories', async (person) => {
  await shop.scratch(async (db) => {
    const before = await db.rows('select id, parent_id, display_order from public.categories order by id')
    const tops = await below(db, null)
    await db.as(person)
    expect(await db.refused(ARRANGE, [null, tops.toReversed()])).toMatchObject({ code: '42501' })
    expect(await db.refused(DELETE, [CHILD_CATEGORY, 0, 0, null, null])).toMatchObject({ code: '42501' })
    await db.as('owner')
    expect(await db.rows('select id, parent_id, display_order from public.categories order by id')).toEqual(before)
  })
})
