/** Orders for tests that start after the order: placed through the API, moved on with the service key. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { TableUpdate } from '#supabase/database.ts'
import { addToCart, serviceClient, shipping, type Customer } from './customers.ts'
import { shopKeys } from './current-shop.ts'
import { makeProduct, type MadeProduct, type ProductInput } from './products.ts'

export type MadeOrder = { id: string; short: string; product: MadeProduct }

/** Places an order of one product and of the cart's other items, as the buyer's own screens do. */
export async function orderOf(
  customer: Customer,
  options: {
    quantity?: number
    method?: 'cod' | 'upi'
    product?: ProductInput
    of?: MadeProduct
    to?: Partial<typeof shipping> & { gstin?: string; company_name?: string }
  } = {},
): Promise<MadeOrder> {
  const product = options.of ?? (await makeProduct(options.product))
  await addToCart(customer, product.id, options.quantity ?? 2)
  const { data, error } = await customer.client.functions.invoke<{ order: { id: string } }>('place-order', {
    body: { idempotency_key: randomUUID(), shipping: { ...shipping, ...options.to }, payment_method: options.method ?? 'cod' },
  })
  if (error || !data) throw error ?? new Error('place-order answered nothing')
  return { id: data.order.id, short: data.order.id.slice(0, 8), product }
}

/** The order's number as its pages show it: '482-715'. */
export async function orderNumber(id: string): Promise<string> {
  const { data } = await serviceClient(shopKeys()).from('orders').select('order_number').eq('id', id).single().throwOnError()
  return String(data.order_number).replace(/(?=\d{3}$)/, '-')
}

export async function changeOrder(id: string, change: TableUpdate<'orders'>): Promise<void> {
  const { error } = await serviceClient(shopKeys()).from('orders').update(change).eq('id', id)
  if (error) throw error
}

/** Moves the order through every step up to `status`, as the back office does. */
export async function moveOrder(id: string, status: 'processing' | 'shipped' | 'delivered'): Promise<void> {
  const steps = ['processing', 'shipped', 'delivered'] as const
  for (const step of steps.slice(0, steps.indexOf(status) + 1)) {
    await changeOrder(id, step === 'shipped' ? { status: step, courier: 'Blue Dart', tracking_number: 'BD4410052291' } : { status: step })
  }
}

/** The money of an order has arrived, as staff record it. */
export async function payOrder(id: string): Promise<void> {
  const { error } = await serviceClient(shopKeys()).from('payments').update({ state: 'paid' }).eq('order_id', id)
  if (error) throw error
}

/** Inserts many old orders of one line each, a day apart, as the owner of the database and without any notification. */
export async function manyOrders(customer: Customer, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: shopKeys().db_url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query("set local shop.quiet = 'on'")
    await client.query(
      `with made as (
         insert into public.orders (user_id, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
           goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at)
         select $1, 'Meera Nair', '12 Hill Road', 'Mumbai', 'Maharashtra', '400050', $2, '9820012345', '27', '27', true,
           118, 100, 18, 9, 9, 0, 118, 'cod', 'cod_pending', now() - make_interval(days => n) from generate_series(1, $3::int) n returning id, total_amount, created_at),
       awaited as (
         insert into public.payments (order_id, method, state, amount, reference, created_at)
         select id, 'cod', 'cod_pending', total_amount, replace(id::text, '-', ''), created_at from made)
       insert into public.order_items (order_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
       select id, 'An old balm', 1, 118, 100, 18, 9, 9, 0, 118 from made`,
      [customer.id, customer.email, count],
    )
    await client.query('commit')
  } finally {
    await client.end()
  }
}
