/** Orders that were placed days ago, written as the owner of the database. */
import type { Scratch } from './shop.ts'

export type Line = [product: string, quantity: number]

/** An order of `buyer`, placed `daysAgo`; every unit cost ₹118. Returns its id. */
export async function pastOrder(db: Scratch, buyer: string, daysAgo: number, lines: Line[], status = 'pending'): Promise<string> {
  await db.as('owner')
  await db.run("set local shop.quiet = 'on'")
  const worth = lines.reduce((sum, [, quantity]) => sum + quantity * 118, 0)
  const [made] = await db.rows(
    `insert into public.orders (user_id, status, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
       goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at)
     values ($1, 'pending', 'Meera', '1', 'Pune', 'Maharashtra', '411001', 'a@b.in', '9876543210', '27', '27', true,
       $2::numeric, $2::numeric * 100 / 118, $2::numeric * 18 / 118, $2::numeric * 9 / 118, $2::numeric * 9 / 118, 0, $2::numeric, 'cod', 'cod_pending', now() - make_interval(days => $3))
     returning id`,
    [buyer, worth, daysAgo],
  )
  for (const [product, quantity] of lines)
    await db.run(
      `insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
       values ($1, $2, 'then', $3, 118, $3 * 100, 18, $3 * 9, $3 * 9, 0, $3 * 118)`,
      [made?.['id'], product, quantity],
    )
  if (status !== 'pending') await db.run('update public.orders set status = $2 where id = $1', [made?.['id'], status])
  return String(made?.['id'])
}

/** Without the orders that every test shop begins with. */
export async function forgetOrders(db: Scratch): Promise<void> {
  await db.as('owner')
  await db.run('delete from public.orders')
}
