drop trigger if exists "address_order_mail" on "private"."mails";

alter table "private"."erasures" drop constraint "erasures_what_check";

  create table "private"."return_photos" (
    "id" uuid not null default gen_random_uuid(),
    "return_id" uuid not null,
    "bytes" bytea not null,
    "created_at" timestamp with time zone not null default now()
      );


alter table "private"."return_photos" enable row level security;


  create table "public"."return_lines" (
    "return_id" uuid not null,
    "order_item_id" uuid not null,
    "quantity" integer not null,
    "restocked" integer not null default 0,
    "damaged" integer not null default 0,
    "lost" integer not null default 0,
    "credited" integer not null default 0
      );


alter table "public"."return_lines" enable row level security;


  create table "public"."returns" (
    "id" uuid not null default gen_random_uuid(),
    "order_id" uuid not null,
    "number" integer not null,
    "state" text not null,
    "asked_by" text not null,
    "reason" text not null,
    "message" text,
    "decline_reason" text,
    "credited" numeric(12,2),
    "deduction" numeric(12,2),
    "deduction_reason" text,
    "credit_file" uuid,
    "created_by" uuid,
    "created_at" timestamp with time zone not null default now(),
    "decided_at" timestamp with time zone,
    "received_at" timestamp with time zone,
    "ended_at" timestamp with time zone,
    "version" integer not null default 1
      );


alter table "public"."returns" enable row level security;

alter table "public"."settings" add column "return_days" integer not null default 7;

CREATE UNIQUE INDEX return_photos_pkey ON private.return_photos USING btree (id);

CREATE INDEX return_photos_return_id_idx ON private.return_photos USING btree (return_id, created_at, id);

CREATE INDEX return_lines_order_item_id_idx ON public.return_lines USING btree (order_item_id);

CREATE UNIQUE INDEX return_lines_pkey ON public.return_lines USING btree (return_id, order_item_id);

CREATE INDEX returns_created_at_idx ON public.returns USING btree (created_at DESC, id);

CREATE INDEX returns_created_by_idx ON public.returns USING btree (created_by) WHERE (created_by IS NOT NULL);

CREATE INDEX returns_ended_at_idx ON public.returns USING btree (ended_at) WHERE (ended_at IS NOT NULL);

CREATE INDEX returns_open_idx ON public.returns USING btree (state, created_at, id) WHERE (state = ANY (ARRAY['requested'::text, 'approved'::text, 'received'::text]));

CREATE UNIQUE INDEX returns_order_id_number_key ON public.returns USING btree (order_id, number);

CREATE UNIQUE INDEX returns_pkey ON public.returns USING btree (id);

alter table "private"."return_photos" add constraint "return_photos_pkey" PRIMARY KEY using index "return_photos_pkey";

alter table "public"."return_lines" add constraint "return_lines_pkey" PRIMARY KEY using index "return_lines_pkey";

alter table "public"."returns" add constraint "returns_pkey" PRIMARY KEY using index "returns_pkey";

alter table "private"."return_photos" add constraint "return_photos_bytes_check" CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 2000000))) not valid;

alter table "private"."return_photos" validate constraint "return_photos_bytes_check";

alter table "private"."return_photos" add constraint "return_photos_return_id_fkey" FOREIGN KEY (return_id) REFERENCES returns(id) ON DELETE CASCADE not valid;

alter table "private"."return_photos" validate constraint "return_photos_return_id_fkey";

alter table "public"."return_lines" add constraint "return_lines_check" CHECK (((credited >= 0) AND (credited <= quantity))) not valid;

alter table "public"."return_lines" validate constraint "return_lines_check";

alter table "public"."return_lines" add constraint "return_lines_damaged_check" CHECK ((damaged >= 0)) not valid;

alter table "public"."return_lines" validate constraint "return_lines_damaged_check";

alter table "public"."return_lines" add constraint "return_lines_lost_check" CHECK ((lost >= 0)) not valid;

alter table "public"."return_lines" validate constraint "return_lines_lost_check";

alter table "public"."return_lines" add constraint "return_lines_order_item_id_fkey" FOREIGN KEY (order_item_id) REFERENCES order_items(id) ON DELETE CASCADE not valid;

alter table "public"."return_lines" validate constraint "return_lines_order_item_id_fkey";

alter table "public"."return_lines" add constraint "return_lines_quantity_check" CHECK ((quantity > 0)) not valid;

alter table "public"."return_lines" validate constraint "return_lines_quantity_check";

alter table "public"."return_lines" add constraint "return_lines_received" CHECK (((((restocked + damaged) + lost) = 0) OR (((restocked + damaged) + lost) = quantity))) not valid;

alter table "public"."return_lines" validate constraint "return_lines_received";

alter table "public"."return_lines" add constraint "return_lines_restocked_check" CHECK ((restocked >= 0)) not valid;

alter table "public"."return_lines" validate constraint "return_lines_restocked_check";

alter table "public"."return_lines" add constraint "return_lines_return_id_fkey" FOREIGN KEY (return_id) REFERENCES returns(id) ON DELETE CASCADE not valid;

alter table "public"."return_lines" validate constraint "return_lines_return_id_fkey";

alter table "public"."returns" add constraint "returns_asked_by_check" CHECK ((asked_by = ANY (ARRAY['customer'::text, 'staff'::text]))) not valid;

alter table "public"."returns" validate constraint "returns_asked_by_check";

alter table "public"."returns" add constraint "returns_check" CHECK (((deduction >= (0)::numeric) AND (deduction <= credited))) not valid;

alter table "public"."returns" validate constraint "returns_check";

alter table "public"."returns" add constraint "returns_closed" CHECK ((((state = 'closed'::text) = (credited IS NOT NULL)) AND ((credited IS NULL) = (deduction IS NULL)))) not valid;

alter table "public"."returns" validate constraint "returns_closed";

alter table "public"."returns" add constraint "returns_created_by_fkey" FOREIGN KEY (created_by) REFERENCES auth.users(id) ON DELETE SET NULL not valid;

alter table "public"."returns" validate constraint "returns_created_by_fkey";

alter table "public"."returns" add constraint "returns_credited_check" CHECK ((credited >= (0)::numeric)) not valid;

alter table "public"."returns" validate constraint "returns_credited_check";

alter table "public"."returns" add constraint "returns_decline_reason_check" CHECK (((length(btrim(decline_reason)) >= 1) AND (length(btrim(decline_reason)) <= 400))) not valid;

alter table "public"."returns" validate constraint "returns_decline_reason_check";

alter table "public"."returns" add constraint "returns_declined" CHECK (((decline_reason IS NULL) OR (state = 'declined'::text))) not valid;

alter table "public"."returns" validate constraint "returns_declined";

alter table "public"."returns" add constraint "returns_deduction" CHECK (((deduction IS NULL) OR (deduction = (0)::numeric) OR (deduction_reason IS NOT NULL))) not valid;

alter table "public"."returns" validate constraint "returns_deduction";

alter table "public"."returns" add constraint "returns_deduction_reason_check" CHECK (((length(btrim(deduction_reason)) >= 1) AND (length(btrim(deduction_reason)) <= 400))) not valid;

alter table "public"."returns" validate constraint "returns_deduction_reason_check";

alter table "public"."returns" add constraint "returns_ended" CHECK (((state = ANY (ARRAY['declined'::text, 'withdrawn'::text, 'closed'::text])) = (ended_at IS NOT NULL))) not valid;

alter table "public"."returns" validate constraint "returns_ended";

alter table "public"."returns" add constraint "returns_message_check" CHECK (((length(btrim(message)) >= 1) AND (length(btrim(message)) <= 2000))) not valid;

alter table "public"."returns" validate constraint "returns_message_check";

alter table "public"."returns" add constraint "returns_number_check" CHECK (((number >= 1) AND (number <= 100))) not valid;

alter table "public"."returns" validate constraint "returns_number_check";

alter table "public"."returns" add constraint "returns_order_id_fkey" FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE not valid;

alter table "public"."returns" validate constraint "returns_order_id_fkey";

alter table "public"."returns" add constraint "returns_order_id_number_key" UNIQUE using index "returns_order_id_number_key";

alter table "public"."returns" add constraint "returns_reason_check" CHECK ((reason = ANY (ARRAY['damaged'::text, 'wrong'::text, 'missing'::text, 'other'::text]))) not valid;

alter table "public"."returns" validate constraint "returns_reason_check";

alter table "public"."returns" add constraint "returns_state_check" CHECK ((state = ANY (ARRAY['requested'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'received'::text, 'closed'::text]))) not valid;

alter table "public"."returns" validate constraint "returns_state_check";

alter table "public"."settings" add constraint "settings_return_days_check" CHECK (((return_days >= 0) AND (return_days <= 365))) not valid;

alter table "public"."settings" validate constraint "settings_return_days_check";

alter table "private"."erasures" add constraint "erasures_what_check" CHECK ((what = ANY (ARRAY['documents'::text, 'order_people'::text, 'stored_files'::text, 'mails'::text, 'diagnostic_reports'::text, 'complaint_clients'::text, 'order_requests'::text, 'audit_log'::text, 'sessions'::text, 'unconfirmed_accounts'::text, 'one_time_tokens'::text, 'flow_states'::text, 'sign_in_log'::text, 'registrations'::text, 'mfa_challenges'::text, 'mfa_attempts'::text, 'return_photos'::text]))) not valid;

alter table "private"."erasures" validate constraint "erasures_what_check";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.add_return(p_order orders, p_lines jsonb, p_reason text, p_message text, p_asked_by text)
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
  if length(p_message) > 2000 then
    raise exception 'The message has at most 2000 characters' using errcode = '22023', detail = '{"code":"INVALID","field":"message"}';
  end if;
  if private.are_return_lines(p_lines, '{quantity}') is distinct from true
    or exists (select from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer) where c.quantity < 1) then
    raise exception 'These are no lines of a return' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  if exists (select from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer)
      left join private.returnable_pieces(p_order.id) p on p.item = c.item where p.item is null or c.quantity > p.rest) then
    raise exception 'So many pieces are not left of the order' using errcode = 'PT409', detail = '{"code":"NOT_LEFT"}';
  end if;
  if (select count(*) from public.returns r where r.order_id = p_order.id) >= 100 then
    raise exception 'An order has at most 100 returns' using errcode = 'PT409', detail = '{"code":"TOO_MANY_RETURNS"}';
  end if;
  insert into public.returns (order_id, number, state, asked_by, reason, message, created_by, created_at, decided_at)
    values (p_order.id, (select coalesce(max(r.number), 0) + 1 from public.returns r where r.order_id = p_order.id),
      case p_asked_by when 'staff' then 'approved' else 'requested' end, p_asked_by, p_reason, nullif(btrim(p_message), ''), auth.uid(),
      private.clock_now(), case p_asked_by when 'staff' then private.clock_now() end)
    returning * into made;
  insert into public.return_lines (return_id, order_item_id, quantity)
    select made.id, c.item, c.quantity from jsonb_to_recordset(p_lines) as c (item uuid, quantity integer);
  perform private.follow_return(made);
  return made.id;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_return_photo(p_user uuid, p_return uuid, p_bytes bytea, OUT refusal text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.returns r where r.id = p_return for update;   -- two at once would both be below the limit
  refusal := private.may_add_return_photo(p_user, p_return);
  if refusal is null then insert into private.return_photos (return_id, bytes, created_at) values (p_return, p_bytes, private.clock_now()); end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.are_return_lines(lines jsonb, fields text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(lines) <> 'array' then false when jsonb_array_length(lines) not between 1 and 1000 then false else (
    select bool_and(coalesce(c.value ->> 'item', '') ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        and (select bool_and(coalesce(c.value ->> f, '') ~ '^[0-9]{1,7}$') from unnest(fields) f))
      and count(distinct c.value ->> 'item') = count(*)
    from jsonb_array_elements(lines) c) end
$function$
;

CREATE OR REPLACE FUNCTION private.credit_return(p_return returns, p_charges boolean, p_file uuid)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  rest jsonb := (select coalesce(jsonb_object_agg(l.order_item_id, l.credited), '{}') from public.return_lines l where l.return_id = p_return.id and l.credited > 0);
  invoice uuid;
  lines jsonb;
  issued text;
  credited numeric := 0;
begin
  for invoice in select d.id from public.documents d where d.order_id = p_return.order_id and d.kind = 'invoice' order by d.issued_at, d.serial desc loop
    select coalesce(jsonb_agg(jsonb_build_object('line', l.line, 'quantity', least(l.quantity - l.credited, (rest ->> l.line::text)::integer)) order by l.place), '[]')
      into lines from private.invoice_lines(invoice) l where l.quantity > l.credited and (rest ->> l.line::text)::integer > 0;
    continue when lines = '[]' and not (p_charges and private.charge_sum(private.uncredited_charges(invoice), 'amount') > 0);
    issued := private.issue_credit_note(invoice, lines, 'Return ' || p_return.number, p_charges, p_file);
    credited := credited + (select (d.content #>> '{order,total_amount}')::numeric from public.documents d where d.serial = issued);
    select coalesce(jsonb_object_agg(x.key, x.value::integer - coalesce((select (c ->> 'quantity')::integer from jsonb_array_elements(lines) c where c ->> 'line' = x.key), 0)), '{}')
      into rest from jsonb_each_text(rest) x;
  end loop;
  if exists (select from jsonb_each_text(rest) x where x.value::integer > 0) then
    raise exception 'More would be credited than is left of the invoices' using errcode = 'PT409', detail = '{"code":"CREDIT_TOO_MUCH"}';
  end if;
  return credited;
end $function$
;

CREATE OR REPLACE FUNCTION private.erase_returns(p_order uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.return_photos p using public.returns r where r.order_id = p_order and p.return_id = r.id;
  update public.returns r set message = null, decline_reason = null,
      deduction_reason = case when r.deduction > 0 then 'Erased' end
    where r.order_id = p_order and (r.message is not null or r.decline_reason is not null or r.deduction_reason is not null);
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
  message text;
begin
  update public.orders x set updated_at = now() where x.id = p_return.order_id returning x.* into o;   -- who has it on the screen reads it again
  short := '#' || left(o.id::text, 8);
  number := private.order_number_text(o.order_number);
  insert into public.order_status_history (order_id, status, notes, created_by, created_at, automatic)
    values (o.id, o.status, format('Return %s %s', p_return.number, p_return.state), auth.uid(), private.clock_now(), false);
  if p_return.state = 'withdrawn' then return; end if;
  if o.user_id is not null then
    title := 'Return ' || p_return.state;
    message := 'Return ' || p_return.number || ' of your order ' || short || ' (no. ' || number || ') ' || case p_return.state
      when 'requested' then 'has reached us. We will answer soon.'
      when 'approved' then 'is approved. Please send the goods back.'
      when 'declined' then 'is declined: ' || p_return.decline_reason
      when 'received' then 'has arrived, and we are checking the goods.'
      else 'is settled.' end;
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

CREATE OR REPLACE FUNCTION private.has_open_return(p_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.returns r where r.order_id = p_order and r.state in ('requested', 'approved', 'received'))
$function$
;

CREATE OR REPLACE FUNCTION private.lock_return(p_return uuid, p_version integer, p_states text[])
 RETURNS returns
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
begin
  perform from public.orders o where o.id = (select x.order_id from public.returns x where x.id = p_return) for no key update;
  select x.* into r from public.returns x where x.id = p_return;
  if not found then raise exception 'This return is gone' using errcode = 'PT404', detail = '{"code":"GONE"}'; end if;
  if r.version is distinct from p_version or r.state <> all (p_states) then
    raise exception 'The return has changed' using errcode = 'PT409', detail = jsonb_build_object('code', 'STALE', 'state', r.state)::text;
  end if;
  return r;
end $function$
;

CREATE OR REPLACE FUNCTION private.may_add_return_photo(p_user uuid, p_return uuid, OUT refusal text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found_state text;
begin
  select r.state into found_state from public.returns r join public.orders o on o.id = r.order_id where r.id = p_return and o.user_id = p_user;
  refusal := case when not found then 'GONE' when found_state <> 'requested' then 'STALE'
    when (select count(*) from private.return_photos p where p.return_id = p_return) >= private.limit_of('return_photos') then 'TOO_MANY' end;
end $function$
;

CREATE OR REPLACE FUNCTION private.restock_return(p_return returns)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  came uuid[] := array(select i.product_id from public.return_lines l join public.order_items i on i.id = l.order_item_id
    where l.return_id = p_return.id and i.product_id is not null and l.lost < l.quantity);
begin
  perform from public.products p where p.id = any (came) order by p.id for no key update;
  perform set_config('shop.stock_reason', 'return', true), set_config('shop.stock_order', p_return.order_id::text, true);
  update public.products p set stock = p.stock + b.arrived
    from (select i.product_id, sum(l.restocked + l.damaged)::integer as arrived from public.return_lines l join public.order_items i on i.id = l.order_item_id
      where l.return_id = p_return.id group by 1) b
    where p.id = b.product_id and b.arrived > 0;
  perform set_config('shop.stock_reason', 'damaged', true);
  update public.products p set stock = p.stock - b.damaged
    from (select i.product_id, sum(l.damaged)::integer as damaged from public.return_lines l join public.order_items i on i.id = l.order_item_id
      where l.return_id = p_return.id group by 1) b
    where p.id = b.product_id and b.damaged > 0;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION private.returnable_pieces(p_order uuid)
 RETURNS TABLE(item uuid, product uuid, quantity integer, rest integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.id, i.product_id, i.quantity, i.quantity - coalesce(sum(l.quantity), 0)::integer
  from public.order_items i
  left join (public.return_lines l join public.returns r on r.id = l.return_id and r.state not in ('declined', 'withdrawn')) on l.order_item_id = i.id
  where i.order_id = p_order group by i.id
$function$
;

CREATE OR REPLACE FUNCTION private.returnable_until(p_order uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select min(h.created_at) + make_interval(days => s.return_days)
  from public.settings s, public.orders o join public.order_status_history h on h.order_id = o.id and h.status = 'delivered'
  where o.id = p_order and o.status = 'delivered' and s.return_days > 0 group by s.return_days
$function$
;

CREATE OR REPLACE FUNCTION private.set_off(p_order uuid, p_amount numeric)
 RETURNS numeric
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  open numeric := p_amount;
  part numeric;
  paid public.payments;
begin
  for paid in select p.* from public.payments p where p.order_id = p_order and p.amount > 0
    and p.state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'failed') order by p.created_at desc, p.id for no key update loop
    exit when open = 0;
    if paid.state = 'awaiting_verification' or paid.method = 'razorpay' then
      raise exception 'The payment of this order has to be settled first' using errcode = 'PT409', detail = '{"code":"PAYMENT_OPEN"}';
    end if;
    part := least(open, paid.amount);
    open := open - part;
    update public.payments p set amount = p.amount - part, state = case when p.amount = part then 'paid' else p.state end where p.id = paid.id;
  end loop;
  -- nothing is left to collect: the order is settled
  update public.orders o set payment_state = 'paid' where o.id = p_order and o.payment_state in ('cod_pending', 'awaiting_payment', 'failed')
    and not exists (select from public.payments p where p.order_id = o.id and p.state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'failed'));
  return open;
end $function$
;

CREATE OR REPLACE FUNCTION public.approve_return(p_return uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  perform private.lock_return(p_return, p_version, '{requested}');
  update public.returns x set state = 'approved', decided_at = private.clock_now(), version = x.version + 1 where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
end $function$
;

CREATE OR REPLACE FUNCTION public.ask_return(p_order uuid, p_lines jsonb, p_reason text, p_message text DEFAULT NULL::text)
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
  return private.add_return(o, p_lines, p_reason, p_message, 'customer');
end $function$
;

CREATE OR REPLACE FUNCTION public.book_return(p_order uuid, p_lines jsonb, p_reason text, p_message text DEFAULT NULL::text)
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
  return private.add_return(o, p_lines, p_reason, p_message, 'staff');
end $function$
;

CREATE OR REPLACE FUNCTION public.close_return(p_return uuid, p_version integer, p_lines jsonb DEFAULT NULL::jsonb, p_charges boolean DEFAULT false, p_deduction numeric DEFAULT 0, p_deduction_reason text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
  file uuid := gen_random_uuid();
  total numeric;
  due numeric;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  r := private.lock_return(p_return, p_version, '{received}');
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
  if due > 0 then perform private.owe_refund(r.order_id, due, 'return', 'Return ' || r.number); end if;
  update public.returns x set state = 'closed', ended_at = private.clock_now(), credited = total, deduction = p_deduction,
      deduction_reason = case when p_deduction > 0 then btrim(p_deduction_reason) end, credit_file = case when total > 0 then file end, version = x.version + 1
    where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
end $function$
;

CREATE OR REPLACE FUNCTION public.decline_return(p_return uuid, p_version integer, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  if coalesce(length(btrim(p_reason)), 0) not between 1 and 400 then
    raise exception 'Declining a return needs a reason' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  perform private.lock_return(p_return, p_version, '{requested,approved}');
  update public.returns x set state = 'declined', decline_reason = btrim(p_reason), decided_at = private.clock_now(), ended_at = private.clock_now(), version = x.version + 1
    where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
end $function$
;

CREATE OR REPLACE FUNCTION public.receive_return(p_return uuid, p_version integer, p_lines jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
begin
  if not private.may('orders.process') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  perform private.lock_return(p_return, p_version, '{approved}');
  if private.are_return_lines(p_lines, '{restocked,damaged,lost}') is distinct from true or exists (
    select from (select l.* from public.return_lines l where l.return_id = p_return) l
    full join jsonb_to_recordset(p_lines) as c (item uuid, restocked integer, damaged integer, lost integer) on c.item = l.order_item_id
    where c.restocked + c.damaged + c.lost is distinct from l.quantity) then
    raise exception 'Every piece of the return is restocked, damaged or lost' using errcode = '22023', detail = '{"code":"INVALID","field":"lines"}';
  end if;
  update public.return_lines l set restocked = c.restocked, damaged = c.damaged, lost = c.lost
    from jsonb_to_recordset(p_lines) as c (item uuid, restocked integer, damaged integer, lost integer)
    where l.return_id = p_return and l.order_item_id = c.item;
  update public.returns x set state = 'received', received_at = private.clock_now(), version = x.version + 1 where x.id = p_return returning x.* into r;
  perform private.restock_return(r);
  perform private.follow_return(r);
end $function$
;

CREATE OR REPLACE FUNCTION public.return_counts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('orders.read') then raise exception 'permission denied for returns' using errcode = '42501'; end if;
  return (select jsonb_object_agg(s.state, (select count(*) from (select from public.returns r where r.state = s.state limit 10001) c))
    from unnest('{requested,approved,received}'::text[]) s (state));
end $function$
;

CREATE OR REPLACE FUNCTION public.return_photo(p_photo uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select translate(encode(p.bytes, 'base64'), e'\n', '') from private.return_photos p join public.returns r on r.id = p.return_id
  join public.orders o on o.id = r.order_id
  where p.id = p_photo and (o.user_id = auth.uid() or private.may('orders.read'))
$function$
;

CREATE OR REPLACE FUNCTION public.return_photo_ids(p_return uuid)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(p.id order by p.created_at, p.id), '{}') from private.return_photos p join public.returns r on r.id = p.return_id
  join public.orders o on o.id = r.order_id
  where r.id = p_return and (o.user_id = auth.uid() or private.may('orders.read'))
$function$
;

CREATE OR REPLACE FUNCTION public.returnable(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('until', private.returnable_until(o.id), 'open', coalesce(private.returnable_until(o.id) >= private.clock_now(), false),
    'pieces', (select jsonb_object_agg(p.item, p.rest) from private.returnable_pieces(o.id) p where p.rest > 0))
  from public.orders o where o.id = p_order and o.status = 'delivered' and (o.user_id = auth.uid() or private.may('orders.read'))
$function$
;

CREATE OR REPLACE FUNCTION public.withdraw_return(p_return uuid, p_version integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  r public.returns;
begin
  if not exists (select from public.returns x join public.orders o on o.id = x.order_id where x.id = p_return and o.user_id = auth.uid()) then
    raise exception 'This return is gone' using errcode = 'PT404', detail = '{"code":"GONE"}';
  end if;
  perform private.lock_return(p_return, p_version, '{requested}');
  update public.returns x set state = 'withdrawn', ended_at = private.clock_now(), version = x.version + 1 where x.id = p_return returning x.* into r;
  perform private.follow_return(r);
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
    'returns', (select jsonb_build_object('count', count(*), 'oldest', min(c.created_at)) from (
      select r.created_at from public.returns r where r.state in ('requested', 'received') order by r.created_at limit 100001) c),
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
    where o.user_id = p_user and (o.status in ('pending', 'processing', 'shipped') or o.payment_state in ('awaiting_verification', 'refund_due') or private.has_open_refund(o.id) or private.has_open_return(o.id));
  if orders is not null then
    refusal := 'OPEN_ORDERS';
    return;
  end if;
  delete from auth.users u where u.id = p_user;
end $function$
;

CREATE OR REPLACE FUNCTION private.erase_old_logs(p_limit integer DEFAULT 2000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  gone text[];
  total integer := 0;
begin
  with old as (
    select m.id from private.mails m
      where m.status = 'sent' and m.sent_at < private.clock_now() - interval '90 days'
        or m.status = 'failed' and m.created_at < private.clock_now() - interval '180 days'
      order by m.id limit p_limit for update skip locked),
    erased as (delete from private.mails m using old where m.id = old.id returning m.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('mails', gone, 'Sent 90 days ago, or given up and 180 days old');

  with old as (
    select r.number from private.diagnostic_reports r where r.created_at < private.clock_now() - interval '30 days' order by r.number limit p_limit for update skip locked),
    erased as (delete from private.diagnostic_reports r using old where r.number = old.number returning r.number)
    select array_agg(e.number) into gone from erased e;
  total := total + private.note_erasure('diagnostic_reports', gone, '30 days old');

  -- a decision about a return is disputed within months, if at all
  with old as (
    select p.id from private.return_photos p join public.returns r on r.id = p.return_id
      where r.ended_at < private.clock_now() - interval '180 days' order by r.ended_at limit p_limit for update of p skip locked),
    erased as (delete from private.return_photos p using old where p.id = old.id returning p.id)
    select array_agg(e.id::text) into gone from erased e;
  total := total + private.note_erasure('return_photos', gone, 'The return ended 180 days ago');

  -- the hour is over that private.file_complaint counts; it takes them away itself when the next complaint comes
  with erased as (delete from private.complaint_clients c where c.filed_at <= private.clock_now() - interval '1 hour' returning 1)
    insert into private.erasures (what, ids, count, rule) select 'complaint_clients', '{}', count(*), 'An hour old' from erased having count(*) > 0;
  return total;
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
  perform private.erase_returns(new.id);
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

CREATE OR REPLACE FUNCTION private.mail_document(p_mail bigint)
 RETURNS TABLE(document_type text, file_id uuid, bytes bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select named.document_type, f.file_id, private.document_file(f.file_id, 'original')
  from (
    select m.kind, (m.data ->> 'order_id')::uuid as order_id, m.data -> 'files' as files,
      case
        when m.kind = 'order_status' and (m.data ->> 'status' = 'processing' or m.data -> 'handed_over' = 'true') then 'invoice'
        when m.kind = 'order_status' and m.data ->> 'status' = 'cancelled' or m.kind = 'order_refunded' then 'creditNote'
        else t.document_type
      end as document_type
    from private.mails m left join (values ('creditNote'), ('invoice')) t (document_type) on m.kind in ('order_changed', 'order_return')
    where m.id = p_mail and m.status = 'queued' and m.kind in ('order_status', 'order_refunded', 'order_changed', 'order_return')
  ) named
  cross join lateral (
    select d.file_id from public.documents d
    where d.order_id = named.order_id and d.kind = case named.document_type when 'invoice' then 'invoice' when 'creditNote' then 'credit_note' end
      and (named.files is null or named.files ? d.file_id::text)
    -- the acceptance issues the first invoice, a cancellation the last credit note
    order by case named.document_type when 'invoice' then d.issued_at end, d.issued_at desc limit 1) f
  where named.kind not in ('order_changed', 'order_return') or named.files is not null
$function$
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
    when 'mail_return_requested' then '{name,order,number,return,shop}'
    when 'mail_return_approved' then '{name,order,number,return,shop}'
    when 'mail_return_declined' then '{name,order,number,return,reason,shop}'
    when 'mail_return_received' then '{name,order,number,return,shop}'
    when 'mail_return_closed' then '{name,order,number,return,shop}'
    when 'notice_return_requested' then '{name,order,number,return}'
    when 'notice_return_approved' then '{name,order,number,return}'
    when 'notice_return_declined' then '{name,order,number,return,reason}'
    when 'notice_return_received' then '{name,order,number,return}'
    when 'notice_return_closed' then '{name,order,number,return}'
    when 'notice_order_placed' then '{name,order,number}'
    when 'notice_order_reopened' then '{name,order,number}'
    when 'notice_order_processing' then '{name,order,number}'
    when 'notice_order_shipped' then '{name,order,number,courier,tracking}'
    when 'notice_order_delivered' then '{name,order,number}'
    when 'notice_order_cancelled' then '{name,order,number,reason}'
  end
$function$
;

CREATE OR REPLACE FUNCTION public.admin_dashboard()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('panel') then raise exception 'permission denied for the dashboard' using errcode = '42501'; end if;
  return (select jsonb_object_agg(d.key, case when private.may(coalesce(s.permission, 'analytics.read')) then d.value else 'null' end)
    from jsonb_each(private.dashboard()) d
    left join (values ('as_of', 'panel'), ('sales', 'analytics.read'), ('verify', 'payments.manage'), ('refund', 'payments.manage'), ('collect', 'payments.manage'), ('accept', 'orders.process'),
      ('ship', 'orders.process'), ('returns', 'orders.process'), ('feed', 'orders.read'), ('stock', 'catalogue.write'), ('mails', 'mails.read'), ('complaints', 'complaints.write'))
      s (part, permission) on s.part = d.key);
end $function$
;

grant select on table "public"."return_lines" to "authenticated";

grant delete on table "public"."return_lines" to "service_role";

grant insert on table "public"."return_lines" to "service_role";

grant references on table "public"."return_lines" to "service_role";

grant select on table "public"."return_lines" to "service_role";

grant trigger on table "public"."return_lines" to "service_role";

grant truncate on table "public"."return_lines" to "service_role";

grant update on table "public"."return_lines" to "service_role";

grant select on table "public"."return_lines" to "shop_mail";

grant delete on table "public"."returns" to "service_role";

grant insert on table "public"."returns" to "service_role";

grant references on table "public"."returns" to "service_role";

grant select on table "public"."returns" to "service_role";

grant trigger on table "public"."returns" to "service_role";

grant truncate on table "public"."returns" to "service_role";

grant update on table "public"."returns" to "service_role";

grant select on table "public"."returns" to "shop_mail";


  create policy "lines of visible returns"
  on "public"."return_lines"
  as permissive
  for select
  to authenticated
using ((EXISTS ( SELECT
   FROM returns r
  WHERE (r.id = return_lines.return_id))));



  create policy "the mail sender reads"
  on "public"."return_lines"
  as permissive
  for select
  to shop_mail
using (true);



  create policy "returns of visible orders"
  on "public"."returns"
  as permissive
  for select
  to authenticated
using ((EXISTS ( SELECT
   FROM orders o
  WHERE (o.id = returns.order_id))));



  create policy "the mail sender reads"
  on "public"."returns"
  as permissive
  for select
  to shop_mail
using (true);


CREATE TRIGGER audit_insert AFTER INSERT ON public.returns REFERENCING NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_by,decided_at,received_at,ended_at,credit_file,created_at,updated_at,version}', '{number,state,asked_by,reason,credited,deduction}', 'yes');

CREATE TRIGGER audit_update AFTER UPDATE ON public.returns REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT WHEN (true) EXECUTE FUNCTION private.write_audit('id', 'order_id', '{id,order_id,created_by,decided_at,received_at,ended_at,credit_file,created_at,updated_at,version}', '{number,state,asked_by,reason,credited,deduction}', 'yes');

CREATE TRIGGER address_order_mail BEFORE INSERT ON private.mails FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['order_placed'::text, 'order_status'::text, 'order_changed'::text, 'order_shipment'::text, 'order_return'::text, 'order_refunded'::text]))) EXECUTE FUNCTION private.address_order_mail();

grant select (asked_by, created_at, credit_file, credited, decided_at, decline_reason, deduction, deduction_reason, ended_at, id, message, number, order_id, reason, received_at, state, version) on public.returns to authenticated;
grant update (return_days) on public.settings to authenticated;
grant execute on function private.add_return_photo(uuid,uuid,bytea) to shop_orders;
grant execute on function private.may_add_return_photo(uuid,uuid) to shop_orders;
grant execute on function public.approve_return(uuid,integer) to authenticated;
grant execute on function public.ask_return(uuid,jsonb,text,text) to authenticated;
grant execute on function public.book_return(uuid,jsonb,text,text) to authenticated;
grant execute on function public.close_return(uuid,integer,jsonb,boolean,numeric,text) to authenticated;
grant execute on function public.decline_return(uuid,integer,text) to authenticated;
grant execute on function public.receive_return(uuid,integer,jsonb) to authenticated;
grant execute on function public.return_counts() to authenticated;
grant execute on function public.return_photo_ids(uuid) to authenticated;
grant execute on function public.return_photo(uuid) to authenticated;
grant execute on function public.returnable(uuid) to authenticated;
grant execute on function public.withdraw_return(uuid,integer) to authenticated;
insert into private.limits (name, value, about) values
  ('returns_per_order', 10, 'Returns that a customer may ask for with one order, those that were withdrawn or declined included.'),
  ('returns_per_day', 20, 'Returns that one account may ask for in 24 hours.'),
  ('return_photos', 4, 'Photos that a customer may add to one return.');
