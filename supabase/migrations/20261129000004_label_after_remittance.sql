-- labels and bookings of couriers counted what a courier had transferred for another parcel as paid in advance: the first parcel then collected too
-- little. one function says what came otherwise
create function private.paid_otherwise(p_order uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select greatest(0, private.kept_of(p_order) - coalesce((select sum(l.booked) from public.remittance_lines l where l.order_id = p_order), 0))
$$;
revoke all on function private.paid_otherwise(uuid) from public;
grant execute on function private.paid_otherwise(uuid) to shop_orders;
-- contract: labels ask paid_otherwise; not in a release
revoke execute on function private.kept_of(uuid) from shop_orders;

create or replace function private.parcel_to_collect(p_shipment uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select greatest(0, w.with_it - k.otherwise) - greatest(0, w.before - k.otherwise)
  from public.shipments s
  cross join lateral (select coalesce(sum(private.parcel_amount(x.id)) filter (where x.number < s.number), 0) as before, sum(private.parcel_amount(x.id)) as with_it
    from public.shipments x where x.order_id = s.order_id and x.number <= s.number) w
  cross join private.paid_otherwise(s.order_id) k (otherwise)
  where s.id = p_shipment
$$;

create or replace function private.begin_courier_booking(p_staff uuid, p_shipment uuid, p_version integer, p_courier text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
  b public.courier_bookings;
begin
  select x.* into b from public.courier_bookings x where x.shipment_id = s.id;
  if b.state in ('booked', 'cancelling') then
    raise exception 'A courier is booked already' using errcode = 'PT409', detail = '{"code":"COURIER_BOOKED"}';
  end if;
  if s.version is distinct from p_version then raise exception 'The parcel has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if s.state <> 'packed' then
    raise exception 'This parcel has left' using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', s.state)::text;
  end if;
  if b.shipment_id is null then
    insert into public.courier_bookings (shipment_id, courier, state, booked_by, created_at) values (s.id, p_courier, 'booking', p_staff, private.clock_now());
  end if;
  return jsonb_build_object(
    'parcel', jsonb_build_object('id', s.id, 'number', s.number),
    'order', (select jsonb_build_object('id', o.id, 'order_number', o.order_number, 'full_name', o.full_name, 'company_name', o.company_name, 'address', o.address,
        'city', o.city, 'state', o.state, 'pincode', o.pincode, 'phone', o.phone, 'total_amount', o.total_amount, 'paid', private.paid_otherwise(o.id), 'payment_method', o.payment_method,
        'payment_state', o.payment_state) from public.orders o where o.id = s.order_id),
    'items', (select jsonb_agg(jsonb_build_object('id', i.id, 'product_name', i.product_name, 'quantity', i.quantity, 'total', i.total,
        'weight_grams', p.weight_grams) order by i.product_name collate "C", i.id)
      from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = s.order_id),
    'shipments', (select jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number, 'state', x.state,
        'invoiced', (select d.content #> '{order,total_amount}' from public.documents d where d.file_id = x.invoice_file limit 1), 'shipment_lines',
        (select jsonb_agg(jsonb_build_object('order_item_id', l.order_item_id, 'quantity', l.quantity)) from public.shipment_lines l where l.shipment_id = x.id)) order by x.number)
      from public.shipments x where x.order_id = s.order_id),
    'seller', (select jsonb_build_object('name', coalesce(nullif(t.legal_name, ''), t.store_name), 'address', t.address, 'city', t.city, 'state', t.state_code,
        'pincode', t.pincode, 'phone', t.phone) from public.settings t));
end $$;
