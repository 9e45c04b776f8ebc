/** What always holds of orders, money, documents, parcels and stock, whatever was interrupted: each query finds what breaks it. */
import pg from 'pg'
import { expect } from './expect.ts'

const ORDERS = `with books as (
  select o.id, o.status, o.payment_state, p.state, p.amount,
    (select coalesce(sum((case d.kind when 'invoice' then 1 else -1 end) * (d.content #>> '{order,total_amount}')::numeric), 0) from public.documents d where d.order_id = o.id) as documents,
    (select count(*) from public.documents d where d.order_id = o.id) as issued,
    (select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = o.id and r.state <> 'withdrawn') as back,
    (select coalesce(sum(r.amount), 0) from public.refunds r where r.order_id = o.id and r.state <> 'withdrawn' and r.source <> 'goodwill') as credited,
    (select coalesce(sum(i.quantity - i.cancelled_quantity), 0) from public.order_items i where i.order_id = o.id) as pieces,
    (select coalesce(sum(l.quantity), 0) from public.shipments s join public.shipment_lines l on l.shipment_id = s.id where s.order_id = o.id and s.state <> 'packed') as gone,
    (select count(*) from public.order_status_history h where h.order_id = o.id and h.status = o.status and h.notes not like 'Order changed%' and h.notes not like 'Return%'
       and h.notes not like 'Parcel%') as steps
  from public.orders o join public.payments p on p.order_id = o.id where exists (select from public.order_items i where i.order_id = o.id and i.product_id = $1))`

const RULES: Record<string, string> = {
  'stock is the sum of its movements': 'select * from private.check_stock_sums()',
  'documents are what was issued': 'select * from private.check_documents()',
  'numbers have no gap': `select left(serial, -6) as series, count(*), max(right(serial, 6)::integer) from public.documents group by 1 having count(*) <> max(right(serial, 6)::integer)`,
  'an order has documents from its acceptance on': `${ORDERS} select * from books where (status = 'pending') <> (issued = 0) and not (status = 'cancelled' and issued = 0)`,
  'documents come to what is paid or to be paid': `${ORDERS} select * from books where issued > 0 and status <> 'cancelled' and documents <> amount - credited`,
  'a cancelled order has no document left and keeps no money': `${ORDERS} select * from books
    where status = 'cancelled' and (documents <> 0 or (state in ('paid', 'refund_due', 'refunded') and back <> amount))`,
  'an order says of its payment what the payment says': `${ORDERS} select * from books where payment_state <> state`,
  'what has left is all of it': `${ORDERS} select * from books where status in ('shipped', 'delivered') and gone <> pieces or gone > pieces`,
  'each step is in the history once': `${ORDERS} select * from books where steps <> 1`,
  'a settled return has its credit note': `select r.id from public.returns r where r.state = 'closed' and r.credited <> (select coalesce(sum((d.content #>> '{order,total_amount}')::numeric), 0)
    from public.documents d where d.file_id = r.credit_file)`,
  'stock is what was there less what was sold, with what came back': `select p.id, p.stock from public.products p where p.id = $1 and p.stock <> $2
    - (select coalesce(sum(i.quantity - i.cancelled_quantity), 0) from public.order_items i join public.orders o on o.id = i.order_id where i.product_id = p.id and o.status <> 'cancelled')
    + (select coalesce(sum(l.restocked), 0) from public.return_lines l join public.order_items i on i.id = l.order_item_id where i.product_id = p.id)`,
}

/** @param stock of the product before any order */
export async function expectBooks(url: string, product: string, stock: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const [rule, text] of Object.entries(RULES)) {
      const values = [product, stock].slice(0, text.includes('$2') ? 2 : text.includes('$1') ? 1 : 0)
      const { rows: broken } = await client.query(text, values)
      expect(broken, rule).toEqual([])
    }
  } finally {
    await client.end()
  }
}
