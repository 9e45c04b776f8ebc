import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCT, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const FIND = 'select public.find_coupon($1) as found'

test('a buyer who was told a code learns what it is worth to him; a visitor may not ask', async () => {
  await shop.scratch(async (db) => {
    await db.run("update public.discounts set product_ids = array[$1, $2]::uuid[], customer_limit = 5, description = 'A tenth off'", [
      PRODUCT.cream,
      PRODUCT.soap,
    ])
    await db.as('customer')
    expect(await db.rows(FIND, [' diwali10'])).toEqual([
      {
        found: {
          code: 'DIWALI10',
          description: 'A tenth off',
          kind: 'percent',
          value: 10,
          minimum_goods: 0,
          maximum_discount: null,
          standing: 'OK',
          covers: [PRODUCT.cream], // the soap is not in his cart
        },
      },
    ])
    await db.as('visitor')
    expect(await db.refused(FIND, ['DIWALI10'])).toMatchObject({ code: '42501' })
  })
})

test('how often it was used counts for the one who used it', async () => {
  await shop.scratch(async (db) => {
    await db.run('update public.discounts set customer_limit = 1')
    await db.as('customer')
    expect(await db.rows(FIND, ['DIWALI10'])).toMatchObject([{ found: { standing: 'ALREADY_USED' } }])
    await db.as('other')
    expect(await db.rows(FIND, ['DIWALI10'])).toMatchObject([{ found: { standing: 'OK' } }])
  })
})

test('what is switched off, or never was, is the same nothing', async () => {
  await shop.scratch(async (db) => {
    await db.run('update public.discounts set is_active = false')
    await db.as('customer')
    for (const code of ['DIWALI10', 'HOLI', '', '%']) expect(await db.rows(FIND, [code]), code).toEqual([{ found: null }])
  })
})
