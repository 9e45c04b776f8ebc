import type { ShopFunction } from '../context.ts'
import { jsonAnswer } from '../json-answer.ts'

/**
 * All personal data of one user, in one statement. It runs under the caller's policies but still filters by user everywhere,
 * because staff may read the rows of others. Notes by staff are not readable in the shop, so a database function returns them.
 */
const MINE = `select jsonb_build_object(
  'profile', (select to_jsonb(p) from public.profiles p where p.id = $1),
  'roles', (select coalesce(jsonb_agg(r.role order by r.role), '[]') from public.user_roles r where r.user_id = $1),
  'addresses', (select coalesce(jsonb_agg(to_jsonb(a) order by a.created_at), '[]') from public.addresses a where a.user_id = $1),
  'cart', (select coalesce(jsonb_agg(to_jsonb(c) order by c.created_at), '[]') from public.cart_items c where c.user_id = $1),
  'wishlist', (select coalesce(jsonb_agg(jsonb_build_object('product_id', w.product_id, 'product', p.name, 'created_at', w.created_at) order by w.created_at, w.product_id), '[]')
    from public.wishlist_items w left join public.products p on p.id = w.product_id where w.user_id = $1),
  'stock_requests', (select coalesce(jsonb_agg(jsonb_build_object('product_id', r.product_id, 'product', p.name, 'created_at', r.created_at, 'notice', t.text)
      order by r.created_at, r.product_id), '[]')
    from public.stock_requests r join public.consent_notices t using (purpose, version) left join public.products p on p.id = r.product_id where r.user_id = $1),
  'orders', (select coalesce(jsonb_agg(to_jsonb(o) || jsonb_build_object(
      'items', (select coalesce(jsonb_agg(to_jsonb(i) order by i.product_name, i.id), '[]') from public.order_items i where i.order_id = o.id),
      'history', (select coalesce(jsonb_agg(to_jsonb(h) order by h.created_at, h.id), '[]') from public.order_status_history h where h.order_id = o.id),
      'shipments', (select coalesce(jsonb_agg(to_jsonb(s) - 'created_by' || jsonb_build_object('lines', (select jsonb_agg(to_jsonb(l)) from public.shipment_lines l
        where l.shipment_id = s.id)) order by s.number), '[]') from public.shipments s where s.order_id = o.id),
      'payments', (select coalesce(jsonb_agg(to_jsonb(y) order by y.created_at), '[]') from public.payments y where y.order_id = o.id),
      'bank_receipts', (select coalesce(jsonb_agg(jsonb_build_object('payment_id', b.payment_id, 'received_on', b.received_on, 'amount', b.amount,
          'reference', b.reference) order by b.received_on, b.id), '[]') from public.bank_receipts b where b.order_id = o.id),
      'refunds', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'payment_id', r.payment_id, 'amount', r.amount, 'state', r.state, 'source', r.source, 'reason', r.reason,
          'method', r.method, 'reference', r.reference, 'created_at', r.created_at, 'paid_at', r.paid_at) order by r.created_at, r.id), '[]') from public.refunds r where r.order_id = o.id),
      'returns', (select coalesce(jsonb_agg(jsonb_build_object('number', r.number, 'state', r.state, 'asked_by', r.asked_by, 'reason', r.reason, 'wish', r.wish, 'settled_as', r.settled_as, 'exchange_order', r.exchange_order, 'message', r.message,
          'decline_reason', r.decline_reason, 'credited', r.credited, 'deduction', r.deduction, 'deduction_reason', r.deduction_reason,
          'created_at', r.created_at, 'ended_at', r.ended_at,
          'lines', (select coalesce(jsonb_agg(to_jsonb(l) order by l.order_item_id), '[]') from public.return_lines l where l.return_id = r.id),
          'photos', (select coalesce(jsonb_agg(public.return_photo(p.id)), '[]') from unnest(public.return_photo_ids(r.id)) p (id))) order by r.number), '[]')
        from public.returns r where r.order_id = o.id),
      'documents', (select coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('e_invoice', (select to_jsonb(e) - 'created_by' - 'cancelled_by'
          from public.e_invoices e where e.document_id = d.id)) order by d.issued_at), '[]') from public.documents d where d.order_id = o.id)
    ) order by o.created_at), '[]') from public.orders o where o.user_id = $1),
  'store_credit', jsonb_build_object('balance', (select coalesce(max(b.balance), 0) from public.store_credit_balances b where b.user_id = $1),
    'entries', (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'amount', e.amount, 'kind', e.kind, 'reason', e.reason, 'order_id', e.order_id, 'created_at', e.created_at)
      order by e.created_at, e.id), '[]') from public.store_credit_entries e where e.user_id = $1)),
  'notifications', (select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at), '[]') from public.notifications n where n.user_id = $1),
  'consents', (select coalesce(jsonb_agg(to_jsonb(s) - 'user_id' || jsonb_build_object('notice', t.text) order by s.id), '[]')
    from public.consents s join public.consent_notices t using (purpose, version) where s.user_id = $1),
  'complaints', (select coalesce(jsonb_agg(to_jsonb(k) order by k.created_at), '[]') from public.complaints k where k.user_id = $1)
) || public.kept_about_me() as data`

/**
 * POST /functions/v1/export-my-data: the caller's personal data as one JSON (DPDP Act 2023 s.11, docs/india.md#personal-data).
 * Money in rupees.
 *
 * @returns 200 `{ exported_at, account, profile, roles, addresses, cart, wishlist, stock_requests, orders, store_credit, notifications, consents, complaints, notes, block, figures }` · 401 · 405
 */
export const exportMyData: ShopFunction = async (request, context) => {
  if (request.method !== 'POST') return jsonAnswer(405, { code: 'METHOD_NOT_ALLOWED' }, { allow: 'POST' })
  const { user } = context
  if (!user) return jsonAnswer(401, { code: 'SIGNED_OUT' })
  const [row] = await context.asUser((query) => query<{ data: Record<string, unknown> }>(MINE, [user.id]))
  if (!row) throw new Error('Export returned no row')
  return jsonAnswer(200, { exported_at: context.now().toISOString(), account: { id: user.id, email: user.email }, ...row.data })
}
