/** What two people may do to one order at once, and how the order came there. */
import { randomUUID } from 'node:crypto'
import { changeOrder } from '../../change-order/change-order.ts'
import type { Person, TestShop } from '../shop.ts'

/** What is on the screen of both. */
export type Screen = {
  id: string
  buyer: Person
  version: number
  item: string
  parcels: { id: string; version: number; state: string }[]
  returns: { id: string; version: number }[]
  refunds: { id: string; version: number }[]
}
export type Act = (shop: TestShop, screen: Screen, person: Person) => Promise<unknown>

const sql =
  (text: string, ...values: ((screen: Screen) => unknown)[]): Act =>
  async (shop, screen, person) => {
    const rows = await shop.context(person).asUser((query) =>
      query(
        text,
        values.map((value) => value(screen)),
      ),
    )
    if (rows.length === 0) throw Object.assign(new Error('no row'), { code: 'PT409' })
  }
const id = ({ id: order }: Screen) => order
const version = (screen: Screen) => screen.version
const parcel = (state: string) => [
  ({ parcels }: Screen) => parcels.find((one) => one.state === state)?.id,
  ({ parcels }: Screen) => parcels.find((one) => one.state === state)?.version,
]
const aReturn = [({ returns }: Screen) => returns[0]?.id, ({ returns }: Screen) => returns[0]?.version]
const aRefund = [({ refunds }: Screen) => refunds[0]?.id, ({ refunds }: Screen) => refunds[0]?.version]
const pieces = (more: object) => (screen: Screen) => JSON.stringify([{ item: screen.item, ...more }])
const utr = () => randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase()

const change: Act = async (shop, { id: order, version: seen, item }, person) => {
  const body = { order_id: order, version: seen, reason: 'Asked for', lines: [{ item_id: item, quantity: 5 }], expected_total: 690 }
  const answer = await changeOrder(new Request('http://shop.example/', { method: 'POST', body: JSON.stringify(body) }), shop.context(person))
  if (answer.status !== 200) throw Object.assign(new Error(await answer.text()), { code: answer.status === 409 ? 'PT409' : String(answer.status) })
}

/** The scheduler leaves out an order that someone works on, and comes back later: here once it holds the order itself. */
const timeIsUp: Act = async (shop, { id: order }) => {
  const isCancelled = async () =>
    (await shop.sql("select from public.orders where id = $1 and status = 'cancelled' and cancelled_by is null", [order])).length > 0
  await shop.sql('select private.cancel_unpaid_orders()')
  if (await isCancelled()) return
  await shop.sql('with held as materialized (select from public.orders where id = $1 for no key update) select private.cancel_unpaid_orders() from held', [
    order,
  ])
  if (!(await isCancelled())) throw Object.assign(new Error('not due'), { code: 'PT409' })
}

/** Who acts, and how. */
export const ACTS: Record<string, { by: 'staff' | 'customer' | 'job'; act: Act }> = {
  accept: { by: 'staff', act: sql("update public.orders set status = 'processing' where id = $1 and status = 'pending' returning id", id) },
  change: { by: 'staff', act: change },
  'time is up': { by: 'job', act: timeIsUp },
  cancel: {
    by: 'staff',
    act: sql("update public.orders set status = 'cancelled', cancel_reason = 'Sold out' where id = $1 and status <> 'cancelled' returning id", id),
  },
  'cancel oneself': {
    by: 'customer',
    act: sql("update public.orders set status = 'cancelled', cancelled_by = $2 where id = $1 and status = 'pending' returning id", id, ({ buyer }) => buyer.id),
  },
  'ship everything': {
    by: 'staff',
    act: sql("update public.orders set status = 'shipped', courier = 'DTDC', tracking_number = 'D1' where id = $1 and status = 'processing' returning id", id),
  },
  'deliver everything': { by: 'staff', act: sql("update public.orders set status = 'delivered' where id = $1 and status = 'shipped' returning id", id) },
  pack: { by: 'staff', act: sql("select public.create_shipment($1, $2, $3, 'DTDC', 'D2', false, true)", id, version, pieces({ quantity: 2 })) },
  'ship a part': { by: 'staff', act: sql("select public.create_shipment($1, $2, $3, 'DTDC', 'D3', false, false)", id, version, pieces({ quantity: 2 })) },
  dispatch: { by: 'staff', act: sql("select public.dispatch_shipment($1, $2, 'DTDC', 'D4')", ...parcel('packed')) },
  unpack: { by: 'staff', act: sql('select public.unpack_shipment($1, $2)', ...parcel('packed')) },
  'deliver a parcel': { by: 'staff', act: sql('select public.deliver_shipment($1, $2)', ...parcel('shipped')) },
  'give up the rest': { by: 'staff', act: sql("select public.cancel_rest($1, $2, 'Sold out')", id, version) },
  'book a parcel as not delivered': { by: 'staff', act: sql("select public.book_undelivered($1, $2, $3, 'Refused')", ...parcel('shipped'), version) },
  'receive a parcel': { by: 'staff', act: sql('select public.receive_shipment($1, $2)', ...parcel('returning')) },
  'record a payment': {
    by: 'staff',
    act: sql(
      "update public.payments set state = 'paid' where order_id = $1 and state in ('cod_pending', 'awaiting_payment', 'awaiting_verification') returning id",
      id,
    ),
  },
  'undo a payment': {
    by: 'staff',
    act: sql(
      "select public.undo_payment((select p.id from public.payments p where p.order_id = $1 and p.state in ('paid', 'refund_due', 'refunded', 'undone') order by p.created_at limit 1), $2, 'Of another order')",
      id,
      version,
    ),
  },
  'record a surplus': { by: 'staff', act: sql("select public.record_surplus($1, $2, 'bank', 1000, $3)", id, version, utr) },
  'enter a UPI reference': { by: 'customer', act: sql('select public.claim_payment($1, $2)', id, utr) },
  refund: { by: 'staff', act: sql("select public.start_refund($1, 100, 'One leaked', $2)", id, version) },
  'pay a refund': { by: 'staff', act: sql("select public.settle_refund($1, 'bank', $3, $2)", ...aRefund, utr) },
  'withdraw a refund': { by: 'staff', act: sql('select public.withdraw_refund($1, $2)', ...aRefund) },
  'ask for a return': { by: 'customer', act: sql("select public.ask_return($1, $2, 'other', 'Too red')", id, pieces({ quantity: 4 })) },
  'book a return': { by: 'staff', act: sql("select public.book_return($1, $2, 'other', 'Too red')", id, pieces({ quantity: 2 })) },
  'withdraw a return': { by: 'customer', act: sql('select public.withdraw_return($1, $2)', ...aReturn) },
  'approve a return': { by: 'staff', act: sql('select public.approve_return($1, $2)', ...aReturn) },
  'decline a return': { by: 'staff', act: sql("select public.decline_return($1, $2, 'Opened')", ...aReturn) },
  'receive a return': { by: 'staff', act: sql('select public.receive_return($1, $2, $3)', ...aReturn, pieces({ restocked: 1, damaged: 1, lost: 0 })) },
  'settle a return': { by: 'staff', act: sql('select public.close_return($1, $2)', ...aReturn) },
}

/** How an order came there, and what two people may want of it then. */
export const SITUATIONS: { name: string; method: string; before: string[]; acts: string[] }[] = [
  {
    name: 'pending, to be paid by UPI',
    method: 'upi',
    before: [],
    acts: ['accept', 'change', 'cancel', 'cancel oneself', 'enter a UPI reference', 'record a payment'],
  },
  {
    name: 'pending and unpaid for long',
    method: 'upi',
    before: ['grow old'],
    acts: ['time is up', 'accept', 'change', 'cancel oneself', 'enter a UPI reference', 'record a payment'],
  },
  { name: 'pending and paid', method: 'cash', before: [], acts: ['accept', 'change', 'cancel', 'cancel oneself', 'refund'] },
  {
    name: 'paid by mistake, or twice',
    method: 'cash',
    before: ['accept'],
    acts: ['undo a payment', 'record a surplus', 'refund', 'cancel'],
  },
  { name: 'accepted', method: 'cash', before: ['accept'], acts: ['change', 'cancel', 'pack', 'ship a part', 'ship everything', 'refund'] },
  {
    name: 'packed in part',
    method: 'cod',
    before: ['accept', 'pack'],
    acts: ['cancel', 'pack', 'dispatch', 'unpack', 'ship everything', 'record a payment'],
  },
  {
    name: 'shipped in part',
    method: 'cash',
    before: ['accept', 'ship a part'],
    acts: ['cancel', 'pack', 'give up the rest', 'deliver a parcel', 'book a parcel as not delivered', 'ship everything', 'refund'],
  },
  {
    name: 'shipped in two parcels',
    method: 'cod',
    before: ['accept', 'ship a part', 'ship everything'],
    acts: ['cancel', 'deliver a parcel', 'book a parcel as not delivered', 'deliver everything', 'record a payment'],
  },
  { name: 'shipped', method: 'cod', before: ['accept', 'ship everything'], acts: ['cancel', 'deliver a parcel', 'deliver everything', 'record a payment'] },
  {
    name: 'on its way back',
    method: 'cash',
    before: ['accept', 'refund', 'ship everything', 'cancel'],
    acts: ['receive a parcel', 'pay a refund'],
  },
  {
    name: 'delivered',
    method: 'cash',
    before: ['accept', 'ship everything', 'deliver everything', 'refund'],
    acts: ['ask for a return', 'book a return', 'refund', 'pay a refund', 'withdraw a refund'],
  },
  {
    name: 'asked back',
    method: 'cash',
    before: ['accept', 'ship everything', 'deliver everything', 'ask for a return'],
    acts: ['withdraw a return', 'approve a return', 'decline a return', 'book a return', 'refund'],
  },
  {
    name: 'back in the shop',
    method: 'cash',
    before: ['accept', 'ship everything', 'deliver everything', 'book a return', 'receive a return'],
    acts: ['settle a return', 'refund', 'book a return', 'ask for a return'],
  },
]
ACTS['grow old'] = {
  by: 'job',
  act: async (shop, screen) => shop.sql("update public.orders set created_at = created_at - interval '3 days' where id = $1", [screen.id]),
}

export async function look(shop: TestShop, order: string): Promise<Screen> {
  const [screen] = await shop.sql<Screen>(
    `select o.id, jsonb_build_object('id', o.user_id, 'email', o.email) as buyer, o.version, (select i.id from public.order_items i where i.order_id = o.id) as item,
       (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'version', s.version, 'state', s.state) order by s.number), '[]') from public.shipments s where s.order_id = o.id) as parcels,
       (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'version', r.version)), '[]') from public.returns r where r.order_id = o.id) as returns,
       (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'version', r.version) order by r.source desc), '[]') from public.refunds r where r.order_id = o.id) as refunds
     from public.orders o where o.id = $1`,
    [order],
  )
  return screen as Screen
}
