-- what the clock does about razorpay: it asks about orders, sends money back, and lists what a person must look at. several
-- processes may do it: a row is handed out for five minutes at a time, and no lock is held while razorpay is asked.

-- payments to ask about, for the longest silent first
create function private.claim_razorpay_checks(p_limit integer) returns table (order_id uuid)
language sql security definer set search_path = '' as $$
  update private.razorpay_orders r set next_check_at = now() + interval '5 minutes'
  from (select d.id from private.razorpay_orders d where d.next_check_at <= now() order by d.next_check_at limit p_limit for update skip locked) due
  where r.id = due.id returning r.order_id
$$;

-- razorpay has told all it knew at p_asked. asked again ever more seldom, but right at the moment when the order would be
-- cancelled; after six days a hold has run out (razorpay returns what is not captured within five) and nothing more can come.
create function private.note_razorpay_checked(p_order uuid, p_asked timestamptz) returns void
language sql security definer set search_path = '' as $$
  update private.razorpay_orders r set asked_at = greatest(r.asked_at, p_asked),
    next_check_at = case
      when now() > r.created_at + interval '6 days' and o.payment_state <> 'awaiting_verification' then null
      when o.status = 'pending' and o.payment_state = 'awaiting_payment' and d.deadline > now() then least(d.deadline, n.later)
      else n.later end
  from public.orders o, public.settings s,
    lateral (select o.created_at + make_interval(mins => s.razorpay_unpaid_minutes) as deadline) d,
    lateral (select now() + least(interval '12 hours', greatest(interval '1 minute', (now() - o.created_at) / 4)) as later) n
  where r.order_id = p_order and o.id = r.order_id
$$;

-- money to send back, or to follow on its way
create function private.claim_razorpay_refunds(p_limit integer) returns table (payment_id text, amount bigint, round integer)
language sql security definer set search_path = '' as $$
  update private.razorpay_payments c set refund_next_at = now() + interval '5 minutes'
  from (select d.id from private.razorpay_payments d where d.refund in ('due', 'asked') and d.refund_next_at <= now()
    order by d.refund_next_at limit p_limit for update skip locked) due
  where c.id = due.id returning c.id, c.amount, c.refund_round
$$;

-- razorpay said no to a refund (nobody could be reached is no answer, and not counted). after ten it is a person's business
create function private.note_razorpay_refusal(p_payment text, p_error text) returns void
language sql security definer set search_path = '' as $$
  update private.razorpay_payments c set last_error = left(p_error, 300), refund_tries = c.refund_tries + 1,
    refund = case when c.refund_tries >= 9 then 'failed' else c.refund end,
    refund_next_at = now() + make_interval(mins => least(360, (2 ^ least(c.refund_tries, 10))::integer))
  where c.id = p_payment and c.refund in ('due', 'asked')
$$;

-- retries of an event come within a day
create function private.forget_razorpay_events() returns void
language sql security definer set search_path = '' as $$
  delete from private.razorpay_events e where e.received_at < now() - interval '30 days'
$$;

-- as in 20261120001130_unpaid_orders.sql: and an order that razorpay was not asked about since its time was up is not
-- cancelled. unless razorpay does not answer for a day, or does not say for six what became of a payment: goods are not held
-- for ever.
create or replace function private.cancel_unpaid_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  shop record;
  cancelled integer;
begin
  select s.upi_unpaid_hours, make_interval(mins => s.razorpay_unpaid_minutes) as razorpay_unpaid into shop from public.settings s;
  with overdue as (
    select o.id from public.orders o
    where o.status = 'pending' and (
      o.payment_state = 'awaiting_payment' and o.created_at < private.moment() - case o.payment_method
        when 'upi' then make_interval(hours => shop.upi_unpaid_hours)
        when 'razorpay' then shop.razorpay_unpaid
        else interval '100 years' end   -- cash is not awaited
      and not (o.payment_method = 'razorpay' and o.created_at > private.moment() - interval '1 day' - shop.razorpay_unpaid and exists (
        select from private.razorpay_orders r where r.order_id = o.id and (r.asked_at is null or r.asked_at < o.created_at + shop.razorpay_unpaid)))
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'razorpay' and o.created_at < private.moment() - interval '6 days')
    order by o.created_at limit 100
    for no key update skip locked        -- whoever is paying or cancelling this very moment goes first
  )
  update public.orders o set status = 'cancelled' from overdue where o.id = overdue.id;
  get diagnostics cancelled = row_count;
  return cancelled;
end $$;
create index orders_checking_idx on public.orders (created_at) where status = 'pending' and payment_state = 'awaiting_verification';

-- money that belongs to no order, or to none any more; open ones first
create function public.orphan_payments() returns table (payment_id text, provider_order_id text, order_id uuid, amount numeric, currency text, status text,
  reason text, refund text, received_at timestamptz, resolved_at timestamptz, resolved_by uuid, note text, last_error text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'permission denied for orphan payments' using errcode = '42501'; end if;
  return query select c.id, c.provider_order_id, c.order_id, round(c.amount / 100.0, 2), c.currency, c.status,
      case when c.standing = 'kept' then 'refund_failed' else c.standing end, c.refund, c.received_at, c.resolved_at, c.resolved_by, c.note, c.last_error
    from private.razorpay_payments c where c.standing in ('second_charge', 'amount_differs', 'unknown_order') or c.refund = 'failed'
    order by c.resolved_at is not null, c.received_at desc, c.id limit 200;
end $$;

-- an admin decides: 'refund' has it sent back, 'resolve' says that it was settled by hand, and how
create function public.settle_orphan_payment(p_payment_id text, p_action text, p_note text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  charge private.razorpay_payments;
begin
  if not private.is_admin() then raise exception 'permission denied for orphan payments' using errcode = '42501'; end if;
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
  if p_action = 'resolve' and charge.standing = 'kept' then
    update public.payments p set state = 'refunded' where p.order_id = charge.order_id and p.method = 'razorpay' and p.state = 'refund_due';
  end if;
end $$;

revoke all on function private.claim_razorpay_checks(integer), private.note_razorpay_checked(uuid, timestamptz), private.claim_razorpay_refunds(integer),
  private.note_razorpay_refusal(text, text), private.forget_razorpay_events(), public.orphan_payments(), public.settle_orphan_payment(text, text, text) from public;
grant execute on function private.claim_razorpay_checks(integer), private.note_razorpay_checked(uuid, timestamptz), private.claim_razorpay_refunds(integer),
  private.note_razorpay_refusal(text, text), private.forget_razorpay_events() to shop_payments;
-- the bodies let admins through; nothing for anon
grant execute on function public.orphan_payments(), public.settle_orphan_payment(text, text, text) to authenticated;
