-- a parcel that was not delivered (refused, or nobody was there) comes back, while its order goes on with its other parcels
-- (docs/decisions/0082-shipments.md). its pieces are no longer part of the order: credit note and money follow at once, its goods come to stock when
-- the parcel is here (receive_shipment).

-- p_charges: of an order that is paid, what was charged besides the goods goes back too. of cash on delivery it is taken back with the parcel that was
-- to collect it, because no other one does. returns the amount in rupees that the customer gets back or does not pay
create function public.book_undelivered(p_shipment uuid, p_version integer, p_reason text, p_charges boolean default false) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{shipped}');
  o public.orders;
  pieces jsonb;
  names text;
  file uuid := gen_random_uuid();
  amount numeric;
  why text := private.stated_reason(p_reason);
begin
  select x.* into strict o from public.orders x where x.id = s.order_id;
  perform private.check_payment_can_change(o);
  select jsonb_agg(jsonb_build_object('line', l.order_item_id, 'quantity', l.quantity)),
      string_agg(l.quantity || ' × ' || i.product_name, ', ' order by i.product_name, i.id)
    into pieces, names from public.shipment_lines l join public.order_items i on i.id = l.order_item_id where l.shipment_id = s.id;
  if not exists (select from private.pieces_of(o.id) p
      where p.quantity > coalesce((select l.quantity from public.shipment_lines l where l.shipment_id = s.id and l.order_item_id = p.item), 0)) then
    raise exception 'Nothing else is left of this order: cancel it' using errcode = 'PT409', detail = '{"code":"ONLY_PARCEL"}';
  end if;

  perform private.drop_pieces(o, pieces, false);
  update public.shipments x set state = 'returning', version = x.version + 1 where x.id = s.id;
  amount := private.credit_pieces(o.id, pieces, why, case when o.payment_state = 'cod_pending' then s.number = 1 else coalesce(p_charges, false) end, file, s.invoice_file);
  if amount > 0 then perform private.lower_payment(o, amount, why, file); end if;
  perform private.notify_rest(o, format('parcel %s was not delivered and comes back', s.number), names, amount, why);
  perform private.follow_rest(o.id);
  return amount;
end $$;
revoke all on function public.book_undelivered(uuid, integer, text, boolean) from public;

-- the body lets staff through; nothing for anon
grant execute on function public.book_undelivered(uuid, integer, text, boolean) to authenticated;
