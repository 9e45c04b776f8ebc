import { renderLabelsInWorker, renderPickListInWorker } from '#documents/invoice/render-in-worker.ts'
import type { LabelForm } from '#documents/labels/render.ts'
import { pickList } from '#domain/documents/pick-list.ts'
import type { PickRow } from '#domain/documents/pick-list.ts'
import { shippingLabel } from '#domain/documents/shipping-label.ts'
import type { LabelItemRow, LabelOrderRow } from '#domain/documents/shipping-label.ts'
import { readSettings, settingsColumns } from '#domain/shop/settings.ts'
import { formatDocumentDay, formatTime } from '#domain/time/dates.ts'
import type { FunctionContext } from '../context.ts'

export type Missing = { orderId: string; reason: string }
export type PrintedFile = { pdf: Uint8Array | null; missing: Missing[] }

const SETTINGS = `select ${settingsColumns().join(', ')} from public.settings`
const LABELS = `select id, order_number, created_at, status, full_name, company_name, address, city, state, pincode, phone, total_amount, payment_method, payment_state,
  courier, tracking_number from public.orders where id = any ($1)`
const WEIGHTS = `select i.order_id, i.quantity, p.weight_grams
  from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = any ($1)`
const GOODS = `select i.order_id, o.order_number, i.product_id, i.product_name, i.sku, p.barcode, c.name as category, i.unit, i.quantity
  from public.order_items i
  join public.orders o on o.id = i.order_id
  left join public.products p on p.id = i.product_id
  left join public.categories c on c.id = p.category_id
  where i.order_id = any ($1) order by array_position($1::uuid[], i.order_id), i.id`

/** The labels in the order of the ids, read under the caller's policies. */
export async function printLabels(context: FunctionContext, ids: readonly string[], form: LabelForm): Promise<PrintedFile> {
  const [orders, items, settings] = await context.asUser((query) =>
    Promise.all([query<LabelOrderRow>(LABELS, [ids]), query<LabelItemRow>(WEIGHTS, [ids]), query<Record<string, unknown>>(SETTINGS)]),
  )
  const { found, missing } = sortOut(ids, orders)
  const shop = readSettings(settings[0] ?? {})
  const ofOrder = Map.groupBy(items, ({ order_id }) => order_id)
  const labels = found.map((order) => shippingLabel(order, ofOrder.get(order.id) ?? [], shop))
  return { pdf: labels.length === 0 ? null : await renderLabelsInWorker(labels, form), missing }
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
