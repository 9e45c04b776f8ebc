import { renderLabelsInWorker, renderPickListInWorker } from '#documents/invoice/render-in-worker.ts'
import type { LabelForm } from '#documents/labels/render.ts'
import { pickList } from '#domain/documents/pick-list.ts'
import type { PickRow } from '#domain/documents/pick-list.ts'
import { shippingLabel } from '#domain/documents/shipping-label.ts'
import type { LabelItemRow, LabelOrderRow, ShippingLabel } from '#domain/documents/shipping-label.ts'
import { linesOf, parcelToCollect, toPack } from '#domain/orders/parcels.ts'
import type { ParcelPieces } from '#domain/orders/parcels.ts'
import { readSettings, settingsColumns } from '#domain/shop/settings.ts'
import type { StoreSettings } from '#domain/shop/settings.ts'
import { formatDocumentDay, formatTime } from '#domain/time/dates.ts'
import type { FunctionContext } from '../context.ts'

export type Missing = { orderId: string; reason: string }
export type PrintedFile = { pdf: Uint8Array | null; missing: Missing[] }

const SETTINGS = `select ${settingsColumns().join(', ')} from public.settings`
const LABELS = `select id, order_number, created_at, status, full_name, company_name, address, city, state, pincode, phone, total_amount, payment_method, payment_state,
  courier, tracking_number
  from public.orders where id = any ($1)`
const PAID = 'select o.id, private.paid_otherwise(o.id) as paid, private.owed_of(o.id) as owed from unnest($1::uuid[]) o (id)'
const WEIGHTS = `select i.id, i.order_id, i.quantity, i.cancelled_quantity, i.total, p.weight_grams
  from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = any ($1)`
const PARCELS = `select s.id, s.order_id, s.number, s.state, s.undelivered, s.courier, s.tracking_number,
    (select coalesce(jsonb_agg(jsonb_build_object('order_item_id', l.order_item_id, 'quantity', l.quantity)), '[]')
      from public.shipment_lines l where l.shipment_id = s.id) as shipment_lines,
    (select d.content #>> '{order,total_amount}' from public.documents d where d.file_id = s.invoice_file limit 1) as invoiced
  from public.shipments s where s.order_id = any ($1) order by s.order_id, s.number`
/** Of an order that has left in part, what has not. */
const GOODS = `select i.order_id, o.order_number, i.product_id, i.product_name, i.sku, p.barcode, c.name as category, i.unit, i.quantity - gone.pieces as quantity
  from public.order_items i
  cross join lateral (select i.cancelled_quantity + coalesce(sum(l.quantity), 0)::integer as pieces
    from public.shipment_lines l join public.shipments s on s.id = l.shipment_id
    where l.order_item_id = i.id and s.state in ('shipped', 'delivered') and exists (select from public.orders x where x.id = i.order_id and x.status = 'processing')) gone
  join public.orders o on o.id = i.order_id
  left join public.products p on p.id = i.product_id
  left join public.categories c on c.id = p.category_id
  where i.order_id = any ($1) and i.quantity > gone.pieces order by array_position($1::uuid[], i.order_id), i.id`

type WeightRow = LabelItemRow & { id: string; cancelled_quantity: number; total: string }
type ParcelRow = ParcelPieces & { order_id: string; courier: string | null; tracking_number: string | null }

/**
 * The labels in the order of the ids, read under the caller's policies: one for each parcel that is packed or under way, and one of
 * everything for an order that has none.
 *
 * @param only the one parcel that is asked for
 */
export async function printLabels(context: FunctionContext, ids: readonly string[], form: LabelForm, only: string | null = null): Promise<PrintedFile> {
  const [orders, items, parcels, settings] = await context.asUser((query) =>
    Promise.all([
      query<Omit<LabelOrderRow, 'paid' | 'owed'>>(LABELS, [ids]),
      query<WeightRow>(WEIGHTS, [ids]),
      query<ParcelRow>(PARCELS, [ids]),
      query<Record<string, unknown>>(SETTINGS),
    ]),
  )
  const { found, missing } = sortOut(ids, orders)
  // Of the orders that the caller may see: the function is not theirs.
  const sums = await context.asOrderService((query) => query<Pick<LabelOrderRow, 'id' | 'paid' | 'owed'>>(PAID, [found.map(({ id }) => id)]))
  const sumsOf = new Map(sums.map(({ id, paid, owed }) => [id, { paid, owed }]))
  const shop = readSettings(settings[0] ?? {})
  const ofOrder = Map.groupBy(items, ({ order_id }) => order_id)
  const parcelsOf = Map.groupBy(parcels, ({ order_id }) => order_id)
  const labels = found.flatMap((order) =>
    labelsOf({ ...order, ...(sumsOf.get(order.id) ?? { paid: 0, owed: 0 }) }, ofOrder.get(order.id) ?? [], parcelsOf.get(order.id) ?? [], shop, only),
  )
  return { pdf: labels.length === 0 ? null : await renderLabelsInWorker(labels, form), missing }
}

function labelsOf(order: LabelOrderRow, items: readonly WeightRow[], parcels: readonly ParcelRow[], shop: StoreSettings, only: string | null): ShippingLabel[] {
  const labelOf = (parcel: ParcelRow, all = parcels): ShippingLabel => {
    const { number, courier, tracking_number } = parcel
    const inside = linesOf(parcel, items).map((item) => ({ ...item, quantity: item.inParcel }))
    if (all.length === 1 && toPack(items, all).length === 0) return shippingLabel({ ...order, courier, tracking_number }, inside, shop)
    return shippingLabel(order, inside, shop, { number, courier, tracking_number, amount: parcelToCollect(order, items, all, parcel) })
  }
  if (only !== null) return parcels.filter(({ id }) => id === only).map((parcel) => labelOf(parcel))
  if (parcels.length === 0) return [shippingLabel(order, items, shop)]
  const open = parcels.filter(({ state }) => state === 'packed' || state === 'shipped')
  if (open.length > 0) return open.map((parcel) => labelOf(parcel))
  const rest = parcelOfRest(order.id, items, parcels)
  return rest ? [labelOf(rest, [...parcels, rest])] : parcels.filter(({ state }) => state === 'delivered').map((parcel) => labelOf(parcel))
}

/** Of an order whose parcels have all arrived or come back: the next one, of what is in none; null if nothing is. */
function parcelOfRest(order_id: string, items: readonly WeightRow[], parcels: readonly ParcelRow[]): ParcelRow | null {
  const pieces = toPack(items, parcels).map(({ id, left }) => ({ order_item_id: id, quantity: left }))
  if (pieces.length === 0) return null
  const number = Math.max(...parcels.map((parcel) => parcel.number)) + 1
  return { id: '', order_id, number, state: 'packed', undelivered: false, shipment_lines: pieces, courier: null, tracking_number: null }
}

/** The goods of all these orders, read under the caller's policies. */
export async function printPickList(context: FunctionContext, ids: readonly string[]): Promise<PrintedFile> {
  const [orders, rows, settings] = await context.asUser((query) =>
    Promise.all([
      query<{ id: string; status: string }>('select id, status from public.orders where id = any ($1)', [ids]),
      query<PickRow>(GOODS, [ids]),
      query<Record<string, unknown>>(SETTINGS),
    ]),
  )
  const { found, missing } = sortOut(ids, orders)
  const counted = new Set(found.map(({ id }) => id))
  const list = pickList(rows.filter(({ order_id }) => counted.has(order_id)))
  if (list.groups.length === 0) return { pdf: null, missing }
  const now = context.now()
  const madeAt = `${formatDocumentDay(now)} ${formatTime(now)}`
  return { pdf: await renderPickListInWorker({ list, storeName: readSettings(settings[0] ?? {}).storeName, madeAt }), missing }
}

/** Nothing is packed for a cancelled order. */
function sortOut<Order extends { id: string; status: string }>(ids: readonly string[], orders: readonly Order[]): { found: Order[]; missing: Missing[] } {
  const byId = new Map(orders.map((order) => [order.id, order]))
  const found: Order[] = []
  const missing: Missing[] = []
  for (const orderId of ids) {
    const order = byId.get(orderId)
    if (!order) missing.push({ orderId, reason: 'Order not found' })
    else if (order.status === 'cancelled') missing.push({ orderId, reason: 'This order is cancelled' })
    else found.push(order)
  }
  return { found, missing }
}
