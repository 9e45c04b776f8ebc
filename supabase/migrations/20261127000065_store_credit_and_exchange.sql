drop trigger if exists "audit_insert" on "public"."returns";

drop trigger if exists "audit_update" on "public"."returns";

alter table "public"."orders" drop constraint "orders_payment_method_check";

alter table "public"."payments" drop constraint "payments_method_check";

alter table "public"."refunds" drop constraint "refunds_method_check";

drop function if exists "private"."add_return"(p_order orders, p_lines jsonb, p_reason text, p_message text, p_asked_by text);

drop function if exists "private"."owe_refund"(p_order uuid, p_amount numeric, p_source text, p_reason text);

drop function if exists "public"."ask_return"(p_order uuid, p_lines jsonb, p_reason text, p_message text);

drop function if exists "public"."book_return"(p_order uuid, p_lines jsonb, p_reason text, p_message text);

drop function if exists "public"."close_return"(p_return uuid, p_version integer, p_lines jsonb, p_charges boolean, p_deduction numeric, p_deduction_reason text);

drop function if exists "public"."admin_orders"(p_filters jsonb, p_sort text, p_ascending boolean, p_cursor jsonb, p_backwards boolean, p_limit integer, p_day_filters jsonb);

  create table "public"."store_credit_balances" (
    "user_id" uuid not null,
    "balance" numeric(12,2) not null default 0
      );


alter table "public"."store_credit_balances" enable row level security;


  create table "public"."store_credit_entries" (
    "id" uuid not null default gen_random_uuid(),
    "user_id" uuid,
    "amount" numeric(12,2) not null,
    "kind" text not null,
    "reason" text,
    "order_id" uuid,
    "refund_id" uuid,
    "created_by" uuid,
    "created_at" timestamp with time zone not null default now()
      );


alter table "public"."store_credit_entries" enable row level security;

alter table "public"."orders" add column "store_credit" numeric(12,2) not null default 0;

alter table "public"."return_lines" add column "exchange_for" uuid;

alter table "public"."returns" add column "exchange_order" uuid;

alter table "public"."returns" add column "settled_as" text;

alter table "public"."returns" add column "wish" text not null default 'refund'::text;

alter table "public"."tally_ledgers" add column "credit" text not null default 'Store credit'::text;

CREATE INDEX return_lines_exchange_for_idx ON public.return_lines USING btree (exchange_for) WHERE (exchange_for IS NOT NULL);

CREATE UNIQUE INDEX returns_exchange_order_key ON public.returns USING btree (exchange_order);

CREATE UNIQUE INDEX store_credit_balances_pkey ON public.store_credit_balances USING btree (user_id);

CREATE INDEX store_credit_entries_created_at_idx ON public.store_credit_entries USING btree (created_at);

CREATE INDEX store_credit_entries_created_by_idx ON public.store_credit_entries USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX store_credit_entries_order_id_idx ON public.store_credit_entries USING btree (order_id) WHERE (order_id IS NOT NULL);

CREATE UNIQUE INDEX store_credit_entries_pkey ON public.store_credit_entries USING btree (id);

CREATE UNIQUE INDEX store_credit_entries_refund_id_key ON public.store_credit_entries USING btree (refund_id);

CREATE INDEX store_credit_entries_user_id_idx ON public.store_credit_entries USING btree (user_id, created_at DESC, id);

alter table "public"."store_credit_balances" add constraint "store_credit_balances_pkey" PRIMARY KEY using index "store_credit_balances_pkey";

alter table "public"."store_credit_entries" add constraint "store_credit_entries_pkey" PRIMARY KEY using index "store_credit_entries_pkey";

alter table "public"."orders" add constraint "orders_store_credit" CHECK (((store_credit >= (0)::numeric) AND (store_credit <= total_amount))) not valid;

alter table "public"."orders" validate constraint "orders_store_credit";

alter table "public"."return_lines" add constraint "return_lines_exchange_for_fkey" FOREIGN KEY (exchange_for) REFERENCES products(id) ON DELETE SET NULL not valid;

alter table "public"."return_lines" validate constraint "return_lines_exchange_for_fkey";

alter table "public"."returns" add constraint "returns_exchange_order_key" UNIQUE using index "returns_exchange_order_key";

alter table "public"."returns" add constraint "returns_settled" CHECK (
CASE
    WHEN (state = 'closed'::text) THEN ((NOT (settled_as IS DISTINCT FROM 'exchange'::text)) = (exchange_order IS NOT NULL))
    ELSE ((settled_as IS NULL) AND (exchange_order IS NULL))
END) not valid;

alter table "public"."returns" validate constraint "returns_settled";

alter table "public"."returns" add constraint "returns_settled_as_check" CHECK ((settled_as = ANY (ARRAY['refund'::text, 'credit'::text, 'exchange'::text]))) not valid;

alter table "public"."returns" validate constraint "returns_settled_as_check";

alter table "public"."returns" add constraint "returns_wish_check" CHECK ((wish = ANY (ARRAY['refund'::text, 'credit'::text, 'exchange'::text]))) not valid;

alter table "public"."returns" validate constraint "returns_wish_check";

alter table "public"."store_credit_balances" add constraint "store_credit_balances_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE not valid;

alter table "public"."store_credit_balances" validate constraint "store_credit_balances_user_id_fkey";

alter table "public"."store_credit_balances" add constraint "store_credit_never_below_zero" CHECK ((balance >= (0)::numeric)) not valid;

alter table "public"."store_credit_balances" validate constraint "store_credit_never_below_zero";

alter table "public"."store_credit_entries" add constraint "store_credit_entries_amount_check" CHECK ((amount <> (0)::numeric)) not valid;

alter table "public"."store_credit_entries" validate constraint "store_credit_entries_amount_check";

alter table "public"."store_credit_entries" add constraint "store_credit_entries_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL not valid;

alter table "public"."store_credit_entries" validate constraint "store_credit_entries_created_by_fkey";

alter table "public"."store_credit_entries" add constraint "store_credit_entries_kind" CHECK (
CASE kind
    WHEN 'refund'::text THEN (amount > (0)::numeric)
    WHEN 'order'::text THEN (amount < (0)::numeric)
    ELSE (reason IS NOT NULL)
END) not valid;

alter table "public"."store_credit_entries" validate constraint "store_credit_entries_kind";

alter table "public"."store_credit_entries" add constraint "store_credit_entries_kind_check" CHECK ((kind = ANY (ARRAY['refund'::text, 'order'::text, 'staff'::text]))) not valid;

alter table "public"."store_credit_entries" validate constraint "store_credit_entries_kind_check";

alter table "public"."store_credit_entries" add constraint "store_credit_entries_order_id_fkey" FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE SET NULL not valid;

alter table "public"."store_credit_entries" validate constraint "store_credit_entries_order_id_fkey";

alter table "public"."store_credit_entries" add constraint "store_credit_entries_reason_check" CHECK (((length(btrim(reason)) >= 1) AND (length(btrim(reason)) <= 200))) not valid;

alter table "public"."store_credit_entries" validate constraint "store_credit_entries_reason_check";

alter table "public"."store_credit_entries" add constraint "store_credit_entries_refund_id_fkey" FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE SET NULL not valid;

alter table "public"."store_credit_entries" validate constraint "store_credit_entries_refund_id_fkey";

alter table "public"."store_credit_entries" add constraint "store_credit_entries_refund_id_key" UNIQUE using index "store_credit_entries_refund_id_key";

alter table "public"."store_credit_entries" add constraint "store_credit_entries_user_id_fkey" FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE SET NULL not valid;

alter table "public"."store_credit_entries" validate constraint "store_credit_entries_user_id_fkey";

alter table "public"."tally_ledgers" add constraint "tally_ledgers_credit_check" CHECK ((private.is_ledger_name(credit) AND (credit <> ''::text))) not valid;

alter table "public"."tally_ledgers" validate constraint "tally_ledgers_credit_check";

alter table "public"."orders" add constraint "orders_payment_method_check" CHECK ((payment_method = ANY (ARRAY['cod'::text, 'upi'::text, 'razorpay'::text, 'cash'::text, 'card'::text, 'bank'::text, 'credit'::text]))) not valid;

alter table "public"."orders" validate constraint "orders_payment_method_check";

alter table "public"."payments" add constraint "payments_method_check" CHECK ((method = ANY (ARRAY['cod'::text, 'upi'::text, 'razorpay'::text, 'cash'::text, 'card'::text, 'bank'::text, 'credit'::text]))) not valid;

alter table "public"."payments" validate constraint "payments_method_check";

alter table "public"."refunds" add constraint "refunds_method_check" CHECK ((method = ANY (ARRAY['upi'::text, 'bank'::text, 'cash'::text, 'card'::text, 'razorpay'::text, 'credit'::text]))) not valid;

alter table "public"."refunds" validate constraint "refunds_method_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.add_return(p_order orders, p_lines jsonb, p_reason text, p_message text, p_asked_by text, p_wish text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  made public.returns;
begin
  if p_order.status <> 'delivered' then
    raise exception 'Only a delivered order can be returned' using errcode = 'PT409', detail = '{"code":"NOT_DELIVERED"}';
  end if;
  if p_reason is null or p_reason not in ('damaged', 'wrong', 'missing', 'other') then
    raise exception 'A return has a reason' using errcode = '22023', detail = '{"code":"INVALID","field":"reason"}';
  end if;
  if p_wish is null or p_wish not in ('refund', 'credit', 'exchange') or (p_wish <> 'refund' and p_order.user_id is null) then
    raise exception 'Credit and exchanges need an account' using errcode = '22023', detail = '{"code":"INVALID","field":"wish"}';
  end if;
  if length(p_message) > 2000 then
    raise exception 'The message has at most 2000 characters' using errcode = '22023', detail = '{"code":"INVALID","field":"message"}';
  end if;
  if private.are_return_lines(p_lines, '{quantity}') is distinct from true
    or exists (select from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer) where c.quantity < 1) then
    raise exception 'These are no lines of a return' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  if p_wish = 'exchange' and exists (select from jsonb_array_elements(p_lines) c (line) where not exists (select from private.exchange_choices(p_order.id) x
      where x.item::text = c.line ->> 'item' and x.product::text = c.line ->> 'exchange_for')) then
    raise exception 'Each line names what it is exchanged for' using errcode = '22023', detail = '{"code":"INVALID","field":"exchange_for"}';
  end if;
  if exists (select from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer)
      left join private.returnable_pieces(p_order.id) p on p.item = c.item where p.item is null or c.quantity > p.rest) then
    raise exception 'So many pieces are not left of the order' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}';
  end if;
  if (select count(*) from public.returns r where r.order_id = p_order.id) >= 100 then
    raise exception 'An order has at most 100 returns' using errcode = 'PT409', detail = '{"code":"TOO_MANY_RETURNS"}';
  end if;
  insert into public.returns (order_id, number, state, asked_by, reason, wish, message, created_by, created_at, decided_at)
    values (p_order.id, (select coalesce(max(r.number), 0) + 1 from public.returns r where r.order_id = p_order.id),
      case p_asked_by when 'staff' then 'approved' else 'requested' end, p_asked_by, p_reason, p_wish, nullif(btrim(p_message), ''), auth.uid(),
      private.clock_now(), case p_asked_by when 'staff' then private.clock_now() end)
    returning * into made;
  insert into public.return_lines (return_id, order_item_id, quantity, exchange_for)
    select made.id, c.item, c.quantity, case when p_wish = 'exchange' then c.exchange_for end from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer, exchange_for uuid);
  perform private.follow_return(made);
  return made.id;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_store_credit(p_user uuid, p_amount numeric, p_kind text, p_reason text, p_order uuid, p_refund uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if private.lock_store_credit(p_user) + p_amount < 0 then
    raise exception 'The store credit is smaller than that' using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_SMALL"}';
  end if;
  insert into public.store_credit_entries (user_id, amount, kind, reason, order_id, refund_id, created_by, created_at)
    values (p_user, p_amount, p_kind, nullif(btrim(p_reason), ''), p_order, p_refund, auth.uid(), private.clock_now());
  update public.store_credit_balances b set balance = b.balance + p_amount where b.user_id = p_user;
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_exchange(p_staff uuid, p_return uuid, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
  o public.orders;
begin
  if not private.staff_may(p_staff, 'orders.process') or not private.staff_may(p_staff, 'orders.create') then
    raise exception 'permission denied for exchanges' using errcode = '42501';
  end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_staff, 'role', 'authenticated')::text, true);
  r := private.lock_return(p_return, p_version, '{received}');
  select x.* into o from public.orders x where x.id = r.order_id;
  if o.user_id is null then raise exception 'An exchange needs an account' using errcode = 'PT409', detail = '{"code":"NO_ACCOUNT"}'; end if;
  return to_jsonb(o);
end $function$
;

CREATE OR REPLACE FUNCTION private.exchange_choices(p_order uuid)
 RETURNS TABLE(item uuid, product uuid, name text, in_stock boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.id, p.id, p.name, p.stock > 0
  from public.order_items i join public.products sold on sold.id = i.product_id
  join public.products p on p.id = sold.id or p.family_id = sold.family_id
  where i.order_id = p_order and p.status = 'active'
$function$
;

CREATE OR REPLACE FUNCTION private.finish_exchange(p_staff uuid, p_return uuid, p_order uuid, p_overrides jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  r public.returns;
begin
  select x.* into r from public.returns x where x.id = p_return and x.exchange_order = p_order and x.settled_as = 'exchange';
  select x.* into o from public.orders x where x.id = p_order and x.made_by = p_staff and x.status = 'pending' and x.xmin = pg_current_xact_id()::xid;
  if r.id is null or o.id is null or o.user_id is distinct from (select y.user_id from public.orders y where y.id = r.order_id) then
    raise exception 'permission denied for exchanges' using errcode = '42501';
  end if;
  insert into public.order_overrides (order_id, kind, product_id, listed, given, reason)
    select p_order, c.kind, c.product_id, c.listed, c.given, nullif(btrim(c.reason), '')
    from jsonb_to_recordset(p_overrides) as c (kind text, product_id uuid, listed numeric, given numeric, reason text);
  if o.store_credit > 0 then perform private.spend_store_credit(p_order); end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_credit_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner uuid := (select o.user_id from public.orders o where o.id = new.order_id);
begin
  if owner is null then
    raise exception 'Store credit needs an account' using errcode = 'PT409', detail = '{"code":"NO_ACCOUNT"}';
  end if;
  perform private.add_store_credit(owner, new.amount, 'refund', new.reason, new.order_id, new.id);
  perform private.follow_refunds(new.payment_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_store_credit(p_user uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_balance numeric;
begin
  insert into public.store_credit_balances (user_id) values (p_user) on conflict do nothing;
  select b.balance into found_balance from public.store_credit_balances b where b.user_id = p_user for no key update;
  return found_balance;
end $function$
;

CREATE OR REPLACE FUNCTION private.owe_refund(p_order uuid, p_amount numeric, p_source text, p_reason text, p_as_credit boolean DEFAULT false)
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
    order by p.method = 'credit', private.refundable_of(p.id) >= p_amount desc, p.created_at desc, p.id
  loop
    part := least(open, paid.rest);
    continue when part <= 0;
    insert into public.refunds (order_id, payment_id, amount, source, reason, created_by, created_at, state, method, paid_at)
      values (p_order, paid.id, part, p_source, nullif(btrim(p_reason), ''), auth.uid(), private.clock_now(), case when p_as_credit then 'paid' else 'due' end,
        case when p_as_credit then 'credit' end, case when p_as_credit then private.clock_now() end) returning id into made;
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

CREATE OR REPLACE FUNCTION private.pays_in_credit(p_payment uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.payments p join public.orders o on o.id = p.order_id where p.id = p_payment and p.method = 'credit' and o.user_id is not null)
$function$
;

CREATE OR REPLACE FUNCTION private.refund_in_credit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.state := 'paid';
  new.method := 'credit';
  new.paid_at := private.clock_now();
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.settle_exchange(p_staff uuid, p_return uuid, p_version integer, p_closing jsonb, p_order uuid, p_most numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_staff, 'orders.process') or not private.staff_may(p_staff, 'orders.create') then
    raise exception 'permission denied for exchanges' using errcode = '42501';
  end if;
  return private.settle_return(p_return, p_version, p_closing -> 'lines', (p_closing ->> 'charges')::boolean, (p_closing ->> 'deduction')::numeric,
    p_closing ->> 'deduction_reason', 'exchange', p_most, p_order);
end $function$
;

CREATE OR REPLACE FUNCTION private.settle_return(p_return uuid, p_version integer, p_lines jsonb, p_charges boolean, p_deduction numeric, p_deduction_reason text, p_settle text, p_most numeric DEFAULT NULL::numeric, p_exchange uuid DEFAULT NULL::uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
  o public.orders;
  file uuid := gen_random_uuid();
  total numeric;
  due numeric;
  credit numeric;
begin
  r := private.lock_return(p_return, p_version, '{received}');
  if p_settle is null or p_settle not in ('refund', 'credit', 'exchange') then
    raise exception 'A return is settled as refund, store credit or exchange' using errcode = '22023', detail = '{"code":"INVALID","field":"settle"}';
  end if;
  select x.* into o from public.orders x where x.id = r.order_id;
  if p_settle <> 'refund' and o.user_id is null then
    raise exception 'Store credit needs an account' using errcode = 'PT409', detail = '{"code":"NO_ACCOUNT"}';
  end if;
  if o.user_id is not null and (p_settle <> 'refund' or o.store_credit > 0) then perform private.lock_store_credit(o.user_id); end if;
  if p_lines is not null and (private.are_return_lines(p_lines, '{credited}') is distinct from true or exists (
      select from (select l.* from public.return_lines l where l.return_id = p_return) l
      full join jsonb_to_recordset(p_lines) as c (item uuid, credited integer) on c.item = l.order_item_id
      where l.quantity is null or c.credited is null or c.credited > l.quantity)) then
    raise exception 'No more than the pieces of the return are credited' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  update public.return_lines l set credited = coalesce((select c.credited from jsonb_to_recordset(p_lines) as c (item uuid, credited integer) where c.item = l.order_item_id),
    l.restocked + l.damaged) where l.return_id = p_return;
  if p_deduction is null or p_deduction < 0 or p_deduction <> round(p_deduction, 2) or (p_deduction > 0 and coalesce(length(btrim(p_deduction_reason)), 0) not between 1 and 400) then
    raise exception 'What is kept back is in whole paise, and has a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  total := private.credit_return(r, coalesce(p_charges, false), file);
  if p_deduction > total then
    raise exception 'More would be kept back than is credited' using errcode = '22023', detail = jsonb_build_object('code', 'DEDUCTION_TOO_LARGE', 'credited', total)::text;
  end if;
  due := private.set_off(r.order_id, total - p_deduction);
  credit := case when p_settle = 'refund' then 0 else least(due, coalesce(p_most, due)) end;
  perform set_config('shop.exchange', case when p_settle = 'exchange' and p_most is not null then 'on' else '' end, true);
  if credit > 0 then perform private.owe_refund(r.order_id, credit, 'return', 'Return ' || r.number, true); end if;
  perform set_config('shop.exchange', '', true);
  if due > credit then perform private.owe_refund(r.order_id, due - credit, 'return', 'Return ' || r.number); end if;
  update public.returns x set state = 'closed', ended_at = private.clock_now(), credited = total, deduction = p_deduction,
      deduction_reason = case when p_deduction > 0 then btrim(p_deduction_reason) end, settled_as = p_settle, exchange_order = p_exchange,
      credit_file = case when total > 0 then file end, version = x.version + 1
    where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
  return credit;
end $function$
;

CREATE OR REPLACE FUNCTION private.spend_store_credit(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
begin
  select x.* into o from public.orders x where x.id = p_order and x.status = 'pending' and x.store_credit > 0 and x.user_id is not null
    and x.xmin = pg_current_xact_id()::xid;
  if not found then raise exception 'permission denied for store credit' using errcode = '42501'; end if;
  if exists (select from public.store_credit_entries e where e.order_id = p_order and e.kind = 'order') then
    raise exception 'Order % has spent its store credit', p_order using errcode = '23514';
  end if;
  perform private.add_store_credit(o.user_id, -o.store_credit, 'order', null, p_order);
  if o.payment_method = 'credit' then
    update public.payments p set state = 'paid' where p.order_id = p_order and p.method = 'credit' and p.amount = o.store_credit and p.state = 'awaiting_payment';
    if not found then raise exception 'Order % waits for no store credit', p_order using errcode = '23514'; end if;
  else
    insert into public.payments (order_id, method, state, amount) values (p_order, 'credit', 'paid', o.store_credit);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.ask_return(p_order uuid, p_lines jsonb, p_reason text, p_message text DEFAULT NULL::text, p_wish text DEFAULT 'refund'::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
begin
  if auth.uid() is null then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  select x.* into o from public.orders x where x.id = p_order and x.user_id = auth.uid() for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  if coalesce(private.returnable_until(p_order) < private.clock_now(), o.status = 'delivered') then
    raise exception 'The time for a return is over' using errcode = 'PT409', detail = '{"code":"RETURN_TOO_LATE"}';
  end if;
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.returns'), pg_catalog.hashtext(auth.uid()::text));   -- two orders at once would each count without the other
  if (select count(*) from public.returns r where r.order_id = p_order and r.asked_by = 'customer') >= private.limit_of('returns_per_order')
    or (select count(*) from public.returns r join public.orders x on x.id = r.order_id
        where x.user_id = auth.uid() and r.asked_by = 'customer' and r.created_at > private.clock_now() - interval '1 day') >= private.limit_of('returns_per_day') then
    raise exception 'This was asked too often' using errcode = 'PT429', detail = '{"code":"TOO_MANY"}';
  end if;
  return private.add_return(o, p_lines, p_reason, p_message, 'customer', p_wish);
end $function$
;

CREATE OR REPLACE FUNCTION public.book_return(p_order uuid, p_lines jsonb, p_reason text, p_message text DEFAULT NULL::text, p_wish text DEFAULT 'refund'::text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}'; end if;
  return private.add_return(o, p_lines, p_reason, p_message, 'staff', p_wish);
end $function$
;

CREATE OR REPLACE FUNCTION public.change_store_credit(p_user uuid, p_amount numeric, p_reason text)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for store credit' using errcode = '42501'; end if;
  if p_amount is null or p_amount = 0 or p_amount <> round(p_amount, 2) or abs(p_amount) > 1000000 then
    raise exception 'Store credit is of whole paise, more than nothing and at most ₹10,00,000' using errcode = '22023', detail = '{"code":"INVALID_AMOUNT"}';
  end if;
  if coalesce(length(btrim(p_reason)), 0) not between 1 and 200 then
    raise exception 'Store credit needs a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  -- its deletion waits, or has been
  perform from auth.users u where u.id = p_user for key share;
  if not found then raise exception 'This account is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  perform private.add_store_credit(p_user, p_amount, 'staff', p_reason, null);
  insert into public.notifications (user_id, title, message, type, created_at) values (p_user, 'Store credit',
    '₹' || to_char(abs(p_amount), 'FM99999999990.00') || case when p_amount > 0 then ' was added to' else ' was taken from' end || ' your store credit: ' || btrim(p_reason), 'system', private.clock_now());
  return (select b.balance from public.store_credit_balances b where b.user_id = p_user);
end $function$
;

CREATE OR REPLACE FUNCTION public.close_return(p_return uuid, p_version integer, p_lines jsonb DEFAULT NULL::jsonb, p_charges boolean DEFAULT false, p_deduction numeric DEFAULT 0, p_deduction_reason text DEFAULT NULL::text, p_settle text DEFAULT 'refund'::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  if p_settle = 'exchange' then
    raise exception 'An exchange needs a new order' using errcode = '22023', detail = '{"code":"INVALID","field":"settle"}';
  end if;
  perform private.settle_return(p_return, p_version, p_lines, p_charges, p_deduction, p_deduction_reason, p_settle);
end $function$
;

CREATE OR REPLACE FUNCTION public.exchange_choices(p_order uuid)
 RETURNS TABLE(item uuid, product uuid, name text, in_stock boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 100
 SET search_path TO ''
AS $function$
  select c.* from public.orders o cross join lateral private.exchange_choices(o.id) c
  where o.id = p_order and (o.user_id = auth.uid() or private.may('orders.read'))
  order by c.name collate "C", c.product limit 5000
$function$
;

CREATE OR REPLACE FUNCTION private.account_orders(p_user uuid, p_from timestamp with time zone, p_until timestamp with time zone, p_after_at timestamp with time zone, p_after_id uuid, p_limit integer)
 RETURNS TABLE(id uuid, at text, content jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.staff_may(p_user, 'gst.read') then raise exception 'permission denied for the accounts' using errcode = '42501'; end if;
  return query
    select o.id, private.utc_text(o.created_at), jsonb_build_object(
      'order', jsonb_build_object('id', o.id, 'order_number', o.order_number, 'created_at', private.utc_text(o.created_at), 'status', o.status,
        'full_name', o.full_name, 'company_name', o.company_name, 'gstin', o.gstin, 'state', o.state, 'place_of_supply', o.place_of_supply,
        'seller_state', o.seller_state, 'prices_include_gst', o.prices_include_gst, 'discount_total', o.discount_total, 'coupon_code', o.coupon_code,
        'offers', o.offers, 'charges', o.charges, 'total_amount', o.total_amount, 'store_credit', o.store_credit, 'payment_method', o.payment_method, 'payment_state', o.payment_state),
      'items', (select coalesce(jsonb_agg(jsonb_build_object('product_name', i.product_name, 'sku', i.sku, 'hsn', i.hsn, 'unit', i.unit,
          'quantity', i.quantity, 'unit_price', i.unit_price, 'discount', i.discount, 'taxable', i.taxable, 'rate', i.rate, 'cgst', i.cgst,
          'sgst', i.sgst, 'igst', i.igst, 'total', i.total) order by i.product_name collate "C", i.id), '[]')
        from public.order_items i where i.order_id = o.id),
      'documents', (select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'serial', d.serial, 'issued_at', private.utc_text(d.issued_at))
          order by d.issued_at, d.serial), '[]')
        from public.documents d where d.order_id = o.id))
    from public.orders o
    where o.created_at >= coalesce(p_after_at, p_from) and o.created_at < p_until and (p_after_at is null or (o.created_at, o.id) > (p_after_at, p_after_id))
    order by o.created_at, o.id limit least(p_limit, 1000);
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
        'city', o.city, 'state', o.state, 'pincode', o.pincode, 'phone', o.phone, 'total_amount', o.total_amount, 'store_credit', o.store_credit, 'payment_method', o.payment_method,
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

CREATE OR REPLACE FUNCTION private.can_take_again(p_order uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.payments p where p.order_id = p_order and p.method = 'credit' and p.state <> 'paid') then return false; end if;
  perform from public.products p where p.id in (select i.product_id from public.order_items i where i.order_id = p_order)
    order by p.id for no key update;
  if exists (
    select from (select i.product_id, sum(i.quantity) as quantity from public.order_items i where i.order_id = p_order group by 1) n
      left join public.products p on p.id = n.product_id where p.stock is null or p.stock < n.quantity
  ) then return false; end if;
  perform from public.discounts d where d.id in (select r.discount_id from private.released_redemptions r where r.order_id = p_order)
    order by d.id for no key update;
  return not exists (select from public.discounts d join private.released_redemptions r on r.discount_id = d.id where r.order_id = p_order and d.times_used >= d.usage_limit);
end $function$
;

CREATE OR REPLACE FUNCTION private.check_change_limits(o orders, p_state text, p_total numeric)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  at timestamptz := private.clock_now();
  had numeric := case when o.payment_state = 'cod_pending' then o.total_amount - o.store_credit else 0 end;
  new_rest numeric := greatest(p_total - o.store_credit, 0);
  most integer;
begin
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.order_limits'), pg_catalog.hashtext(o.user_id::text));
  if (select count(*) from public.order_status_history h
      where h.order_id = o.id and h.created_by = o.user_id and h.notes like 'Order changed by customer%') >= private.limit_of('changes_per_order')
    or (select count(*) from public.order_status_history h
      where h.created_by = o.user_id and h.created_at > at - interval '1 day' and h.notes like 'Order changed by customer%') >= private.limit_of('changes_per_day') then
    raise exception 'Too many changes' using errcode = 'PT429', detail = '{"code":"TOO_MANY_CHANGES"}';
  end if;
  if p_state = 'awaiting_payment' and o.payment_state = 'cod_pending' then
    most := private.limit_of('unpaid_orders');
    if (select count(*) from (select from public.orders x where x.user_id = o.user_id and x.channel = 'online' and x.status = 'pending'
        and x.payment_state in ('awaiting_payment', 'awaiting_verification', 'failed') limit most) c) >= most then
      raise exception 'Too many unpaid orders' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_UNPAID', 'limit', most)::text;
    end if;
  end if;
  if p_state = 'cod_pending' and new_rest > had and new_rest - had > private.cod_allowance(o.user_id) then
    raise exception 'Too much to pay on delivery' using errcode = 'PT429', detail = jsonb_build_object('code', 'COD_LIMIT', 'limit', private.limit_of('first_cod_rupees'))::text;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.cod_allowance(p_user uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.limit_of('first_cod_rupees') - coalesce((select sum(o.total_amount - o.store_credit) from public.orders o
      where o.user_id = p_user and o.payment_state = 'cod_pending' and o.status in ('pending', 'processing', 'shipped')), 0)
    where not exists (select from public.orders o where o.user_id = p_user and o.status = 'delivered')
$function$
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
    where o.user_id = p_user and (o.status in ('pending', 'processing', 'shipped') or o.payment_state in ('awaiting_verification', 'refund_due') or private.has_open_refund(o.id) or private.has_open_return(o.id));
  if orders is not null then
    refusal := 'OPEN_ORDERS';
    return;
  end if;
  if exists (select from public.store_credit_balances b where b.user_id = p_user and b.balance > 0) then
    refusal := 'STORE_CREDIT';
    return;
  end if;
  delete from auth.users u where u.id = p_user;
end $function$
;

CREATE OR REPLACE FUNCTION private.document_facts(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'version', 3,
    'seller', (select jsonb_build_object('store_name', s.store_name, 'legal_name', s.legal_name, 'address', s.address, 'city', s.city, 'pincode', s.pincode,
      'gstin', s.gstin, 'email', s.email, 'phone', s.phone, 'founded_year', s.founded_year, 'upi_vpa', s.upi_vpa) from public.settings s),
    'order', jsonb_build_object('id', o.id, 'order_number', o.order_number, 'created_at', private.utc_text(o.created_at), 'status', o.status, 'full_name', o.full_name,
      'company_name', o.company_name, 'gstin', o.gstin, 'address', o.address, 'city', o.city, 'state', o.state, 'pincode', o.pincode, 'email', '', 'phone', '',
      'place_of_supply', o.place_of_supply, 'seller_state', o.seller_state, 'prices_include_gst', o.prices_include_gst, 'discount_total', o.discount_total,
      'coupon_code', o.coupon_code, 'offers', o.offers, 'subtotal_base', o.subtotal_base, 'total_gst', o.total_gst, 'cgst', o.cgst, 'sgst', o.sgst, 'igst', o.igst,
      'charges', o.charges, 'total_amount', o.total_amount, 'store_credit', o.store_credit,
      'payment_method', o.payment_method, 'payment_state', o.payment_state, 'invoice_per_parcel', o.invoice_per_parcel, 'courier', null,
      'tracking_number', null),
    'items', (select jsonb_agg(jsonb_build_object('line', i.id, 'product_name', i.product_name, 'sku', i.sku, 'hsn', i.hsn, 'unit', i.unit, 'quantity', i.quantity,
      'unit_price', i.unit_price, 'discount', i.discount, 'taxable', i.taxable, 'rate', i.rate, 'cgst', i.cgst, 'sgst', i.sgst, 'igst', i.igst,
      'total', i.total) order by i.product_name collate "C", i.id) from public.order_items i where i.order_id = o.id))
  from public.orders o where o.id = p_order
$function$
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
    where o.user_id = old.id and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due') and not private.has_open_refund(o.id) and not private.has_open_return(o.id)
      and exists (select from public.documents d where d.order_id = o.id);
  -- never invoiced, or no longer: no law wants this one. amounts, lines, PIN code and State stay for the books of the stock
  update public.orders o set full_name = 'Deleted customer', company_name = null, gstin = null, address = 'Erased', city = 'Erased', email = '', phone = '',
      cancel_reason = null
    where o.user_id = old.id and o.status in ('delivered', 'cancelled') and o.payment_state not in ('awaiting_verification', 'refund_due') and not private.has_open_refund(o.id) and not private.has_open_return(o.id)
      and not exists (select from public.documents d where d.order_id = o.id);
  update public.order_status_history h set notes = 'Order cancelled' from public.orders o
    where o.user_id = old.id and o.id = h.order_id and h.status = 'cancelled' and h.notes is not null
      and not exists (select from public.documents d where d.order_id = o.id);
  -- the books of the store credit stay, without the person and what was said of them
  update public.store_credit_entries e set reason = case when e.kind = 'staff' then 'Erased' end where e.user_id = old.id and e.reason is not null;
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

CREATE OR REPLACE FUNCTION private.follow_return(p_return returns)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  own public.message_texts;
  short text;
  number text;
  title text;
  step text := case p_return.state when 'closed' then 'settled' else p_return.state end;
  message text;
begin
  update public.orders x set updated_at = now() where x.id = p_return.order_id returning x.* into o;   -- who has it on the screen reads it again
  short := '#' || left(o.id::text, 8);
  number := private.order_number_text(o.order_number);
  insert into public.order_status_history (order_id, status, notes, created_by, created_at, automatic)
    values (o.id, o.status, format('Return %s %s', p_return.number, step), auth.uid(), private.clock_now(), false);
  if p_return.state = 'withdrawn' then return; end if;
  if o.user_id is not null then
    title := 'Return ' || step;
    message := 'Return ' || p_return.number || ' of your order ' || short || ' (no. ' || number || ') ' || case p_return.state
      when 'requested' then 'has reached us. We will answer soon.'
      when 'approved' then 'is approved. Please send the goods back.'
      when 'declined' then 'is declined: ' || p_return.decline_reason
      when 'received' then 'has arrived, and we are checking the goods.'
      else case p_return.settled_as when 'exchange' then 'is settled. Your new order is #' || left(p_return.exchange_order::text, 8) || '.'
        when 'credit' then 'is settled as store credit.' else 'is settled.' end end;
    select t.* into own from public.message_texts t where t.key = 'notice_return_' || p_return.state;
    if found then
      own.subject := left(private.fill_text(own.subject, jsonb_build_object('name', o.full_name, 'order', short, 'number', number, 'return', p_return.number, 'reason', p_return.decline_reason)), 120);
      own.opening := private.fill_text(own.opening, jsonb_build_object('name', o.full_name, 'order', short, 'number', number, 'return', p_return.number, 'reason', p_return.decline_reason));
    end if;
    insert into public.notifications (user_id, title, message, type, order_id, created_at)
      values (o.user_id, coalesce(nullif(own.subject, ''), title), left(coalesce(nullif(own.opening, ''), message), 600), 'order_update', o.id, private.clock_now());
  end if;
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' then
    insert into private.mails (kind, recipient, data) values ('order_return', o.email,
      jsonb_strip_nulls(jsonb_build_object('order_id', o.id, 'status', o.status, 'return_id', p_return.id, 'return_state', p_return.state,
        'files', case when p_return.credit_file is not null then jsonb_build_array(p_return.credit_file) end)));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.guard_order_limits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  placed timestamptz := private.clock_now();
  most integer;
begin
  -- one order of an account at a time: two at once would both be below the limit. the order service holds its locks on goods and
  -- discounts by now, and takes none after this
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.order_limits'), pg_catalog.hashtext(new.user_id::text));
  most := private.limit_of('orders_per_hour');
  if (select count(*) from (select from public.orders o
      where o.user_id = new.user_id and o.channel = 'online' and o.created_at > placed - interval '1 hour' limit most) c) >= most then
    raise exception 'Too many orders in an hour' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_ORDERS', 'limit', most)::text;
  end if;
  if new.payment_state = 'awaiting_payment' and new.payment_method <> 'credit' then
    most := private.limit_of('unpaid_orders');
    if (select count(*) from (select from public.orders o where o.user_id = new.user_id and o.channel = 'online' and o.status = 'pending'
        and o.payment_state in ('awaiting_payment', 'awaiting_verification', 'failed') limit most) c) >= most then
      raise exception 'Too many unpaid orders' using errcode = 'PT429', detail = jsonb_build_object('code', 'TOO_MANY_UNPAID', 'limit', most)::text;
    end if;
  end if;
  if new.payment_state = 'cod_pending' and new.total_amount - new.store_credit > private.cod_allowance(new.user_id) then
    most := private.limit_of('first_cod_rupees');
    raise exception 'Too much to pay on delivery' using errcode = 'PT429', detail = jsonb_build_object('code', 'COD_LIMIT', 'limit', most)::text;
  end if;
  return new;
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
  refund jsonb := jsonb_build_object('order_id', new.order_id, 'refund_id', new.id, 'amount', new.amount, 'reference', new.reference, 'method', new.method);
begin
  -- the new order of an exchange says it all (65_returns_closing.sql)
  if new.method = 'credit' and coalesce(current_setting('shop.exchange', true), '') = 'on' then return null; end if;
  select x.* into o from public.orders x where x.id = new.order_id;
  if o.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at) values (o.user_id,
      case when new.method = 'credit' then 'Store credit' else 'Refund sent' end, '₹' || to_char(new.amount, 'FM99999999990.00') || ' of your order #' || left(o.id::text, 8) || ' (no. ' || private.order_number_text(o.order_number) || ') '
        || case when new.method = 'credit' then 'is in your store credit' else 'is on its way back to you' end || coalesce(' (reference ' || new.reference || ')', '') || '.', 'order_update', o.id, private.clock_now());
  end if;
  if coalesce(current_setting('shop.quiet', true), '') <> 'on' and o.email <> '' then
    insert into private.mails (kind, recipient, data) values ('order_refunded', o.email, refund);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.razorpay_begin(p_order uuid)
 RETURNS TABLE(provider_order_id text, amount bigint, reference text, state text, awaited boolean, vouched text[], asked_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.id, (p.amount * 100)::bigint, p.reference, o.payment_state, o.status <> 'cancelled' and o.payment_state = 'awaiting_payment',
    array(select c.id from private.razorpay_payments c where c.order_id = o.id and c.vouched and c.status = 'created'), clock_timestamp()
  from public.orders o
    join public.payments p on p.order_id = o.id and p.method = 'razorpay'
    left join private.razorpay_orders r on r.order_id = o.id
  where o.id = p_order
$function$
;

CREATE OR REPLACE FUNCTION private.settle_razorpay_payment(p_payment jsonb, p_vouched boolean, OUT state text, OUT capture boolean)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ours uuid;
  o public.orders;
  charge private.razorpay_payments;
  awaited public.payments;
  reopened boolean := false;
  checking boolean;
begin
  capture := false;
  select coalesce((select r.order_id from private.razorpay_orders r where r.id = p_payment ->> 'order_id'),
    (select c.order_id from private.razorpay_payments c where c.id = p_payment ->> 'id')) into ours;
  if ours is not null then
    select x.* into o from public.orders x where x.id = ours for no key update;
    select p.* into awaited from public.payments p where p.order_id = ours and p.method = 'razorpay' for no key update;
  end if;

  insert into private.razorpay_payments as c (id, provider_order_id, order_id, amount, currency, status, vouched, amount_refunded) values (
      p_payment ->> 'id', p_payment ->> 'order_id', ours, (p_payment ->> 'amount')::bigint, p_payment ->> 'currency', p_payment ->> 'status', p_vouched,
      coalesce((p_payment ->> 'amount_refunded')::bigint, 0))
    on conflict (id) do update set
      provider_order_id = coalesce(c.provider_order_id, excluded.provider_order_id),
      order_id = coalesce(c.order_id, excluded.order_id),
      amount = coalesce(c.amount, excluded.amount),
      currency = coalesce(c.currency, excluded.currency),
      status = case when private.razorpay_rank(excluded.status) > private.razorpay_rank(c.status) then excluded.status else c.status end,
      vouched = c.vouched or excluded.vouched,
      amount_refunded = greatest(c.amount_refunded, excluded.amount_refunded)
    returning c.* into charge;

  -- money was captured: find its order. an unmatched payment is checked again once its order is known
  if charge.status = 'captured' and (charge.standing is null
      or charge.standing = 'unknown_order' and awaited.id is not null and charge.refund = 'none' and charge.resolved_at is null) then
    charge.standing := case
      when awaited.id is null then 'unknown_order'
      when charge.amount is distinct from (awaited.amount * 100)::bigint or charge.currency is distinct from 'INR' then 'amount_differs'
      when awaited.state in ('paid', 'refund_due', 'refunded') then 'second_charge'
      else 'kept' end;
    update private.razorpay_payments c set standing = charge.standing,
        refund = case charge.standing when 'second_charge' then 'due' else c.refund end,
        refund_next_at = case charge.standing when 'second_charge' then now() else c.refund_next_at end
      where c.id = charge.id;
    if charge.standing = 'kept' then
      reopened := o.status = 'cancelled' and o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(ours);
      if reopened then update public.orders x set status = 'pending', payment_state = 'paid' where x.id = ours; end if;
      update public.payments p set state = case when o.status = 'cancelled' and not reopened then 'refund_due' else 'paid' end,
          provider_reference = charge.id, failure = null where p.id = awaited.id
        returning p.* into awaited;
    end if;
  -- money that went back by other hands is followed until it has arrived; a hold that ran out was never money
  elsif charge.status = 'refunded' and charge.standing is not null and charge.refund in ('none', 'due')
    or charge.standing = 'kept' and charge.amount_refunded > (select coalesce(sum(r.amount * 100), 0) from public.refunds r
      join private.razorpay_refunds s on s.refund_id = r.id where s.charge_id = charge.id and s.provider_id is not null and r.state in ('asked', 'paid')) then
    update private.razorpay_payments c set refund = 'asked', refund_next_at = now() where c.id = charge.id;
  end if;

  if awaited.state in ('awaiting_payment', 'awaiting_verification') then
    select coalesce(bool_or(c.status = 'authorized' or c.status = 'created' and c.vouched), false) into checking
      from private.razorpay_payments c where c.order_id = ours and c.standing is null;
    update public.payments p set state = case when checking then 'awaiting_verification' else 'awaiting_payment' end,
        failure = case when checking then null when charge.status = 'failed' and p_payment ->> 'status' = 'failed'
          then left(coalesce(nullif(p_payment ->> 'failure', ''), 'The bank did not accept it'), 300) else p.failure end
      where p.id = awaited.id;
    capture := charge.status = 'authorized' and charge.amount = (awaited.amount * 100)::bigint and charge.currency = 'INR'
      and (o.status <> 'cancelled' or (o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(ours)));
    if charge.status = 'authorized' then update private.razorpay_orders r set next_check_at = now() where r.order_id = ours; end if;
  end if;
  select x.payment_state into state from public.orders x where x.id = ours;
end $function$
;

CREATE OR REPLACE FUNCTION private.write_order_change(p_by uuid, p_own boolean, p_id uuid, p_version integer, p_order jsonb, p_items jsonb, p_note text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  before numeric;
  paid_by text;
  state text;
  credit numeric;   -- what store credit pays of it
  reissued boolean;
  credited uuid;
  files jsonb;
  short text := '#' || left(p_id::text, 8);
  shown text := case when length(p_note) > 540 then left(p_note, 539) || '…' else p_note end;
begin
  select x.* into o from public.orders x where x.id = p_id and x.version = p_version and case when p_own
    then x.status = 'pending' and x.user_id = p_by and x.channel = 'online' else x.status in ('pending', 'processing') end for no key update;
  if not found or not p_own and not private.staff_may(p_by, 'orders.process') then raise exception 'permission denied for changing orders' using errcode = '42501'; end if;
  before := o.total_amount;
  paid_by := o.payment_method;
  state := o.payment_state;
  if p_own then
    perform private.check_change_limits(o, coalesce(p_order ->> 'payment_state', state), coalesce((p_order ->> 'total_amount')::numeric, before));
  end if;
  credit := o.store_credit;
  if credit > 0 and o.user_id is not null then perform private.lock_store_credit(o.user_id); end if;   -- before the series of the credit notes
  reissued := o.status = 'processing' and not o.invoice_per_parcel and (p_items is not null or p_order - '{phone,payment_method,payment_state}'::text[] <> '{}');
  if reissued then credited := private.credit_rest(p_id, p_reason); end if;
  if p_items is not null then
    perform set_config('shop.stock_reason', 'change', true), set_config('shop.stock_order', p_id::text, true);
    update public.products p set stock = p.stock - m.more, units_sold = greatest(p.units_sold + m.more, 0)
      from (select q.product_id, sum(q.quantity)::integer as more from (
          select i.product_id, -i.quantity as quantity from public.order_items i where i.order_id = p_id
          union all select n.product_id, n.quantity from jsonb_to_recordset(p_items) n (product_id uuid, quantity integer)) q
        where q.product_id is not null group by 1) m
      where p.id = m.product_id and m.more <> 0;
    perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
    delete from public.order_items i where i.order_id = p_id and i.id not in (
      select n.id from jsonb_to_recordset(p_items) n (id uuid) where n.id is not null);
    update public.order_items i set (quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
        = (n.quantity, n.unit_price, n.discount, n.taxable, n.rate, n.cgst, n.sgst, n.igst, n.total)
      from jsonb_populate_recordset(null::public.order_items, p_items) n where i.id = n.id and i.order_id = p_id;
    insert into public.order_items (order_id, product_id, product_name, sku, hsn, unit, image_url, quantity, unit_price, discount, taxable, rate, cgst, sgst, igst, total)
      select p_id, n.product_id, n.product_name, n.sku, n.hsn, n.unit, n.image_url, n.quantity, n.unit_price, n.discount, n.taxable, n.rate, n.cgst, n.sgst, n.igst, n.total
      from jsonb_populate_recordset(null::public.order_items, p_items) n where n.id is null;
  end if;
  update public.orders x set (full_name, company_name, gstin, address, city, state, pincode, phone, place_of_supply, coupon_code, offers,
      goods_total, discount_total, subtotal_base, total_gst, cgst, sgst, igst, charges, total_amount, payment_method, payment_state, store_credit)
    = (select n.full_name, n.company_name, n.gstin, n.address, n.city, n.state, n.pincode, n.phone, n.place_of_supply, n.coupon_code, n.offers,
      n.goods_total, n.discount_total, n.subtotal_base, n.total_gst, n.cgst, n.sgst, n.igst, n.charges, n.total_amount, n.payment_method, n.payment_state, least(n.store_credit, n.total_amount)
      from jsonb_populate_record(o, p_order) n)
    where x.id = p_id returning x.* into o;
  -- what was received stays what it was: a payment that is still to come follows the total, and what was paid too much is due back
  if o.total_amount < before and o.payment_state = 'paid' then
    perform private.owe_refund(p_id, before - o.total_amount, 'change', p_reason);
  elsif o.total_amount <> before or o.payment_method <> paid_by then
    if credit > o.store_credit then perform private.owe_refund(p_id, credit - o.store_credit, 'change', p_reason); end if;
    -- a reference that was not found belongs to the old method. the time to pay counts from now where nothing was awaited before
    update public.payments p set method = o.payment_method, state = o.payment_state, failure = null, provider_reference = null, claimed_at = null,
        awaited_since = private.clock_now()
      where p.order_id = p_id and o.payment_method <> paid_by and p.state in ('cod_pending', 'awaiting_payment', 'failed');
    update public.payments p set amount = o.total_amount - o.store_credit where p.order_id = p_id and p.state in ('cod_pending', 'awaiting_payment', 'failed');
    if exists (select from public.payments p where p.order_id = p_id and p.method <> 'credit'
        and (p.amount, p.method, p.state) is distinct from (o.total_amount - o.store_credit, o.payment_method, o.payment_state)) then
      raise exception 'The payments of order % have another amount than its total', p_id using errcode = '23514';
    end if;
    -- store credit pays all of it now
    if credit > 0 and o.store_credit = o.total_amount then
      update public.payments p set state = 'paid' where p.order_id = p_id and p.amount = 0 and p.state in ('cod_pending', 'awaiting_payment', 'failed');
    end if;
  end if;
  if reissued then
    perform private.issue_invoice(p_id);
    files := jsonb_build_array(credited, (select d.file_id from public.documents d where d.order_id = p_id and d.kind = 'invoice' and not exists (
      select from public.documents n where n.reverses = d.id) limit 1));
  end if;
  insert into public.order_status_history (order_id, status, notes, created_by, created_at) values (p_id, o.status, p_note, p_by, private.clock_now());
  if o.user_id is not null then
    insert into public.notifications (user_id, title, message, type, order_id, created_at)
      values (o.user_id, 'Order changed', 'Order ' || short || ': ' || shown, 'order_update', p_id, private.clock_now());
  end if;
  insert into private.mails (kind, recipient, data) values ('order_changed', o.email, jsonb_strip_nulls(
    jsonb_build_object('order_id', p_id, 'status', o.status, 'note', shown, 'files', files)));
end $function$
;

CREATE OR REPLACE FUNCTION public.admin_orders(p_filters jsonb DEFAULT '{}'::jsonb, p_sort text DEFAULT 'placed'::text, p_ascending boolean DEFAULT false, p_cursor jsonb DEFAULT NULL::jsonb, p_backwards boolean DEFAULT false, p_limit integer DEFAULT 50, p_day_filters jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, status text, user_id uuid, full_name text, company_name text, gstin text, city text, state text, pincode text, phone text, place_of_supply text, goods_total numeric, discount_total numeric, subtotal_base numeric, cgst numeric, sgst numeric, igst numeric, charges jsonb, total_amount numeric, store_credit numeric, payment_method text, payment_state text, courier text, tracking_number text, version integer, units integer, goods text[], invoices text, credit_notes text, reference text, failure text, day_orders integer, day_cancelled integer, day_total numeric, order_number integer, units_gone integer, refund_due numeric, to_collect numeric, invoice_per_parcel boolean)
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
      o.goods_total, o.discount_total, o.subtotal_base, o.cgst, o.sgst, o.igst, o.charges, o.total_amount, o.store_credit,
      o.payment_method, o.payment_state, o.courier, o.tracking_number, o.version, l.units, l.goods, d.invoices, d.credit_notes, p.provider_reference, p.failure,
      y.orders, y.cancelled, y.total, o.order_number, g.units, b.due, w.open, o.invoice_per_parcel
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
    left join lateral (select x.provider_reference, x.failure from public.payments x where x.order_id = o.id order by x.method = 'credit', x.created_at desc limit 1) p on true
    left join (%4$s) y on y.day = (o.created_at at time zone 'Asia/Kolkata')::date
    order by %2$s$query$,
    conditions, ordering, least(greatest(p_limit, 1), 1001), days);
end $function$
;

CREATE OR REPLACE FUNCTION public.cancel_rest(p_order uuid, p_version integer, p_reason text)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  o public.orders;
  pieces jsonb;
  names text;
  file uuid := gen_random_uuid();
  part record;
  amount numeric;
  why text := nullif(btrim(p_reason), '');
begin
  if not private.may('orders.process') then raise exception 'permission denied for shipments' using errcode = '42501'; end if;
  if why is null or length(why) > 300 then
    raise exception 'This needs a reason of at most 300 characters' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  select x.* into o from public.orders x where x.id = p_order for no key update;
  if not found then raise exception 'This order is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if o.version is distinct from p_version then raise exception 'The order has changed' using errcode = 'PT409', detail = '{"code":"STALE"}'; end if;
  if o.status <> 'processing' or not exists (select from private.pieces_of(o.id) p where p.gone > 0) then
    raise exception 'Nothing of this order has left: cancel all of it' using errcode = 'PT409', detail = jsonb_build_object('code', 'STEP_NOT_ALLOWED', 'from', o.status)::text;
  end if;
  if o.payment_state not in ('paid', 'cod_pending') then
    raise exception 'Settle the payment of this order first' using errcode = 'PT409', detail = '{"code":"PAYMENT_OPEN"}';
  end if;
  select jsonb_agg(jsonb_build_object('line', p.item, 'quantity', p.quantity - p.in_parcels)),
      string_agg((p.quantity - p.in_parcels) || ' × ' || i.product_name, ', ' order by i.product_name, i.id)
    into pieces, names from private.pieces_of(o.id) p join public.order_items i on i.id = p.item where p.quantity > p.in_parcels;
  if pieces is null then raise exception 'Everything is in a parcel' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}'; end if;

  perform private.restock_pieces(o.id, pieces);
  if o.store_credit > 0 and o.user_id is not null then perform private.lock_store_credit(o.user_id); end if;   -- before the series of the credit notes
  update public.order_items i set cancelled_quantity = i.cancelled_quantity + r.quantity
    from jsonb_to_recordset(pieces) r (line uuid, quantity integer) where i.id = r.line;
  if o.invoice_per_parcel then   -- what is in no parcel is on no invoice
    amount := private.give_up_pieces(pieces);
  else
    for part in select * from private.invoices_of_pieces(o.id, pieces) loop
      perform private.issue_credit_note(part.invoice, part.lines, why, false, file);
    end loop;
  end if;
  if not o.invoice_per_parcel and jsonb_array_length(pieces) <> (select count(*) from public.documents d cross join jsonb_array_elements(d.content -> 'items') where d.file_id = file) then
    raise exception 'The invoices of order % do not have all of these pieces', o.id using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_MUCH"}';
  end if;
  amount := coalesce(amount, (select sum((d.content #>> '{order,total_amount}')::numeric) from public.documents d where d.file_id = file));
  if amount > 0 then perform private.lower_payment(o, amount, why); end if;
  perform private.notify_rest(o, case when length(names) > 200 then left(names, 199) || '…' else names end, amount, why);

  -- its parcels are the whole order now. their mails were sent when they left
  if not exists (select from private.pieces_of(o.id) p where p.quantity > p.gone) then
    perform set_config('shop.quiet', 'on', true);
    update public.orders x set status = 'shipped' where x.id = o.id;
    if not exists (select from public.shipments s where s.order_id = o.id and s.state = 'shipped') then
      update public.orders x set status = 'delivered' where x.id = o.id;
    end if;
    perform set_config('shop.quiet', '', true);
  else
    update public.orders x set updated_at = now() where x.id = o.id;
  end if;
  return amount;
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
        select o.id, o.order_number, o.created_at, o.status, o.payment_method, o.payment_state, o.total_amount, o.store_credit, o.pincode,
          coalesce((select max(p.awaited_since) from public.payments p where p.order_id = o.id), o.created_at) as awaited_since,
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

grant select on table "public"."store_credit_balances" to "authenticated";

grant references on table "public"."store_credit_balances" to "service_role";

grant select on table "public"."store_credit_balances" to "service_role";

grant trigger on table "public"."store_credit_balances" to "service_role";

grant references on table "public"."store_credit_entries" to "service_role";

grant select on table "public"."store_credit_entries" to "service_role";

grant trigger on table "public"."store_credit_entries" to "service_role";


  create policy "the own balance, and all of them for staff with the payments"
  on "public"."store_credit_balances"
  as permissive
  for select
  to authenticated
using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('payments.manage'::text) AS may)));



  create policy "own entries, and all of them for staff with the payments"
  on "public"."store_credit_entries"
  as permissive
  for select
  to authenticated
using (((user_id = ( SELECT auth.uid() AS uid)) OR ( SELECT private.may('payments.manage'::text) AS may)));


CREATE TRIGGER follow_credit AFTER INSERT ON public.refunds FOR EACH ROW WHEN (((new.state = 'paid'::text) AND (new.method = 'credit'::text))) EXECUTE FUNCTION private.follow_credit_refund();

CREATE TRIGGER follow_credit_settled AFTER UPDATE OF state ON public.refunds FOR EACH ROW WHEN (((new.state = 'paid'::text) AND (old.state <> 'paid'::text) AND (new.method = 'credit'::text))) EXECUTE FUNCTION private.follow_credit_refund();

CREATE TRIGGER refund_in_credit BEFORE INSERT ON public.refunds FOR EACH ROW WHEN (((new.state = 'due'::text) AND private.pays_in_credit(new.payment_id))) EXECUTE FUNCTION private.refund_in_credit();

CREATE TRIGGER audit_insert AFTER INSERT ON public.store_credit_entries REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'user_id', '{id,user_id,reason,created_by,created_at,updated_at,version}', '{amount,kind}', 'yes');

CREATE TRIGGER audit_insert AFTER INSERT ON public.returns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_by,decided_at,received_at,ended_at,credit_file,created_at,updated_at,version}', '{number,state,asked_by,reason,wish,credited,deduction,settled_as}', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.returns REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_by,decided_at,received_at,ended_at,credit_file,created_at,updated_at,version}', '{number,state,asked_by,reason,wish,credited,deduction,settled_as}', 'yes');

-- written by hand: grants on columns and functions, and what service_role does not write
revoke insert, update, delete, truncate on public.store_credit_balances, public.store_credit_entries from service_role;
revoke all on public.store_credit_balances, public.store_credit_entries from anon;
revoke all on public.store_credit_entries from authenticated;
grant insert (address, cgst, channel, charges, city, company_name, coupon_code, discount_total, email, full_name, goods_total, gstin, id, igst, made_by, offers, payment_method, payment_state, phone, pincode, place_of_supply, prices_include_gst, seller_state, sgst, state, status, store_credit, subtotal_base, total_amount, total_gst, user_id) on public.orders to shop_orders;
grant select (asked_by, created_at, credit_file, credited, decided_at, decline_reason, deduction, deduction_reason, ended_at, exchange_order, id, message, number, order_id, reason, received_at, settled_as, state, version, wish) on public.returns to authenticated;
grant select (amount, created_at, id, kind, order_id, reason, refund_id, user_id) on public.store_credit_entries to authenticated;
grant update (bank, card, cash, cgst, cod, company, credit, delivery, discount, igst, party_group, razorpay, sales, sales_inter_state, sgst, unregistered_party, upi) on public.tally_ledgers to authenticated;
grant execute on function private.begin_exchange(uuid,uuid,integer) to shop_orders;
grant execute on function private.finish_exchange(uuid,uuid,uuid,jsonb) to shop_orders;
grant execute on function private.lock_store_credit(uuid) to shop_orders;
grant execute on function private.settle_exchange(uuid,uuid,integer,jsonb,uuid,numeric) to shop_orders;
grant execute on function private.spend_store_credit(uuid) to shop_orders;
grant execute on function public.admin_orders(jsonb,text,boolean,jsonb,boolean,integer,jsonb) to authenticated;
grant execute on function public.ask_return(uuid,jsonb,text,text,text) to authenticated;
grant execute on function public.book_return(uuid,jsonb,text,text,text) to authenticated;
grant execute on function public.change_store_credit(uuid,numeric,text) to authenticated;
grant execute on function public.close_return(uuid,integer,jsonb,boolean,numeric,text,text) to authenticated;
grant execute on function public.exchange_choices(uuid) to authenticated;
