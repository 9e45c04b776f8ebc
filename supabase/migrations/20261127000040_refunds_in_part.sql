drop trigger if exists "notify_refund" on "public"."orders";


  create table "public"."refunds" (
    "id" uuid not null default gen_random_uuid(),
    "order_id" uuid not null,
    "payment_id" uuid not null,
    "amount" numeric(12,2) not null,
    "state" text not null default 'due'::text,
    "source" text not null,
    "reason" text,
    "method" text,
    "reference" text,
    "created_by" uuid,
    "created_at" timestamp with time zone not null default now(),
    "paid_at" timestamp with time zone,
    "version" integer not null default 1
      );


alter table "public"."refunds" enable row level security;

CREATE INDEX refunds_created_by_idx ON public.refunds USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX refunds_open_idx ON public.refunds USING btree (order_id) INCLUDE (amount) WHERE (state = ANY (ARRAY['due'::text, 'asked'::text, 'failed'::text]));

CREATE INDEX refunds_order_id_idx ON public.refunds USING btree (order_id, created_at);

CREATE INDEX refunds_payment_id_idx ON public.refunds USING btree (payment_id);

CREATE UNIQUE INDEX refunds_pkey ON public.refunds USING btree (id);

CREATE UNIQUE INDEX refunds_reference_key ON public.refunds USING btree (method, reference) WHERE (reference IS NOT NULL);

alter table "public"."refunds" add constraint "refunds_pkey" PRIMARY KEY using index "refunds_pkey";

alter table "public"."refunds" add constraint "refunds_amount_check" CHECK ((amount > (0)::numeric)) not valid;

alter table "public"."refunds" validate constraint "refunds_amount_check";

alter table "public"."refunds" add constraint "refunds_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL not valid;

alter table "public"."refunds" validate constraint "refunds_created_by_fkey";

alter table "public"."refunds" add constraint "refunds_method_check" CHECK ((method = ANY (ARRAY['upi'::text, 'bank'::text, 'cash'::text, 'card'::text, 'razorpay'::text]))) not valid;

alter table "public"."refunds" validate constraint "refunds_method_check";

alter table "public"."refunds" add constraint "refunds_order_id_fkey" FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE not valid;

alter table "public"."refunds" validate constraint "refunds_order_id_fkey";

alter table "public"."refunds" add constraint "refunds_paid" CHECK (((state = 'paid'::text) = (paid_at IS NOT NULL))) not valid;

alter table "public"."refunds" validate constraint "refunds_paid";

alter table "public"."refunds" add constraint "refunds_payment_id_fkey" FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE CASCADE not valid;

alter table "public"."refunds" validate constraint "refunds_payment_id_fkey";

alter table "public"."refunds" add constraint "refunds_reason_check" CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 400))) not valid;

alter table "public"."refunds" validate constraint "refunds_reason_check";

alter table "public"."refunds" add constraint "refunds_reference" CHECK (((reference IS NULL) OR (method IS NOT NULL))) not valid;

alter table "public"."refunds" validate constraint "refunds_reference";

alter table "public"."refunds" add constraint "refunds_reference_check" CHECK (((length(reference) >= 4) AND (length(reference) <= 64))) not valid;

alter table "public"."refunds" validate constraint "refunds_reference_check";

alter table "public"."refunds" add constraint "refunds_source_check" CHECK ((source = ANY (ARRAY['cancellation'::text, 'change'::text, 'return'::text, 'goodwill'::text]))) not valid;

alter table "public"."refunds" validate constraint "refunds_source_check";

alter table "public"."refunds" add constraint "refunds_state_check" CHECK ((state = ANY (ARRAY['due'::text, 'asked'::text, 'paid'::text, 'failed'::text, 'withdrawn'::text]))) not valid;

alter table "public"."refunds" validate constraint "refunds_state_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.follow_refunded_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rest numeric := new.amount - coalesce((select sum(r.amount) from public.refunds r where r.payment_id = new.id and r.state <> 'withdrawn'), 0);
  by_method text := case when new.method = 'cod' then null else new.method end;
begin
  if new.state = 'refund_due' then
    if rest > 0 then
      insert into public.refunds (order_id, payment_id, amount, source, created_by, created_at)
        values (new.order_id, new.id, rest, 'cancellation', auth.uid(), private.clock_now());
    end if;
    perform private.follow_refunds(new.id);
  elsif new.state = 'refunded' then
    update public.refunds r set state = 'paid', paid_at = private.clock_now(), method = coalesce(r.method, by_method), version = r.version + 1
      where r.payment_id = new.id and r.state in ('due', 'asked', 'failed');
    if rest > 0 then
      insert into public.refunds (order_id, payment_id, amount, state, source, method, created_by, created_at, paid_at)
        values (new.order_id, new.id, rest, 'paid', 'cancellation', by_method, auth.uid(), private.clock_now(), private.clock_now());
    end if;
  elsif new.state <> 'paid' then
    update public.refunds r set state = 'withdrawn', version = r.version + 1 where r.payment_id = new.id and r.state in ('due', 'asked', 'failed');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_refunds(p_payment uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  paid public.payments;
begin
  select p.* into paid from public.payments p where p.id = p_payment for no key update;
  if paid.state not in ('paid', 'refund_due')
    or paid.amount > (select coalesce(sum(r.amount), 0) from public.refunds r where r.payment_id = p_payment and r.state = 'paid') then return; end if;
  update public.payments p set state = 'refunded' where p.id = p_payment;
  update public.orders o set payment_state = 'refunded' where o.id = paid.order_id and o.payment_state <> 'refunded'
    and not exists (select from public.payments p where p.order_id = o.id and p.state not in ('refunded', 'failed'));
end $function$
;

CREATE OR REPLACE FUNCTION private.has_open_refund(p_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.refunds r where r.order_id = p_order and r.state in ('due', 'asked', 'failed'))
$function$
;

CREATE OR REPLACE FUNCTION private.lock_refund(p_refund uuid, p_version integer)
 RETURNS refunds
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refund public.refunds;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for refunds' using errcode = '42501'; end if;
  perform from public.orders o where o.id = (select r.order_id from public.refunds r where r.id = p_refund) for no key update;
  select r.* into refund from public.refunds r where r.id = p_refund for no key update;
  if not found then raise exception 'No such refund' using errcode = 'PT404', detail = '{"code":"REFUND_NOT_FOUND"}'; end if;
  if refund.version is distinct from p_version then
    raise exception 'This refund was changed in the meantime' using errcode = 'PT409', detail = '{"code":"REFUND_CHANGED"}';
  end if;
  return refund;
end $function$
;

CREATE OR REPLACE FUNCTION private.money_of(p_order uuid, OUT total numeric, OUT received numeric, OUT refund_due numeric, OUT refunded numeric, OUT to_collect numeric, OUT refundable numeric)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select o.total_amount into total from public.orders o where o.id = p_order;
  select coalesce(sum(p.amount) filter (where p.state in ('paid', 'refund_due', 'refunded')), 0),
      coalesce(sum(p.amount) filter (where o.status <> 'cancelled' and p.state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'failed')), 0),
      coalesce(sum(private.refundable_of(p.id)), 0)
    into received, to_collect, refundable from public.payments p join public.orders o on o.id = p.order_id where p.order_id = p_order;
  select coalesce(sum(r.amount) filter (where r.state in ('due', 'asked', 'failed')), 0), coalesce(sum(r.amount) filter (where r.state = 'paid'), 0)
    into refund_due, refunded from public.refunds r where r.order_id = p_order;
end $function$
;

CREATE OR REPLACE FUNCTION private.owe_refund(p_order uuid, p_amount numeric, p_source text, p_reason text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  open numeric := p_amount;
  part numeric;
  paid record;
  made uuid;
  first_made uuid;
begin
  if p_amount is null or p_amount <= 0 or p_amount <> round(p_amount, 2) or p_amount > 9999999999.99 then
    raise exception 'A refund is of whole paise, and more than nothing' using errcode = '22023', detail = '{"code":"INVALID_AMOUNT"}';
  end if;
  perform from public.orders o where o.id = p_order for no key update;
  for paid in
    select p.id, private.refundable_of(p.id) as rest from public.payments p where p.order_id = p_order
    order by private.refundable_of(p.id) >= p_amount desc, p.created_at desc, p.id
  loop
    part := least(open, paid.rest);
    continue when part <= 0;
    insert into public.refunds (order_id, payment_id, amount, source, reason, created_by, created_at)
      values (p_order, paid.id, part, p_source, nullif(btrim(p_reason), ''), auth.uid(), private.clock_now()) returning id into made;
    first_made := coalesce(first_made, made);
    open := open - part;
  end loop;
  if open > 0 then
    raise exception 'Only % of order % can be refunded', p_amount - open, p_order
      using errcode = 'PT409', detail = jsonb_build_object('code', 'REFUND_TOO_LARGE', 'refundable', p_amount - open)::text;
  end if;
  return first_made;
end $function$
;

CREATE OR REPLACE FUNCTION private.refundable_of(p_payment uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when p.state in ('paid', 'refund_due') then p.amount - coalesce((
    select sum(r.amount) from public.refunds r where r.payment_id = p.id and r.state <> 'withdrawn'), 0) else 0 end
  from public.payments p where p.id = p_payment
$function$
;

CREATE OR REPLACE FUNCTION public.order_money(p_order uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.orders o where o.id = p_order and (o.user_id = auth.uid() or private.may('orders.read'))) then
    raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}';
  end if;
  return (select to_jsonb(m) from private.money_of(p_order) m);
end $function$
;

CREATE OR REPLACE FUNCTION public.settle_refund(p_refund uuid, p_method text, p_reference text, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refund public.refunds := private.lock_refund(p_refund, p_version);
  given text := nullif(regexp_replace(left(p_reference, 100), '\s', '', 'g'), '');
begin
  if refund.state not in ('due', 'failed') then
    raise exception 'This refund is not due' using errcode = 'PT409', detail = '{"code":"REFUND_NOT_DUE"}';
  end if;
  if p_method is null or p_method not in ('upi', 'bank', 'cash', 'card') then
    raise exception 'A refund is paid by UPI, bank transfer, card or in cash' using errcode = '22023', detail = '{"code":"INVALID_METHOD"}';
  end if;
  if p_method <> 'cash' and given is null or given !~ '^[A-Za-z0-9/_-]{6,35}$' then
    raise exception 'The reference of the transfer is needed' using errcode = '22023', detail = '{"code":"INVALID_REFERENCE"}';
  end if;
  update public.refunds r set state = 'paid', method = p_method, reference = upper(given), paid_at = private.clock_now(), version = r.version + 1 where r.id = refund.id;
  perform private.follow_refunds(refund.payment_id);
exception when unique_violation then
  raise exception 'This reference belongs to another refund' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $function$
;

CREATE OR REPLACE FUNCTION public.start_refund(p_order uuid, p_amount numeric, p_reason text, p_version integer, p_method text DEFAULT NULL::text, p_reference text DEFAULT NULL::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  made public.refunds;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for refunds' using errcode = '42501'; end if;
  if coalesce(length(btrim(p_reason)), 0) not between 1 and 400 then
    raise exception 'A refund needs a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  if o.version is distinct from p_version then
    raise exception 'This order was changed in the meantime' using errcode = 'PT409', detail = '{"code":"ORDER_CHANGED"}';
  end if;
  update public.orders x set updated_at = now() where x.id = p_order;   -- its guard raises the version
  made.id := private.owe_refund(p_order, p_amount, 'goodwill', p_reason);
  select r.* into made from public.refunds r where r.id = made.id;
  if p_method is not null then
    if made.amount <> p_amount then
      raise exception 'Several payments owe this amount: refund each of them' using errcode = 'PT409', detail = '{"code":"SEVERAL_PAYMENTS"}';
    end if;
    perform public.settle_refund(made.id, p_method, p_reference, made.version);
  end if;
  return made.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.withdraw_refund(p_refund uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  refund public.refunds := private.lock_refund(p_refund, p_version);
begin
  if refund.source <> 'goodwill' or refund.state not in ('due', 'failed') then
    raise exception 'This refund cannot be withdrawn' using errcode = 'PT409', detail = '{"code":"REFUND_NOT_DUE"}';
  end if;
  update public.refunds r set state = 'withdrawn', version = r.version + 1 where r.id = refund.id;
end $function$
;

CREATE OR REPLACE FUNCTION private.dashboard()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  now_ timestamptz := private.clock_now();
  today timestamptz := date_trunc('day', now_ at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata';
  date_ date := (now_ at time zone 'Asia/Kolkata')::date;
  sales jsonb;
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;

  -- one pass by day; of each day also what it had sold by this time of day, for the periods that end in the middle of one
  with days as (
    select (o.created_at at time zone 'Asia/Kolkata')::date as day, count(*) as orders, sum(o.total_amount) as amount,
      count(*) filter (where u.by_now) as orders_by_now, coalesce(sum(o.total_amount) filter (where u.by_now), 0) as amount_by_now
    from public.orders o cross join lateral (select (o.created_at at time zone 'Asia/Kolkata')::time <= (now_ at time zone 'Asia/Kolkata')::time as by_now) u
    where o.created_at >= today - interval '59 days' and o.created_at <= now_
      and private.is_sale(o.status, o.payment_state)
    group by 1
  ), periods (name, length) as (values ('today', 1), ('week', 7), ('month', 30)),
  sums as (
    select s.name, jsonb_build_object(
      'orders', coalesce(sum(d.orders) filter (where d.day > date_ - s.length), 0),
      'amount', coalesce(sum(d.amount) filter (where d.day > date_ - s.length), 0),
      'orders_before', coalesce(sum(case when d.day = date_ - s.length then d.orders_by_now else d.orders end) filter (where d.day <= date_ - s.length), 0),
      'amount_before', coalesce(sum(case when d.day = date_ - s.length then d.amount_by_now else d.amount end) filter (where d.day <= date_ - s.length), 0)) as sum
    from periods s left join days d on d.day > date_ - 2 * s.length
    group by s.name
  )
  select (select jsonb_object_agg(m.name, m.sum) from sums m) || jsonb_build_object('days', (
      select jsonb_agg(jsonb_build_object('day', date_ - n, 'orders', coalesce(d.orders, 0), 'amount', coalesce(d.amount, 0)) order by n desc)
      from generate_series(0, 59) n left join days d on d.day = date_ - n))
    into sales;

  return jsonb_build_object(
    'as_of', now_,
    'sales', sales,
    'verify', private.order_queue('o.payment_state = ''awaiting_verification'''),
    'accept', private.order_queue('o.status = ''pending'' and o.payment_state in (''cod_pending'', ''paid'')'),
    'ship', private.order_queue('o.status = ''processing'''),
    'refund', private.order_queue('o.id in (select r.order_id from public.refunds r where r.state in (''due'', ''asked'', ''failed'') union all select x.id from public.orders x where x.payment_state = ''refund_due'')'),
    'collect', private.order_queue('private.is_to_collect(o.status, o.payment_state)'),
    'stock', (with low as materialized (
        select p.id, p.name, p.sku, p.stock, p.units_sold, p.image_url from private.low_stock l join public.products p on p.id = l.product_id
        where p.status = 'active')
      select jsonb_build_object('count', count(*), 'out', count(*) filter (where low.stock = 0),
        'rows', coalesce((select jsonb_agg(to_jsonb(r) order by r.stock, r.units_sold desc, r.id)
          from (select * from low order by low.stock, low.units_sold desc, low.id limit 6) r), '[]'))
      from low),
    'mails', (select count(*) from (select from private.mails m where m.status = 'failed' limit 100001) c),
    'complaints', (select jsonb_build_object('count', count(*), 'oldest', min(c.created_at)) from (
      select k.created_at from public.complaints k where k.status = 'open' order by k.created_at limit 100001) c),
    'feed', coalesce((select jsonb_agg(to_jsonb(f) order by f.created_at desc, f.id) from (
      select o.id, o.created_at, coalesce(nullif(o.company_name, ''), o.full_name) as name, o.city, o.state, o.status, o.payment_method, o.payment_state, o.total_amount
      from public.orders o order by o.created_at desc, o.id limit 12) f), '[]'));
end $function$
;

CREATE OR REPLACE FUNCTION private.delete_account(p_user uuid, OUT refusal text, OUT orders uuid[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from auth.users u where u.id = p_user for update;
  if exists (select from public.user_roles r where r.user_id = p_user) then
    refusal := 'STAFF';
    return;
  end if;
  select array_agg(o.id order by o.created_at desc) into orders from public.orders o
    where o.user_id = p_user and (o.status in ('pending', 'processing', 'shipped') or o.payment_state in ('awaiting_verification', 'refund_due') or private.has_open_refund(o.id));
  if orders is not null then
    refusal := 'OPEN_ORDERS';
    return;
  end if;
  delete from auth.users u where u.id = p_user;
end $function$
;

CREATE OR REPLACE FUNCTION private.erase_documents(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept_from timestamptz := private.documents_kept_from();
  rule constant text := 'CGST Act s.36: 72 months from the due date of the annual return';
  expired uuid[];
  gone text[];
begin
  if exists (select from private.retention_holds h where h.order_id is null) then return 0; end if;
  select array_agg(due.id) into expired from (
    select o.id from public.orders o
    where o.id in (select d.order_id from public.documents d where d.issued_at < kept_from)
      and not exists (select from public.documents d where d.order_id = o.id and d.issued_at >= kept_from)
      and not exists (select from private.retention_holds h where h.order_id = o.id)
      and o.payment_state <> 'refund_due' and not private.has_open_refund(o.id)   -- the buyer still waits for money
    order by o.id limit p_limit for update of o skip locked) due;
  if expired is null then return 0; end if;

  delete from private.document_files f where f.order_id = any (expired);
  with erased as (delete from public.documents d where d.order_id = any (expired) returning d.id)   -- a note and its invoice at once
    select array_agg(e.id::text) into gone from erased e;
  perform private.note_erasure('documents', gone, rule);

  with erased as (
    update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', email = '', phone = '',
        cancel_reason = null
      where o.id = any (expired) and o.user_id is null returning o.id)
    select array_agg(e.id::text) into gone from erased e;
  update public.order_status_history h set notes = 'Order cancelled' where h.order_id = any (gone::uuid[]) and h.status = 'cancelled' and h.notes is not null;
  perform private.note_erasure('order_people', gone, rule);
  return cardinality(expired);
end $function$
;

CREATE OR REPLACE FUNCTION private.erase_guests(p_limit integer DEFAULT 200)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone uuid[];
begin
  if exists (select from private.retention_holds h where h.order_id is null) then return 0; end if;
  select array_agg(due.id) into gone from (
    select o.id from public.orders o
    where o.user_id is null and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due') and not private.has_open_refund(o.id) and o.phone || o.email <> ''
      and o.updated_at < private.clock_now() - interval '180 days'
      and not exists (select from private.retention_holds h where h.order_id = o.id)
    order by o.id limit p_limit for update of o skip locked) due;
  if gone is null then return 0; end if;
  update public.orders o set email = '', phone = '' where o.id = any (gone);
  update public.order_overrides c set reason = 'Erased' where c.order_id = any (gone) and c.reason is not null;
  perform private.erase_change_notes(gone);
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', cancel_reason = null
    where o.id = any (gone) and not exists (select from public.documents d where d.order_id = o.id);
  return private.note_erasure('order_people', gone::text[], 'Without an account, and 180 days after the last step');
end $function$
;

CREATE OR REPLACE FUNCTION private.erase_order_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.order_notes n where n.order_id = new.id;
  update public.refunds r set reason = null where r.order_id = new.id and r.reason is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.erase_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- profile, addresses, cart, notifications and request keys go by cascade. orders stay, without their owner.
  update public.orders o set email = '', phone = ''   -- rule 46 asks for name and address, not for contact details
    where o.user_id = old.id and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due') and not private.has_open_refund(o.id)
      and exists (select from public.documents d where d.order_id = o.id);
  -- never invoiced, or no longer: no law wants this one. amounts, lines, PIN code and State stay for the books of the stock
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', email = '', phone = '',
      cancel_reason = null
    where o.user_id = old.id and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due') and not private.has_open_refund(o.id)
      and not exists (select from public.documents d where d.order_id = o.id);
  update public.order_status_history h set notes = 'Order cancelled' from public.orders o
    where o.user_id = old.id and o.id = h.order_id and h.status = 'cancelled' and h.notes is not null
      and not exists (select from public.documents d where d.order_id = o.id);
  -- a complaint that waits for its answer keeps its author; afterwards number, words and state remain on record
  update public.complaints c set name = 'Deleted customer', email = 'erased', phone = null
    where c.user_id = old.id and c.status <> 'open';
  -- what was not sent is not sent any more, except about a complaint that is still open
  update private.mails m set recipient = '', last_error = null, status = case m.status when 'queued' then 'failed' else m.status end
    where lower(m.recipient) = lower(old.email)
      and not exists (select from public.complaints c where c.id::text = m.data ->> 'complaint_id' and c.status = 'open');
  update auth.audit_log_entries a set ip_address = '' where a.payload::jsonb ->> 'actor_id' = old.id::text;
  return old;
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  refund jsonb := jsonb_build_object('order_id', new.order_id, 'refund_id', new.id, 'amount', new.amount, 'reference', new.reference);
begin
  select x.* into o from public.orders x where x.id = new.order_id;
  if o.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (o.user_id, 'Refund sent',
      '₹' || to_char(new.amount, 'FM99999999990.00') || ' of your order #' || left(o.id::text, 8) || ' (no. ' || private.order_number_text(o.order_number) || ') is on its way back to you'
        || coalesce(' (reference ' || new.reference || ')', '') || '.', 'order_update', o.id, private.clock_now());
  end if;
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' and o.email <> '' then
    insert into private.mails (kind, recipient, data) values ('order_refunded', o.email, refund);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.order_conditions(p_filters jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  conditions text[] := '{}';
  categories uuid[];
begin
  if p_filters ? 'status' then conditions := conditions || private.one_of('o.status', p_filters -> 'status'); end if;
  if p_filters ? 'payment' and not p_filters -> 'payment' ? 'refund_due' then
    conditions := conditions || private.one_of('o.payment_state', p_filters -> 'payment');
  elsif p_filters ? 'payment' then   -- also an order that is paid and owes a part of it back
    conditions := conditions || format('o.id in (select r.order_id from public.refunds r where r.state in (''due'', ''asked'', ''failed'') union all select x.id from public.orders x where %s)',
      private.one_of('x.payment_state', p_filters -> 'payment'));
  end if;
  if p_filters ? 'method' then conditions := conditions || private.one_of('o.payment_method', p_filters -> 'method'); end if;
  if p_filters ? 'state' then conditions := conditions || private.one_of('o.state', p_filters -> 'state'); end if;
  if p_filters ? 'ids' then conditions := conditions || private.one_of('o.id', p_filters -> 'ids'); end if;
  if p_filters ? 'from' then
    conditions := conditions || format('o.created_at >= %L', (p_filters ->> 'from')::date::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'to' then
    conditions := conditions || format('o.created_at < %L', ((p_filters ->> 'to')::date + 1)::timestamp at time zone 'Asia/Kolkata');
  end if;
  if p_filters ? 'customer' then conditions := conditions || format('o.user_id = %L', (p_filters ->> 'customer')::uuid); end if;
  if p_filters ? 'product' then
    conditions := conditions || format('o.id in (select i.order_id from public.order_items i where i.product_id = %L)', (p_filters ->> 'product')::uuid);
  end if;
  if p_filters ? 'category' then
    with recursive below as (
      select (p_filters ->> 'category')::uuid as id
      union select c.id from public.categories c join below b on c.parent_id = b.id)
    select array_agg(b.id) into categories from below b;
    conditions := conditions || format('exists (select from public.order_items i join public.products g on g.id = i.product_id where i.order_id = o.id and g.category_id = any (%L))', categories);
  end if;
  if (p_filters ->> 'sales')::boolean then
    conditions := conditions || 'private.is_sale(o.status, o.payment_state)'::text;
  end if;
  if btrim(coalesce(p_filters ->> 'search', '')) <> '' then
    conditions := conditions || format('o.id in (%s)', private.order_search(p_filters ->> 'search'));
  end if;
  return coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true');
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

CREATE OR REPLACE FUNCTION public.order_queue_counts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('orders.read') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  return jsonb_build_object(
    'accept', (select count(*) from (select from public.orders o where o.status = 'pending' and o.payment_state in ('cod_pending', 'paid') limit 100001) c),
    'verify', (select count(*) from (select from public.orders o where o.payment_state = 'awaiting_verification' limit 100001) c),
    'ship', (select count(*) from (select from public.orders o where o.status = 'processing' limit 100001) c),
    'shipped', (select count(*) from (select from public.orders o where o.status = 'shipped' limit 100001) c),
    'collect', (select count(*) from (select from public.orders o where private.is_to_collect(o.status, o.payment_state) limit 100001) c),
    'refund', (select count(*) from (select from public.orders o where o.id in (select r.order_id from public.refunds r where r.state in ('due', 'asked', 'failed') union all select x.id from public.orders x where x.payment_state = 'refund_due') limit 100001) c));
end $function$
;

grant delete on table "public"."refunds" to "service_role";

grant insert on table "public"."refunds" to "service_role";

grant references on table "public"."refunds" to "service_role";

grant select on table "public"."refunds" to "service_role";

grant trigger on table "public"."refunds" to "service_role";

grant truncate on table "public"."refunds" to "service_role";

grant update on table "public"."refunds" to "service_role";


  create policy "refunds of visible orders"
  on "public"."refunds"
  as permissive
  for select
  to authenticated
using ((EXISTS ( SELECT
   FROM orders o
  WHERE (o.id = refunds.order_id))));


-- refunds of before: what is due, and what was paid (when, and by which transfer, was not recorded). Before the triggers, so that nobody is notified
insert into public.refunds (order_id, payment_id, amount, state, source, method, created_at, paid_at)
  select p.order_id, p.id, p.amount, case p.state when 'refunded' then 'paid' else 'due' end, 'cancellation',
    case when p.state = 'refunded' and p.method <> 'cod' then p.method end, p.updated_at, case p.state when 'refunded' then p.updated_at end
  from public.payments p where p.state in ('refund_due', 'refunded') and p.amount > 0;

CREATE TRIGGER follow_refunded_payment AFTER UPDATE OF state ON public.payments FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) AND ((new.state = ANY (ARRAY['refund_due'::text, 'refunded'::text])) OR (old.state = ANY (ARRAY['paid'::text, 'refund_due'::text]))))) EXECUTE FUNCTION private.follow_refunded_payment();

CREATE TRIGGER audit_insert AFTER INSERT ON public.refunds REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,payment_id,created_by,paid_at,created_at,updated_at,version}', '{state,source,method,amount,reference}', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.refunds REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,payment_id,created_by,paid_at,created_at,updated_at,version}', '{state,source,method,amount,reference}', 'yes');

CREATE TRIGGER notify_paid AFTER INSERT ON public.refunds FOR EACH ROW WHEN ((new.state = 'paid'::text)) EXECUTE FUNCTION private.notify_refund();

CREATE TRIGGER notify_settled AFTER UPDATE OF state ON public.refunds FOR EACH ROW WHEN (((new.state = 'paid'::text) AND (old.state <> 'paid'::text))) EXECUTE FUNCTION private.notify_refund();

grant select (amount, created_at, id, method, order_id, paid_at, payment_id, reason, reference, source, state, version) on public.refunds to authenticated;
grant execute on function public.order_money(uuid) to authenticated;
grant execute on function public.settle_refund(uuid, text, text, integer) to authenticated;
grant execute on function public.start_refund(uuid, numeric, text, integer, text, text) to authenticated;
grant execute on function public.withdraw_refund(uuid, integer) to authenticated;
