create table "public"."courier_bookings" (
    "shipment_id" uuid not null,
    "courier" text not null,
    "state" text not null,
    "reference" text,
    "tracking_number" text,
    "booked_by" uuid,
    "created_at" timestamp with time zone not null default now(),
    "parcel_state" text not null default 'booked'::text,
    "parcel_text" text,
    "said_at" timestamp with time zone,
    "next_check_at" timestamp with time zone not null default now()
      );


alter table "public"."courier_bookings" enable row level security;

CREATE INDEX courier_bookings_booked_by_idx ON public.courier_bookings USING btree (booked_by) WHERE (booked_by IS NOT NULL);

CREATE INDEX courier_bookings_open_idx ON public.courier_bookings USING btree (next_check_at) WHERE ((state = 'booked'::text) AND (parcel_state = ANY (ARRAY['booked'::text, 'on_the_way'::text, 'returning'::text])));

CREATE UNIQUE INDEX courier_bookings_pkey ON public.courier_bookings USING btree (shipment_id);

alter table "public"."courier_bookings" add constraint "courier_bookings_pkey" PRIMARY KEY using index "courier_bookings_pkey";

alter table "public"."courier_bookings" add constraint "courier_bookings_booked_by_fkey" FOREIGN KEY (booked_by) REFERENCES auth.users(id) ON DELETE SET NULL not valid;

alter table "public"."courier_bookings" validate constraint "courier_bookings_booked_by_fkey";

alter table "public"."courier_bookings" add constraint "courier_bookings_courier_check" CHECK (((length(courier) >= 1) AND (length(courier) <= 80))) not valid;

alter table "public"."courier_bookings" validate constraint "courier_bookings_courier_check";

alter table "public"."courier_bookings" add constraint "courier_bookings_parcel_state_check" CHECK ((parcel_state = ANY (ARRAY['booked'::text, 'on_the_way'::text, 'delivered'::text, 'returning'::text, 'returned'::text, 'lost'::text, 'cancelled'::text]))) not valid;

alter table "public"."courier_bookings" validate constraint "courier_bookings_parcel_state_check";

alter table "public"."courier_bookings" add constraint "courier_bookings_parcel_text_check" CHECK ((length(parcel_text) <= 200)) not valid;

alter table "public"."courier_bookings" validate constraint "courier_bookings_parcel_text_check";

alter table "public"."courier_bookings" add constraint "courier_bookings_reference" CHECK (((state = 'booking'::text) = (reference IS NULL))) not valid;

alter table "public"."courier_bookings" validate constraint "courier_bookings_reference";

alter table "public"."courier_bookings" add constraint "courier_bookings_reference_check" CHECK (((length(reference) >= 1) AND (length(reference) <= 100))) not valid;

alter table "public"."courier_bookings" validate constraint "courier_bookings_reference_check";

alter table "public"."courier_bookings" add constraint "courier_bookings_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES shipments(id) ON DELETE CASCADE not valid;

alter table "public"."courier_bookings" validate constraint "courier_bookings_shipment_id_fkey";

alter table "public"."courier_bookings" add constraint "courier_bookings_state_check" CHECK ((state = ANY (ARRAY['booking'::text, 'booked'::text, 'cancelling'::text]))) not valid;

alter table "public"."courier_bookings" validate constraint "courier_bookings_state_check";

alter table "public"."courier_bookings" add constraint "courier_bookings_tracking_number_check" CHECK (((length(tracking_number) >= 1) AND (length(tracking_number) <= 60))) not valid;

alter table "public"."courier_bookings" validate constraint "courier_bookings_tracking_number_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.arrive(p_shipment shipments)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments;
  o public.orders;
begin
  update public.shipments x set state = 'delivered', delivered_at = private.clock_now(), version = x.version + 1 where x.id = p_shipment.id returning x.* into s;
  update public.orders x set updated_at = now(), status = case when x.status = 'shipped' and not exists (
      select from public.shipments y where y.order_id = x.id and y.state = 'shipped') then 'delivered' else x.status end
    where x.id = s.order_id returning x.* into o;
  if o.status <> 'delivered' then perform private.notify_shipment(o, s); end if;
end $function$
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
        'city', o.city, 'state', o.state, 'pincode', o.pincode, 'phone', o.phone, 'total_amount', o.total_amount, 'payment_method', o.payment_method,
        'payment_state', o.payment_state) from public.orders o where o.id = s.order_id),
    'items', (select jsonb_agg(jsonb_build_object('id', i.id, 'product_name', i.product_name, 'quantity', i.quantity, 'total', i.total,
        'weight_grams', p.weight_grams) order by i.product_name collate "C", i.id)
      from public.order_items i left join public.products p on p.id = i.product_id where i.order_id = s.order_id),
    'shipments', (select jsonb_agg(jsonb_build_object('id', x.id, 'number', x.number, 'state', x.state, 'shipment_lines',
        (select jsonb_agg(jsonb_build_object('order_item_id', l.order_item_id, 'quantity', l.quantity)) from public.shipment_lines l where l.shipment_id = x.id)) order by x.number)
      from public.shipments x where x.order_id = s.order_id),
    'seller', (select jsonb_build_object('name', coalesce(nullif(t.legal_name, ''), t.store_name), 'address', t.address, 'city', t.city, 'state', t.state_code,
        'pincode', t.pincode, 'phone', t.phone) from public.settings t));
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_courier_cancellation(p_staff uuid, p_shipment uuid, p_version integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.claim_courier_checks(p_limit integer)
 RETURNS TABLE(shipment_id uuid, reference text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.courier_bookings b set next_check_at = private.clock_now() + interval '30 minutes'
  from (select x.shipment_id from public.courier_bookings x where x.state = 'booked' and x.parcel_state in ('booked', 'on_the_way', 'returning')
      and x.next_check_at <= private.clock_now() order by x.next_check_at limit least(p_limit, 100) for update skip locked) due
  where b.shipment_id = due.shipment_id returning b.shipment_id, b.reference
$function$
;

CREATE OR REPLACE FUNCTION private.drop_courier_booking(p_staff uuid, p_shipment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
begin
  delete from public.courier_bookings b where b.shipment_id = s.id and b.state = 'booking';
end $function$
;

CREATE OR REPLACE FUNCTION private.end_courier_cancellation(p_staff uuid, p_shipment uuid, p_done boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_booked_parcel()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.courier_bookings b where b.shipment_id = old.id)
    and exists (select from public.orders o where o.id = old.order_id) then   -- with its order it may go
    raise exception 'A courier is booked for parcel %: cancel the booking first', old.number using errcode = 'PT409', detail = '{"code":"COURIER_BOOKED"}';
  end if;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_courier_booking(p_staff uuid, p_shipment uuid, p_reference text, p_tracking text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments := private.open_courier_act(p_staff, p_shipment);
begin
  update public.courier_bookings b set state = 'booked', reference = p_reference, tracking_number = p_tracking, next_check_at = private.clock_now()
    where b.shipment_id = s.id and b.state = 'booking';
  if not found then return; end if;   -- two asked at once with one key, and the other was first
  update public.shipments x set courier = (select b.courier from public.courier_bookings b where b.shipment_id = x.id), tracking_number = p_tracking,
    own_delivery = false, version = x.version + 1 where x.id = s.id;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_courier_state(p_shipment uuid, p_state text, p_text text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments;
begin
  perform from public.orders o where o.id = (select x.order_id from public.shipments x where x.id = p_shipment) for no key update;
  update public.courier_bookings b set parcel_state = p_state, parcel_text = left(nullif(btrim(p_text), ''), 200), said_at = private.clock_now()
    where b.shipment_id = p_shipment and b.state = 'booked' and (b.parcel_state, coalesce(b.parcel_text, '')) is distinct from (p_state, coalesce(btrim(p_text), ''));
  select x.* into s from public.shipments x where x.id = p_shipment;
  if p_state = 'delivered' and s.state = 'shipped' then perform private.arrive(s); end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.open_courier_act(p_staff uuid, p_shipment uuid)
 RETURNS shipments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  s public.shipments;
begin
  if not private.staff_may(p_staff, 'orders.process') then raise exception 'permission denied for couriers' using errcode = '42501'; end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_staff, 'role', 'authenticated')::text, true);
  perform from public.orders o where o.id = (select x.order_id from public.shipments x where x.id = p_shipment) for no key update;
  select x.* into s from public.shipments x where x.id = p_shipment;
  if not found then raise exception 'This parcel is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  return s;
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
begin
  perform private.arrive(s);
end $function$
;

grant select on table "public"."courier_bookings" to "authenticated";

grant delete on table "public"."courier_bookings" to "service_role";

grant insert on table "public"."courier_bookings" to "service_role";

grant references on table "public"."courier_bookings" to "service_role";

grant select on table "public"."courier_bookings" to "service_role";

grant trigger on table "public"."courier_bookings" to "service_role";

grant truncate on table "public"."courier_bookings" to "service_role";

grant update on table "public"."courier_bookings" to "service_role";


  create policy "staff read"
  on "public"."courier_bookings"
  as permissive
  for select
  to authenticated
using (( SELECT private.may('orders.read'::text) AS may));


CREATE TRIGGER keep_booked BEFORE DELETE ON public.shipments FOR EACH ROW WHEN ((old.state = 'packed'::text)) EXECUTE FUNCTION private.keep_booked_parcel();

grant execute on function private.begin_courier_booking(uuid, uuid, integer, text), private.keep_courier_booking(uuid, uuid, text, text),
  private.drop_courier_booking(uuid, uuid), private.begin_courier_cancellation(uuid, uuid, integer), private.end_courier_cancellation(uuid, uuid, boolean) to shop_orders;
grant execute on function private.claim_courier_checks(integer), private.note_courier_state(uuid, text, text) to shop_mail;
