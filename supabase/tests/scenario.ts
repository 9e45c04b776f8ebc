import type { Client } from 'pg'

const id = (kind: string, number: number): string => `00000000-0000-4000-8000-00${kind}${String(number).padStart(6, '0')}`

export const PEOPLE = { customer: id('aaaa', 1), other: id('aaaa', 2), admin: id('aaaa', 3), superAdmin: id('aaaa', 4) }
/** Staff who do part of the work, each named by the role; they exist once `hireStaff` was called. */
export const STAFF = { catalogue: id('aaaa', 5), orders: id('aaaa', 6), accounts: id('aaaa', 7) }
export const CATEGORY = id('cccc', 1)
export const CHILD_CATEGORY = id('cccc', 2)
/** `cream` 118.00 in stock; `soap` likewise; `draft` is not for sale. */
export const PRODUCT = { cream: id('bbbb', 1), soap: id('bbbb', 2), draft: id('bbbb', 3) }
/** The customer's pending order of two creams, and the other customer's order of one soap. */
export const ORDER = id('eeee', 1)
export const OTHER_ORDER = id('eeee', 2)
/** `DIWALI10`, used once by the customer's order. */
export const DISCOUNT = id('dddd', 1)

/** Creates people, goods, carts and one pending order each, as the database's owner instead of through the order service. */
export async function layOutShop(owner: Client): Promise<void> {
  await owner.query(
    'insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at) select *, now() from unnest($1::uuid[], $2::text[], $3::jsonb[])',
    [Object.values(PEOPLE), Object.keys(PEOPLE).map((name) => `${name}@example.in`), Object.keys(PEOPLE).map((name) => JSON.stringify({ full_name: name }))],
  )
  await owner.query("update public.settings set gstin = '27ABCDE1234F1Z0'") // only a registered business issues tax invoices
  await owner.query("insert into public.user_roles (user_id, role) values ($1, 'manager'), ($2, 'owner')", [PEOPLE.admin, PEOPLE.superAdmin])
  await owner.query("insert into public.categories (id, name, parent_id) values ($1, 'Skin Care', null), ($2, 'Face', $1)", [CATEGORY, CHILD_CATEGORY])
  await owner.query(
    `insert into public.products (id, sku, name, price, mrp, stock, category_id, status) values
       ($1, 'CREAM', 'Rose Cream', 118, 150, 100, $4, 'active'), ($2, 'SOAP', 'Neem Soap', 59, 60, 50, $4, 'active'),
       ($3, 'DRAFT', 'Draft Serum', 99, null, 5, $4, 'draft')`,
    [PRODUCT.cream, PRODUCT.soap, PRODUCT.draft, CATEGORY],
  )
  await owner.query("insert into public.product_images (product_id, image_url) values ($1, 'product_images/a.webp'), ($2, 'product_images/b.webp')", [
    PRODUCT.cream,
    PRODUCT.draft,
  ])
  await owner.query(
    "insert into public.banner_images (title, image_url, is_active) values ('On', 'banner_images/a.webp', true), ('Off', 'banner_images/b.webp', false)",
  )
  await owner.query('insert into public.deleted_products (id) values ($1)', [id('bbbb', 9)])
  await owner.query("insert into public.discounts (id, code, kind, value, times_used) values ($1, 'DIWALI10', 'percent', 10, 1)", [DISCOUNT])
  for (const user of [PEOPLE.customer, PEOPLE.other]) {
    await owner.query('insert into public.cart_items (user_id, product_id, quantity) values ($1, $2, 3)', [user, PRODUCT.cream])
    await owner.query(
      `insert into public.addresses (user_id, full_name, address, city, state, pincode, phone, is_default)
       values ($1, 'A', '1 Road', 'Pune', 'Maharashtra', '411001', '9876543210', true)`,
      [user],
    )
    await owner.query("insert into private.order_requests (user_id, key, body_hash) values ($1, 'key-0001', 'hash')", [user])
    await owner.query(
      "insert into public.complaints (number, user_id, name, email, message) values (left($1::text, 7) || right($1::text, 6), $1::uuid, 'A', 'a@example.in', 'It arrived broken')",
      [user],
    )
  }
  await owner.query('begin')
  await placeOrder(owner, { orderId: ORDER, userId: PEOPLE.customer, productId: PRODUCT.cream, quantity: 2 })
  await placeOrder(owner, { orderId: OTHER_ORDER, userId: PEOPLE.other, productId: PRODUCT.soap, quantity: 1 })
  await owner.query('commit')
  await owner.query("insert into private.diagnostic_reports (number, page, build, agent, entries) values ('LOG-0000000001', '/', '1', 'Chrome', '[{}]')")
  await owner.query("insert into public.consents (user_id, purpose, version, given) select unnest($1::uuid[]), 'offers', 1, true", [
    [PEOPLE.customer, PEOPLE.other, PEOPLE.admin],
  ])
  await owner.query('insert into public.discount_redemptions (order_id, discount_id, user_id) values ($1, $2, $3)', [ORDER, DISCOUNT, PEOPLE.customer])
  await owner.query("update public.orders set courier = 'DTDC' where id = any($1)", [[ORDER, OTHER_ORDER]]) // one event each
}

/** Creates one person for each role that does part of the work; separate, so that tests that count people need not know them. */
export async function hireStaff(owner: Client): Promise<void> {
  await owner.query('insert into auth.users (id, email, email_confirmed_at) select id, email, now() from unnest($1::uuid[], $2::text[]) as s (id, email)', [
    Object.values(STAFF),
    Object.keys(STAFF).map((name) => `${name}@example.in`),
  ])
  await owner.query('insert into public.user_roles (user_id, role) select * from unnest($1::uuid[], $2::text[])', [Object.values(STAFF), Object.keys(STAFF)])
}

/** A pending order at 18 %, inside Maharashtra, 118.00 or 59.00 per unit, cash on delivery. Uses the role that the client has now. */
export async function placeOrder(client: Client, order: { orderId: string; userId: string; productId: string; quantity: number }): Promise<void> {
  const { orderId, userId, productId, quantity } = order
  const unit = productId === PRODUCT.soap ? 59 : 118
  const goods = unit * quantity
  const head = (goods * 9) / 118
  await client.query(
    `insert into public.orders (id, user_id, full_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
       goods_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount, payment_method, payment_state)
     values ($1, $2, 'Asha', '1 Road', 'Pune', 'Maharashtra', '411001', 'asha@example.in', '9876543210', '27', '27', true,
       $3, $4, $5, $6, $6, 0, '[{"kind": "delivery", "label": "Delivery", "cost": 100, "amount": 100, "taxable": 84.75, "gst": 15.25, "rate": 18}]', $7, 'cod', 'cod_pending')`,
    [orderId, userId, goods, goods - 2 * head, 2 * head, head, goods + 100],
  )
  await client.query(
    `insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
     values ($1, $2, 'Goods', $3, $4, $5, 18, $6, $6, 0, $7)`,
    [orderId, productId, quantity, unit, goods - 2 * head, head, goods],
  )
  await client.query("select set_config('shop.stock_reason', 'order', true), set_config('shop.stock_order', $1, true)", [orderId])
  await client.query('update public.products set stock = stock - $2::int, units_sold = units_sold + $2::int where id = $1', [productId, quantity])
  await client.query("select set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true)")
  // the order service writes its movements itself
  await client.query(
    "insert into public.stock_movements (product_id, quantity, reason, order_id) select $1, -$2::int, 'order', $3 where current_user = 'shop_orders'",
    [productId, quantity, orderId],
  )
  await client.query("insert into public.payments (order_id, method, state, amount) values ($1, 'cod', 'cod_pending', $2)", [orderId, goods + 100])
}
