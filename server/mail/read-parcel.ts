/** The parcel that a mail is about. */
import type { ParcelOfMail } from '#documents/mails/parcel.ts'
import type pg from 'pg'

const LINES = `select coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'quantity', n.quantity) order by i.product_name, i.id), '[]')`

/**
 * The parcel of a mail about one, or the last one of an order that was shipped in several; null for an order of one parcel. What is still
 * to follow is read when the mail is sent.
 */
export async function readParcel(client: pg.ClientBase, data: { order_id?: string; status?: string; shipment_id?: string }): Promise<ParcelOfMail | null> {
  if (data.shipment_id === undefined && data.status !== 'shipped') return null
  const { rows } = await client.query<ParcelOfMail>(
    `with sent as (select s.* from public.shipments s where s.order_id = $1 and s.state <> 'packed')
     select s.number, s.courier, s.tracking_number, s.own_delivery,
       (${LINES} from public.shipment_lines n join public.order_items i on i.id = n.order_item_id where n.shipment_id = s.id) as lines,
       (${LINES} from (select x.id, x.quantity - x.cancelled_quantity - coalesce(sum(l.quantity), 0)::integer as quantity from public.order_items x
            left join (public.shipment_lines l join sent y on y.id = l.shipment_id and y.state in ('shipped', 'delivered')) on l.order_item_id = x.id where x.order_id = $1 group by x.id) n
          join public.order_items i on i.id = n.id where n.quantity > 0) as to_follow
     from sent s where case when $2::uuid is null then (select count(*) from sent) > 1 else s.id = $2 end
     order by s.shipped_at desc, s.number desc limit 1`,
    [data.order_id, data.shipment_id ?? null],
  )
  return rows[0] ?? null
}
