-- An order may leave in several parcels, each with its lines, courier and state; cancelled goods come back to stock with their parcel.

drop trigger if exists "address_order_mail" on "private"."mails";


  create table "public"."shipment_lines" (
    "shipment_id" uuid not null,
    "order_item_id" uuid not null,
    "quantity" integer not null,
    "restocked" integer not null default 0,
    "damaged" integer not null default 0,
    "lost" integer not null default 0
      );


alter table "public"."shipment_lines" enable row level security;


  create table "public"."shipments" (
    "id" uuid not null default gen_random_uuid(),
    "order_id" uuid not null,
    "number" integer not null,
    "state" text not null,
    "courier" text,
    "tracking_number" text,
    "own_delivery" boolean not null default false,
    "shipped_at" timestamp with time zone,
    "delivered_at" timestamp with time zone,
    "closed_at" timestamp with time zone,
    "created_at" timestamp with time zone not null default now(),
    "created_by" uuid,
    "version" integer not null default 1
      );


alter table "public"."shipments" enable row level security;

CREATE INDEX shipment_lines_order_item_id_idx ON public.shipment_lines USING btree (order_item_id);

CREATE UNIQUE INDEX shipment_lines_pkey ON public.shipment_lines USING btree (shipment_id, order_item_id);

CREATE INDEX shipments_created_by_idx ON public.shipments USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE UNIQUE INDEX shipments_order_id_number_key ON public.shipments USING btree (order_id, number);

CREATE UNIQUE INDEX shipments_pkey ON public.shipments USING btree (id);

alter table "public"."shipment_lines" add constraint "shipment_lines_pkey" PRIMARY KEY using index "shipment_lines_pkey";

alter table "public"."shipments" add constraint "shipments_pkey" PRIMARY KEY using index "shipments_pkey";

alter table "public"."shipment_lines" add constraint "shipment_lines_came_back" CHECK (((((restocked + damaged) + lost) = 0) OR (((restocked + damaged) + lost) = quantity))) not valid;

alter table "public"."shipment_lines" validate constraint "shipment_lines_came_back";

alter table "public"."shipment_lines" add constraint "shipment_lines_damaged_check" CHECK ((damaged >= 0)) not valid;

alter table "public"."shipment_lines" validate constraint "shipment_lines_damaged_check";

alter table "public"."shipment_lines" add constraint "shipment_lines_lost_check" CHECK ((lost >= 0)) not valid;

alter table "public"."shipment_lines" validate constraint "shipment_lines_lost_check";

alter table "public"."shipment_lines" add constraint "shipment_lines_order_item_id_fkey" FOREIGN KEY (order_item_id) REFERENCES order_items(id) ON DELETE CASCADE not valid;

alter table "public"."shipment_lines" validate constraint "shipment_lines_order_item_id_fkey";

alter table "public"."shipment_lines" add constraint "shipment_lines_quantity_check" CHECK ((quantity > 0)) not valid;

alter table "public"."shipment_lines" validate constraint "shipment_lines_quantity_check";

alter table "public"."shipment_lines" add constraint "shipment_lines_restocked_check" CHECK ((restocked >= 0)) not valid;

alter table "public"."shipment_lines" validate constraint "shipment_lines_restocked_check";

alter table "public"."shipment_lines" add constraint "shipment_lines_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES shipments(id) ON DELETE CASCADE not valid;

alter table "public"."shipment_lines" validate constraint "shipment_lines_shipment_id_fkey";

alter table "public"."shipments" add constraint "shipments_closed" CHECK (((state = ANY (ARRAY['returned'::text, 'lost'::text])) = (closed_at IS NOT NULL))) not valid;

alter table "public"."shipments" validate constraint "shipments_closed";

alter table "public"."shipments" add constraint "shipments_courier_check" CHECK ((length(courier) <= 80)) not valid;

alter table "public"."shipments" validate constraint "shipments_courier_check";

alter table "public"."shipments" add constraint "shipments_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL not valid;

alter table "public"."shipments" validate constraint "shipments_created_by_fkey";

alter table "public"."shipments" add constraint "shipments_delivered" CHECK (((state = 'delivered'::text) = (delivered_at IS NOT NULL))) not valid;

alter table "public"."shipments" validate constraint "shipments_delivered";

alter table "public"."shipments" add constraint "shipments_number_check" CHECK (((number >= 1) AND (number <= 100))) not valid;

alter table "public"."shipments" validate constraint "shipments_number_check";

alter table "public"."shipments" add constraint "shipments_order_id_fkey" FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE not valid;

alter table "public"."shipments" validate constraint "shipments_order_id_fkey";

alter table "public"."shipments" add constraint "shipments_order_id_number_key" UNIQUE using index "shipments_order_id_number_key";

alter table "public"."shipments" add constraint "shipments_own_delivery" CHECK (((NOT own_delivery) OR ((courier IS NULL) AND (tracking_number IS NULL)))) not valid;

alter table "public"."shipments" validate constraint "shipments_own_delivery";

alter table "public"."shipments" add constraint "shipments_shipped" CHECK (((state = 'packed'::text) = (shipped_at IS NULL))) not valid;

alter table "public"."shipments" validate constraint "shipments_shipped";

alter table "public"."shipments" add constraint "shipments_state_check" CHECK ((state = ANY (ARRAY['packed'::text, 'shipped'::text, 'delivered'::text, 'returning'::text, 'returned'::text, 'lost'::text]))) not valid;

alter table "public"."shipments" validate constraint "shipments_state_check";

alter table "public"."shipments" add constraint "shipments_tracking_number_check" CHECK ((length(tracking_number) <= 80)) not valid;

alter table "public"."shipments" validate constraint "shipments_tracking_number_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.add_shipment(p_order uuid, p_lines jsonb, p_state text, p_courier text, p_tracking text, p_own boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
  place integer;
begin
  select min(n) into place from generate_series(1, 100) n where not exists (select from public.shipments s where s.order_id = p_order and s.number = n);
  if place is null then
    raise exception 'An order has at most 100 parcels' using errcode = 'PT409', detail = '{"code":"TOO_MANY_SHIPMENTS"}';
  end if;
  insert into public.shipments (order_id, number, state, courier, tracking_number, own_delivery, shipped_at, created_at, created_by)
    values (p_order, place, p_state, nullif(btrim(p_courier), ''), nullif(btrim(p_tracking), ''), p_own,
      case when p_state <> 'packed' then private.clock_now() end, private.clock_now(), auth.uid())
    returning id into made;
  insert into public.shipment_lines (shipment_id, order_item_id, quantity)
    select made, c.item, c.quantity from private.chosen_pieces(p_order, p_lines) c;
  return made;
end $function$
;

CREATE OR REPLACE FUNCTION private.are_piece_lines(lines jsonb, fields text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(lines) <> 'array' then false when jsonb_array_length(lines) not between 1 and 1000 then false else (
    select bool_and(coalesce(c.value ->> 'item', '') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        and (select bool_and(coalesce(c.value ->> f, '') ~ '^[0-9]{1,7}$') and sum(case when c.value ->> f ~ '^[0-9]{1,7}$' then (c.value ->> f)::integer else 0 end) > 0
          from unnest(fields) f where f <> 'item'))
      and count(distinct c.value ->> 'item') = count(*)
    from jsonb_array_elements(lines) c) end
$function$
;

CREATE OR REPLACE FUNCTION private.call_back(p_order uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.shipments s where s.order_id = p_order and s.state = 'packed';
  update public.shipments s set state = 'returning', version = s.version + 1 where s.order_id = p_order and s.state = 'shipped';
$function$
;

CREATE OR REPLACE FUNCTION private.check_courier(p_courier text, p_tracking text, p_own boolean)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if p_own and btrim(coalesce(p_courier, '') || coalesce(p_tracking, '')) <> '' then
    raise exception 'What the shop brings itself has no courier' using errcode = '22023', detail = '{"code":"INVALID","field":"courier"}';
  elsif p_own is distinct from true and (btrim(coalesce(p_courier, '')) = '' or btrim(coalesce(p_tracking, '')) = '') then
    raise exception 'A parcel needs its courier and tracking number' using errcode = '22023', detail = '{"code":"COURIER_REQUIRED"}';
  elsif length(p_courier) > 80 or length(p_tracking) > 80 then
    raise exception 'Courier and tracking number have at most 80 characters' using errcode = '22023', detail = '{"code":"INVALID","field":"courier"}';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.chosen_pieces(p_order uuid, p_lines jsonb)
 RETURNS TABLE(item uuid, quantity integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if p_lines is null then
    return query select p.item, p.quantity - p.in_parcels from private.pieces_of(p_order) p where p.quantity > p.in_parcels;
    return;
  end if;
  if not private.are_piece_lines(p_lines, '{item,quantity}') then
    raise exception 'These are no lines of a parcel' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  if exists (select from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer)
      left join private.pieces_of(p_order) p on p.item = c.item where p.item is null or c.quantity > p.quantity - p.in_parcels) then
    raise exception 'So many pieces are not left of the order' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}';
  end if;
  return query select c.item, c.quantity from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer);
end $function$
;

CREATE OR REPLACE FUNCTION private.deliver_everything(p_order uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.shipments s set state = 'delivered', delivered_at = private.clock_now(), version = s.version + 1 where s.order_id = p_order and s.state = 'shipped'
$function$
;

CREATE OR REPLACE FUNCTION private.follow_courier()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.shipments s set courier = nullif(btrim(new.courier), ''), tracking_number = nullif(btrim(new.tracking_number), ''), own_delivery = false,
      version = s.version + 1
    where s.id = private.latest_shipment(new.id)
      and (coalesce(s.courier, ''), coalesce(s.tracking_number, '')) is distinct from (btrim(coalesce(new.courier, '')), btrim(coalesce(new.tracking_number, '')));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_dispatch(p_shipment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments;
  o public.orders;
  last boolean;
begin
  select x.* into strict s from public.shipments x where x.id = p_shipment;
  last := not exists (select from private.pieces_of(s.order_id) p where p.quantity > p.gone);
  -- hold_doubted_goods looks at steps of the order alone, and a part of it is none
  if exists (select from private.razorpay_payments c where c.order_id = s.order_id and c.doubted_at is not null and c.resolved_at is null) then
    raise exception 'Razorpay does not know this order''s payment. Look at it under Unmatched payments first.'
      using errcode = 'PT409', detail = '{"code":"PAYMENT_UNMATCHED"}';
  end if;
  update public.orders x set courier = s.courier, tracking_number = s.tracking_number, status = case when last then 'shipped' else x.status end
    where x.id = s.order_id returning x.* into o;
  if not last then perform private.notify_shipment(o, s); end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.guard_delivered_parcels()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.shipments s where s.order_id = new.id and s.state = 'delivered') then
    raise exception 'A parcel of this order is delivered' using errcode = 'PT409', detail = '{"code":"PARTLY_DELIVERED"}';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.latest_shipment(p_order uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select s.id from public.shipments s where s.order_id = p_order and s.state <> 'packed' order by s.shipped_at desc, s.number desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.lock_shipment(p_shipment uuid, p_version integer, p_states text[])
 RETURNS shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_shipment(p_order orders, p_shipment shipments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.pieces_of(p_order uuid)
 RETURNS TABLE(item uuid, product uuid, quantity integer, in_parcels integer, gone integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.id, i.product_id, i.quantity, coalesce(sum(l.quantity), 0)::integer, coalesce(sum(l.quantity) filter (where s.state <> 'packed'), 0)::integer
  from public.order_items i
  left join (public.shipment_lines l join public.shipments s on s.id = l.shipment_id) on l.order_item_id = i.id
  where i.order_id = p_order group by i.id
$function$
;

CREATE OR REPLACE FUNCTION private.ship_everything(p_order orders)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known boolean := exists (select from public.shipments s where s.order_id = p_order.id and s.tracking_number = nullif(btrim(p_order.tracking_number), ''));
begin
  update public.shipments s set state = 'shipped', shipped_at = private.clock_now(), version = s.version + 1,
      courier = case when s.own_delivery then null else coalesce(s.courier, nullif(btrim(p_order.courier), '')) end,
      tracking_number = case when s.own_delivery or known then s.tracking_number else coalesce(s.tracking_number, nullif(btrim(p_order.tracking_number), '')) end
    where s.order_id = p_order.id and s.state = 'packed';
  if exists (select from private.pieces_of(p_order.id) p where p.quantity > p.in_parcels) then
    perform private.add_shipment(p_order.id, null, 'shipped', p_order.courier, case when not known then p_order.tracking_number end, false);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.take_back(p_shipment uuid, p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.products p where p.id in (select i.product_id from public.shipment_lines l join public.order_items i on i.id = l.order_item_id
    where l.shipment_id = p_shipment) order by p.id for no key update;
  perform set_config('shop.stock_reason', 'return', true), set_config('shop.stock_order', p_order::text, true);
  update public.products p set stock = p.stock + b.arrived
    from (select i.product_id, sum(l.restocked + l.damaged)::integer as arrived from public.shipment_lines l join public.order_items i on i.id = l.order_item_id
      where l.shipment_id = p_shipment group by 1) b
    where p.id = b.product_id and b.arrived > 0;
  perform set_config('shop.stock_reason', 'damaged', true);
  update public.products p set stock = p.stock - b.damaged
    from (select i.product_id, sum(l.damaged)::integer as damaged from public.shipment_lines l join public.order_items i on i.id = l.order_item_id
      where l.shipment_id = p_shipment group by 1) b
    where p.id = b.product_id and b.damaged > 0;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION public.correct_shipment(p_shipment uuid, p_version integer, p_courier text DEFAULT NULL::text, p_tracking text DEFAULT NULL::text, p_own_delivery boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed,shipped,delivered,returning}');
begin
  perform private.check_courier(p_courier, p_tracking, p_own_delivery);
  update public.shipments x set courier = nullif(btrim(p_courier), ''), tracking_number = nullif(btrim(p_tracking), ''),
    own_delivery = coalesce(p_own_delivery, false), version = x.version + 1 where x.id = s.id returning x.* into s;
  update public.orders o set courier = case when s.id = private.latest_shipment(o.id) then s.courier else o.courier end,
    tracking_number = case when s.id = private.latest_shipment(o.id) then s.tracking_number else o.tracking_number end where o.id = s.order_id;
end $function$
;

CREATE OR REPLACE FUNCTION public.create_shipment(p_order uuid, p_version integer, p_lines jsonb DEFAULT NULL::jsonb, p_courier text DEFAULT NULL::text, p_tracking text DEFAULT NULL::text, p_own_delivery boolean DEFAULT false, p_packed boolean DEFAULT false)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.deliver_shipment(p_shipment uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{shipped}');
  o public.orders;
begin
  update public.shipments x set state = 'delivered', delivered_at = private.clock_now(), version = x.version + 1 where x.id = s.id returning x.* into s;
  update public.orders x set updated_at = now(), status = case when x.status = 'shipped' and not exists (
      select from public.shipments y where y.order_id = x.id and y.state = 'shipped') then 'delivered' else x.status end
    where x.id = s.order_id returning x.* into o;
  if o.status <> 'delivered' then perform private.notify_shipment(o, s); end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.dispatch_shipment(p_shipment uuid, p_version integer, p_courier text DEFAULT NULL::text, p_tracking text DEFAULT NULL::text, p_own_delivery boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed}');
begin
  perform private.check_courier(p_courier, p_tracking, p_own_delivery);
  update public.shipments x set state = 'shipped', shipped_at = private.clock_now(), courier = nullif(btrim(p_courier), ''),
    tracking_number = nullif(btrim(p_tracking), ''), own_delivery = coalesce(p_own_delivery, false), version = x.version + 1 where x.id = s.id;
  perform private.follow_dispatch(s.id);
end $function$
;

CREATE OR REPLACE FUNCTION public.receive_shipment(p_shipment uuid, p_version integer, p_lines jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.unpack_shipment(p_shipment uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.lock_shipment(p_shipment, p_version, '{packed}');
begin
  delete from public.shipments x where x.id = s.id;
  update public.orders o set updated_at = now() where o.id = s.order_id;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_order_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    perform private.notify_order_step(new, null, coalesce(auth.uid(), new.user_id));
    return null;
  end if;
  if new.status = 'processing' then
    perform private.issue_document(new.id, 'invoice');
  elsif new.status = 'shipped' then
    perform private.ship_everything(new);
  elsif new.status = 'delivered' then
    perform private.deliver_everything(new.id);
    if old.payment_state = 'cod_pending' then
      update public.payments set state = 'paid' where order_id = new.id and state = 'cod_pending';
    end if;
  elsif new.status = 'cancelled' then
    perform private.restock(new.id);
    perform private.call_back(new.id);
    update public.payments set state = 'refund_due' where order_id = new.id and state = 'paid';
    -- a number that was issued is reversed, never taken back (s.34)
    perform private.issue_document(new.id, 'credit_note', d.id) from public.documents d where d.order_id = new.id and d.kind = 'invoice';
  end if;
  perform private.notify_order_step(new, old.status, coalesce(auth.uid(), new.cancelled_by));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.restock(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.products p where p.id in (select i.product_id from public.order_items i where i.order_id = p_order)
    order by p.id for no key update;
  perform set_config('shop.stock_reason', 'cancellation', true), set_config('shop.stock_order', p_order::text, true);
  update public.products p set stock = p.stock + b.here, units_sold = greatest(p.units_sold - b.quantity, 0)
    from (select i.product, sum(i.quantity)::integer as quantity, sum(i.quantity - i.gone)::integer as here from private.pieces_of(p_order) i group by 1) b
    where p.id = b.product;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION public.order_timeline(p_order uuid)
 RETURNS TABLE(at timestamp with time zone, kind text, actor uuid, actor_name text, data jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return query
  select e.at, e.kind, e.actor, private.person_name(e.actor), e.data from (
    select h.created_at as at, 'step' as kind, h.created_by as actor, jsonb_build_object('id', h.id, 'status', h.status, 'notes', h.notes) as data
      from public.order_status_history h where h.order_id = p_order
    union all
    -- the step itself has the line of a step, a change of the order by staff has its own, and the payment that of the order's payment
    select a.at, 'change', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes - 'payment_state')
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'orders' and a.action = 'update' and not a.changes ? 'status'
        and a.changes - 'payment_state' <> '{}'
        and not exists (select from public.order_status_history h where h.order_id = p_order and h.created_at = a.at and (h.notes like 'Order changed%' or h.notes like 'Parcel %'))
    union all
    select a.at, 'payment', a.actor, jsonb_build_object('id', a.id, 'changes', a.changes)
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'payments' and a.action = 'update' and a.changes - 'amount' <> '{}'
    union all
    select m.created_at, 'mail', null::uuid, jsonb_build_object('id', m.id, 'mail', m.kind, 'status', m.status, 'order_status', m.data ->> 'status', 'sent_at', m.sent_at)
      from private.mails m where m.data ->> 'order_id' = p_order::text
    union all
    select n.created_at, 'note', n.author, jsonb_build_object('id', n.id, 'body', n.body, 'edited_at', n.edited_at,
        'mine', n.author = auth.uid() and n.created_at > now() - interval '1 day')
      from public.order_notes n where n.order_id = p_order) e
  order by e.at, e.kind desc, array_position('{pending,processing,shipped,delivered,cancelled}'::text[], e.data ->> 'status'), e.data ->> 'id';
end $function$
;

grant select on table "public"."shipment_lines" to "authenticated";

grant delete on table "public"."shipment_lines" to "service_role";

grant insert on table "public"."shipment_lines" to "service_role";

grant references on table "public"."shipment_lines" to "service_role";

grant select on table "public"."shipment_lines" to "service_role";

grant trigger on table "public"."shipment_lines" to "service_role";

grant truncate on table "public"."shipment_lines" to "service_role";

grant update on table "public"."shipment_lines" to "service_role";

grant select on table "public"."shipment_lines" to "shop_mail";

grant select on table "public"."shipments" to "authenticated";

grant delete on table "public"."shipments" to "service_role";

grant insert on table "public"."shipments" to "service_role";

grant references on table "public"."shipments" to "service_role";

grant select on table "public"."shipments" to "service_role";

grant trigger on table "public"."shipments" to "service_role";

grant truncate on table "public"."shipments" to "service_role";

grant update on table "public"."shipments" to "service_role";

grant select on table "public"."shipments" to "shop_mail";


  create policy "lines of visible parcels"
  on "public"."shipment_lines"
  as permissive
  for select
  to authenticated
using ((EXISTS ( SELECT
   FROM shipments s
  WHERE (s.id = shipment_lines.shipment_id))));



  create policy "the mail sender reads"
  on "public"."shipment_lines"
  as permissive
  for select
  to shop_mail
using (true);



  create policy "parcels of visible orders"
  on "public"."shipments"
  as permissive
  for select
  to authenticated
using ((EXISTS ( SELECT
   FROM orders o
  WHERE (o.id = shipments.order_id))));



  create policy "the mail sender reads"
  on "public"."shipments"
  as permissive
  for select
  to shop_mail
using (true);


CREATE TRIGGER follow_courier AFTER UPDATE OF courier, tracking_number ON public.orders FOR EACH ROW WHEN (((old.status = new.status) AND ((old.courier IS DISTINCT FROM new.courier) OR (old.tracking_number IS DISTINCT FROM new.tracking_number)))) EXECUTE FUNCTION private.follow_courier();

CREATE TRIGGER guard_delivered_parcels BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status = 'cancelled'::text) AND (old.status = ANY (ARRAY['processing'::text, 'shipped'::text])))) EXECUTE FUNCTION private.guard_delivered_parcels();

CREATE TRIGGER audit_delete AFTER DELETE ON public.shipments REFERENCING OLD TABLE AS before FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_by,shipped_at,delivered_at,closed_at,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_insert AFTER INSERT ON public.shipments REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_by,shipped_at,delivered_at,closed_at,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.shipments REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_by,shipped_at,delivered_at,closed_at,created_at,updated_at,version}', '', 'yes');

CREATE TRIGGER address_order_mail BEFORE INSERT ON private.mails FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['order_placed'::text, 'order_status'::text, 'order_changed'::text, 'order_shipment'::text, 'order_refunded'::text]))) EXECUTE FUNCTION private.address_order_mail();

grant execute on function public.create_shipment(uuid, integer, jsonb, text, text, boolean, boolean), public.dispatch_shipment(uuid, integer, text, text, boolean),
  public.correct_shipment(uuid, integer, text, text, boolean), public.deliver_shipment(uuid, integer), public.unpack_shipment(uuid, integer),
  public.receive_shipment(uuid, integer, jsonb) to authenticated;

-- an order that has left already was one parcel of everything
alter table public.shipments disable trigger user;
with made as (
  insert into public.shipments (order_id, number, state, courier, tracking_number, shipped_at, delivered_at, created_at, created_by)
  select o.id, 1, o.status, nullif(btrim(o.courier), ''), nullif(btrim(o.tracking_number), ''), coalesce(left_on.created_at, o.updated_at),
    case when o.status = 'delivered' then coalesce(arrived.created_at, o.updated_at) end, coalesce(left_on.created_at, o.updated_at), left_on.created_by
  from public.orders o
  left join lateral (select h.created_at, h.created_by from public.order_status_history h where h.order_id = o.id and h.status = 'shipped'
    order by h.created_at desc limit 1) left_on on true
  left join lateral (select h.created_at from public.order_status_history h where h.order_id = o.id and h.status = 'delivered'
    order by h.created_at desc limit 1) arrived on true
  where o.status in ('shipped', 'delivered') returning id, order_id)
insert into public.shipment_lines (shipment_id, order_item_id, quantity)
  select m.id, i.id, i.quantity from made m join public.order_items i on i.order_id = m.order_id;
alter table public.shipments enable trigger user;
