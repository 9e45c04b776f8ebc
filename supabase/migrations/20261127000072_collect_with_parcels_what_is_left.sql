set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.parcel_to_collect(p_shipment uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(0, w.with_it - o.total_amount + c.by_courier) - greatest(0, w.before - o.total_amount + c.by_courier)
  from public.shipments s
  join public.orders o on o.id = s.order_id
  cross join lateral (select coalesce(sum(private.parcel_amount(x.id)) filter (where x.number < s.number), 0) as before, sum(private.parcel_amount(x.id)) as with_it
    from public.shipments x where x.order_id = s.order_id and x.number <= s.number) w
  cross join lateral (
    select coalesce((select sum(p.amount) from public.payments p where p.order_id = o.id and p.state = 'cod_pending'), 0)
      + coalesce((select sum(l.booked) from public.remittance_lines l where l.order_id = o.id), 0) as by_courier) c
  where s.id = p_shipment
$function$
;

CREATE OR REPLACE FUNCTION private.begin_courier_booking(p_staff uuid, p_shipment uuid, p_version integer, p_courier text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        'city', o.city, 'state', o.state, 'pincode', o.pincode, 'phone', o.phone, 'total_amount', o.total_amount, 'paid', o.total_amount - (
          select coalesce(sum(p.amount), 0) from public.payments p where p.order_id = o.id and p.state = 'cod_pending'), 'payment_method', o.payment_method,
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
end $function$
;

CREATE OR REPLACE FUNCTION private.match_remittance(p_rows jsonb)
 RETURNS TABLE(place integer, tracking text, order_text text, line_key text, collected numeric, charges numeric, order_id uuid, shipment_id uuid, order_number integer, name text, expected numeric, bookable numeric, problem text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with given as (
    select r.place, nullif(btrim(r.tracking), '') as tracking, nullif(btrim(r."order"), '') as order_text, r.collected, r.charges,
      upper(regexp_replace(r.tracking, '\s', '', 'g')) as number, private.order_number_in(r."order") as ordered
    from jsonb_to_recordset(p_rows) r (place integer, tracking text, "order" text, collected numeric, charges numeric)
  ), found as (
    select g.*, coalesce(nullif(g.number, ''), 'ORDER ' || coalesce(g.ordered::text, upper(g.order_text))) as line_key, f.parcels, f.shipment_id
    from given g cross join lateral (
      select count(*) as parcels, (array_agg(s.id))[1] as shipment_id from public.shipments s
      where case when coalesce(g.number, '') <> '' then s.id in (
          select x.id from public.shipments x where upper(regexp_replace(x.tracking_number, '\s', '', 'g')) = g.number and x.tracking_number is not null)
        else s.order_id = (select o.id from public.orders o where o.order_number = g.ordered) end) f
  ), known as (
    select f.*, s.order_id, o.order_number, coalesce(nullif(o.company_name, ''), o.full_name) as name,
      case when s.id is not null then private.parcel_to_collect(s.id) end as expected,
      (select coalesce(sum(p.amount), 0) from public.payments p where p.order_id = o.id and private.is_open_payment(p.state)) as open,
      case
        when exists (select from public.remittance_lines l where l.line_key = f.line_key and l.collected = f.collected)
          or row_number() over (partition by f.line_key, f.collected order by f.place) > 1 then 'repeated'
        when f.parcels = 0 then 'unknown'
        when f.parcels > 1 then 'ambiguous'
        when o.payment_method <> 'cod' then 'not_cod'
        when f.collected = 0 then null
        when o.status = 'cancelled' then 'cancelled'
        when o.payment_state <> 'cod_pending' then 'paid'
      end as problem
    from found f
    left join public.shipments s on f.parcels = 1 and s.id = f.shipment_id
    left join public.orders o on o.id = s.order_id
  )
  select k.place, k.tracking, k.order_text, k.line_key, k.collected, k.charges, k.order_id, k.shipment_id, k.order_number, k.name, k.expected,
    case when k.problem is null then greatest(0, least(k.collected, k.open - coalesce(sum(k.collected) filter (where k.problem is null)
      over (partition by k.order_id order by k.place rows between unbounded preceding and 1 preceding), 0))) else 0 end,
    k.problem
  from known k order by k.place
$function$
;

CREATE OR REPLACE FUNCTION private.parcel_amount(p_shipment uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select (d.content #>> '{order,total_amount}')::numeric from public.documents d join public.shipments x on x.invoice_file = d.file_id
      where x.id = p_shipment limit 1),
    (sum(floor(i.total * 100 * l.with_it / i.quantity) - floor(i.total * 100 * l.before / i.quantity))
      + case when s.number = 1 then o.total_amount * 100 - sum(i.total * 100) else 0 end) / 100)
  from public.shipments s
  join public.orders o on o.id = s.order_id
  join public.order_items i on i.order_id = s.order_id
  cross join lateral (
    select coalesce(sum(x.quantity) filter (where t.number < s.number), 0) as before, coalesce(sum(x.quantity) filter (where t.number <= s.number), 0) as with_it
    from public.shipments t join public.shipment_lines x on x.shipment_id = t.id where t.order_id = s.order_id and x.order_item_id = i.id) l
  where s.id = p_shipment group by s.number, o.total_amount
$function$
;

