import type { OwnerQuery } from './load-context.ts'

export type OrderStep = { id: string; status: string; courier: string | null; tracking_number: string | null; cancel_reason: string | null; cancelled_by: string | null }

export type DemoPayment = { order_id: string; state: 'awaiting_verification' | 'paid'; provider_reference: string | null; claimed_at: Date | null }

/** One thing that happens in the shop at `at`: an order is placed, payments are claimed or arrive, orders take a step, stock is moved. */
export type DemoEvent = { at: Date } & (
  | { kind: 'placed'; order: Record<string, unknown>; items: readonly Record<string, unknown>[]; payment: Record<string, unknown> }
  | { kind: 'payment'; payments: readonly DemoPayment[] }
  | { kind: 'step'; steps: readonly OrderStep[] }
  | { kind: 'stock'; reason: string; note: string; moves: readonly { product_id: string; pieces: number }[] }
)

const ORDER = 'id, user_id, full_name, company_name, gstin, address, city, state, pincode, email, phone, place_of_supply, seller_state, prices_include_gst, goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount, payment_method, payment_state, created_at'
const ITEM = 'order_id, product_id, product_name, sku, hsn, unit, image_url, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total'

/**
 * The statements of each kind of event, under the triggers that write history, notifications, documents, figures and stock movements. A
 * function of this connection alone: the events of a year are some ten thousand statements, and one round trip for each took longer
 * than the statements.
 */
const PLAY = `
create function pg_temp.play_demo(p_events jsonb) returns void language plpgsql as $$
declare
  e jsonb;
  parcel record;
begin
  -- no column of goods changes here that the audit log would note: as in the undo of an import, it need not look
  perform set_config('shop.import', 'undo', true);
  for e in select value from jsonb_array_elements(p_events) loop
    perform set_config('shop.as_of', e ->> 'at', true);
    case e ->> 'kind'
    when 'placed' then
      insert into public.orders (${ORDER}) select ${ORDER} from jsonb_populate_record(null::public.orders, e -> 'order');
      insert into public.order_items (${ITEM}) select ${ITEM} from jsonb_populate_recordset(null::public.order_items, e -> 'items');
      perform set_config('shop.stock_reason', 'order', true), set_config('shop.stock_order', e -> 'order' ->> 'id', true);
      update public.products p set stock = p.stock - sold.quantity, units_sold = p.units_sold + sold.quantity
        from jsonb_to_recordset(e -> 'items') as sold (product_id uuid, quantity integer) where p.id = sold.product_id;
      perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
      insert into public.payments (order_id, method, state, amount, reference, created_at)
        select order_id, method, state, amount, reference, created_at from jsonb_populate_record(null::public.payments, e -> 'payment');
    when 'payment' then
      update public.payments p set state = t.state, provider_reference = t.provider_reference, claimed_at = t.claimed_at
        from jsonb_to_recordset(e -> 'payments') as t (order_id uuid, state text, provider_reference text, claimed_at timestamptz) where p.order_id = t.order_id;
    when 'step' then
      update public.orders o set status = t.status, courier = coalesce(t.courier, o.courier), tracking_number = coalesce(t.tracking_number, o.tracking_number),
        cancel_reason = t.cancel_reason, cancelled_by = t.cancelled_by
        from jsonb_to_recordset(e -> 'steps') as t (id uuid, status text, courier text, tracking_number text, cancel_reason text, cancelled_by uuid) where o.id = t.id;
      -- a refused order is cancelled when its parcel is back, and all that is in it goes to stock
      for parcel in select s.id, s.order_id from public.shipments s join jsonb_to_recordset(e -> 'steps') as t (id uuid) on t.id = s.order_id
        where s.state = 'returning' order by s.order_id, s.number loop
        update public.shipment_lines l set restocked = l.quantity where l.shipment_id = parcel.id;
        perform private.take_back(parcel.id, parcel.order_id);
        update public.shipments s set state = 'returned', closed_at = private.clock_now() where s.id = parcel.id;
      end loop;
    when 'stock' then
      perform set_config('shop.stock_reason', e ->> 'reason', true), set_config('shop.stock_note', e ->> 'note', true);
      update public.products p set stock = p.stock + moved.pieces
        from jsonb_to_recordset(e -> 'moves') as moved (product_id uuid, pieces integer) where p.id = moved.product_id;
      perform set_config('shop.stock_reason', '', true), set_config('shop.stock_note', '', true);
    end case;
  end loop;
  perform set_config('shop.import', '', true);
end $$`

/** Plays the events in the order of their times: an order gets its serial number when it is accepted. */
export async function playEvents(query: OwnerQuery, events: readonly DemoEvent[]): Promise<void> {
  await query(PLAY)
  await query('select pg_temp.play_demo($1::jsonb)', [JSON.stringify(together(events))])
  await query('drop function pg_temp.play_demo(jsonb)')
}

const PLACE = { placed: 0, payment: 1, step: 2, stock: 3 } as const

/** In their order, with what staff do for several orders at the same moment in one statement, as they do it. */
function together(events: readonly DemoEvent[]): DemoEvent[] {
  const joined: DemoEvent[] = []
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime() || PLACE[a.kind] - PLACE[b.kind])) {
    const last = joined.at(-1)
    if (last?.at.getTime() !== event.at.getTime()) joined.push(event)
    else if (last.kind === 'step' && event.kind === 'step') joined[joined.length - 1] = { ...last, steps: [...last.steps, ...event.steps] }
    else if (last.kind === 'payment' && event.kind === 'payment') joined[joined.length - 1] = { ...last, payments: [...last.payments, ...event.payments] }
    else joined.push(event)
  }
  return joined
}
