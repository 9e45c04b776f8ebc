-- what staff do with one parcel. each function locks the order first, as every step of the order does, and moves the order on when its last
-- piece has left or arrived.

-- the parcel behind its order's lock, if this person may act on it and it is still as the screen showed it
create function private.lock_shipment(p_shipment uuid, p_version integer, p_states text[]) returns public.shipments
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments;
begin
  if not private.may('orders.process') then raise exception 'permission denied for shipments' using errcode = '42501'; end if;
  perform from public.orders o where o.id = (select x.order_id from public.shipments x where x.id = p_shipment) for no key update;
  select x.* into s from public.shipments x where x.id = p_shipment;
  if not found then raise exception 'This parcel is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if s.version is distinct from p_version then raise exception 'The parcel has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if s.state <> all (p_states) then
    raise exception 'A parcel that is % does not take this step', s.state using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', s.state)::text;
  end if;
  return s;
end $$;

-- a parcel names its courier and number, or is brought by the shop itself
create function private.check_courier(p_courier text, p_tracking text, p_own boolean) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_own and btrim(coalesce(p_courier, '') || coalesce(p_tracking, '')) <> '' then
    raise exception 'What the shop brings itself has no courier' using errcode = '22023', detail = '{"code":"INVALID","field":"courier"}';
  elsif p_own is distinct from true and (btrim(coalesce(p_courier, '')) = '' or btrim(coalesce(p_tracking, '')) = '') then
    raise exception 'A parcel needs its courier and tracking number' using errcode = '22023', detail = '{"code":"COURIER_REQUIRED"}';
  elsif length(p_courier) > 80 or length(p_tracking) > 80 then
    raise exception 'Courier and tracking number have at most 80 characters' using errcode = '22023', detail = '{"code":"INVALID","field":"courier"}';
  end if;
end $$;

-- after a parcel has left: the order names its latest one, is shipped with its last piece, and the customer is notified of a part. of two that leave at
-- once, the first to begin may be the second to come here: named by the order, its number would become that of the latest (follow_courier)
create function private.follow_dispatch(p_shipment uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments;
  o public.orders;
  last boolean;
  latest boolean;
begin
  select x.* into strict s from public.shipments x where x.id = p_shipment;
  last := not exists (select from private.pieces_of(s.order_id) p where p.quantity > p.gone);
  -- hold_doubted_goods looks at steps of the order alone, and a part of it is none
  if exists (select from private.razorpay_payments c where c.order_id = s.order_id and c.doubted_at is not null and c.resolved_at is null) then
    raise exception 'Razorpay does not know this order''s payment. Look at it under Unmatched payments first.'
      using errcode = 'PT409', detail = '{"code":"PAYMENT_UNMATCHED"}';
  end if;
  latest := s.id = private.latest_shipment(s.order_id);
  update public.orders x set courier = case when latest then s.courier else x.courier end,
      tracking_number = case when latest then s.tracking_number else x.tracking_number end, status = case when last then 'shipped' else x.status end
    where x.id = s.order_id returning x.* into o;
  if not last then perform private.notify_shipment(o, s); end if;
end $$;

-- history, notification and mail of a parcel that is not the last one
create function private.notify_shipment(p_order public.orders, p_shipment public.shipments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  number text := '#' || left(p_order.id::text, 8) || ' (no. ' || private.order_number_text(p_order.order_number) || ')';
  delivered boolean := p_shipment.state = 'delivered';
  sent text := coalesce(' with ' || p_shipment.courier, '') || coalesce(', tracking ' || p_shipment.tracking_number, '');
begin
  insert into public.order_status_history (order_id, status, notes, created_by, created_at, automatic)
    values (p_order.id, p_order.status, case when delivered then format('Parcel %s delivered', p_shipment.number)
      else format('Parcel %s shipped%s', p_shipment.number, sent) end, auth.uid(), private.clock_now(), false);
  if p_order.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (p_order.user_id,
      case when delivered then 'Parcel delivered' else 'Part of your order shipped' end,
      case when delivered then format('Parcel %s of your order %s has been delivered.', p_shipment.number, number)
        else format('Parcel %s of your order %s is on its way%s. The rest follows.', p_shipment.number, number, sent) end, 'order_update', p_order.id, private.clock_now());
  end if;
  if not delivered and coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values ('order_shipment', p_order.email,
      jsonb_build_object('order_id', p_order.id, 'shipment_id', p_shipment.id, 'status', p_order.status));
  end if;
end $$;
revoke all on function private.lock_shipment(uuid, integer, text[]), private.check_courier(text, text, boolean), private.follow_dispatch(uuid),
  private.notify_shipment(public.orders, public.shipments) from public;

-- packs a parcel, or packs and sends it. p_version: of the order, as it was on the screen: of two people who pack the same order the second one
-- looks again. p_lines: [{item, quantity}]; null: everything that is in no parcel yet. returns the parcel's id
create function public.create_shipment(p_order uuid, p_version integer, p_lines jsonb default null, p_courier text default null, p_tracking text default null,
  p_own_delivery boolean default false, p_packed boolean default false) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  o public.orders;
  made uuid;
begin
  if not private.may('orders.process') then raise exception 'permission denied for shipments' using errcode = '42501'; end if;
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'This order is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if o.version is distinct from p_version then raise exception 'The order has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if o.status <> 'processing' then
    raise exception 'Nothing of this order is to be packed' using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', o.status)::text;
  end if;
  if not p_packed or p_own_delivery or btrim(coalesce(p_courier, '') || coalesce(p_tracking, '')) <> '' then
    perform private.check_courier(p_courier, p_tracking, p_own_delivery);
  end if;
  if not exists (select from private.chosen_pieces(p_order, p_lines)) then
    raise exception 'Everything is in a parcel already' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}';
  end if;
  made := private.add_shipment(p_order, p_lines, case when p_packed then 'packed' else 'shipped' end, p_courier, p_tracking, coalesce(p_own_delivery, false));
  if p_packed then update public.orders x set updated_at = now() where x.id = p_order;
  else perform private.follow_dispatch(made); end if;
  return made;
end $$;

-- a packed parcel leaves
create function public.dispatch_shipment(p_shipment uuid, p_version integer, p_courier text default null, p_tracking text default null, p_own_delivery boolean default false)
returns void language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed}');
begin
  perform private.check_courier(p_courier, p_tracking, p_own_delivery);
  update public.shipments x set state = 'shipped', shipped_at = private.clock_now(), courier = nullif(btrim(p_courier), ''),
    tracking_number = nullif(btrim(p_tracking), ''), own_delivery = coalesce(p_own_delivery, false), version = x.version + 1 where x.id = s.id;
  perform private.follow_dispatch(s.id);
end $$;

-- the e-way bill that was made on the portal for a parcel, by hand; '' takes it off again. p_until: the last day on which it is valid
create function public.set_eway_bill(p_shipment uuid, p_version integer, p_number text, p_until date default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed,shipped,delivered}');
begin
  if p_number !~ '^([0-9]{12})?$' or p_until not between '2018-04-01' and '2200-01-01' then
    raise exception 'An e-way bill has a number of 12 digits' using errcode = '22023', detail = '{"code":"INVALID","field":"eway_bill"}';
  end if;
  update public.shipments x set eway_bill = nullif(p_number, ''), eway_bill_until = case when p_number <> '' then p_until end, version = x.version + 1 where x.id = s.id;
end $$;

-- a typing error, or the parcel went another way
create function public.correct_shipment(p_shipment uuid, p_version integer, p_courier text default null, p_tracking text default null, p_own_delivery boolean default false)
returns void language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed,shipped,delivered,returning}');
begin
  perform private.check_courier(p_courier, p_tracking, p_own_delivery);
  update public.shipments x set courier = nullif(btrim(p_courier), ''), tracking_number = nullif(btrim(p_tracking), ''),
    own_delivery = coalesce(p_own_delivery, false), version = x.version + 1 where x.id = s.id returning x.* into s;
  update public.orders o set courier = case when s.id = private.latest_shipment(o.id) then s.courier else o.courier end,
    tracking_number = case when s.id = private.latest_shipment(o.id) then s.tracking_number else o.tracking_number end where o.id = s.order_id;
end $$;

-- a parcel has arrived, and with the last one its order. the caller holds the order's lock
create function private.arrive(p_shipment public.shipments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments;
  o public.orders;
begin
  update public.shipments x set state = 'delivered', delivered_at = private.clock_now(), version = x.version + 1 where x.id = p_shipment.id returning x.* into s;
  update public.orders x set updated_at = now(), status = case when x.status = 'shipped' and not exists (
      select from public.shipments y where y.order_id = x.id and y.state = 'shipped') then 'delivered' else x.status end
    where x.id = s.order_id returning x.* into o;
  if o.status <> 'delivered' then perform private.notify_shipment(o, s); end if;
end $$;
revoke all on function private.arrive(public.shipments) from public;

create function public.deliver_shipment(p_shipment uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{shipped}');
begin
  perform private.arrive(s);
end $$;

-- unpacks a parcel that has not left
create function public.unpack_shipment(p_shipment uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed}');
begin
  perform private.take_back_parcel_invoice(s);
  delete from public.shipments x where x.id = s.id;
  update public.orders o set updated_at = now() where o.id = s.order_id;
end $$;

-- a parcel that was on its way back is here, or is given up as lost. p_lines: [{item, restocked, damaged, lost}] for every line of it; null: all
-- goes to stock. what is damaged comes in and goes out again, so that the movements say so; what is lost never comes in.
create function public.receive_shipment(p_shipment uuid, p_version integer, p_lines jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{returning}');
begin
  if p_lines is null then
    update public.shipment_lines l set restocked = l.quantity where l.shipment_id = s.id;
  else
    if not private.are_piece_lines(p_lines, '{item,restocked,damaged,lost}') or exists (
      select from (select l.* from public.shipment_lines l where l.shipment_id = s.id) l
      full join jsonb_to_recordset(p_lines) as c (item uuid, restocked integer, damaged integer, lost integer) on c.item = l.order_item_id
      where c.restocked + c.damaged + c.lost is distinct from l.quantity) then
      raise exception 'Every piece of the parcel is restocked, damaged or lost' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
    end if;
    update public.shipment_lines l set restocked = c.restocked, damaged = c.damaged, lost = c.lost
      from jsonb_to_recordset(p_lines) as c (item uuid, restocked integer, damaged integer, lost integer)
      where l.shipment_id = s.id and l.order_item_id = c.item;
  end if;
  perform private.take_back(s.id, s.order_id);
  update public.shipments x set closed_at = private.clock_now(), version = x.version + 1,
      state = case when exists (select from public.shipment_lines l where l.shipment_id = x.id and l.lost < l.quantity) then 'returned' else 'lost' end
    where x.id = s.id;
  update public.orders o set updated_at = now() where o.id = s.order_id;
end $$;

-- the goods of a parcel that came back
create function private.take_back(p_shipment uuid, p_order uuid) returns void
language sql security definer set search_path = '' as $$
  select private.take_in(p_order, (select jsonb_agg(jsonb_build_object('product', i.product_id, 'restocked', l.restocked, 'damaged', l.damaged))
    from public.shipment_lines l join public.order_items i on i.id = l.order_item_id where l.shipment_id = p_shipment))
$$;
revoke all on function private.take_back(uuid, uuid), public.create_shipment(uuid, integer, jsonb, text, text, boolean, boolean),
  public.dispatch_shipment(uuid, integer, text, text, boolean), public.correct_shipment(uuid, integer, text, text, boolean),
  public.deliver_shipment(uuid, integer), public.unpack_shipment(uuid, integer), public.receive_shipment(uuid, integer, jsonb),
  public.set_eway_bill(uuid, integer, text, date) from public;

-- the bodies let staff through; nothing for anon
grant execute on function public.create_shipment(uuid, integer, jsonb, text, text, boolean, boolean), public.dispatch_shipment(uuid, integer, text, text, boolean),
  public.correct_shipment(uuid, integer, text, text, boolean), public.deliver_shipment(uuid, integer), public.unpack_shipment(uuid, integer),
  public.receive_shipment(uuid, integer, jsonb), public.set_eway_bill(uuid, integer, text, date) to authenticated;
