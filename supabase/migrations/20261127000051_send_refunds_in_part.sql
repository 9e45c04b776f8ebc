drop trigger if exists "follow_refund_due" on "public"."payments";

drop function if exists "private"."follow_refund_due"();

drop function if exists "private"."claim_razorpay_refunds"(p_limit integer);


  create table "private"."razorpay_refunds" (
    "refund_id" uuid not null,
    "charge_id" text not null,
    "provider_id" text,
    "round" integer not null default 0,
    "failed_id" text,
    "tries" integer not null default 0,
    "claimed_at" timestamp with time zone,
    "next_at" timestamp with time zone default now(),
    "last_error" text
      );


alter table "private"."razorpay_refunds" enable row level security;

CREATE INDEX razorpay_refunds_charge_id_idx ON private.razorpay_refunds USING btree (charge_id);

CREATE INDEX razorpay_refunds_due_idx ON private.razorpay_refunds USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE UNIQUE INDEX razorpay_refunds_pkey ON private.razorpay_refunds USING btree (refund_id);

CREATE UNIQUE INDEX razorpay_refunds_provider_id_key ON private.razorpay_refunds USING btree (provider_id);

alter table "private"."razorpay_refunds" add constraint "razorpay_refunds_pkey" PRIMARY KEY using index "razorpay_refunds_pkey";

alter table "private"."razorpay_refunds" add constraint "razorpay_refunds_charge_id_fkey" FOREIGN KEY (charge_id) REFERENCES private.razorpay_payments(id) ON DELETE CASCADE not valid;

alter table "private"."razorpay_refunds" validate constraint "razorpay_refunds_charge_id_fkey";

alter table "private"."razorpay_refunds" add constraint "razorpay_refunds_provider_id_key" UNIQUE using index "razorpay_refunds_provider_id_key";

alter table "private"."razorpay_refunds" add constraint "razorpay_refunds_refund_id_fkey" FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE CASCADE not valid;

alter table "private"."razorpay_refunds" validate constraint "razorpay_refunds_refund_id_fkey";

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.adopt_razorpay_refund(p_refund jsonb, p_charge text, p_order uuid)
 RETURNS private.razorpay_refunds
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent private.razorpay_refunds;
  back public.payments;
  due public.refunds;
  given numeric := round((p_refund ->> 'amount')::bigint / 100.0, 2);
  over numeric;
  made uuid;
begin
  select p.* into back from public.payments p where p.order_id = p_order and p.method = 'razorpay' and p.state in ('paid', 'refund_due');
  if not found then return null; end if;
  select s.refund_id into made from private.razorpay_refunds s join public.refunds r on r.id = s.refund_id
    where s.charge_id = p_charge and s.provider_id is null and r.state in ('due', 'failed') and r.amount = given
    order by r.created_at limit 1;
  if not found then
    over := given - private.refundable_of(back.id);
    for due in select r.* from public.refunds r left join private.razorpay_refunds s on s.refund_id = r.id
      where r.payment_id = back.id and r.state in ('due', 'failed') and s.provider_id is null order by r.created_at desc
    loop
      exit when over <= 0;
      if due.amount <= over then
        update public.refunds r set state = 'withdrawn', version = r.version + 1 where r.id = due.id;
      else
        update public.refunds r set amount = r.amount - over, version = r.version + 1 where r.id = due.id;
      end if;
      over := over - least(over, due.amount);
    end loop;
    given := given - greatest(over, 0);
    if given <= 0 then
      update private.razorpay_payments c set last_error = 'Razorpay returned more than was received' where c.id = p_charge;
      return null;
    end if;
    insert into public.refunds (order_id, payment_id, amount, state, source, reason, method, created_at) values (p_order, back.id, given, 'asked',
      case back.state when 'refund_due' then 'cancellation' else 'goodwill' end, 'Made at Razorpay', 'razorpay', private.clock_now()) returning id into made;
    insert into private.razorpay_refunds (refund_id, charge_id, claimed_at) values (made, p_charge, now());
  end if;
  update private.razorpay_refunds s set provider_id = p_refund ->> 'id', claimed_at = coalesce(s.claimed_at, now()) where s.refund_id = made returning s.* into sent;
  return sent;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_razorpay_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  charge private.razorpay_payments;
  back public.payments;
begin
  select p.* into back from public.payments p where p.id = new.payment_id and p.method = 'razorpay';
  select c.* into charge from private.razorpay_payments c where c.order_id = new.order_id and c.standing = 'kept';
  if back.id is null or charge.id is null then return null; end if;
  if new.state = 'due' then
    insert into private.razorpay_refunds (refund_id, charge_id) values (new.id, charge.id) on conflict do nothing;
  elsif new.state <> 'asked' then
    update private.razorpay_refunds s set next_at = null where s.refund_id = new.id;
  end if;
  update private.razorpay_payments c set refund = case
      when c.doubted_at is not null and c.resolved_at is null then 'none'
      when q.failed then 'failed' when q.due then 'due' when q.asked then 'asked'
      when c.refund = 'by_hand' then 'by_hand' when q.paid >= back.amount then 'processed' else 'none' end,
      refund_next_at = null,
      resolved_at = case when q.paid >= back.amount then coalesce(c.resolved_at, now()) else c.resolved_at end,
      last_error = case when q.failed then c.last_error end
    from (select coalesce(bool_or(r.state = 'failed'), false) as failed, coalesce(bool_or(r.state = 'due'), false) as due,
        coalesce(bool_or(r.state = 'asked'), false) as asked, coalesce(sum(r.amount) filter (where r.state = 'paid'), 0) as paid
      from public.refunds r where r.payment_id = back.id) q
    where c.id = charge.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_with_razorpay(p_refund refunds, p_claimed boolean)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_refund.state <> 'failed' and exists (select from private.razorpay_refunds s where s.refund_id = p_refund.id and (s.claimed_at is not null or not p_claimed))
$function$
;

CREATE OR REPLACE FUNCTION private.note_refund_refusal(p_refund uuid, p_error text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent private.razorpay_refunds;
begin
  perform from public.orders o where o.id = (select r.order_id from public.refunds r where r.id = p_refund) for no key update;
  update private.razorpay_refunds s set last_error = left(p_error, 300), tries = s.tries + 1,
      next_at = now() + make_interval(mins => least(360, (2 ^ least(s.tries, 10))::integer))
    where s.refund_id = p_refund returning s.* into sent;
  if sent.tries >= 10 then
    update public.refunds r set state = 'failed', version = r.version + 1 where r.id = p_refund and r.state = 'due';
    update private.razorpay_payments c set last_error = left(p_error, 300) where c.id = sent.charge_id and c.refund = 'failed';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_refunds_seen(p_payment text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.razorpay_payments c set refund_next_at = null, refund = case when c.refund <> 'asked' then c.refund
      when exists (select from private.razorpay_refunds s join public.refunds r on r.id = s.refund_id where s.charge_id = c.id and r.state = 'asked') then 'asked' else 'none' end
    where c.id = p_payment and c.standing = 'kept'
$function$
;

CREATE OR REPLACE FUNCTION private.razorpay_refund_due(p_refund uuid, p_round integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (r.amount * 100)::bigint from public.refunds r join private.razorpay_refunds s on s.refund_id = r.id
  where r.id = p_refund and r.state = 'due' and s.provider_id is null and s.round = p_round
$function$
;

CREATE OR REPLACE FUNCTION private.settle_kept_refund(p_refund jsonb, p_charge text, p_order uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  theirs text := p_refund ->> 'id';
  status text := p_refund ->> 'status';
  sent private.razorpay_refunds;
  refund public.refunds;
  given numeric := round((p_refund ->> 'amount')::bigint / 100.0, 2);
begin
  select s.* into sent from private.razorpay_refunds s
    where s.charge_id = p_charge and (s.provider_id = theirs or s.failed_id = theirs or replace(s.refund_id::text, '-', '') = left(p_refund ->> 'receipt', 32))
    order by (s.provider_id = theirs) desc nulls last limit 1;
  if sent.refund_id is null and status <> 'failed' then
    sent := private.adopt_razorpay_refund(p_refund, p_charge, p_order);
  end if;
  if sent.refund_id is null or sent.failed_id = theirs then return false; end if;
  -- of an earlier round, and known
  if status <> 'processed' and sent.provider_id is distinct from theirs and split_part(p_refund ->> 'receipt', '-', 2) is distinct from sent.round::text then
    return false;
  end if;
  select r.* into refund from public.refunds r where r.id = sent.refund_id for no key update;
  if refund.state in ('paid', 'withdrawn') then return false; end if;

  if status = 'failed' then
    update private.razorpay_refunds s set provider_id = null, failed_id = theirs, round = s.round + 1, tries = s.tries + 1, last_error = 'Razorpay could not refund it',
      next_at = now() + make_interval(mins => least(360, (2 ^ least(s.tries, 10))::integer)) where s.refund_id = sent.refund_id;
    update public.refunds r set version = r.version + 1, state = case
        -- made in Razorpay's dashboard, and not owed: the shop does not send it itself
        when r.reason = 'Made at Razorpay' and r.source = 'goodwill' then 'withdrawn' when sent.tries >= 9 then 'failed' else 'due' end
      where r.id = refund.id;
    return true;
  end if;
  update private.razorpay_refunds s set provider_id = theirs, last_error = null, tries = s.tries + 1,
      next_at = case when status = 'processed' then null else now() + make_interval(mins => least(720, (2 ^ least(s.tries, 10))::integer)) end
    where s.refund_id = sent.refund_id;
  -- what Razorpay has sent counts, also if the row was made smaller while it was on its way there
  update public.refunds r set method = 'razorpay', reference = theirs, version = r.version + 1,
      amount = case when r.reason = 'Made at Razorpay' then r.amount else given end,
      state = case when status = 'processed' then 'paid' else 'asked' end, paid_at = case when status = 'processed' then private.clock_now() end
    where r.id = refund.id;
  if status = 'processed' then
    update private.razorpay_payments c set amount_refunded = greatest(c.amount_refunded, q.sum), status = case when q.sum >= c.amount then 'refunded' else c.status end
      from (select coalesce(sum(r.amount * 100), 0)::bigint as sum from public.refunds r join private.razorpay_refunds s on s.refund_id = r.id
        where s.charge_id = p_charge and r.state = 'paid' and r.method = 'razorpay') q where c.id = p_charge;
    perform private.follow_refunds(refund.payment_id);
  end if;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.claim_razorpay_refunds(p_limit integer)
 RETURNS TABLE(payment_id text, refund_id uuid, amount bigint, round integer)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with row_due as (
    select s.refund_id from private.razorpay_refunds s join private.razorpay_payments c on c.id = s.charge_id
      where s.next_at <= now() and (c.doubted_at is null or c.resolved_at is not null)
      order by s.next_at limit p_limit for update of s skip locked
  ), taken as (
    update private.razorpay_refunds s set next_at = now() + interval '5 minutes', claimed_at = coalesce(s.claimed_at, now())
      from row_due d where s.refund_id = d.refund_id returning s.charge_id, s.refund_id, s.round
  ), whole as (
    update private.razorpay_payments c set refund_next_at = now() + interval '5 minutes'
    from (select d.id from private.razorpay_payments d where d.refund in ('due', 'asked') and d.refund_next_at <= now()
      order by d.refund_next_at limit p_limit for update skip locked) due
    where c.id = due.id returning c.id, c.amount, c.refund_round, c.standing
  )
  select t.charge_id, t.refund_id, (r.amount * 100)::bigint, t.round from taken t join public.refunds r on r.id = t.refund_id
  union all select w.id, null, case when w.standing = 'kept' then null else w.amount end, w.refund_round from whole w
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
      when charge.amount is distinct from (o.total_amount * 100)::bigint or charge.currency is distinct from 'INR' then 'amount_differs'
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
    capture := charge.status = 'authorized' and charge.amount = (o.total_amount * 100)::bigint and charge.currency = 'INR'
      and (o.status <> 'cancelled' or (o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(ours)));
    if charge.status = 'authorized' then update private.razorpay_orders r set next_check_at = now() where r.order_id = ours; end if;
  end if;
  select x.payment_state into state from public.orders x where x.id = ours;
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
  if charge.id is null then return false; end if;
  if charge.standing = 'kept' then return private.settle_kept_refund(p_refund, charge.id, charge.order_id); end if;
  if charge.refund in ('processed', 'by_hand') then return false; end if;

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
    if charge.standing = 'second_charge' then
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
  if private.is_with_razorpay(refund, false) then
    raise exception 'Razorpay settles this refund' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
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

CREATE OR REPLACE FUNCTION public.settle_unmatched_payment(p_payment_id text, p_action text, p_note text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  charge private.razorpay_payments;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for unmatched payments' using errcode = '42501'; end if;
  if p_action is null or p_action not in ('refund', 'resolve') then raise exception 'Refund or resolve' using errcode = '22023', detail = '{"code":"INVALID"}'; end if;
  if p_action = 'resolve' and coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'Say how it was settled' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment_id) for no key update;
  select c.* into charge from private.razorpay_payments c
    where c.id = p_payment_id and (c.standing in ('second_charge', 'amount_differs', 'unknown_order') or c.refund = 'failed') for no key update;
  if not found then raise exception 'No such payment' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
  if charge.refund not in ('none', 'failed') then
    raise exception 'This payment is settled already' using errcode = 'PT409', detail = '{"code":"ALREADY_SETTLED"}';
  end if;
  update private.razorpay_payments c set resolved_at = now(), resolved_by = auth.uid(), note = left(nullif(btrim(p_note), ''), 400), last_error = null, refund_tries = 0,
      refund = case p_action when 'refund' then 'due' else 'by_hand' end, refund_next_at = case p_action when 'refund' then now() end
    where c.id = charge.id;
  if charge.standing = 'kept' then   -- its refunds that failed: they are sent again, or staff have paid them
    update private.razorpay_refunds s set tries = 0, next_at = case p_action when 'refund' then now() end
      where s.charge_id = charge.id and exists (select from public.refunds r where r.id = s.refund_id and r.state = 'failed');
    update public.refunds r set state = case p_action when 'refund' then 'due' else 'paid' end, paid_at = case p_action when 'resolve' then private.clock_now() end,
        version = r.version + 1
      where r.order_id = charge.order_id and r.state = 'failed' and r.id in (select s.refund_id from private.razorpay_refunds s where s.charge_id = charge.id);
    if p_action = 'resolve' then
      perform private.follow_refunds(p.id) from public.payments p where p.order_id = charge.order_id and p.method = 'razorpay';
    end if;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.unmatched_payments()
 RETURNS TABLE(payment_id text, provider_order_id text, order_id uuid, order_number integer, amount numeric, currency text, status text, reason text, refund text, received_at timestamp with time zone, resolved_at timestamp with time zone, resolved_by uuid, note text, last_error text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for unmatched payments' using errcode = '42501'; end if;
  return query select c.id, c.provider_order_id, c.order_id, o.order_number, coalesce((select sum(r.amount) from public.refunds r
        join private.razorpay_refunds s on s.refund_id = r.id where s.charge_id = c.id and r.state = 'failed'), round(c.amount / 100.0, 2)), c.currency, c.status,
      case when c.refund = 'failed' and c.standing = 'kept' then 'refund_failed' when c.doubted_at is not null then 'not_known' else c.standing end,
      c.refund, c.received_at, c.resolved_at, c.resolved_by, c.note, c.last_error
    from private.razorpay_payments c left join public.orders o on o.id = c.order_id
    where c.standing in ('second_charge', 'amount_differs', 'unknown_order') or c.refund = 'failed' or c.doubted_at is not null
    order by c.resolved_at is not null, c.received_at desc, c.id limit 200;
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
  if refund.source <> 'goodwill' or refund.state not in ('due', 'failed') or private.is_with_razorpay(refund, true) then
    raise exception 'This refund cannot be withdrawn' using errcode = 'PT409', detail = '{"code":"REFUND_NOT_DUE"}';
  end if;
  update public.refunds r set state = 'withdrawn', version = r.version + 1 where r.id = refund.id;
end $function$
;

-- refunds that were due before: they go on in the round that they had
insert into private.razorpay_refunds (refund_id, charge_id, round, failed_id, tries, claimed_at, next_at, last_error)
  select r.id, c.id, c.refund_round, c.refund_failed_id, c.refund_tries, now(), case when c.refund in ('due', 'asked') then now() end, c.last_error
  from public.refunds r join public.payments p on p.id = r.payment_id and p.method = 'razorpay'
    join private.razorpay_payments c on c.order_id = r.order_id and c.standing = 'kept'
  where r.state = 'due';
update public.refunds r set state = 'failed' from private.razorpay_refunds s join private.razorpay_payments c on c.id = s.charge_id
  where r.id = s.refund_id and c.refund = 'failed';
update private.razorpay_payments c set refund = 'due', refund_next_at = null where c.standing = 'kept' and c.refund in ('due', 'asked');

CREATE TRIGGER follow_razorpay AFTER INSERT OR UPDATE OF state, amount ON public.refunds FOR EACH ROW EXECUTE FUNCTION private.follow_razorpay_refund();

grant execute on function private.claim_razorpay_refunds(integer) to shop_payments;
grant execute on function private.note_refund_refusal(uuid, text) to shop_payments;
grant execute on function private.note_refunds_seen(text) to shop_payments;
grant execute on function private.razorpay_refund_due(uuid, integer) to shop_payments;
