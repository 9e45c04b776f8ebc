-- Every order gets a number that one can say on the telephone; existing orders get theirs in the order of their dates.

create sequence private.order_positions as bigint minvalue 0 start 0;
revoke all on sequence private.order_positions from public;

drop function if exists "public"."admin_orders"(p_filters jsonb, p_sort text, p_ascending boolean, p_cursor jsonb, p_backwards boolean, p_limit integer, p_day_filters jsonb);


  create table "private"."order_number_secret" (
    "one" boolean not null default true,
    "secret" bytea not null default sha256((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))
      );


alter table "private"."order_number_secret" enable row level security;

alter table "public"."orders" add column "order_number" integer;

CREATE UNIQUE INDEX order_number_secret_pkey ON private.order_number_secret USING btree (one);

alter table "private"."order_number_secret" add constraint "order_number_secret_pkey" PRIMARY KEY using index "order_number_secret_pkey";

alter table "private"."order_number_secret" add constraint "order_number_secret_one_check" CHECK (one) not valid;

alter table "private"."order_number_secret" validate constraint "order_number_secret_one_check";

alter table "private"."order_number_secret" add constraint "order_number_secret_secret_check" CHECK ((length(secret) = 32)) not valid;

alter table "private"."order_number_secret" validate constraint "order_number_secret_secret_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.give_order_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.order_number is null or current_setting('session_replication_role') <> 'replica' then
    new.order_number := private.order_number_at(nextval('private.order_positions'), (select s.secret from private.order_number_secret s));
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_order_number()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'The number of an order does not change' using errcode = '23514';
end $function$
;

CREATE OR REPLACE FUNCTION private.order_number_at(p_position bigint, p_secret bytea)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  heads bigint := 900;   -- how many beginnings the numbers of this length have, without a leading zero
  rest bigint := p_position;
  head bigint;
  tail bigint;
begin
  while rest >= heads * 1000 loop
    rest := rest - heads * 1000;
    heads := heads * 10;
  end loop;
  head := rest / 1000;
  tail := rest % 1000;
  for round in 1..2 loop
    head := (head + ('x' || encode(substr(sha256(p_secret || int8send(heads) || int8send(2 * round) || int8send(tail)), 1, 6), 'hex'))::bit(48)::bigint) % heads;
    tail := (tail + ('x' || encode(substr(sha256(p_secret || int8send(heads) || int8send(2 * round + 1) || int8send(head)), 1, 6), 'hex'))::bit(48)::bigint) % 1000;
  end loop;
  return (heads / 9 + head) * 1000 + tail;
end $function$
;

CREATE OR REPLACE FUNCTION private.order_number_in(p_text text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when t.digits ~ '^[1-9][0-9]{5,8}$' then t.digits::integer end
  from (select regexp_replace(btrim(regexp_replace(lower(p_text), '\s+', ' ', 'g')), '^(order)? ?(number|no)?[.:]? ?#? ?([0-9]+)[- ]?([0-9]{3})$', '\3\4') as digits) t
$function$
;

CREATE OR REPLACE FUNCTION private.order_number_text(p_number integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN (("left"((p_number)::text, '-3'::integer) || '-'::text) || "right"((p_number)::text, 3))
;

CREATE OR REPLACE FUNCTION private.document_facts(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'version', 2,
    'seller', (select jsonb_build_object('store_name', s.store_name, 'legal_name', s.legal_name, 'address', s.address, 'city', s.city, 'pincode', s.pincode,
      'gstin', s.gstin, 'email', s.email, 'phone', s.phone, 'founded_year', s.founded_year, 'upi_vpa', s.upi_vpa) from public.settings s),
    'order', jsonb_build_object('id', o.id, 'order_number', o.order_number, 'created_at', private.utc_text(o.created_at), 'status', o.status, 'full_name', o.full_name,
      'company_name', o.company_name, 'gstin', o.gstin, 'address', o.address, 'city', o.city, 'state', o.state, 'pincode', o.pincode, 'email', '', 'phone', '',
      'place_of_supply', o.place_of_supply, 'seller_state', o.seller_state, 'prices_include_gst', o.prices_include_gst, 'discount_total', o.discount_total,
      'coupon_code', o.coupon_code, 'offers', o.offers, 'subtotal_base', o.subtotal_base, 'total_gst', o.total_gst, 'cgst', o.cgst, 'sgst', o.sgst, 'igst', o.igst,
      'charges', o.charges, 'total_amount', o.total_amount,
      'payment_method', o.payment_method, 'payment_state', o.payment_state, 'courier', null, 'tracking_number', null),
    'items', (select jsonb_agg(jsonb_build_object('product_name', i.product_name, 'sku', i.sku, 'hsn', i.hsn, 'unit', i.unit, 'quantity', i.quantity,
      'unit_price', i.unit_price, 'discount', i.discount, 'taxable', i.taxable, 'rate', i.rate, 'cgst', i.cgst, 'sgst', i.sgst, 'igst', i.igst,
      'total', i.total) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id))
  from public.orders o where o.id = p_order
$function$
;

CREATE OR REPLACE FUNCTION private.finish_manual_order(p_admin uuid, p_order uuid, p_received boolean, p_reference text, p_overrides jsonb, p_accept boolean, p_hand_over boolean, p_mail boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.orders;
begin
  select o.* into made from public.orders o where o.id = p_order and o.made_by = p_admin and o.status = 'pending' and o.xmin = pg_current_xact_id()::xid;
  if not found or not private.staff_may(p_admin, 'orders.create') then raise exception 'permission denied for manual orders' using errcode = '42501'; end if;
  insert into public.order_overrides (order_id, kind, product_id, listed, given, reason)
    select p_order, c.kind, c.product_id, c.listed, c.given, nullif(btrim(c.reason), '')
    from jsonb_to_recordset(p_overrides) as c (kind text, product_id uuid, listed numeric, given numeric, reason text);
  if p_received then
    update public.payments p set state = 'paid', provider_reference = p_reference where p.order_id = p_order and p.state = 'awaiting_payment';
    if not found then raise exception 'Order % waits for no payment', p_order using errcode = '23514'; end if;
  end if;
  if p_accept or p_hand_over then
    update public.orders o set status = 'processing' where o.id = p_order;
  end if;
  if not p_hand_over then return; end if;
  -- across the counter the steps in between take no time: they notify no one, and the history says what they were
  update public.orders o set status = 'shipped' where o.id = p_order;
  update public.orders o set status = 'delivered' where o.id = p_order;
  update public.order_status_history h set notes = case h.status when 'shipped' then 'Handed over in the shop' else 'Collected in the shop' end, automatic = false
    where h.order_id = p_order and h.status in ('shipped', 'delivered');
  delete from public.notifications n where n.order_id = p_order;
  if made.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (made.user_id, 'Thank you for your visit',
      'You can find your purchase #' || left(p_order::text, 8) || ' (no. ' || private.order_number_text(made.order_number) || ') and its invoice in your orders.', 'order_update', p_order, private.clock_now());
  end if;
  if p_mail and made.email <> '' then
    insert into private.mails (kind, recipient, data) values ('order_status', made.email,
      jsonb_build_object('order_id', p_order, 'status', 'delivered', 'previous_status', 'pending', 'handed_over', true));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.message_placeholders(p_key text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case p_key
    when 'mail_signup' then '{shop}'::text[]
    when 'mail_recovery' then '{shop}'
    when 'mail_email_change' then '{shop}'
    when 'mail_magiclink' then '{shop}'
    when 'mail_invite' then '{shop}'
    when 'mail_order_placed' then '{name,order,number,total,shop}'
    when 'mail_order_reopened' then '{name,order,number,total,shop}'
    when 'mail_order_processing' then '{name,order,number,total,shop}'
    when 'mail_order_shipped' then '{name,order,number,total,courier,tracking,shop}'
    when 'mail_order_delivered' then '{name,order,number,total,shop}'
    when 'mail_order_cancelled' then '{name,order,number,total,shop}'
    when 'mail_order_refunded' then '{name,order,number,total,shop}'
    when 'mail_complaint_received' then '{number,officer,shop}'
    when 'notice_order_placed' then '{name,order,number}'
    when 'notice_order_reopened' then '{name,order,number}'
    when 'notice_order_processing' then '{name,order,number}'
    when 'notice_order_shipped' then '{name,order,number,courier,tracking}'
    when 'notice_order_delivered' then '{name,order,number}'
    when 'notice_order_cancelled' then '{name,order,number,reason}'
  end
$function$
;

CREATE OR REPLACE FUNCTION private.notify_order_step(p_order orders, p_previous text, p_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  short text := '#' || left(p_order.id::text, 8);
  number text := private.order_number_text(p_order.order_number);
  numbered text := short || ' (no. ' || number || ')';
  reopened boolean := p_order.status = 'pending' and p_previous is not null;
  note text := case when reopened then 'Order open again: the payment arrived after all' else case p_order.status
    when 'pending' then 'Order placed'
    when 'processing' then 'Order accepted'
    when 'shipped' then 'Order shipped' || coalesce(' with ' || nullif(p_order.courier, ''), '') || coalesce(', tracking ' || nullif(p_order.tracking_number, ''), '')
    when 'delivered' then 'Order delivered'
    else case
      when p_order.cancelled_by is null and p_order.cancel_reason is null then 'Order cancelled because it was not paid'
      when p_order.cancelled_by = p_order.user_id and p_order.cancel_reason is null then 'Order cancelled by customer'
      else 'Order cancelled: ' || coalesce(p_order.cancel_reason, 'no reason given') end
    end end;
  own public.message_texts;
  words jsonb;
begin
  insert into public.order_status_history (order_id, status, notes, created_by, created_at, automatic)
    values (p_order.id, p_order.status, note, p_by, private.clock_now(), p_order.status <> 'cancelled');
  if p_order.user_id is not null then
    select t.* into own from public.message_texts t
      where t.key = 'notice_order_' || case when reopened then 'reopened' when p_order.status = 'pending' then 'placed' else p_order.status end;
    if found then
      words := jsonb_build_object('name', p_order.full_name, 'order', short, 'number', number, 'courier', p_order.courier, 'tracking', p_order.tracking_number, 'reason', p_order.cancel_reason);
      own.subject := left(private.fill_text(own.subject, words), 120);
      own.opening := left(private.fill_text(own.opening, words), 600);
    end if;
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (
      p_order.user_id,
      coalesce(nullif(own.subject, ''), case when reopened then 'Payment received' else case p_order.status when 'pending' then 'Order placed' when 'processing' then 'Order accepted'
        when 'shipped' then 'Order shipped' when 'delivered' then 'Order delivered' else 'Order cancelled' end end),
      coalesce(nullif(own.opening, ''), case when reopened then 'Your payment for order ' || numbered || ' has arrived, and the order is open again.' else case p_order.status
        when 'pending' then 'Thank you! We have received your order ' || numbered || '.'
        when 'processing' then 'Your order ' || numbered || ' has been accepted and is being packed.'
        when 'shipped' then 'Your order ' || numbered || ' is on its way' || coalesce(' with ' || nullif(p_order.courier, ''), '')
          || coalesce(' (' || nullif(p_order.tracking_number, '') || ')', '') || '.'
        when 'delivered' then 'Your order ' || numbered || ' has been delivered.'
        else 'Your order ' || numbered || ' has been cancelled' || coalesce(': ' || nullif(p_order.cancel_reason, ''), '') || '.' end end),
      'order_update', p_order.id, private.clock_now());
  end if;
  -- demo orders and imported orders send no mail
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values (
      case when p_previous is null then 'order_placed' else 'order_status' end, p_order.email,
      jsonb_build_object('order_id', p_order.id, 'status', p_order.status, 'previous_status', p_previous));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.order_search(p_query text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query text := btrim(left(p_query, 120));
  bare text := replace(lower(regexp_replace(query, '^#', '')), '-', '');
  digits text := regexp_replace(query, '\D', '', 'g');
  number integer := private.order_number_in(query);
  year text := private.financial_year(private.clock_now());
  year_before text := private.financial_year(private.clock_now() - interval '1 year');
  serials text[] := array[upper(query)];
  -- %, _ and \ are letters here
  pattern text := '%' || regexp_replace(lower(query), '([\\%_])', '\\\1', 'g') || '%';
  hits integer;
  parts text[] := '{}';
begin
  if number is not null then parts := parts || format('select x.id from public.orders x where x.order_number = %s', number); end if;
  if bare ~ '^[0-9a-f]{4,32}$' then   -- the beginning of an id is a range of the key
    parts := parts || format('select x.id from public.orders x where x.id between %L and %L', rpad(bare, 32, '0')::uuid, rpad(bare, 32, 'f')::uuid);
  end if;
  if query ~ '^[0-9]{1,6}$' then
    serials := serials || coalesce((select array_agg(format('%s/%s/%s', c.series, c.financial_year, lpad(query, n, '0')))
      from private.serial_counters c, generate_series(greatest(4, length(query)), 6) n where c.financial_year in (year, year_before)), '{}');
  end if;
  parts := parts || format('select d.order_id from public.documents d where d.serial = any (%L)', serials)
    || format('select p.order_id from public.payments p where p.provider_reference in (%L, %L)', query, upper(query));
  if length(query) >= 3 then
    execute format('select count(*) from (select from private.order_words w where w.words like %L limit 2000) c', pattern) into hits;
    parts := parts || format(case when hits < 2000 then 'select w.order_id from private.order_words w where w.words like %L'
      -- o is the list's own row: no join, a look into one row
      else 'select o.id where exists (select from private.order_words w where w.order_id = o.id and w.words like %L)' end, pattern);
  end if;
  if length(digits) >= 5 and query ~ '^[-+() 0-9]+$' and right(digits, 10) <> query then
    -- a telephone as people write it: the country's code may be missing on either side
    parts := parts || format('select w.order_id from private.order_words w where w.words like %L', '%' || right(digits, 10) || '%');
  end if;
  return array_to_string(parts, ' union all ');
end $function$
;

CREATE OR REPLACE FUNCTION private.settle_razorpay_refund(p_refund jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  charge private.razorpay_payments;
begin
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_refund ->> 'payment_id') for no key update;
  select c.* into charge from private.razorpay_payments c where c.id = p_refund ->> 'payment_id' for no key update;
  if not found or charge.refund in ('processed', 'by_hand') then return false; end if;

  if p_refund ->> 'status' = 'failed' then
    -- a new round has a new idempotency key; the old one would return the old failure every time
    update private.razorpay_payments c set refund_round = c.refund_round + 1, refund_tries = c.refund_tries + 1, last_error = 'Razorpay could not refund it',
        refund_failed_id = p_refund ->> 'id', refund = case when c.refund_tries >= 9 then 'failed' else 'due' end,
        refund_next_at = now() + make_interval(mins => least(360, (2 ^ least(c.refund_tries, 10))::integer))
      where c.id = charge.id and c.refund in ('due', 'asked') and c.refund_failed_id is distinct from p_refund ->> 'id';
    return found;
  elsif p_refund ->> 'status' = 'processed' and (p_refund ->> 'amount')::bigint >= charge.amount then
    update private.razorpay_payments c set status = 'refunded', refund = 'processed', amount_refunded = c.amount, refund_next_at = null, last_error = null,
      resolved_at = coalesce(c.resolved_at, now()) where c.id = charge.id;
    if charge.standing = 'kept' then
      update public.payments p set state = 'refunded' where p.order_id = charge.order_id and p.method = 'razorpay' and p.state in ('paid', 'refund_due');
    elsif charge.standing = 'second_charge' then
      insert into public.notifications (user_id, title, message, type, order_id)
        select o.user_id, 'Second payment returned', 'Your order #' || left(o.id::text, 8) || ' (no. ' || private.order_number_text(o.order_number) || ') was paid twice. The second payment of ₹' || to_char(charge.amount / 100.0, 'FM99999999990.00')
          || ' is on its way back to you.', 'order_update', o.id from public.orders o where o.id = charge.order_id and o.user_id is not null;
    end if;
  elsif charge.standing is not null and (charge.refund in ('due', 'asked') or charge.amount_refunded >= charge.amount) then
    update private.razorpay_payments c set refund = 'asked', last_error = null, refund_tries = c.refund_tries + 1,
      refund_next_at = now() + make_interval(mins => least(720, (2 ^ least(c.refund_tries, 10))::integer)) where c.id = charge.id;
  end if;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.admin_orders(p_filters jsonb DEFAULT '{}'::jsonb, p_sort text DEFAULT 'placed'::text, p_ascending boolean DEFAULT false, p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50, p_day_filters jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, status text, user_id uuid, full_name text, company_name text, gstin text, city text, state text, pincode text, phone text, place_of_supply text, goods_total numeric, discount_total numeric, subtotal_base numeric, cgst numeric, sgst numeric, igst numeric, charges jsonb, total_amount numeric, payment_method text, payment_state text, courier text, tracking_number text, version integer, units integer, goods text[], invoices text, credit_notes text, reference text, failure text, day_orders integer, day_cancelled integer, day_total numeric, order_number integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  conditions text;
  -- newest or highest total first, then by id; ascending is the very reverse, so that one index serves both
  reversed boolean := p_ascending <> p_backwards;
  sorted text := case p_sort when 'placed' then 'created_at' when 'total' then 'total_amount' end;
  sort_type text := case p_sort when 'placed' then 'timestamptz' else 'numeric' end;
  ordering text;
  days text := 'select null::date as day, null::integer as orders, null::integer as cancelled, null::numeric as total where false';
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  if sorted is null then raise exception 'Orders are not sorted by %', p_sort using errcode = '22023'; end if;
  ordering := format(case when reversed then 'o.%I, o.id desc' else 'o.%I desc, o.id' end, sorted);
  conditions := private.order_conditions(p_filters);
  if p_cursor is not null then
    conditions := conditions || ' and ' || format(
      -- the last of these says nothing new, but is a range of an index
      case when reversed then '(o.%1$I > %2$L or (o.%1$I = %2$L and o.id < %3$L)) and o.%1$I >= %2$L'
        else '(o.%1$I < %2$L or (o.%1$I = %2$L and o.id > %3$L)) and o.%1$I <= %2$L' end,
      sorted, case sort_type when 'timestamptz' then ((p_cursor ->> 0)::timestamptz)::text else ((p_cursor ->> 0)::numeric)::text end, (p_cursor ->> 1)::uuid);
  end if;

  if p_day_filters is not null then
    days := format($days$
      select d.day, t.* from (select distinct (l.created_at at time zone 'Asia/Kolkata')::date as day from listed l) d
      cross join lateral (select count(*)::integer as orders, (count(*) filter (where o.status = 'cancelled'))::integer as cancelled,
          coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0) as total
        from public.orders o where o.created_at >= d.day::timestamp at time zone 'Asia/Kolkata' and o.created_at < (d.day + 1)::timestamp at time zone 'Asia/Kolkata'
          and %s) t$days$, private.order_conditions(p_day_filters));
  end if;

  return query execute format($query$
    with listed as materialized (select o.* from public.orders o where %1$s order by %2$s limit %3$s)
    select o.id, o.created_at, o.status, o.user_id, o.full_name, o.company_name, o.gstin, o.city, o.state, o.pincode, o.phone, o.place_of_supply,
      o.goods_total, o.discount_total, o.subtotal_base, o.cgst, o.sgst, o.igst, o.charges, o.total_amount,
      o.payment_method, o.payment_state, o.courier, o.tracking_number, o.version, l.units, l.goods, d.invoices, d.credit_notes, p.provider_reference, p.failure,
      y.orders, y.cancelled, y.total, o.order_number
    from listed o
    cross join lateral (select coalesce(sum(i.quantity), 0)::integer as units, array_agg(i.quantity || ' × ' || i.product_name order by i.product_name, i.id) as goods
      from public.order_items i where i.order_id = o.id) l
    cross join lateral (select string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'invoice') as invoices,
        string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'credit_note') as credit_notes
      from public.documents k where k.order_id = o.id) d
    left join lateral (select x.provider_reference, x.failure from public.payments x where x.order_id = o.id order by x.created_at desc limit 1) p on true
    left join (%4$s) y on y.day = (o.created_at at time zone 'Asia/Kolkata')::date
    order by %2$s$query$,
    conditions, ordering, least(greatest(p_limit, 1), 1001), days);
end $function$
;

CREATE OR REPLACE FUNCTION public.admin_search(p_query text, p_limit integer DEFAULT 5)
 RETURNS TABLE(kind text, id uuid, title text, detail text, status text, amount numeric, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 15
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  query text := btrim(left(p_query, 80));
  -- %, _ and \ are letters here
  words text := '%' || regexp_replace(query, '([\\%_])', '\\\1', 'g') || '%';
  digits text := regexp_replace(query, '\D', '', 'g');
  number text := lower(regexp_replace(query, '^#', ''));
  wanted integer := private.order_number_in(query);
  many integer := least(greatest(p_limit, 1), 20);
  low uuid;
  high uuid;
begin
  if not private.may('panel') then raise exception 'permission denied for search' using errcode = '42501'; end if;
  if length(query) < 2 then return; end if;
  if number ~ '^[0-9a-f]{4}[0-9a-f-]{0,32}$' and length(replace(number, '-', '')) <= 32 then   -- the beginning of an id is a range of the key
    low := rpad(replace(number, '-', ''), 32, '0')::uuid;
    high := rpad(replace(number, '-', ''), 32, 'f')::uuid;
  end if;

  return query
  with people as (
    select p.id, p.full_name, p.company_name, p.phone, p.created_at from public.profiles p
    where coalesce(p.full_name, '') || ' ' || coalesce(p.company_name, '') || ' ' || coalesce(p.phone, '') ilike words limit 50
  ), numbered as (
    select o.id from public.orders o where o.order_number = wanted
    union all
    (select o.id from public.orders o where o.id between low and high limit many)
  ), serials as (
    select d.order_id as id from public.documents d where d.serial = upper(query) limit many
  ), bought as (
    select r.id from people p cross join lateral (
      select o.id from public.orders o where o.user_id = p.id order by o.created_at desc limit many) r limit 100
  ), recent as (
    select n.id from (select o.id, o.full_name, o.company_name, o.phone from public.orders o order by o.created_at desc limit 2000) n
    where n.full_name ilike words or n.company_name ilike words or (length(digits) >= 5 and regexp_replace(n.phone, '\D', '', 'g') like '%' || digits || '%') limit 100
  ), orders as (
    select o.* from public.orders o
    where o.id in (select id from numbered union select id from serials union select id from bought union select id from recent)
    order by o.created_at desc limit many
  ), goods as (
    select g.* from (
      (select p.id, p.name, p.sku, p.stock, p.base_price, p.status, p.popularity, 1 as place from public.products p
        where upper(p.sku) ~>=~ upper(query) and upper(p.sku) ~<~ (upper(query) || U&'\+10ffff') limit many)
      union all
      (select p.id, p.name, p.sku, p.stock, p.base_price, p.status, p.popularity, 2 from public.products p where p.name ilike words limit 200)) g
  ), best as (
    select distinct on (g.id) g.* from goods g order by g.id, g.place
  )
  (select 'order', o.id, coalesce(nullif(o.company_name, ''), o.full_name), private.order_number_text(o.order_number) || ' · #' || left(o.id::text, 8) || ' · ' || o.city, o.status, o.total_amount, o.created_at
    from orders o where private.may('orders.read') order by o.created_at desc)
  union all
  (select 'product', b.id, b.name, b.sku || ' · ' || b.stock || ' in stock', b.status, b.base_price, null::timestamptz
    from best b where private.may('catalogue.write') order by b.place, b.popularity desc, b.id limit many)
  union all
  (select 'customer', p.id, coalesce(nullif(p.full_name, ''), nullif(p.company_name, ''), 'No name'), concat_ws(' · ', nullif(p.company_name, ''), nullif(p.phone, '')), null::text, null::numeric, p.created_at
    from people p where private.may('customers.read') order by p.created_at desc limit many);
end $function$
;

CREATE OR REPLACE FUNCTION public.my_counter()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    -- those that wait for money first, so that none is hidden behind newer ones
    'on_the_way', (
      select coalesce(jsonb_agg(to_jsonb(o) order by o.to_pay desc, o.created_at desc, o.id), '[]') from (
        select o.id, o.order_number, o.created_at, o.status, o.payment_method, o.payment_state, o.total_amount, o.pincode,
          o.payment_method <> 'cod' and o.payment_state in ('awaiting_payment', 'failed') as to_pay, count(*) over () as of,
          (select max(h.created_at) from public.order_status_history h where h.order_id = o.id and h.status = 'shipped') as shipped_at
        from public.orders o where o.user_id = (select auth.uid()) and o.status in ('pending', 'processing', 'shipped')
        order by to_pay desc, o.created_at desc, o.id limit 3) o),
    -- what the last order had, and what was bought more than once, the most often first
    'again', (
      select coalesce(jsonb_agg(to_jsonb(a) order by a.times desc, a.bought_at desc, a.product ->> 'id'), '[]') from (
        select b.* from (select *, max(bought_at) over () as last from public.bought_before(100)) b
        where b.times > 1 or b.bought_at = b.last
        order by b.times desc, b.bought_at desc, b.product ->> 'id' limit 8) a),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at desc, r.id), '[]') from (
        select o.id, o.created_at, o.total_amount, l.products, l.goods
        from public.orders o
        cross join lateral (
          select count(*) as products,
            coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'image_url', i.image_url)) filter (where i.place <= 4), '[]') as goods
          from (
            select product_name, image_url, row_number() over (order by product_name, id) as place
            from public.order_items where order_id = o.id) i) l
        where o.user_id = (select auth.uid())
        order by o.created_at desc, o.id limit 3) r),
    'delivery', (
      select jsonb_build_object('dispatch_days', dispatch_days, 'transit_home_min', transit_home_min, 'transit_home_max', transit_home_max,
        'transit_other_min', transit_other_min, 'transit_other_max', transit_other_max, 'transit_remote_min', transit_remote_min,
        'transit_remote_max', transit_remote_max, 'dispatch_holidays', dispatch_holidays)
      from public.settings limit 1))
$function$
;

revoke all on private.order_number_secret from public;
revoke all on function private.order_number_at(bigint, bytea), private.give_order_number(), private.keep_order_number(),
  private.order_number_text(integer), private.order_number_in(text) from public;
revoke all on function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer, jsonb) from public;
grant execute on function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer, jsonb) to authenticated;

insert into private.order_number_secret default values;

-- by the owner, and no step of an order: its triggers would count it as one
alter table public.orders disable trigger user;
update public.orders o set order_number = private.order_number_at(n.position, s.secret)
  from (select id, row_number() over (order by created_at, id) - 1 as position from public.orders) n, private.order_number_secret s
  where n.id = o.id;
alter table public.orders enable trigger user;
select setval('private.order_positions', (select count(*) from public.orders), false);
alter table public.orders alter column order_number set not null;
alter table public.orders add constraint orders_order_number_key unique (order_number);

CREATE TRIGGER give_number BEFORE INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION private.give_order_number();
ALTER TABLE "public"."orders" ENABLE ALWAYS TRIGGER "give_number";

CREATE TRIGGER keep_number BEFORE UPDATE ON public.orders FOR EACH ROW WHEN ((old.order_number IS DISTINCT FROM new.order_number)) EXECUTE FUNCTION private.keep_order_number();
