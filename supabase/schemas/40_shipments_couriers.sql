-- parcels that a courier was asked to fetch through its interface (docs/decisions/0090-couriers.md). a booking begins before the courier is
-- asked and is completed after it has answered: what is left of a process that was killed in between is a booking without a number, and
-- the courier is asked again with the same key.

create table public.courier_bookings (
  shipment_id uuid primary key references public.shipments (id) on delete cascade,   -- also the key of the request to the courier
  courier text not null check (length(courier) between 1 and 80),
  state text not null check (state in ('booking', 'booked', 'cancelling')),
  reference text check (length(reference) between 1 and 100),           -- the courier's own id of the parcel
  tracking_number text check (length(tracking_number) between 1 and 60),
  booked_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  -- what the courier says of it, in its own words
  parcel_state text not null default 'booked' check (parcel_state in ('booked', 'on_the_way', 'delivered', 'returning', 'returned', 'lost', 'cancelled')),
  parcel_text text check (length(parcel_text) <= 200),
  said_at timestamptz,
  next_check_at timestamptz not null default now(),
  constraint courier_bookings_reference check ((state = 'booking') = (reference is null))
);
create index courier_bookings_booked_by_idx on public.courier_bookings (booked_by) where booked_by is not null;
create index courier_bookings_open_idx on public.courier_bookings (next_check_at)
  where state = 'booked' and parcel_state in ('booked', 'on_the_way', 'returning');
alter table public.courier_bookings enable row level security;
revoke all on public.courier_bookings from anon, authenticated;

-- nothing for anon, and nothing for customers: they read their parcel
grant select on public.courier_bookings to authenticated;

-- no insert, update or delete for anyone: the functions below alone
create policy "staff read" on public.courier_bookings for select to authenticated
  using ((select private.may('orders.read')));

-- a courier that was asked for a parcel comes for it: the booking is cancelled first
create function private.keep_booked_parcel() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.courier_bookings b where b.shipment_id = old.id)
    and exists (select from public.orders o where o.id = old.order_id) then   -- with its order it may go
    raise exception 'A courier is booked for parcel %: cancel the booking first', old.number using errcode = 'PT409', detail = '{"code":"COURIER_BOOKED"}';
  end if;
  return old;
end $$;
create trigger keep_booked before delete on public.shipments for each row when (old.state = 'packed') execute function private.keep_booked_parcel();

-- the parcel behind its order's lock, for the server function that talks to the courier; what follows in the transaction is in this person's name
create function private.open_courier_act(p_staff uuid, p_shipment uuid) returns public.shipments
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments;
begin
  if not private.staff_may(p_staff, 'orders.process') then raise exception 'permission denied for couriers' using errcode = '42501'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_staff, 'role', 'authenticated')::text, true);
  perform from public.orders o where o.id = (select x.order_id from public.shipments x where x.id = p_shipment) for no key update;
  select x.* into s from public.shipments x where x.id = p_shipment;
  if not found then raise exception 'This parcel is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  return s;
end $$;

-- what the courier has to know of a packed parcel. begun again after a failure it is the same booking
create function private.begin_courier_booking(p_staff uuid, p_shipment uuid, p_version integer, p_courier text) returns jsonb
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
        'city', o.city, 'state', o.state, 'pincode', o.pincode, 'phone', o.phone, 'total_amount', o.total_amount, 'paid', private.paid_otherwise(o.id), 'owed', private.owed_of(o.id),
        'payment_method', o.payment_method, 'payment_state', o.payment_state) from public.orders o where o.id = s.order_id),
    'items', (select jsonb_agg(jsonb_build_object('id', i.id, 'product_name', i.product_name, 'quantity', i.quantity, 'cancelled_quantity', i.cancelled_quantity, 'total', i.total,
        'weight_grams', p.weight_grams) order by i.product_name collate "C", i.id)
      from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = s.order_id),
    'shipments', (select jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number, 'state', x.state, 'undelivered', x.undelivered,
        'invoiced', (select d.content #> '{order,total_amount}' from public.documents d where d.file_id = x.invoice_file limit 1), 'shipment_lines',
        (select jsonb_agg(jsonb_build_object('order_item_id', l.order_item_id, 'quantity', l.quantity)) from public.shipment_lines l where l.shipment_id = x.id)) order by x.number)
      from public.shipments x where x.order_id = s.order_id),
    'seller', (select jsonb_build_object('name', coalesce(nullif(t.legal_name, ''), t.store_name), 'address', t.address, 'city', t.city, 'state', t.state_code,
        'pincode', t.pincode, 'phone', t.phone) from public.settings t));
end $$;

-- the courier has taken it: its number is the parcel's
create function private.keep_courier_booking(p_staff uuid, p_shipment uuid, p_reference text, p_tracking text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
begin
  update public.courier_bookings b set state = 'booked', reference = p_reference, tracking_number = p_tracking, next_check_at = private.clock_now()
    where b.shipment_id = s.id and b.state = 'booking';
  if not found then
    -- two asked at once with one key, and the other was first. without a row someone has cancelled the booking while the courier was asked
    if exists (select from public.courier_bookings b where b.shipment_id = s.id and b.reference is not null) then return; end if;
    raise exception 'The booking was cancelled in the meantime' using errcode = 'PT409', detail = '{"code":"STALE"}';
  end if;
  update public.shipments x set courier = (select b.courier from public.courier_bookings b where b.shipment_id = x.id), tracking_number = p_tracking,
    own_delivery = false, version = x.version + 1 where x.id = s.id;
end $$;

-- the courier does not take it
create function private.drop_courier_booking(p_staff uuid, p_shipment uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
begin
  delete from public.courier_bookings b where b.shipment_id = s.id and b.state = 'booking';
end $$;

-- a booking is given up while the parcel is here. answers the courier's id of it, null where it never answered
create function private.begin_courier_cancellation(p_staff uuid, p_shipment uuid, p_version integer) returns text
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
  b public.courier_bookings;
begin
  select x.* into b from public.courier_bookings x where x.shipment_id = s.id;
  if not found then raise exception 'No courier is booked' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if s.version is distinct from p_version then raise exception 'The parcel has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if s.state <> 'packed' then
    raise exception 'This parcel has left' using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', s.state)::text;
  end if;
  if b.state = 'booked' then update public.courier_bookings x set state = 'cancelling' where x.shipment_id = s.id; end if;
  return b.reference;
end $$;

-- p_done: the courier does not come; otherwise it refused, and the booking stands
create function private.end_courier_cancellation(p_staff uuid, p_shipment uuid, p_done boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
begin
  if not p_done then
    update public.courier_bookings b set state = 'booked' where b.shipment_id = s.id and b.state = 'cancelling';
    return;
  end if;
  delete from public.courier_bookings b where b.shipment_id = s.id;
  if found and s.state = 'packed' then
    update public.shipments x set courier = null, tracking_number = null, version = x.version + 1 where x.id = s.id;
  end if;
end $$;

-- ── what the courier says later ─────────────────────────────────────────────────────────────────────────────────────────────
-- parcels to ask about, each for half an hour; several processes take different ones
create function private.claim_courier_checks(p_limit integer) returns table (shipment_id uuid, reference text)
language sql volatile security definer set search_path = '' as $$
  update public.courier_bookings b set next_check_at = private.clock_now() + interval '30 minutes'
  from (select x.shipment_id from public.courier_bookings x where x.state = 'booked' and x.parcel_state in ('booked', 'on_the_way', 'returning')
      and x.next_check_at <= private.clock_now() order by x.next_check_at limit least(p_limit, 100) for update skip locked) due
  where b.shipment_id = due.shipment_id returning b.shipment_id, b.reference
$$;

-- a parcel that the courier has delivered is delivered. what comes back or is lost is only noted: staff book it when they have it in hand
create function private.note_courier_state(p_shipment uuid, p_state text, p_text text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments;
begin
  perform from public.orders o where o.id = (select x.order_id from public.shipments x where x.id = p_shipment) for no key update;
  update public.courier_bookings b set parcel_state = p_state, parcel_text = left(nullif(btrim(p_text), ''), 200), said_at = private.clock_now()
    where b.shipment_id = p_shipment and b.state = 'booked' and (b.parcel_state, coalesce(b.parcel_text, '')) is distinct from (p_state, coalesce(btrim(p_text), ''));
  select x.* into s from public.shipments x where x.id = p_shipment;
  if p_state = 'delivered' and s.state = 'shipped' then perform private.arrive(s); end if;
end $$;
revoke all on function private.keep_booked_parcel(), private.open_courier_act(uuid, uuid), private.begin_courier_booking(uuid, uuid, integer, text),
  private.keep_courier_booking(uuid, uuid, text, text), private.drop_courier_booking(uuid, uuid), private.begin_courier_cancellation(uuid, uuid, integer),
  private.end_courier_cancellation(uuid, uuid, boolean), private.claim_courier_checks(integer), private.note_courier_state(uuid, text, text) from public;
grant execute on function private.begin_courier_booking(uuid, uuid, integer, text), private.keep_courier_booking(uuid, uuid, text, text),
  private.drop_courier_booking(uuid, uuid), private.begin_courier_cancellation(uuid, uuid, integer), private.end_courier_cancellation(uuid, uuid, boolean) to shop_orders;

-- the login that works in the background
grant execute on function private.claim_courier_checks(integer), private.note_courier_state(uuid, text, text) to shop_mail;
