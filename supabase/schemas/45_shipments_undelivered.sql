-- a parcel that was not delivered (refused, or no one was there) comes back, while its order goes on with its other parcels
-- (docs/decisions/0082-shipments.md). its pieces are no longer part of the order: credit note and money follow at once, its goods come to stock when
-- the parcel is here (receive_shipment).

-- p_version: of the parcel, p_order_version: of its order, whose payment the screen has shown. p_charges: of an order that is paid, what was charged
-- besides the goods goes back too; of cash on delivery it is taken back with the parcel that was to collect it, because no other one does.
-- with cash on delivery the labels of the other parcels stay true: the customer does not pay what this one was to collect, and what was paid for it in
-- other ways is due back, together what its label was made from; the credit notes may differ from it by their rounding.
-- returns the amount in rupees that the customer gets back or does not pay
create function public.book_undelivered(p_shipment uuid, p_version integer, p_order_version integer, p_reason text, p_charges boolean default false) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{shipped}');
  o public.orders;
  pieces jsonb;
  names text;
  file uuid := gen_random_uuid();
  cash numeric(12, 2) := private.parcel_to_collect(s.id);
  worth numeric(12, 2) := private.parcel_amount(s.id);
  amount numeric;
  due numeric := 0;
  latest public.shipments;
  why text := private.stated_reason(p_reason);
begin
  select x.* into strict o from public.orders x where x.id = s.order_id;
  if o.version is distinct from p_order_version then raise exception 'The order has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  perform private.check_payment_can_change(o);
  select jsonb_agg(jsonb_build_object('line', l.order_item_id, 'quantity', l.quantity)),
      string_agg(l.quantity || ' × ' || i.product_name, ', ' order by i.product_name, i.id)
    into pieces, names from public.shipment_lines l join public.order_items i on i.id = l.order_item_id where l.shipment_id = s.id;
  if not exists (select from private.pieces_of(o.id) p
      where p.quantity > coalesce((select l.quantity from public.shipment_lines l where l.shipment_id = s.id and l.order_item_id = p.item), 0)) then
    raise exception 'Nothing else is left of this order: cancel it' using errcode = 'PT409', detail = '{"code":"ONLY_PARCEL"}';
  end if;

  perform private.drop_pieces(o, pieces, false);
  update public.shipments x set state = 'returning', undelivered = true, version = x.version + 1 where x.id = s.id;
  select x.* into latest from public.shipments x where x.id = private.latest_shipment(o.id);
  update public.orders x set courier = latest.courier, tracking_number = latest.tracking_number
    where x.id = o.id and (x.courier, x.tracking_number) is distinct from (latest.courier, latest.tracking_number);
  amount := private.credit_pieces(o.id, pieces, why, case when o.payment_state = 'cod_pending' then s.number = 1 else coalesce(p_charges, false) end, file, s.invoice_file);
  if o.payment_state = 'cod_pending' then amount := worth; else cash := null; end if;
  if amount > 0 then due := private.lower_payment(o, amount, why, file, cash); end if;
  perform private.notify_rest(o, format('parcel %s was not delivered and comes back', s.number), names, amount - due, due, why, true);
  perform private.follow_rest(o.id);
  return amount;
end $$;
revoke all on function public.book_undelivered(uuid, integer, integer, text, boolean) from public;

-- the body lets staff through; nothing for anon
grant execute on function public.book_undelivered(uuid, integer, integer, text, boolean) to authenticated;
