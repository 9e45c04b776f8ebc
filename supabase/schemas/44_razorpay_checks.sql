-- what the scheduler does about razorpay: it reconciles orders, sends refunds, and lists what staff must look at. several
-- processes may do it: a row is handed out for five minutes at a time, and no lock is held while razorpay is asked.

-- payments to reconcile, the least recently checked first
create function private.claim_razorpay_checks(p_limit integer) returns table (order_id uuid)
language sql security definer set search_path = '' as $$
  update private.razorpay_orders r set next_check_at = now() + interval '5 minutes'
  from (select d.id from private.razorpay_orders d where d.next_check_at <= now() order by d.next_check_at limit p_limit for update skip locked) due
  where r.id = due.id returning r.order_id
$$;

-- records that razorpay was asked at p_asked. the questions become rarer, with one right before the order would be cancelled;
-- after six days a hold has expired (razorpay returns what is not captured within five) and nothing more can come.
create function private.note_razorpay_checked(p_order uuid, p_asked timestamptz) returns void
language sql security definer set search_path = '' as $$
  update private.razorpay_orders r set asked_at = greatest(r.asked_at, p_asked),
    next_check_at = case
      when now() > r.created_at + interval '6 days' and o.payment_state <> 'awaiting_verification' then null
      when o.status = 'pending' and o.payment_state = 'awaiting_payment' and d.deadline > now() then least(d.deadline, n.later)
      else n.later end
  from public.orders o, public.settings s,
    lateral (select private.awaited_since(o) as since) w,
    lateral (select w.since + make_interval(mins => s.razorpay_unpaid_minutes) as deadline) d,
    lateral (select now() + least(interval '12 hours', greatest(interval '1 minute', (now() - w.since) / 4)) as later) n
  where r.order_id = p_order and o.id = r.order_id
$$;

-- razorpay said no to a refund (an unreachable razorpay is not a refusal, and not counted). after ten staff must look at it
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

-- a payment known only from an event is checked at the next run of the scheduled job
create function private.ask_about_kept() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.razorpay_orders r set next_check_at = now() where r.order_id = new.order_id;
  return null;
end $$;
create trigger ask_about_kept after update of standing on private.razorpay_payments
  for each row when (new.standing = 'kept' and old.standing is distinct from 'kept' and new.confirmed_at is null) execute function private.ask_about_kept();

-- payments that made the order paid and that Razorpay has not confirmed yet; amounts in paise
create function private.unconfirmed_razorpay_payments(p_order uuid) returns table (payment_id text, amount bigint)
language sql stable security definer set search_path = '' as $$
  select c.id, c.amount from private.razorpay_payments c
  where c.order_id = p_order and c.standing = 'kept' and c.confirmed_at is null and c.resolved_at is null
$$;

create function private.note_razorpay_word(p_payment text, p_confirmed boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- lock the order first, as every settlement of a payment does
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment) for no key update;
  update private.razorpay_payments c set confirmed_at = case when p_confirmed then now() end,
      doubted_at = case when not p_confirmed then coalesce(c.doubted_at, now()) end
    where c.id = p_payment and c.standing = 'kept' and c.confirmed_at is null and c.resolved_at is null;
end $$;

grant execute on function private.claim_razorpay_checks(integer), private.note_razorpay_checked(uuid, timestamptz),
  private.note_razorpay_refusal(text, text), private.forget_razorpay_events() to shop_payments;

grant execute on function private.unconfirmed_razorpay_payments(uuid), private.note_razorpay_word(text, boolean) to shop_payments;

revoke all on function private.claim_razorpay_checks(integer), private.note_razorpay_checked(uuid, timestamptz),
  private.note_razorpay_refusal(text, text), private.forget_razorpay_events(), private.ask_about_kept(), private.unconfirmed_razorpay_payments(uuid),
  private.note_razorpay_word(text, boolean) from public;
