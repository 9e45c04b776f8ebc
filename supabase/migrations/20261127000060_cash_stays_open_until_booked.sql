drop function if exists "private"."receive_money"(p_payment uuid, p_amount numeric, p_reference text);

drop function if exists "public"."admin_orders"(p_filters jsonb, p_sort text, p_ascending boolean, p_cursor jsonb, p_backwards boolean, p_limit integer, p_day_filters jsonb);

drop index if exists "public"."orders_to_collect_idx";

CREATE INDEX orders_to_collect_idx ON public.orders USING btree (created_at, id) INCLUDE (total_amount) WHERE (((status = ANY (ARRAY['processing'::text, 'shipped'::text, 'delivered'::text])) AND (payment_state = ANY (ARRAY['awaiting_payment'::text, 'awaiting_verification'::text, 'failed'::text]))) OR ((status = ANY (ARRAY['shipped'::text, 'delivered'::text])) AND (payment_state = 'cod_pending'::text)));

set check_function_bodies = off;

create or replace function private.is_to_collect(status text, payment_state text) returns boolean
language sql immutable return status in ('processing', 'shipped', 'delivered') and payment_state in ('awaiting_payment', 'awaiting_verification', 'failed')
  or status in ('shipped', 'delivered') and payment_state = 'cod_pending';

CREATE OR REPLACE FUNCTION private.begin_payment(p_order uuid, p_version integer, p_method text, p_reference text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given text := nullif(upper(regexp_replace(left(p_reference, 100), '\s', '', 'g')), '');
begin
  if not private.may('payments.manage') then raise exception 'permission denied for payments' using errcode = '42501'; end if;
  perform from public.orders o where o.id = p_order and (p_version is null or o.version = p_version) for no key update;
  if not found then
    if not exists (select from public.orders o where o.id = p_order) then
      raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}';
    end if;
    raise exception 'This order was changed in the meantime' using errcode = 'PT409', detail = '{"code":"ORDER_CHANGED"}';
  end if;
  if p_method is null or p_method not in ('cod', 'cash', 'upi', 'card', 'bank') then
    raise exception 'Money arrives in cash, by UPI, card or bank transfer' using errcode = '22023', detail = '{"code":"INVALID_METHOD"}';
  end if;
  if (p_method in ('upi', 'bank') or given is not null) and (given is null or given !~ '^[A-Z0-9/_-]{6,35}$') then
    raise exception 'The reference of the payment is needed' using errcode = '22023', detail = '{"code":"INVALID_REFERENCE"}';
  end if;
  return given;
end $function$
;

CREATE OR REPLACE FUNCTION private.has_open_amount(p_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.payments p where p.order_id = p_order and p.amount > 0 and private.is_open_payment(p.state))
$function$
;

CREATE OR REPLACE FUNCTION private.is_open_payment(state text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
RETURN (state = ANY (ARRAY['cod_pending'::text, 'awaiting_payment'::text, 'awaiting_verification'::text, 'failed'::text]))
;

CREATE OR REPLACE FUNCTION private.open_receivables()
 RETURNS TABLE(id uuid, kind text, amount numeric, since timestamp with time zone, courier text)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 500
 SET search_path TO ''
AS $function$
  select o.id,
    case o.payment_state when 'cod_pending' then 'cod' when 'awaiting_verification' then 'verify' else 'awaited' end,
    (select coalesce(sum(p.amount) filter (where private.is_open_payment(p.state)), 0) from public.payments p where p.order_id = o.id),
    case when o.payment_state = 'cod_pending' then coalesce((select max(case when o.status = 'delivered' then s.delivered_at else s.shipped_at end)
      from public.shipments s where s.order_id = o.id), o.created_at) else o.created_at end,
    coalesce(btrim(o.courier), '')
  from public.orders o where private.is_to_collect(o.status, o.payment_state)
$function$
;

CREATE OR REPLACE FUNCTION private.receivable_ages()
 RETURNS TABLE(from_day integer, to_day integer)
 LANGUAGE sql
 IMMUTABLE ROWS 4
 SET search_path TO ''
AS $function$ values (0, 7), (8, 15), (16, 30), (31, null::integer) $function$
;

CREATE OR REPLACE FUNCTION private.receive_money(p_payment uuid, p_amount numeric, p_reference text, p_method text DEFAULT NULL::text)
 RETURNS payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before public.payments;
  received public.payments;
begin
  select p.* into before from public.payments p where p.id = p_payment for no key update;
  if p_amount < before.amount then
    if exists (select from public.orders o where o.id = before.order_id and o.status = 'cancelled') then
      raise exception 'This order is cancelled' using errcode = 'PT409', detail = '{"code":"ORDER_CANCELLED"}';
    end if;
    update public.payments p set amount = p.amount - p_amount where p.id = p_payment;
    insert into public.payments (order_id, method, state, amount, provider_reference, created_at)
      values (before.order_id, coalesce(p_method, before.method), 'paid', p_amount, p_reference, private.clock_now()) returning * into received;
    update public.orders x set updated_at = now() where x.id = before.order_id;   -- its guard raises the version
    -- a change of state is in the log, a new row is not: who recorded it, and how much
    insert into public.audit_log (at, actor, table_name, row_id, action, changes) values (private.clock_now(), auth.uid(), 'payments', before.order_id::text, 'insert',
      jsonb_build_object('state', jsonb_build_array(null, 'paid'), 'method', jsonb_build_array(null, received.method), 'amount', jsonb_build_array(null, received.amount)));
    return received;
  end if;
  -- follow_payment moves the order with it
  update public.payments p set state = 'paid', amount = p_amount, method = coalesce(p_method, p.method), provider_reference = coalesce(p_reference, p.provider_reference)
    where p.id = p_payment returning p.* into received;
  if received.state = 'paid' and p_amount > before.amount then
    perform private.owe_refund(received.order_id, p_amount - before.amount, 'goodwill', 'You paid more than the order costs');
  end if;
  return received;
end $function$
;

CREATE OR REPLACE FUNCTION private.receive_payment(p_order uuid, p_amount numeric DEFAULT NULL::numeric, p_method text DEFAULT NULL::text, p_reference text DEFAULT NULL::text)
 RETURNS payments
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  awaited public.payments;
begin
  if p_amount <= 0 or p_amount <> round(p_amount, 2) or p_amount > 9999999999.99 then
    raise exception 'A payment is of whole paise, and more than nothing' using errcode = '22023', detail = '{"code":"INVALID_AMOUNT"}';
  end if;
  perform from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  select p.* into awaited from public.payments p where p.order_id = p_order and private.is_open_payment(p.state) order by p.created_at, p.id limit 1 for no key update;
  if not found then
    raise exception 'No payment of this order is awaited' using errcode = 'PT409', detail = '{"code":"PAYMENT_NOT_AWAITED"}';
  end if;
  if awaited.method = 'razorpay' then
    raise exception 'Razorpay settles this payment' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
  end if;
  if p_amount > awaited.amount then
    raise exception 'Only % is open', awaited.amount using errcode = 'PT409', detail = jsonb_build_object('code', 'MORE_THAN_OPEN', 'open', awaited.amount)::text;
  end if;
  return private.receive_money(awaited.id, coalesce(p_amount, awaited.amount), p_reference, p_method);
exception when unique_violation then
  raise exception 'This reference belongs to another payment' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $function$
;

CREATE OR REPLACE FUNCTION public.deliver_paid(p_order uuid, p_version integer, p_method text, p_reference text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given text := private.begin_payment(p_order, p_version, p_method, p_reference);
begin
  if not private.may('orders.process') then raise exception 'permission denied for orders' using errcode = '42501'; end if;
  update public.orders o set status = 'delivered' where o.id = p_order;
  perform private.receive_payment(p_order, null, p_method, given);
end $function$
;

CREATE OR REPLACE FUNCTION public.receivables(p_filters jsonb DEFAULT '{}'::jsonb, p_ascending boolean DEFAULT true, p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50)
 RETURNS TABLE(id uuid, order_number integer, since timestamp with time zone, kind text, amount numeric, total_amount numeric, full_name text, company_name text, phone text, status text, payment_method text, payment_state text, courier text, tracking_number text, reference text, version integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  conditions text := 'true';
  down boolean := p_ascending = p_backwards;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for receivables' using errcode = '42501'; end if;
  if p_filters ? 'kind' then conditions := conditions || ' and ' || private.one_of('w.kind', p_filters -> 'kind'); end if;
  if p_filters ? 'courier' then conditions := conditions || ' and ' || private.one_of('w.courier', p_filters -> 'courier'); end if;
  if p_filters ? 'age' then
    conditions := conditions || format(' and exists (select from private.receivable_ages() a where %s and %2$L::timestamptz - w.since >= make_interval(days => a.from_day)
      and (a.to_day is null or %2$L::timestamptz - w.since < make_interval(days => a.to_day + 1)))', private.one_of('a.from_day', p_filters -> 'age'), private.clock_now());
  end if;
  if btrim(coalesce(p_filters ->> 'search', '')) <> '' then
    conditions := conditions || format(' and o.id in (%s)', private.order_search(p_filters ->> 'search'));
  end if;
  if p_cursor is not null then
    conditions := conditions || format(case when down then ' and (w.since, o.id) < (%L::timestamptz, %L::uuid)' else ' and (w.since, o.id) > (%L::timestamptz, %L::uuid)' end,
      p_cursor ->> 0, p_cursor ->> 1);
  end if;
  return query execute format($query$
    select o.id, o.order_number, w.since, w.kind, w.amount, o.total_amount, o.full_name, o.company_name, o.phone, o.status, o.payment_method, o.payment_state,
      nullif(w.courier, ''), nullif(o.tracking_number, ''), p.provider_reference, o.version
    from private.open_receivables() w join public.orders o on o.id = w.id
    left join lateral (select x.provider_reference from public.payments x where x.order_id = o.id and private.is_open_payment(x.state) order by x.created_at limit 1) p on true
    where %s order by w.since %s, o.id %2$s limit %s$query$,
    conditions, case when down then 'desc' else 'asc' end, least(greatest(p_limit, 1), 1001));
end $function$
;

CREATE OR REPLACE FUNCTION public.record_payment(p_order uuid, p_version integer, p_method text, p_reference text DEFAULT NULL::text, p_amount numeric DEFAULT NULL::numeric)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given text := private.begin_payment(p_order, p_version, p_method, p_reference);
begin
  return (private.receive_payment(p_order, p_amount, p_method, given)).state;
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
    perform private.issue_invoice(new.id);
  elsif new.status = 'shipped' then
    perform private.ship_everything(new);
  elsif new.status = 'delivered' then
    perform private.deliver_everything(new.id);
    if old.payment_state = 'cod_pending' and new.payment_state = 'paid' then
      update public.payments set state = 'paid' where order_id = new.id and state = 'cod_pending';
    end if;
  elsif new.status = 'cancelled' then
    perform private.restock(new.id);
    perform private.call_back(new.id);
    update public.payments set state = 'refund_due' where order_id = new.id and state = 'paid';
    -- a number that was issued is reversed, never taken back (s.34)
    perform private.credit_rest(new.id, new.cancel_reason);
  end if;
  perform private.notify_order_step(new, old.status, coalesce(auth.uid(), new.cancelled_by));
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
    -- what is left of the cash on delivery of a cancelled order is not collected any more
    and not exists (select from public.payments p where p.order_id = o.id and p.state not in ('refunded', 'failed')
      and not (p.state = 'cod_pending' and o.status = 'cancelled'));
end $function$
;

CREATE OR REPLACE FUNCTION private.guard_order_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  me uuid := auth.uid();
  actors text[] := '{}';
  step record;
begin
  if tg_argv[0] = 'client' then
    if private.may('orders.process') then actors := actors || 'admin'::text; end if;
    if old.user_id = me then actors := actors || 'customer'::text; end if;
  else
    actors := '{admin,system}';
  end if;

  if new.status = old.status then
    if old.status = 'cancelled' and (new.cancelled_by, new.cancel_reason) is distinct from (old.cancelled_by, old.cancel_reason) and tg_argv[0] = 'client' then
      raise exception 'A cancelled order keeps who cancelled it and why' using errcode = 'PT409', detail = '{"code":"ORDER_CLOSED"}';
    end if;
  else
    -- a reason makes it the admin's step. without one it can still be the customer's own cancellation, also of a customer who is staff
    select s.* into step from public.order_steps s
      where s.from_status = old.status and s.to_status = new.status and s.actor = any (actors)
        and (not s.needs_reason or btrim(coalesce(new.cancel_reason, '')) <> '')
      order by s.needs_reason desc, s.actor limit 1;
    if not found then
      if exists (select from public.order_steps s where s.from_status = old.status and s.to_status = new.status and s.actor = any (actors)) then
        raise exception 'This step needs a reason' using errcode = '23514', detail = '{"code":"REASON_REQUIRED"}';
      end if;
      raise exception 'An order cannot go from % to %', old.status, new.status
        using errcode = case when 'admin' = any (actors) then 'PT409' else '42501' end, detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', old.status, 'to', new.status)::text;
    end if;
    if step.actor = 'customer' and new.cancelled_by is distinct from me then
      raise exception 'An order is cancelled in one''s own name' using errcode = '42501';
    end if;
    if step.actor = 'admin' and new.status = 'cancelled' and tg_argv[0] = 'client' then
      new.cancelled_by := me;   -- whatever the request said
    end if;
    -- its cash comes later; of an order that costs nothing there is none
    if new.status = 'delivered' and new.payment_state = 'cod_pending' and not private.has_open_amount(new.id) then new.payment_state := 'paid'; end if;
    -- of cash on delivery a part may have arrived before the rest
    if new.status = 'cancelled' and (new.payment_state = 'paid'
        or (new.payment_state = 'cod_pending' and exists (select from public.payments p where p.order_id = new.id and p.state = 'paid'))) then
      new.payment_state := 'refund_due';
    end if;
  end if;

  if tg_argv[0] = 'client' and not 'admin' = any (actors)
    and (new.courier, new.tracking_number, new.cancel_reason) is distinct from (old.courier, old.tracking_number, old.cancel_reason) then
    raise exception 'permission denied for table orders' using errcode = '42501';   -- docs/rules.md#what-customers-may-change
  end if;
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.lower_payment(p_order orders, p_amount numeric, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  awaited public.payments;
begin
  if p_order.payment_state = 'paid' then
    perform private.owe_refund(p_order.id, p_amount, 'cancellation', p_reason);
  else
    -- of cash on delivery a part may have arrived: what is still open becomes less first
    select p.* into awaited from public.payments p where p.order_id = p_order.id and p.state = 'cod_pending' for no key update;
    if not found then
      raise exception 'Order % has no payment to lower', p_order.id using errcode = 'PT409', detail = '{"code":"REFUND_TOO_LARGE"}';
    end if;
    if p_amount <= awaited.amount and (p_amount < awaited.amount or not exists (select from public.payments p where p.order_id = p_order.id and p.state = 'paid')) then
      update public.payments p set amount = p.amount - p_amount where p.id = awaited.id;
    else
      update public.payments p set amount = 0, state = 'paid' where p.id = awaited.id;
      if p_amount > awaited.amount then perform private.owe_refund(p_order.id, p_amount - awaited.amount, 'cancellation', p_reason); end if;
    end if;
  end if;
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
      coalesce(sum(p.amount) filter (where o.status <> 'cancelled' and private.is_open_payment(p.state)), 0),
      coalesce(sum(private.refundable_of(p.id)), 0)
    into received, to_collect, refundable from public.payments p join public.orders o on o.id = p.order_id where p.order_id = p_order;
  select coalesce(sum(r.amount) filter (where r.state in ('due', 'asked', 'failed')), 0), coalesce(sum(r.amount) filter (where r.state = 'paid'), 0)
    into refund_due, refunded from public.refunds r where r.order_id = p_order;
end $function$
;

CREATE OR REPLACE FUNCTION public.admin_orders(p_filters jsonb DEFAULT '{}'::jsonb, p_sort text DEFAULT 'placed'::text, p_ascending boolean DEFAULT false, p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50, p_day_filters jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, status text, user_id uuid, full_name text, company_name text, gstin text, city text, state text, pincode text, phone text, place_of_supply text, goods_total numeric, discount_total numeric, subtotal_base numeric, cgst numeric, sgst numeric, igst numeric, charges jsonb, total_amount numeric, payment_method text, payment_state text, courier text, tracking_number text, version integer, units integer, goods text[], invoices text, credit_notes text, reference text, failure text, day_orders integer, day_cancelled integer, day_total numeric, order_number integer, units_gone integer, refund_due numeric, to_collect numeric)
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
      y.orders, y.cancelled, y.total, o.order_number, g.units, b.due, w.open
    from listed o
    cross join lateral (select coalesce(sum(i.quantity), 0)::integer as units, array_agg(i.quantity || ' × ' || i.product_name order by i.product_name, i.id) as goods
      from public.order_items i where i.order_id = o.id) l
    cross join lateral (select string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'invoice') as invoices,
        string_agg(k.serial, ', ' order by k.serial desc) filter (where k.kind = 'credit_note') as credit_notes
      from public.documents k where k.order_id = o.id) d
    -- only an order that is being packed can have left in part
    cross join lateral (select coalesce(sum(n.quantity), 0)::integer as units from public.shipments h join public.shipment_lines n on n.shipment_id = h.id
      where o.status = 'processing' and h.order_id = o.id and h.state <> 'packed') g
    cross join lateral (select coalesce(sum(r.amount), 0) as due from public.refunds r where r.order_id = o.id and r.state in ('due', 'asked', 'failed')) b
    cross join lateral (select coalesce(sum(x.amount) filter (where o.status <> 'cancelled' and private.is_open_payment(x.state)), 0) as open
      from public.payments x where x.order_id = o.id) w
    left join lateral (select x.provider_reference, x.failure from public.payments x where x.order_id = o.id order by x.created_at desc limit 1) p on true
    left join (%4$s) y on y.day = (o.created_at at time zone 'Asia/Kolkata')::date
    order by %2$s$query$,
    conditions, ordering, least(greatest(p_limit, 1), 1001), days);
end $function$
;


CREATE OR REPLACE FUNCTION public.money_to_collect()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for money to collect' using errcode = '42501'; end if;
  return (
    with owed as materialized (
      select w.kind, w.amount, w.since, w.courier, a.from_day from private.open_receivables() w
      join private.receivable_ages() a on private.clock_now() - w.since >= make_interval(days => a.from_day)
        and (a.to_day is null or private.clock_now() - w.since < make_interval(days => a.to_day + 1))
    )
    select jsonb_build_object(
      'as_of', private.clock_now(),
      'count', (select count(*) from owed),
      'amount', (select coalesce(sum(w.amount), 0) from owed w),
      'oldest', (select min(w.since) from owed w),
      'couriers', (select coalesce(jsonb_agg(c.courier order by c.courier), '[]') from (select distinct w.courier from owed w where w.kind = 'cod' limit 200) c),
      'ages', (select jsonb_agg(jsonb_build_object('from_day', a.from_day, 'to_day', a.to_day, 'kind', k.kind, 'count', s.count, 'amount', s.amount) order by a.from_day, k.place)
        from private.receivable_ages() a cross join (values ('cod', 1), ('awaited', 2), ('verify', 3)) k (kind, place) cross join lateral (
          select count(*) as count, coalesce(sum(w.amount), 0) as amount from owed w where w.from_day = a.from_day and w.kind = k.kind) s)));
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
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'payments' and a.action in ('insert', 'update') and a.changes - 'amount' <> '{}'
    union all
    -- what is due is the refund's own row, unless it was paid in the same act; its later changes do not repeat the amount, but a transfer's reference
    -- says which refund it is
    select r.created_at, 'refund', r.created_by, jsonb_build_object('id', r.id, 'state', case when r.source = 'cancellation' and r.paid_at = r.created_at then 'paid' else 'due' end,
        'amount', r.amount, 'reference', null)
      from public.refunds r where r.order_id = p_order
    union all
    select a.at, 'refund', a.actor, jsonb_build_object('id', a.id, 'state', a.changes -> 'state' ->> 1, 'reference', a.changes -> 'reference' ->> 1,
        'amount', (select max(r.amount) from public.refunds r where r.order_id = p_order and r.reference = a.changes -> 'reference' ->> 1))
      from public.audit_log a where a.row_id = p_order::text and a.table_name = 'refunds' and a.action = 'update' and a.changes ? 'state'
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

grant execute on function public.deliver_paid(uuid, integer, text, text), public.receivables(jsonb, boolean, jsonb, boolean, integer),
  public.record_payment(uuid, integer, text, text, numeric) to authenticated;
grant execute on function public.admin_orders(jsonb, text, boolean, jsonb, boolean, integer, jsonb) to authenticated;
