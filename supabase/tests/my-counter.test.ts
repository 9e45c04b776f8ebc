/** What the dashboard begins with: public.my_counter(). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MyCounter } from '../results/orders.ts'
import { forgetOrders, pastOrder } from './past-orders.ts'
import { PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Person, Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const counter = async (db: Scratch, person: Person = 'customer'): Promise<MyCounter> => {
  await db.as(person)
  return (await db.rows('select public.my_counter() as counter'))[0]?.['counter'] as MyCounter
}

const unpaid = (db: Scratch, id: string) =>
  db.run("update public.orders set payment_method = 'upi', payment_state = 'awaiting_payment', version = version where id = $1", [id])

test('orders on their way: those to pay first, then the newest, three of them with the count of all', async () => {
  await shop.scratch(async (db) => {
    await forgetOrders(db)
    const soap: [string, number][] = [[PRODUCT.soap, 1]]
    const oldest = await pastOrder(db, PEOPLE.customer, 9, soap)
    const shipped = await pastOrder(db, PEOPLE.customer, 5, soap)
    await db.run("update public.orders set status = 'processing' where id = $1", [shipped])
    await db.run("update public.orders set status = 'shipped' where id = $1", [shipped])
    await db.run("insert into public.order_status_history (order_id, status, created_at) values ($1, 'shipped', '2026-11-20T06:30:00Z')", [shipped])
    const newest = await pastOrder(db, PEOPLE.customer, 1, soap)
    await pastOrder(db, PEOPLE.customer, 8, soap, 'cancelled')
    await pastOrder(db, PEOPLE.customer, 7, soap)
    await unpaid(db, oldest)
    const { on_the_way: found } = await counter(db)
    expect(found.map(({ id, status, to_pay, of }) => [id, status, to_pay, of])).toEqual([
      [oldest, 'pending', true, 4],
      [newest, 'pending', false, 4],
      [shipped, 'shipped', false, 4],
    ])
    expect(found[0]).toMatchObject({ payment_method: 'upi', payment_state: 'awaiting_payment', total_amount: 118, pincode: '411001', shipped_at: null })
    expect(Date.parse(found[2]?.shipped_at ?? '')).toBeGreaterThanOrEqual(Date.parse('2026-11-20T06:30:00Z'))
  })
})

test('buy again: what the last order had and what was bought more than once, the most often first', async () => {
  await shop.scratch(async (db) => {
    await forgetOrders(db)
    const [extra] = await db.rows("insert into public.products (name, price, stock, status) values ('Once only', 10, 9, 'active') returning id")
    await pastOrder(db, PEOPLE.customer, 40, [
      [PRODUCT.soap, 12],
      [String(extra?.['id']), 5],
    ])
    await pastOrder(db, PEOPLE.customer, 9, [[PRODUCT.soap, 24]])
    await pastOrder(db, PEOPLE.customer, 2, [[PRODUCT.cream, 3]])
    await db.run('update public.products set stock = 0 where id = $1', [PRODUCT.cream])
    const { again } = await counter(db)
    expect(again.map(({ product, quantity, times, unit_price }) => [product.id, quantity, times, unit_price, product.stock])).toEqual([
      [PRODUCT.soap, 24, 2, 118, 49],
      [PRODUCT.cream, 3, 1, 118, 0],
    ])
  })
})

test('orders to repeat: the three newest with four goods and the number of products; the delivery rule comes along', async () => {
  await shop.scratch(async (db) => {
    await forgetOrders(db)
    for (const day of [40, 30, 20]) await pastOrder(db, PEOPLE.customer, day, [[PRODUCT.soap, 1]])
    const newest = await pastOrder(db, PEOPLE.customer, 10, [
      [PRODUCT.soap, 1],
      [PRODUCT.cream, 1],
      [PRODUCT.soap, 1],
      [PRODUCT.soap, 1],
      [PRODUCT.soap, 1],
    ])
    const { orders, delivery } = await counter(db)
    expect(orders).toHaveLength(3)
    expect(orders[0]).toMatchObject({ id: newest, products: 5, total_amount: 590 })
    expect(orders[0]?.goods).toHaveLength(4)
    expect(delivery).toMatchObject({ dispatch_days: 1, transit_remote_max: 10, dispatch_holidays: [] })
  })
})

test('a customer without orders gets empty lists', async () => {
  await shop.scratch(async (db) => {
    await forgetOrders(db)
    expect(await counter(db)).toMatchObject({ on_the_way: [], again: [], orders: [] })
  })
})

test('it is one’s own: neither another customer nor staff see it, and visitors may not ask', async () => {
  await shop.scratch(async (db) => {
    await forgetOrders(db)
    await pastOrder(db, PEOPLE.customer, 2, [[PRODUCT.soap, 12]])
    expect((await counter(db)).orders).toHaveLength(1)
    for (const other of ['other', 'admin', 'superAdmin'] as const)
      expect(await counter(db, other), other).toMatchObject({ on_the_way: [], again: [], orders: [] })
    await db.as('visitor')
    expect(await db.refused('select public.my_counter()')).toMatchObject({ code: '42501' })
  })
})

test('of a customer with a thousand orders it reads by indexes', async () => {
  const plans: string[] = []
  const hear = (notice: { message?: string }): void => void plans.push(notice.message ?? '')
  await shop.scratch(async (db) => {
    await db.as('owner')
    await db.run("set local session_replication_role = 'replica'")
    await db.run(
      `with placed as (
         insert into public.orders (user_id, status, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
           goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at)
         select (array[$1, $2]::uuid[])[1 + g % 2], case when g % 100 < 2 then 'shipped' else 'delivered' end,
           'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod', 'cod_pending', now() - make_interval(hours => g)
         from generate_series(1, 8000) g where g <= 2000 or g % 2 = 1 returning id)
       , steps as (insert into public.order_status_history (order_id, status) select id, 'shipped' from placed)
       insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
       select id, $3, 'Soap', 1, 118, 100, 18, 9, 9, 0, 118 from placed, generate_series(1, 5)`,
      [PEOPLE.customer, PEOPLE.other, PRODUCT.soap],
    )
    await db.run("set local session_replication_role = 'origin'")
    await db.run('analyze public.orders, public.order_items, public.order_status_history')
    await db.run("load 'auto_explain'")
    await db.run("set local auto_explain.log_min_duration = 0; set local auto_explain.log_nested_statements = on; set local auto_explain.log_level = 'notice'")
    shop.owner.on('notice', hear)
    const found = await counter(db)
    shop.owner.off('notice', hear)
    expect(found.orders).toHaveLength(3)
  })
  const inside = plans.join('\n')
  for (const index of ['orders_user_id_idx', 'orders_open_idx', 'order_items_sums_idx', 'order_status_history_order_id_idx']) expect(inside).toContain(index)
  expect(inside).not.toMatch(/Seq Scan on (orders|order_items|order_status_history)/)
})
