import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from './scenario.ts'
import { ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const NEW = '00000000-0000-4000-8000-00eeee000009'
const goods = { orderId: NEW, userId: PEOPLE.customer, productId: PRODUCT.cream, quantity: 4 }

test('the order service places an order and the database notifies everyone', async () => {
  await shop.scratch(async (db) => {
    await db.as('orderService')
    await placeOrder(shop.owner, goods)
    await db.run('set constraints all immediate')
    await db.as('owner')
    expect(await db.rows('select status, notes, created_by from public.order_status_history where order_id = $1', [NEW])).toEqual([
      { status: 'pending', notes: 'Order placed', created_by: PEOPLE.customer },
    ])
    expect(await db.rows('select title from public.notifications where order_id = $1 and user_id = $2', [NEW, PEOPLE.customer])).toEqual([
      { title: 'Order placed' },
    ])
    expect(await db.rows("select kind, recipient from private.mails where data ->> 'order_id' = $1", [NEW])).toEqual([
      { kind: 'order_placed', recipient: 'customer@example.in' },
    ])
    expect(await db.rows('select * from private.check_stock_sums()')).toEqual([])
  })
})

test('the order service cannot create an order other than pending, nor a paid one', async () => {
  const copy = (
    status: string,
    user: string,
    payment = 'cod_pending',
  ): string => `insert into public.orders (user_id, status, full_name, address, city, state, pincode, email, phone, place_of_supply,
      seller_state, prices_include_gst, goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state)
    values (${user}, '${status}', 'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod', '${payment}')`
  await shop.scratch(async (db) => {
    await db.as('orderService')
    await db.run(copy('pending', `'${PEOPLE.customer}'`))
    for (const status of ['processing', 'shipped', 'delivered', 'cancelled']) {
      expect(await db.refused(copy(status, `'${PEOPLE.customer}'`)), status).toMatchObject({ code: '42501' })
    }
    for (const payment of ['paid', 'refund_due']) {
      expect(await db.refused(copy('pending', `'${PEOPLE.customer}'`, payment)), payment).toMatchObject({ code: '42501' })
    }
    expect(await db.refused(copy('pending', 'null')), 'nobody').toMatchObject({ code: '42501' })
  })
})

test('the order service reads neither orders nor their lines, and no customer', async () => {
  await shop.scratch(async (db) => {
    await db.as('orderService')
    for (const table of ['orders', 'order_items', 'profiles', 'addresses', 'payments', 'documents', 'notifications', 'user_roles']) {
      expect(await db.refused(`select from public.${table}`), table).toMatchObject({ code: '42501' })
    }
    expect(await db.refused('select value from public.discounts'), 'of a coupon only what counts its uses').toMatchObject({ code: '42501' })
    expect(await db.refused('select from auth.users')).toMatchObject({ code: '42501' })
    expect(await db.refused('select from private.mails')).toMatchObject({ code: '42501' })
  })
})

test('lines that do not add up to the order are refused at commit', async () => {
  for (const change of [
    'total = total + 1, taxable = taxable + 1',
    'cgst = cgst - 0.01, sgst = sgst + 0.01',
    'discount = discount + 1',
    'unit_price = unit_price + 1',
  ]) {
    await shop.scratch(async (db) => {
      await placeOrder(shop.owner, goods)
      await db.run(`update public.order_items set ${change} where order_id = $1`, [NEW])
      expect((await db.refused('set constraints all immediate')).message, change).toContain('do not add up')
    })
  }
  await shop.scratch(async (db) => {
    await placeOrder(shop.owner, goods)
    await db.run('delete from public.order_items where order_id = $1', [NEW])
    expect((await db.refused('set constraints all immediate')).message).toContain('at least one line')
  })
})

test('amounts of an order keep their identities', async () => {
  const broken = {
    orders_total: 'total_amount = total_amount + 1',
    orders_heads: 'cgst = cgst + 1',
    orders_goods: 'goods_total = goods_total + 1',
    orders_shipping: 'shipping_gst = shipping_gst + 1',
    orders_one_kind_of_supply: "place_of_supply = '29'",
    orders_cancelled_by: `cancelled_by = '${PEOPLE.customer}'`,
  }
  for (const [constraint, change] of Object.entries(broken)) {
    await shop.scratch(async (db) => {
      expect((await db.refused(`update public.orders set ${change} where id = '${ORDER}'`)).message).toContain(constraint)
    })
  }
})

test('deleting a product leaves its lines frozen, its ledger, and a tombstone', async () => {
  await shop.scratch(async (db) => {
    await db.as('admin')
    await db.run('delete from public.products where id = $1', [PRODUCT.cream])
    await db.as('owner')
    expect(await db.rows(`select product_id, product_name, quantity from public.order_items where order_id = '${ORDER}'`)).toEqual([
      { product_id: null, product_name: 'Goods', quantity: 2 },
    ])
    expect(await db.rows('select from public.stock_movements where product_id = $1', [PRODUCT.cream])).not.toHaveLength(0)
    await db.as('visitor')
    expect(await db.rows('select from public.deleted_products where id = $1', [PRODUCT.cream])).toHaveLength(1)
  })
})
