import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDER, OTHER_ORDER, PEOPLE, PRODUCT, openShop } from './shop.ts'
import type { Scratch, Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

type Board = {
  sales: Record<'today' | 'week' | 'month', { orders: number; amount: number; orders_before: number; amount_before: number }> & {
    days: { day: string; orders: number; amount: number }[]
  }
  verify: Queue
  accept: Queue
  ship: Queue
  refund: Queue
  stock: { count: number; out: number; rows: { sku: string; stock: number }[] }
  mails: number
  complaints: { count: number }
  feed: { id: string }[]
}
type Queue = { count: number; oldest: string | null; rows: { id: string; total_amount: number }[] }

const board = async (db: Scratch): Promise<Board> => {
  await db.as('admin')
  return (await db.rows('select public.admin_dashboard() as board'))[0]?.['board'] as Board
}

/** Inserts orders of 118.00 without triggers: `at` in Indian time. */
const past = (db: Scratch, at: string, status: string, state: string, times = 1) =>
  db.run(
    `insert into public.orders (user_id, status, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
       goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at)
     select $1, $3, 'A', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod', $4,
       ($2::timestamp) at time zone 'Asia/Kolkata' from generate_series(1, $5::int)`,
    [PEOPLE.customer, at, status, state, times],
  )

test('sales count what is accepted or paid and not cancelled, by Indian days, against the same period before', async () => {
  await shop.scratch(async (db) => {
    await db.run("set session_replication_role = 'replica'")
    await db.run('delete from public.orders')
    await db.run("select set_config('shop.as_of', '2026-11-20T15:00:00+05:30', true)")
    await past(db, '2026-11-20 00:30', 'processing', 'cod_pending') // still the 19th in UTC
    await past(db, '2026-11-20 14:59', 'pending', 'paid')
    await past(db, '2026-11-20 10:00', 'pending', 'cod_pending', 5) // not accepted yet
    await past(db, '2026-11-20 10:00', 'cancelled', 'refund_due', 3)
    await past(db, '2026-11-19 14:00', 'delivered', 'paid')
    await past(db, '2026-11-19 16:00', 'delivered', 'paid', 2) // later in the day than now: not part of the comparison yet
    await past(db, '2026-11-13 14:00', 'shipped', 'paid', 4) // seven days ago, earlier in the day than now
    await past(db, '2026-11-13 16:00', 'shipped', 'paid', 6) // seven days ago, later in the day than now
    await past(db, '2026-10-21 12:00', 'delivered', 'paid') // thirty days ago
    await past(db, '2026-09-01 12:00', 'delivered', 'paid', 9) // before all periods
    await db.run("set session_replication_role = 'origin'")
    const { sales } = await board(db)
    expect(sales.today).toEqual({ orders: 2, amount: 236, orders_before: 1, amount_before: 118 })
    expect(sales.week).toEqual({ orders: 5, amount: 590, orders_before: 4, amount_before: 472 })
    expect(sales.month).toEqual({ orders: 15, amount: 1770, orders_before: 1, amount_before: 118 })
    expect(sales.days).toHaveLength(60)
    expect(sales.days.slice(-2)).toEqual([
      { day: '2026-11-19', orders: 3, amount: 354 },
      { day: '2026-11-20', orders: 2, amount: 236 },
    ])
  })
})

test('each queue contains the orders that wait for its step, the oldest first', async () => {
  await shop.scratch(async (db) => {
    const before = await board(db)
    expect(before.accept.rows.map(({ id }) => id).toSorted()).toEqual([ORDER, OTHER_ORDER])
    expect(before.accept).toMatchObject({ count: 2 })
    expect(before.complaints.count).toBe(2)
    expect(before.stock.count).toBe(0)

    await db.run("update public.orders set status = 'processing' where id = $1", [ORDER])
    await db.run("update public.products set stock = case sku when 'CREAM' then 9 else 0 end where id = any($1)", [[PRODUCT.cream, PRODUCT.soap]])
    await db.run("update public.complaints set status = 'answered' where user_id = $1", [PEOPLE.customer])
    await db.as('owner')
    await db.run("set local session_replication_role = 'replica'") // without the guard of payments: it was cash on delivery
    await db.run("update public.payments set state = 'awaiting_verification' where order_id = $1", [OTHER_ORDER])
    await db.run("update public.orders set payment_state = 'awaiting_verification' where id = $1", [OTHER_ORDER])
    await db.run("set local session_replication_role = 'origin'")
    await db.run("update private.mails set status = 'failed' where data ->> 'order_id' = $1", [ORDER])
    const [mails] = await db.rows("select count(*)::int as count from private.mails where status = 'failed'")
    const now = await board(db)
    expect([now.ship.count, now.accept.count, now.verify.count, now.refund.count]).toEqual([1, 0, 1, 0])
    expect(now.verify.rows).toMatchObject([{ id: OTHER_ORDER, total_amount: 159 }])
    expect(now.stock).toMatchObject({
      count: 2,
      out: 1,
      rows: [
        { sku: 'SOAP', stock: 0 },
        { sku: 'CREAM', stock: 9 },
      ],
    })
    expect(now.complaints.count).toBe(1)
    expect(now.mails).toBe(mails?.['count'])
    expect(now.feed.map(({ id }) => id).toSorted()).toEqual([ORDER, OTHER_ORDER])
  })
})

test('only an admin reads the dashboard and the search', async () => {
  await shop.scratch(async (db) => {
    for (const asker of ['visitor', 'customer', 'orderService'] as const) {
      await db.as(asker)
      expect(await db.refused('select public.admin_dashboard()'), asker).toMatchObject({ code: '42501' })
      expect(await db.refused("select * from public.admin_search('rose')"), asker).toMatchObject({ code: '42501' })
    }
    await db.as('superAdmin')
    expect(await db.rows("select * from public.admin_search('rose')")).toHaveLength(1)
  })
})

test('the search finds an order by number, serial, buyer and telephone, a product by name and sku, a customer', async () => {
  await shop.scratch(async (db) => {
    await db.run('select private.issue_invoice($1)', [ORDER])
    const [document] = await db.rows('select serial from public.documents where order_id = $1', [ORDER])
    await db.run("update public.profiles set full_name = 'Meera Nair', company_name = '100% Looks_Salon', phone = '98200 12345' where id = $1", [
      PEOPLE.customer,
    ])
    await db.as('admin')
    const find = async (query: string): Promise<string[]> =>
      (await db.rows('select kind, id from public.admin_search($1)', [query])).map(({ kind, id }) => `${String(kind)} ${String(id)}`)
    expect(await find(`#${ORDER.slice(0, 8)}`)).toContain(`order ${ORDER}`)
    expect(await find(ORDER)).toEqual([`order ${ORDER}`])
    expect(await find(String(document?.['serial']).toLowerCase())).toEqual([`order ${ORDER}`])
    expect((await find('meera')).toSorted()).toEqual([`customer ${PEOPLE.customer}`, `order ${ORDER}`])
    expect(await find('98765 43210')).toContain(`order ${OTHER_ORDER}`)
    expect(await find('100% looks_')).toContain(`customer ${PEOPLE.customer}`)
    expect(await find('crea')).toEqual([`product ${PRODUCT.cream}`]) // by SKU and by name, but listed once
    expect(await find('draft ser')).toEqual([`product ${PRODUCT.draft}`])
    expect(await find('%%')).toEqual([])
    expect(await find('x')).toEqual([])
    expect(await find("'; drop table public.orders; --")).toEqual([])
  })
})

test('low stock is detected below ten, for every kind of change', async () => {
  await shop.scratch(async (db) => {
    const low = async (): Promise<unknown[]> => {
      await db.as('owner')
      return (await db.rows('select p.sku from private.low_stock l join public.products p on p.id = l.product_id order by 1')).map(({ sku }) => sku)
    }
    expect(await low()).toEqual(['DRAFT'])
    await db.as('orderService')
    await db.run('update public.products set stock = 9 where id = $1', [PRODUCT.cream])
    expect(await low()).toEqual(['CREAM', 'DRAFT'])
    await db.as('admin')
    await db.run("update public.products set stock = 10 where sku in ('CREAM', 'DRAFT')")
    await db.run("insert into public.products (sku, name, price, stock) values ('FEW', 'Few', 10, 3), ('MANY', 'Many', 10, 30)")
    expect(await low()).toEqual(['FEW'])
    await db.run("delete from public.products where sku = 'FEW'")
    expect(await low()).toEqual([])
  })
})

test('with 100,000 orders of two years no figure of the dashboard reads all of them', async () => {
  await shop.scratch(async (db) => {
    await db.run("set session_replication_role = 'replica'")
    await db.run(
      `insert into public.orders (user_id, status, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
         goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at, order_number)
       select $1, case when g < 20 then 'processing' when g % 5 = 0 then 'cancelled' else 'delivered' end, 'Buyer ' || g, '1', 'Pune', 'Maharashtra', '411001', 'a@b.in',
         '9876543210', '27', '27', true, 118, 100, 18, 9, 9, 0, 118, 'cod', case when g % 5 = 0 then 'refunded' else 'paid' end, now() - make_interval(mins => g * 10), 1000000000 + g
       from generate_series(1, 100000) g`,
      [PEOPLE.customer],
    )
    await db.run("set session_replication_role = 'origin'")
    await db.run('analyze public.orders')
    const plans: string[] = []
    const hear = (notice: { message?: string }): void => void plans.push(notice.message ?? '')
    shop.owner.on('notice', hear)
    await db.run("load 'auto_explain'")
    await db.run("set local auto_explain.log_level = 'notice'; set local auto_explain.log_nested_statements = on; set local auto_explain.log_min_duration = 0")
    const known = await board(db)
    shop.owner.off('notice', hear)
    expect(known.ship).toMatchObject({ count: 19 })
    expect(known.sales.month.orders).toBeGreaterThan(3000)
    const inside = plans.join('\n')
    for (const index of ['orders_newest_idx', 'orders_status_idx', 'orders_money_idx']) expect(inside).toContain(index)
    expect(inside).not.toContain('Seq Scan on orders')
  })
}, 120_000)
