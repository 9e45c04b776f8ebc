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

test('the order service can read neither orders, nor their lines, nor customers', async () => {
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

test('the amounts of an order must add up', async () => {
  const broken = {
    orders_total: 'total_amount = total_amount + 1',
    orders_heads: 'cgst = cgst + 1',
    orders_goods: 'goods_total = goods_total + 1',
    orders_shipping: 'shipping_cost = shipping_cost + 1',
    orders_charges: `charges = charges #- '{0,label}'`,
    orders_one_kind_of_supply: "place_of_supply = '29'",
    orders_cancelled_by: `cancelled_by = '${PEOPLE.customer}'`,
  }
  for (const [constraint, change] of Object.entries(broken)) {
    await shop.scratch(async (db) => {
      expect((await db.refused(`update public.orders set ${change} where id = '${ORDER}'`)).message).toContain(constraint)
    })
  }
})

test('charges of an order are whole amounts that add up, each kind once, or the order is refused', async () => {
  const delivery = { kind: 'delivery', label: 'Delivery', cost: 100, amount: 100, taxable: 84.75, gst: 15.25, rate: 18 }
  const wrong: unknown[] = [
    {},
    [delivery, delivery],
    [{ ...delivery, gst: 15 }],
    [{ ...delivery, amount: 100.001, taxable: 84.751 }],
    [{ ...delivery, amount: '100' }],
    [{ ...delivery, cost: 99 }],
    [{ ...delivery, label: ' ' }],
    [{ ...delivery, kind: 'Delivery fee' }],
    [{ ...delivery, rate: 101 }],
    [{ ...delivery, taxable: 110, gst: -10 }],
    [{ kind: 'delivery', label: 'Delivery' }],
    ['delivery'],
    [null],
  ]
  for (const charges of wrong) {
    await shop.scratch(async (db) => {
      const change = 'update public.orders set charges = $1 where id = $2'
      await expect(db.run(change, [JSON.stringify(charges), ORDER]), JSON.stringify(charges)).rejects.toThrow()
    })
  }
})

test('a charge that is missing from the total is refused, and delivery has its column of the API', async () => {
  const [delivery, wrap] = [
    { kind: 'delivery', label: 'Delivery', cost: 100, amount: 100, taxable: 84.75, gst: 15.25, rate: 18 },
    { kind: 'wrap', label: 'Wrap', cost: 59, amount: 59, taxable: 50, gst: 9, rate: 18 },
  ]
  const both = JSON.stringify([delivery, wrap])
  await shop.scratch(async (db) => {
    await expect(db.run('update public.orders set charges = $1 where id = $2', [both, ORDER])).rejects.toThrow('orders_total')
  })
  await shop.scratch(async (db) => {
    await db.run('update public.orders set charges = $1, total_amount = total_amount + 59 where id = $2', [both, ORDER])
    expect(await db.rows('select shipping_cost, charges_total, charges_gst from public.orders where id = $1', [ORDER])).toEqual([
      { shipping_cost: '100.00', charges_total: '159.00', charges_gst: '24.25' },
    ])
    await db.as('admin')
    await db.run(`update public.orders set status = 'processing' where id = '${ORDER}'`)
    const [document] = await db.rows('select content from public.documents where order_id = $1', [ORDER])
    expect(document?.['content']).toMatchObject({ version: 3, order: { charges: [delivery, wrap] } })
  })
})

test('the charges of a placed order cannot be changed, and the order service writes only their list', async () => {
  for (const person of ['customer', 'admin', 'orderService'] as const) {
    await shop.scratch(async (db) => {
      await db.as(person)
      expect(await db.refused(`update public.orders set charges = '[]' where id = '${ORDER}'`), person).toMatchObject({ code: '42501' })
    })
  }
  await shop.scratch(async (db) => {
    await db.as('orderService')
    for (const column of ['shipping_cost', 'charges_total', 'charges_gst'])
      expect(await db.refused(`insert into public.orders (${column}) values (0)`), column).toMatchObject({
        code: column === 'shipping_cost' ? '42501' : '428C9',
      })
  })
})

test('a document is only issued if its lines and charges equal the total of its order', async () => {
  await shop.scratch(async (db) => {
    await db.run('alter function private.document_facts(uuid) rename to all_facts')
    await db.run(`create function private.document_facts(p_order uuid) returns jsonb language sql stable security definer set search_path = ''
      as $$ select private.all_facts(p_order) #- '{order,charges}' $$`)
    await db.as('admin')
    expect((await db.refused(`update public.orders set status = 'processing' where id = '${ORDER}'`)).message).toContain('and its total is')
  })
})

test('deleting a product keeps its order lines, its stock movements and a tombstone', async () => {
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
