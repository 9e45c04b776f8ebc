/** Reads what a queued mail tells about, an order, a complaint or a product that runs out, and renders it. */
import type { ComplaintMailData } from '#documents/mails/complaint.ts'
import type { OrderMailData } from '#documents/mails/order.ts'
import { renderMail } from '#documents/mails/render-mail.ts'
import type { Mail, Shop } from '#documents/mails/message.ts'
import type { StockMailData } from '#documents/mails/stock.ts'
import type pg from 'pg'

/** A due row of private.mails. */
export type QueuedMail = {
  id: string
  kind: string
  recipient: string
  data: { order_id?: string; status?: string; complaint_id?: string } & Partial<StockMailData>
}

/** The order as it stands now, with the status of the step that caused the mail. */
async function readOrder(client: pg.ClientBase, mail: QueuedMail): Promise<OrderMailData> {
  const { rows } = await client.query<OrderMailData>(
    `select o.id as order_id, o.full_name, coalesce($2, o.status) as status, o.total_amount, o.shipping_cost, o.payment_method,
            o.payment_state, o.courier, o.tracking_number, o.cancel_reason,
            (select string_agg(d.serial, ' and ' order by d.form desc) from public.documents d where d.order_id = o.id and d.kind = 'invoice') as invoice_serial,
            (select coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', i.quantity, 'total', i.total) order by i.id), '[]')
               from public.order_items i where i.order_id = o.id) as items
       from public.orders o where o.id = $1`,
    [mail.data.order_id, mail.data.status],
  )
  const order = rows[0]
  if (!order) throw new Error(`the order of mail ${mail.id} is gone`)
  return order
}

async function readComplaint(client: pg.ClientBase, mail: QueuedMail): Promise<ComplaintMailData> {
  const { rows } = await client.query<ComplaintMailData>(
    'select number, created_at, name, email, phone, order_id, message from public.complaints where id = $1',
    [mail.data.complaint_id],
  )
  const complaint = rows[0]
  if (!complaint) throw new Error(`the complaint of mail ${mail.id} is gone`)
  return complaint
}

export async function renderQueuedMail(client: pg.ClientBase, mail: QueuedMail, shop: Shop): Promise<Mail> {
  const { kind } = mail
  if (kind === 'order_placed' || kind === 'order_status' || kind === 'order_refunded') return renderMail(kind, await readOrder(client, mail), shop)
  if (kind === 'complaint_received' || kind === 'complaint_filed') return renderMail(kind, await readComplaint(client, mail), shop)
  if (kind === 'low_stock') return renderMail(kind, mail.data as StockMailData, shop)
  throw new Error(`nobody has written a mail of kind ${kind}`)
}
