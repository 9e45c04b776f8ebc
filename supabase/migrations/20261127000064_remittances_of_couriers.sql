  create table "public"."remittance_lines" (
    "id" uuid not null default gen_random_uuid(),
    "remittance_id" uuid not null,
    "place" integer not null,
    "tracking_number" text,
    "order_text" text,
    "line_key" text not null,
    "collected" numeric(12,2) not null,
    "charges" numeric(12,2) not null default 0,
    "expected" numeric(12,2),
    "booked" numeric(12,2) not null default 0,
    "problem" text,
    "order_id" uuid,
    "shipment_id" uuid,
    "payment_id" uuid,
    "settled_at" timestamp with time zone,
    "settled_by" uuid,
    "note" text
      );


alter table "public"."remittance_lines" enable row level security;


  create table "public"."remittances" (
    "id" uuid not null default gen_random_uuid(),
    "courier" text not null,
    "reference" text not null,
    "received_on" date not null,
    "received" numeric(12,2) not null,
    "other_charges" numeric(12,2) not null default 0,
    "created_at" timestamp with time zone not null default now(),
    "created_by" uuid
      );


alter table "public"."remittances" enable row level security;

CREATE UNIQUE INDEX remittance_lines_once_key ON public.remittance_lines USING btree (line_key, collected);

CREATE INDEX remittance_lines_order_id_idx ON public.remittance_lines USING btree (order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX remittance_lines_payment_id_idx ON public.remittance_lines USING btree (payment_id) WHERE (payment_id IS NOT NULL);

CREATE UNIQUE INDEX remittance_lines_pkey ON public.remittance_lines USING btree (id);

CREATE UNIQUE INDEX remittance_lines_remittance_id_place_key ON public.remittance_lines USING btree (remittance_id, place);

CREATE INDEX remittance_lines_settled_by_idx ON public.remittance_lines USING btree (settled_by) WHERE (settled_by IS NOT NULL);

CREATE INDEX remittance_lines_shipment_id_idx ON public.remittance_lines USING btree (shipment_id) WHERE (shipment_id IS NOT NULL);

CREATE INDEX remittances_created_by_idx ON public.remittances USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX remittances_newest_idx ON public.remittances USING btree (created_at DESC, id);

CREATE UNIQUE INDEX remittances_pkey ON public.remittances USING btree (id);

CREATE UNIQUE INDEX remittances_reference_key ON public.remittances USING btree (lower(btrim(courier)), upper(btrim(reference)));

CREATE INDEX shipments_tracking_idx ON public.shipments USING btree (upper(regexp_replace(tracking_number, '\s'::text, ''::text, 'g'::text))) WHERE (tracking_number IS NOT NULL);

alter table "public"."remittance_lines" add constraint "remittance_lines_pkey" PRIMARY KEY using index "remittance_lines_pkey";

alter table "public"."remittances" add constraint "remittances_pkey" PRIMARY KEY using index "remittances_pkey";

alter table "public"."remittance_lines" add constraint "remittance_lines_charges_check" CHECK ((charges >= (0)::numeric)) not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_charges_check";

alter table "public"."remittance_lines" add constraint "remittance_lines_check" CHECK (((booked >= (0)::numeric) AND (booked <= collected))) not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_check";

alter table "public"."remittance_lines" add constraint "remittance_lines_collected_check" CHECK ((collected >= (0)::numeric)) not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_collected_check";

alter table "public"."remittance_lines" add constraint "remittance_lines_line_key_check" CHECK (((length(line_key) >= 1) AND (length(line_key) <= 100))) not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_line_key_check";

alter table "public"."remittance_lines" add constraint "remittance_lines_note_check" CHECK (((length(btrim(note)) >= 1) AND (length(btrim(note)) <= 400))) not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_note_check";

alter table "public"."remittance_lines" add constraint "remittance_lines_order_id_fkey" FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE SET NULL not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_order_id_fkey";

alter table "public"."remittance_lines" add constraint "remittance_lines_order_text_check" CHECK ((length(order_text) <= 80)) not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_order_text_check";

alter table "public"."remittance_lines" add constraint "remittance_lines_payment_id_fkey" FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE SET NULL not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_payment_id_fkey";

alter table "public"."remittance_lines" add constraint "remittance_lines_place_check" CHECK (((place >= 1) AND (place <= 100000))) not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_place_check";

alter table "public"."remittance_lines" add constraint "remittance_lines_problem_check" CHECK ((problem = ANY (ARRAY['unknown'::text, 'ambiguous'::text, 'cancelled'::text, 'not_cod'::text, 'paid'::text]))) not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_problem_check";

alter table "public"."remittance_lines" add constraint "remittance_lines_remittance_id_fkey" FOREIGN KEY (remittance_id) REFERENCES remittances(id) ON DELETE CASCADE not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_remittance_id_fkey";

alter table "public"."remittance_lines" add constraint "remittance_lines_remittance_id_place_key" UNIQUE using index "remittance_lines_remittance_id_place_key";

alter table "public"."remittance_lines" add constraint "remittance_lines_settled" CHECK (((settled_at IS NULL) = (note IS NULL))) not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_settled";

alter table "public"."remittance_lines" add constraint "remittance_lines_settled_by_fkey" FOREIGN KEY (settled_by) REFERENCES auth.users(id) ON DELETE SET NULL not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_settled_by_fkey";

alter table "public"."remittance_lines" add constraint "remittance_lines_shipment_id_fkey" FOREIGN KEY (shipment_id) REFERENCES shipments(id) ON DELETE SET NULL not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_shipment_id_fkey";

alter table "public"."remittance_lines" add constraint "remittance_lines_tracking_number_check" CHECK ((length(tracking_number) <= 80)) not valid;

alter table "public"."remittance_lines" validate constraint "remittance_lines_tracking_number_check";

alter table "public"."remittances" add constraint "remittances_courier_check" CHECK (((length(btrim(courier)) >= 1) AND (length(btrim(courier)) <= 80))) not valid;

alter table "public"."remittances" validate constraint "remittances_courier_check";

alter table "public"."remittances" add constraint "remittances_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL not valid;

alter table "public"."remittances" validate constraint "remittances_created_by_fkey";

alter table "public"."remittances" add constraint "remittances_other_charges_check" CHECK ((other_charges >= (0)::numeric)) not valid;

alter table "public"."remittances" validate constraint "remittances_other_charges_check";

alter table "public"."remittances" add constraint "remittances_received_check" CHECK ((received >= (0)::numeric)) not valid;

alter table "public"."remittances" validate constraint "remittances_received_check";

alter table "public"."remittances" add constraint "remittances_reference_check" CHECK (((length(btrim(reference)) >= 1) AND (length(btrim(reference)) <= 80))) not valid;

alter table "public"."remittances" validate constraint "remittances_reference_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.are_remittance_rows(lines jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(lines) <> 'array' then false when jsonb_array_length(lines) not between 1 and 5000 then false else (
    select bool_and(case when jsonb_typeof(r.value) <> 'object' then false
        when coalesce(r.value ->> 'place', '') !~ '^[1-9][0-9]{0,4}$' then false
        when coalesce(r.value ->> 'collected', '') !~ '^[0-9]{1,8}(\.[0-9]{1,2})?$' or coalesce(r.value ->> 'charges', '') !~ '^[0-9]{1,8}(\.[0-9]{1,2})?$' then false
        else coalesce(length(r.value ->> 'tracking'), 0) <= 80 and coalesce(length(r.value ->> 'order'), 0) <= 80
          and btrim(coalesce(r.value ->> 'tracking', '') || coalesce(r.value ->> 'order', '')) <> '' end)
      and count(distinct r.value ->> 'place') = count(*)
    from jsonb_array_elements(lines) r) end
$function$
;

CREATE OR REPLACE FUNCTION private.is_open_difference(p_line remittance_lines)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (p_line).settled_at is null and ((p_line).collected > (p_line).booked
    or (p_line).collected < (p_line).expected and exists (
      select from public.orders o where o.id = (p_line).order_id and o.status <> 'cancelled' and o.payment_state = 'cod_pending'))
$function$
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
      case when s.id is not null then private.parcel_amount(s.id) end as expected,
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
  select (sum(floor(i.total * 100 * l.with_it / i.quantity) - floor(i.total * 100 * l.before / i.quantity))
      + case when s.number = 1 then o.total_amount * 100 - sum(i.total * 100) else 0 end) / 100
  from public.shipments s
  join public.orders o on o.id = s.order_id
  join public.order_items i on i.order_id = s.order_id
  cross join lateral (
    select coalesce(sum(x.quantity) filter (where t.number < s.number), 0) as before, coalesce(sum(x.quantity) filter (where t.number <= s.number), 0) as with_it
    from public.shipments t join public.shipment_lines x on x.shipment_id = t.id where t.order_id = s.order_id and x.order_item_id = i.id) l
  where s.id = p_shipment group by s.number, o.total_amount
$function$
;

CREATE OR REPLACE FUNCTION public.book_remittance(p_courier text, p_reference text, p_received_on date, p_received numeric, p_other_charges numeric, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made uuid;
  line record;
  paid public.payments;
  lines integer := 0;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  if private.are_remittance_rows(p_rows) is distinct from true then
    raise exception 'These are no rows of a remittance' using errcode = '22023', detail = '{"code":"INVALID","field":"rows"}';
  end if;
  if coalesce(length(btrim(p_courier)), 0) not between 1 and 80 or coalesce(length(btrim(p_reference)), 0) not between 1 and 80 then
    raise exception 'A remittance has a courier and a reference' using errcode = '22023', detail = '{"code":"INVALID","field":"reference"}';
  end if;
  if p_received_on is null or p_received_on > (private.clock_now() at time zone 'Asia/Kolkata')::date or p_received_on < '2000-01-01'
    or p_received is null or p_received < 0 or p_received <> round(p_received, 2) or p_received > 9999999999.99
    or p_other_charges is null or p_other_charges < 0 or p_other_charges <> round(p_other_charges, 2) or p_other_charges > 9999999999.99 then
    raise exception 'A remittance has a day that is not in the future, and amounts of whole paise' using errcode = '22023', detail = '{"code":"INVALID","field":"received"}';
  end if;
  -- one remittance at a time: the second of two people finds what the first has booked
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.remittances'));
  select r.id into made from public.remittances r where lower(btrim(r.courier)) = lower(btrim(p_courier)) and upper(btrim(r.reference)) = upper(btrim(p_reference));
  if found then return jsonb_build_object('id', made, 'already', true); end if;
  -- the orders first, in the order of their ids, as every writer of several orders locks them
  perform from public.orders o where o.id in (select m.order_id from private.match_remittance(p_rows) m) order by o.id for no key update;
  insert into public.remittances (courier, reference, received_on, received, other_charges, created_at, created_by)
    values (btrim(p_courier), btrim(p_reference), p_received_on, p_received, p_other_charges, private.clock_now(), auth.uid()) returning id into made;
  for line in select * from private.match_remittance(p_rows) m where m.problem is distinct from 'repeated' loop
    paid := null;
    if line.bookable > 0 then paid := private.receive_payment(line.order_id, line.bookable); end if;
    insert into public.remittance_lines (remittance_id, place, tracking_number, order_text, line_key, collected, charges, expected, booked, problem, order_id, shipment_id, payment_id)
      values (made, line.place, line.tracking, line.order_text, line.line_key, line.collected, line.charges, line.expected, line.bookable, line.problem, line.order_id, line.shipment_id, paid.id);
    lines := lines + 1;
  end loop;
  if lines = 0 then
    raise exception 'All of these rows are booked already' using errcode = 'PT409', detail = '{"code":"NOTHING_NEW"}';
  end if;
  return jsonb_build_object('id', made, 'already', false, 'lines', lines);
end $function$
;

CREATE OR REPLACE FUNCTION public.preview_remittance(p_courier text, p_reference text, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  if private.are_remittance_rows(p_rows) is distinct from true then
    raise exception 'These are no rows of a remittance' using errcode = '22023', detail = '{"code":"INVALID","field":"rows"}';
  end if;
  return jsonb_build_object(
    'booked', (select r.id from public.remittances r where lower(btrim(r.courier)) = lower(btrim(p_courier)) and upper(btrim(r.reference)) = upper(btrim(p_reference))),
    'rows', (select jsonb_agg(jsonb_build_object('place', m.place, 'tracking', m.tracking, 'order_text', m.order_text, 'collected', m.collected, 'charges', m.charges,
        'order_id', m.order_id, 'order_number', m.order_number, 'name', m.name, 'expected', m.expected, 'booked', m.bookable, 'problem', m.problem) order by m.place)
      from private.match_remittance(p_rows) m));
end $function$
;

CREATE OR REPLACE FUNCTION public.remittance_list(p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, courier text, reference text, received_on date, received numeric, charges numeric, collected numeric, booked numeric, lines integer, open integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  return query execute format($query$
    with listed as materialized (select r.* from public.remittances r where %s order by r.created_at %s, r.id %s limit %s)
    select r.id, r.created_at, r.courier, r.reference, r.received_on, r.received, r.other_charges + s.charges, s.collected, s.booked, s.lines, s.open
    from listed r cross join lateral (
      select coalesce(sum(l.charges), 0) as charges, coalesce(sum(l.collected), 0) as collected, coalesce(sum(l.booked), 0) as booked, count(*)::integer as lines,
        (count(*) filter (where private.is_open_difference(l)))::integer as open
      from public.remittance_lines l where l.remittance_id = r.id) s
    order by r.created_at %2$s, r.id %3$s$query$,
    case when p_cursor is null then 'true'
      when p_backwards then format('(r.created_at > %1$L or (r.created_at = %1$L and r.id < %2$L)) and r.created_at >= %1$L', p_cursor ->> 0, p_cursor ->> 1)
      else format('(r.created_at < %1$L or (r.created_at = %1$L and r.id > %2$L)) and r.created_at <= %1$L', p_cursor ->> 0, p_cursor ->> 1) end,
    case when p_backwards then 'asc' else 'desc' end, case when p_backwards then 'desc' else 'asc' end, least(greatest(p_limit, 1), 1001));
end $function$
;

CREATE OR REPLACE FUNCTION public.remittance_of(p_remittance uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  return (select to_jsonb(r) - 'created_by' || jsonb_build_object('created_by', private.person_name(r.created_by), 'lines', (
      select jsonb_agg(jsonb_build_object('id', l.id, 'place', l.place, 'tracking', l.tracking_number, 'order_text', l.order_text, 'collected', l.collected, 'charges', l.charges,
        'expected', l.expected, 'booked', l.booked, 'problem', l.problem, 'order_id', l.order_id, 'order_number', o.order_number,
        'name', coalesce(nullif(o.company_name, ''), o.full_name), 'open', private.is_open_difference(l), 'note', l.note, 'settled_by', private.person_name(l.settled_by)) order by l.place)
      from public.remittance_lines l left join public.orders o on o.id = l.order_id where l.remittance_id = r.id))
    from public.remittances r where r.id = p_remittance);
end $function$
;

CREATE OR REPLACE FUNCTION public.settle_remittance_line(p_line uuid, p_order uuid, p_note text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  line public.remittance_lines;
  paid public.payments;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for remittances' using errcode = '42501'; end if;
  if coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'This needs a note' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = p_order for no key update;
  select l.* into line from public.remittance_lines l where l.id = p_line for no key update;
  if not found then raise exception 'No such line' using errcode = 'PT404', detail = '{"code":"LINE_NOT_FOUND"}'; end if;
  if line.settled_at is not null then
    raise exception 'This difference is settled already' using errcode = 'PT409', detail = '{"code":"SETTLED"}';
  end if;
  if p_order is not null then
    if line.payment_id is not null or line.collected = 0 then
      raise exception 'The money of this line has its order' using errcode = 'PT409', detail = '{"code":"HAS_ORDER"}';
    end if;
    paid := private.receive_payment(p_order, line.collected);
  end if;
  update public.remittance_lines l set settled_at = private.clock_now(), settled_by = auth.uid(), note = btrim(p_note),
      order_id = coalesce(p_order, l.order_id), payment_id = coalesce(paid.id, l.payment_id), booked = case when p_order is null then l.booked else l.collected end
    where l.id = p_line;
end $function$
;

CREATE OR REPLACE FUNCTION private.remove_demo(p_store text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  held public.settings;
  goods uuid[] := private.demo_ids('product');
  sold uuid[] := private.demo_ids('order');
  people uuid[] := private.demo_ids('customer');
  given jsonb;
  emails text[];
begin
  if not private.may('owner.settings') then raise exception 'permission denied for the demo' using errcode = '42501'; end if;
  select s.* into strict held from public.settings s for update;
  if btrim(p_store) is distinct from held.store_name then
    raise exception 'This is not the name of the store' using errcode = '22023', detail = '{"code":"INVALID","field":"store_name"}';
  end if;
  if not exists (select from private.demo_rows d where d.kind <> 'removed') then
    raise exception 'There is no demo in this shop' using errcode = 'PT409', detail = '{"code":"NO_DEMO"}';
  end if;
  -- an order that is being placed now locks its goods first
  perform from public.products p where p.id = any (goods) order by p.id for update;
  perform from public.orders o where o.id = any (sold) order by o.id for update;
  if exists (select from public.orders o where o.user_id = any (people) and o.id <> all (sold)
      and (o.status in ('pending', 'processing', 'shipped') or o.payment_state in ('awaiting_verification', 'refund_due') or private.has_open_refund(o.id))) then
    raise exception 'A demo customer has an open order that is not of the demo: deliver or cancel it first' using errcode = 'PT409', detail = '{"code":"OPEN_ORDERS"}';
  end if;

  select coalesce(array_agg(lower(u.email)), '{}') into emails from auth.users u where u.id = any (people);
  insert into private.demo_rows (kind, id)
    select 'file', f.name from (
      select i.image_url as name from public.product_images i where i.product_id = any (goods)
      union select v.picture from public.product_family_values v where v.family_id = any (private.demo_ids('family'))
      union select c.image_url from public.categories c where c.id = any (private.demo_ids('category'))
      union select unnest(array[b.image_url, b.phone_image_url]) from public.banner_images b where b.id = any (private.demo_ids('banner'))) f
    where f.name ~ '^(product|category|banner)_images/' on conflict do nothing;   -- no address elsewhere

  delete from private.document_files f where f.order_id = any (sold);
  delete from public.documents d where d.order_id = any (sold) and d.reverses is not null;
  delete from public.documents d where d.order_id = any (sold);
  delete from public.stock_movements m where m.order_id = any (sold) or m.product_id = any (goods);
  delete from private.mails m where lower(m.recipient) = any (emails) or m.data ->> 'order_id' = any (sold::text[]);
  -- what was booked for demo orders alone
  delete from public.remittances r where not exists (
    select from public.remittance_lines l where l.remittance_id = r.id and (l.order_id is null or l.order_id <> all (sold)));
  delete from public.orders o where o.id = any (sold);
  delete from public.products p where p.id = any (goods);
  delete from public.deleted_products p where p.id = any (goods);
  -- a family that an own product has joined stays
  delete from public.product_families f where f.id = any (private.demo_ids('family'))
    and not exists (select from public.products p where p.family_id = f.id);
  delete from public.banner_images b where b.id = any (private.demo_ids('banner'));
  -- a category that has own products, or own categories, stays; its children before it
  delete from public.categories c where c.parent_id is not null and private.is_demo_category_unused(c.id);
  delete from public.categories c where c.parent_id is null and private.is_demo_category_unused(c.id);
  delete from auth.users u where u.id = any (people) and not exists (select from public.user_roles r where r.user_id = u.id);
  -- as number_document does: no number is taken between the look and the deletion
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.series'), pg_catalog.hashtext(k)) from unnest(array['bill_of_supply', 'credit_note', 'tax_invoice']) k;
  -- a series starts again where no document has one of its numbers
  delete from private.serial_counters k where not exists (
    select from public.documents d where starts_with(d.serial, k.series || '/' || k.financial_year || '/'));

  -- settings that are still the demo's go back to those of a new shop
  select d.facts into given from private.demo_rows d where d.kind = 'settings';
  update public.settings s set
    legal_name = private.unless_demo(to_jsonb(held), given, 'legal_name', s.legal_name, ''),
    address = private.unless_demo(to_jsonb(held), given, 'address', s.address, ''),
    city = private.unless_demo(to_jsonb(held), given, 'city', s.city, ''),
    pincode = private.unless_demo(to_jsonb(held), given, 'pincode', s.pincode, ''),
    gstin = private.unless_demo(to_jsonb(held), given, 'gstin', s.gstin, null),
    email = private.unless_demo(to_jsonb(held), given, 'email', s.email, ''),
    phone = private.unless_demo(to_jsonb(held), given, 'phone', s.phone, ''),
    whatsapp = private.unless_demo(to_jsonb(held), given, 'whatsapp', s.whatsapp, null),
    grievance_name = private.unless_demo(to_jsonb(held), given, 'grievance_name', s.grievance_name, ''),
    grievance_email = private.unless_demo(to_jsonb(held), given, 'grievance_email', s.grievance_email, ''),
    grievance_phone = private.unless_demo(to_jsonb(held), given, 'grievance_phone', s.grievance_phone, ''),
    upi_vpa = private.unless_demo(to_jsonb(held), given, 'upi_vpa', s.upi_vpa, null),
    founded_year = case when to_jsonb(held) -> 'founded_year' = given -> 'founded_year' then null else s.founded_year end,
    social = case when to_jsonb(held) -> 'social' = given -> 'social' then '{}' else s.social end,
    demo_mode = false, is_open = false;

  -- a picture that own rows use stays in the storage
  delete from private.demo_rows d where d.kind not in ('file', 'removed') or d.kind = 'file' and (exists (select from public.product_images i where i.image_url = d.id)
    or exists (select from public.products p where p.image_url = d.id) or exists (select from public.categories c where c.image_url = d.id)
    or exists (select from public.product_family_values v where v.picture = d.id) or exists (select from public.order_items i where i.image_url = d.id) or exists (select from public.banner_images b where d.id in (b.image_url, b.phone_image_url)));
  insert into private.demo_rows (kind, id) values ('removed', 'removed') on conflict do nothing;
  insert into public.audit_log (at, actor, table_name, row_id, action, changes)
    values (private.clock_now(), auth.uid(), 'demo', 'demo', 'delete', jsonb_build_object('products', jsonb_build_array(cardinality(goods), 0),
      'orders', jsonb_build_array(cardinality(sold), 0), 'customers', jsonb_build_array(cardinality(people), 0)));
end $function$
;


grant select on table "public"."remittance_lines" to "authenticated";

grant delete on table "public"."remittance_lines" to "service_role";

grant insert on table "public"."remittance_lines" to "service_role";

grant references on table "public"."remittance_lines" to "service_role";

grant select on table "public"."remittance_lines" to "service_role";

grant trigger on table "public"."remittance_lines" to "service_role";

grant truncate on table "public"."remittance_lines" to "service_role";

grant update on table "public"."remittance_lines" to "service_role";

grant select on table "public"."remittances" to "authenticated";

grant delete on table "public"."remittances" to "service_role";

grant insert on table "public"."remittances" to "service_role";

grant references on table "public"."remittances" to "service_role";

grant select on table "public"."remittances" to "service_role";

grant trigger on table "public"."remittances" to "service_role";

grant truncate on table "public"."remittances" to "service_role";

grant update on table "public"."remittances" to "service_role";


  create policy "staff with the payments read"
  on "public"."remittance_lines"
  as permissive
  for select
  to authenticated
using (( SELECT private.may('payments.manage'::text) AS may));



  create policy "staff with the payments read"
  on "public"."remittances"
  as permissive
  for select
  to authenticated
using (( SELECT private.may('payments.manage'::text) AS may));


CREATE TRIGGER audit_update AFTER UPDATE ON public.remittance_lines REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'remittance_id', '{created_at,updated_at,version}', '{booked,problem,settled_at,note}', 'yes');

CREATE TRIGGER audit_insert AFTER INSERT ON public.remittances REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'id', '{id,created_by,created_at,updated_at,version}', '', 'yes');

grant execute on function public.preview_remittance(text, text, jsonb), public.book_remittance(text, text, date, numeric, numeric, jsonb),
  public.settle_remittance_line(uuid, uuid, text), public.remittance_list(jsonb, boolean, integer), public.remittance_of(uuid) to authenticated;
