import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHILD_CATEGORY, CATEGORY, DISCOUNT, PRODUCT, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const FIND = 'select public.find_coupon($1) as found'

test('a customer with a code gets its value for their cart; a visitor may not ask', async () => {
  await shop.scratch(async (db) => {
    await db.run("update public.discounts set product_ids = array[$1, $2]::uuid[], customer_limit = 5, description = 'A tenth off'", [
      PRODUCT.cream,
      PRODUCT.soap,
    ])
    await db.as('customer')
    expect(await db.rows(FIND, [' diwali10'])).toEqual([
      {
        found: {
          id: DISCOUNT,
          code: 'DIWALI10',
          title: null,
          description: 'A tenth off',
          kind: 'percent',
          value: 10,
          minimum_goods: 0,
          maximum_discount: null,
          combines: false,
          standing: 'OK',
          covers: [PRODUCT.cream], // the soap is not in the cart
        },
      },
    ])
    await db.as('visitor')
    expect(await db.refused(FIND, ['DIWALI10'])).toMatchObject({ code: '42501' })
  })
})

test('the number of uses is counted per customer', async () => {
  await shop.scratch(async (db) => {
    await db.run('update public.discounts set customer_limit = 1')
    await db.as('customer')
    expect(await db.rows(FIND, ['DIWALI10'])).toMatchObject([{ found: { standing: 'ALREADY_USED' } }])
    await db.as('other')
    expect(await db.rows(FIND, ['DIWALI10'])).toMatchObject([{ found: { standing: 'OK' } }])
  })
})

test('an inactive coupon and an unknown code get the same response', async () => {
  await shop.scratch(async (db) => {
    await db.run('update public.discounts set is_active = false')
    await db.as('customer')
    for (const code of ['DIWALI10', 'HOLI', '', '%']) expect(await db.rows(FIND, [code]), code).toEqual([{ found: null }])
  })
})

test('offers without a code are found for the given products, sub-categories too; codes and invalid offers are not', async () => {
  const FOUND =
    "select f ->> 'title' as title, f -> 'covers' as covers, f ->> 'standing' as standing from jsonb_array_elements(public.find_offers($1)) f order by 1"
  await shop.scratch(async (db) => {
    await db.run('update public.products set category_id = $1 where id = $2', [CHILD_CATEGORY, PRODUCT.soap])
    await db.run("update public.discounts set customer_limit = 1, code = null, title = 'Used by the customer'")
    await db.run(`insert into public.discounts (title, kind, value, category_ids, is_active, ends_at) values
      ('Category', 'percent', 10, '{${CATEGORY}}', true, null), ('Ended', 'percent', 10, '{}', true, '2020-01-01'), ('Off', 'percent', 10, '{}', false, null)`)
    await db.run("insert into public.discounts (code, kind, value) values ('SECRET', 'percent', 50)")
    await db.as('customer')
    const offer = { title: 'Category', covers: [PRODUCT.cream, PRODUCT.soap], standing: 'OK' }
    expect(await db.rows(FOUND, [[PRODUCT.cream, PRODUCT.soap]])).toEqual([offer])
    expect(await db.rows(FOUND, [[]])).toEqual([])
    await db.as('other')
    expect(await db.rows(FOUND, [[PRODUCT.cream]])).toEqual([
      { ...offer, covers: [PRODUCT.cream] },
      { title: 'Used by the customer', covers: null, standing: 'OK' },
    ])
    await db.as('visitor')
    expect(await db.refused(FOUND, [[]])).toMatchObject({ code: '42501' })
  })
})
