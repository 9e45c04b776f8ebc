/** In a database of its own: rows that other tests rolled back stay in the indexes, and may make another one as cheap. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { day, overview } from './analytics-calls.ts'
import { indianDay } from './analytics-rows.ts'
import { openShop, PRODUCT } from './shop.ts'
import type { Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

test('thirty days of a large shop are read by an index, not order by order', async () => {
  await shop.scratch(async (db) => {
    // Many customers, eight States, three ways to pay and three states of orders, as in life: with one of them, the index by customer, State, method or state
    // and day is as cheap, and the planner's sample decides.
    await db.run("set session_replication_role = 'replica'")
    await db.run(
      `with placed as (
         insert into public.orders (user_id, status, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
           goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at)
         select gen_random_uuid(), (array['delivered', 'shipped', 'processing'])[1 + g % 3], 'A', '1', 'Pune', (array['Maharashtra', 'Karnataka', 'Kerala', 'Goa', 'Gujarat', 'Delhi', 'Punjab', 'Odisha'])[1 + g % 8], '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, (array['cod', 'upi', 'bank'])[1 + g / 3 % 3], 'paid',
           now() - make_interval(mins => g * 200) from generate_series(1, 20000) g returning id)
       insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
       select id, $1, 'Goods', 1, 118, 100, 18, 9, 9, 0, 118 from placed`,
      [PRODUCT.cream],
    )
    await db.run("set session_replication_role = 'origin'")
    await db.run('analyze public.orders, public.order_items')
    const plans: string[] = []
    const hear = (notice: { message?: string }): void => void plans.push(notice.message ?? '')
    shop.owner.on('notice', hear)
    await db.run("load 'auto_explain'")
    await db.run("set local auto_explain.log_level = 'notice'; set local auto_explain.log_nested_statements = on; set local auto_explain.log_min_duration = 0")
    await db.as('admin')
    const today = indianDay(Date.now())
    const ago = (days: number) => indianDay(Date.now() - days * 86_400_000)
    const answer = await overview(db, day(ago(29), today), day(ago(59), ago(30)))
    shop.owner.off('notice', hear)
    expect((answer.this as { orders: number }).orders).toBeGreaterThan(200)
    const inside = plans.join('\n')
    for (const index of ['orders_sales_idx', 'order_items_sums_idx']) expect(inside).toContain(index)
    for (const scan of ['Seq Scan on orders', 'Seq Scan on order_items']) expect(inside).not.toContain(scan)
  })
})
