import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER, PRODUCT, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await shop.owner.query("update public.settings set email = 'care@shop.example'")
})
afterAll(() => shop.close())

const QUEUED = 'select kind, recipient, data from private.mails where kind = $1'

test('a refund is told to the buyer once, in the transaction that books it', async () => {
  await shop.scratch(async (db) => {
    await db.run("update public.payments set state = 'paid' where order_id = $1", [ORDER])
    await db.run("update public.payments set state = 'refund_due' where order_id = $1", [ORDER])
    expect(await db.rows(QUEUED, ['order_refunded'])).toEqual([])
    await db.run("update public.payments set state = 'refunded' where order_id = $1", [ORDER])
    await db.run('update public.orders set payment_state = payment_state where id = $1', [ORDER])
    expect(await db.rows(QUEUED, ['order_refunded'])).toEqual([{ kind: 'order_refunded', recipient: 'asha@example.in', data: { order_id: ORDER } }])
  })
})

test('a sale that leaves fewer than ten tells the shop, once on the way down', async () => {
  await shop.scratch(async (db) => {
    const sell = (left: number): Promise<unknown> => db.run('update public.products set stock = $2 where id = $1', [PRODUCT.cream, left])
    await sell(40)
    await db.as('desk')
    await sell(10)
    await db.as('owner')
    expect(await db.rows(QUEUED, ['low_stock'])).toEqual([])
    await db.as('desk')
    await sell(9)
    await sell(3)
    await db.as('owner')
    expect(await db.rows(QUEUED, ['low_stock'])).toEqual([
      { kind: 'low_stock', recipient: 'care@shop.example', data: { product_id: PRODUCT.cream, name: 'Rose Cream', sku: 'CREAM', stock: 9 } },
    ])
  })
})

test('who counts the shelf is not told what he typed', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run('update public.products set stock = 2 where id = $1', [PRODUCT.cream])
    await db.as('owner')
    expect(await db.rows(QUEUED, ['low_stock'])).toEqual([])
  })
})

test('admins see the mails that were given up, and put them back; nobody else', async () => {
  await shop.scratch(async (db) => {
    const [given] = await db.rows(
      `insert into private.mails (kind, recipient, status, attempts, last_error, data)
       values ('order_placed', 'a@b.example', 'failed', 10, '451 not now', '{"secret":"x"}') returning id`,
    )
    for (const asker of ['visitor', 'customer'] as const) {
      await db.as(asker)
      expect(await db.refused('select * from public.failed_mails()'), asker).toMatchObject({ code: '42501' })
      expect(await db.refused('select public.retry_mail($1)', [(given as { id: string }).id]), asker).toMatchObject({ code: '42501' })
    }
    await db.as('admin')
    expect(await db.rows('select kind, recipient, attempts, last_error from public.failed_mails()')).toEqual([
      { kind: 'order_placed', recipient: 'a@b.example', attempts: 10, last_error: '451 not now' },
    ])
    await db.run('select public.retry_mail($1)', [(given as { id: string }).id])
    expect(await db.rows('select * from public.failed_mails()')).toEqual([])
    expect(await db.refused('select public.retry_mail($1)', [(given as { id: string }).id]), 'twice').toMatchObject({ code: 'PT404' })
    await db.as('owner')
    expect(await db.rows('select status, attempts from private.mails where id = $1', [(given as { id: string }).id])).toEqual([
      { status: 'queued', attempts: 0 },
    ])
  })
})
