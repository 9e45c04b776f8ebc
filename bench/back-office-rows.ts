/** A large shop for the back office: customers, products and orders, inserted in a few statements without triggers. */
import pg from 'pg'
import type { RunningShop } from '../scripts/running-shop.ts'

/** `days`: over how many days the orders are spread, up to now. */
export type Size = { orders: number; products: number; customers: number; days: number }
export const SIZE: Size = { orders: 100_000, products: 50_000, customers: 20_000, days: 347 }

/**
 * Also inserts the rows that triggers would write and the screens read (words, figures, low stock, history), by the shop's own
 * functions where they exist. Mails and notifications of these orders are left out.
 */
export async function fillBackOffice(shop: RunningShop, size: Size): Promise<void> {
  const client = new pg.Client({ connectionString: shop.keys.db_url })
  await client.connect()
  try {
    await client.query(
      `insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at, raw_app_meta_data, raw_user_meta_data)
       select ('00000000-0000-4000-8000-' || (300000000000 + n))::uuid, 'authenticated', 'authenticated', 'large' || n || '@shringar.example', now(), now() - n * interval '20 minutes', now(), '{}',
         jsonb_build_object('full_name', (array['Asha','Meera','Ravi','Farhan','Lata','Joseph','Harpreet','Kavya'])[1 + n % 8] || ' ' || (array['Nair','Shah','Khan','Rao','Gill','Das','Pillai'])[1 + n % 7] || ' ' || n)
       from generate_series(1, $1::int) n`,
      [size.customers],
    )
    await client.query("set session_replication_role = 'replica'")
    await client.query(
      `insert into public.products (id, sku, name, brand, price, mrp, gst_percent, hsn, stock, units_sold, popularity, category_id, status, created_at)
       select ('00000000-0000-4000-8000-' || (400000000000 + n))::uuid, 'LARGE-' || n, p.name || ' no. ' || n, p.brand, p.price, p.mrp, p.gst_percent, p.hsn, n % 400, n % 977, n % 977, p.category_id,
         case when n % 20 = 0 then 'draft' else 'active' end, now() - n * interval '1 minute'
       from generate_series(1, $1::int) n join (select *, row_number() over (order by id) - 1 as place from public.products order by id limit 60) p on p.place = n % 60`,
      [size.products],
    )
    await client.query(
      "insert into private.product_words select p.id, private.product_words_of(p.name, p.sku, p.brand, p.hsn, p.barcode) from public.products p where p.sku like 'LARGE-%'",
    )
    await client.query("insert into private.low_stock select p.id from public.products p where p.stock < 10 and p.sku like 'LARGE-%' on conflict do nothing")
    await client.query(
      `with placed as (
         insert into public.orders (user_id, status, full_name, company_name, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst,
           goods_total, subtotal_base, total_gst, cgst, sgst, igst, total_amount, payment_method, payment_state, created_at)
         select p.id, case when n > 3000 then (array['delivered','delivered','delivered','cancelled'])[1 + n % 4] else (array['pending','processing','shipped','delivered'])[1 + n % 4] end,
           p.full_name, case when n % 3 = 0 then 'Salon ' || n end, '1 Main Road', (array['Pune','Mumbai','Nagpur','Nashik'])[1 + n % 4], 'Maharashtra', '411001', 'large@shringar.example', '+9198' || lpad(n::text, 8, '0'),
           '27', '27', true, 118 * (1 + n % 40), 100 * (1 + n % 40), 18 * (1 + n % 40), 9 * (1 + n % 40), 9 * (1 + n % 40), 0, 118 * (1 + n % 40),
           case when n % 2 = 0 then 'cod' else 'upi' end, case when n % 2 = 0 then case when n > $5::int then 'paid' else 'cod_pending' end when n % 50 = 1 and n <= $5::int then 'awaiting_verification' else 'paid' end, now() - n * make_interval(secs => $4::float8)
         from generate_series(1, $1::int) n join public.profiles p on p.id = ('00000000-0000-4000-8000-' || (300000000001 + (n::bigint * 7919) % $2::int))::uuid
         returning id, full_name, company_name, phone, goods_total, subtotal_base, cgst, sgst, status, created_at
       ), words as (insert into private.order_words select id, private.words_of(full_name, company_name, phone) from placed
       ), history as (insert into public.order_status_history (order_id, status, created_at) select id, status, created_at from placed)
       insert into public.order_items (order_id, product_id, product_name, sku, hsn, quantity, unit_price, taxable, rate, cgst, sgst, igst, total)
       select id, ('00000000-0000-4000-8000-' || (400000000001 + abs(hashtext(id::text)) % $3::int))::uuid, 'Goods', 'LARGE', '3304', 1, goods_total, subtotal_base, 18, cgst, sgst, 0, goods_total from placed`,
      // Money of the last five days is still to come.
      [size.orders, size.customers, size.products, (size.days * 86_400) / size.orders, Math.round((5 * size.orders) / size.days)],
    )
    await client.query("set session_replication_role = 'origin'")
    await client.query('analyze public.orders, public.profiles, public.customer_figures')
    await client.query('select private.count_customers(array(select p.id from public.profiles p))')
    // The shop's own job may have summed these days before they had orders, which are inserted without triggers. The first marks, the second sums.
    await client.query('delete from private.sales_past')
    await client.query('select private.sum_sales()')
    await client.query('select private.sum_sales(600000)')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}
