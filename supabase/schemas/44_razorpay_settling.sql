-- the one place where everything that is known of a razorpay payment meets: webhook, the browser's return, a question by the
-- buyer or the scheduler, the response to a capture or a refund. each takes the order's row first and then the payment's, so they
-- queue; and what is known only grows: a status that comes late never takes an order back (events come out of order).

create function private.razorpay_rank(status text) returns integer
language sql immutable return array_position(array['created', 'failed', 'authorized', 'captured', 'refunded'], status);

-- p_payment: { id, order_id (theirs), amount (paise), currency, status, amount_refunded, failure }. unknown members are null.
-- state: the order's payment state, null for an unknown order. capture: the caller should take the money that is authorised.
create function private.settle_razorpay_payment(p_payment jsonb, p_vouched boolean, out state text, out capture boolean)
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- p_refund: { id, payment_id, amount (paise), receipt, status: pending | processed | failed }. of a charge that no order keeps, amount may be the
-- sum of several. a refund of a kept charge is a row of its own.
-- false: it was no news
create function private.settle_razorpay_refund(p_refund jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- an order as its payment begins: what is due (paise) and under which of razorpay's orders, if there is one yet; the payments
-- that a browser has vouched for and razorpay has not reported
create function private.razorpay_begin(p_order uuid)
returns table (provider_order_id text, amount bigint, reference text, state text, awaited boolean, vouched text[], asked_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.id, (p.amount * 100)::bigint, p.reference, o.payment_state, o.status <> 'cancelled' and o.payment_state = 'awaiting_payment',
    array(select c.id from private.razorpay_payments c where c.order_id = o.id and c.vouched and c.status = 'created'), clock_timestamp()
  from public.orders o
    join public.payments p on p.order_id = o.id and p.method = 'razorpay'
    left join private.razorpay_orders r on r.order_id = o.id
  where o.id = p_order
$$;

-- the first of razorpay's orders that is stored counts; a caller that created another at the same time gets the stored one.
-- a browser gets its id only from here, so a second one cannot be paid.
create function private.keep_razorpay_order(p_order uuid, p_provider_order text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  counts text;
begin
  perform from public.orders o where o.id = p_order for no key update;
  insert into private.razorpay_orders (id, order_id) values (p_provider_order, p_order) on conflict do nothing;
  select r.id into strict counts from private.razorpay_orders r where r.order_id = p_order;
  -- should anything have been heard of it before, it finds its order now
  perform private.settle_razorpay_payment(jsonb_build_object('id', c.id, 'order_id', counts, 'status', c.status), false)
    from private.razorpay_payments c where c.provider_order_id = counts and c.order_id is null;
  return counts;
end $$;

-- true for the first delivery of an event; a concurrent second one waits for the first to be committed or rolled back
create function private.take_razorpay_event(p_id text, p_event text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.razorpay_events (id, event) values (left(p_id, 100), left(p_event, 60)) on conflict do nothing;
  return found;
end $$;
revoke all on function private.razorpay_rank(text), private.settle_razorpay_payment(jsonb, boolean), private.settle_razorpay_refund(jsonb),
  private.razorpay_begin(uuid), private.keep_razorpay_order(uuid, text), private.take_razorpay_event(text, text) from public;
grant execute on function private.settle_razorpay_payment(jsonb, boolean), private.settle_razorpay_refund(jsonb), private.razorpay_begin(uuid),
  private.keep_razorpay_order(uuid, text), private.take_razorpay_event(text, text) to shop_payments;

-- no grant to change it: the settling function writes it

-- only razorpay decides what was paid and refunded
create function private.guard_provider_payment() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Razorpay settles this payment' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
end $$;

create trigger guard_provider_payment before update on public.payments
  for each row when (old.method = 'razorpay' and current_user in ('anon', 'authenticated')) execute function private.guard_provider_payment();

revoke all on function private.guard_provider_payment() from public;
