-- refunds of payments that Razorpay holds: each row of public.refunds is sent under its own idempotency key, and Razorpay is given the row's id as
-- receipt, so that a refund of an unknown receipt was made in Razorpay's dashboard (docs/decisions/0081-refunds.md). money that belongs
-- to no payment of an order (a second charge) has no such row: its charge is sent back as a whole.

create table private.razorpay_refunds (
  refund_id uuid primary key references public.refunds (id) on delete cascade,
  charge_id text not null references private.razorpay_payments (id) on delete cascade,
  provider_id text unique,               -- Razorpay's id; null: it knows none that counts
  round integer not null default 0,      -- part of the key: a new one only after a refund that is known to have failed
  failed_id text,                        -- the one that failed last: its event may repeat
  tries integer not null default 0,
  claimed_at timestamptz,                -- from then on it may have been sent
  next_at timestamptz default now(),     -- null: nothing to do
  last_error text
);
create index razorpay_refunds_due_idx on private.razorpay_refunds (next_at) where next_at is not null;
create index razorpay_refunds_charge_id_idx on private.razorpay_refunds (charge_id);
alter table private.razorpay_refunds enable row level security;

-- no policy and no grant: functions alone
revoke all on private.razorpay_refunds from public;

-- a refund of a kept charge is queued, and taken out of the queue once it is settled; razorpay_payments.refund is the sum of the refunds
create function private.follow_razorpay_refund() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  charge private.razorpay_payments;
  back public.payments;
begin
  select p.* into back from public.payments p where p.id = new.payment_id and p.method = 'razorpay';
  select c.* into charge from private.razorpay_payments c where c.order_id = new.order_id and c.standing = 'kept';
  if back.id is null or charge.id is null then return null; end if;
  if new.state = 'due' then
    insert into private.razorpay_refunds (refund_id, charge_id) values (new.id, charge.id) on conflict do nothing;
    -- Razorpay refunds no less than a rupee: staff pay it by hand
    if new.amount < 1 then
      update private.razorpay_refunds s set last_error = 'Razorpay refunds no less than ₹1' where s.refund_id = new.id;
      update public.refunds r set state = 'failed', version = r.version + 1 where r.id = new.id;
      return null;
    end if;
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
end $$;
create trigger follow_razorpay after insert or update of state, amount on public.refunds for each row execute function private.follow_razorpay_refund();

-- staff do not pay by hand what Razorpay sends, nor withdraw what it may have been sent
create function private.is_with_razorpay(p_refund public.refunds, p_claimed boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_refund.state <> 'failed' and exists (select from private.razorpay_refunds s where s.refund_id = p_refund.id and (s.claimed_at is not null or not p_claimed))
$$;

-- a refund of a kept charge that the shop did not ask for. it settles what is due with its amount; otherwise it is a refund of its own, and what is
-- due becomes less where both together would be more than was received. null: nothing is left that it could be
create function private.adopt_razorpay_refund(p_refund jsonb, p_charge text, p_order uuid) returns private.razorpay_refunds
language plpgsql security definer set search_path = '' as $$
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
    insert into public.refunds (order_id, payment_id, amount, state, source, reason, method, created_at, credit_file) values (p_order, back.id, given, 'asked',
      case back.state when 'refund_due' then 'cancellation' else 'goodwill' end, 'Made at Razorpay', 'razorpay', private.clock_now(), case back.state when 'refund_due' then (
        select r.credit_file from public.refunds r where r.payment_id = back.id and r.source = 'cancellation' order by r.created_at desc limit 1) end) returning id into made;
    insert into private.razorpay_refunds (refund_id, charge_id, claimed_at) values (made, p_charge, now());
  end if;
  update private.razorpay_refunds s set provider_id = p_refund ->> 'id', claimed_at = coalesce(s.claimed_at, now()) where s.refund_id = made returning s.* into sent;
  return sent;
end $$;

-- one refund of a kept charge, as settle_razorpay_refund describes it; order and charge are locked. what is known only grows, but a refund that
-- failed is sent again in a new round
create function private.settle_kept_refund(p_refund jsonb, p_charge text, p_order uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- whether a refund that was claimed in p_round is still to be sent
create function private.razorpay_refund_due(p_refund uuid, p_round integer) returns bigint
language sql stable security definer set search_path = '' as $$
  select (r.amount * 100)::bigint from public.refunds r join private.razorpay_refunds s on s.refund_id = r.id
  where r.id = p_refund and r.state = 'due' and s.provider_id is null and s.round = p_round
$$;

-- Razorpay said no to a refund. after ten times staff must look at it
create function private.note_refund_refusal(p_refund uuid, p_error text) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- money to send back, or to follow on its way. amount null: only to ask what became of the refunds of a payment
create function private.claim_razorpay_refunds(p_limit integer) returns table (payment_id text, refund_id uuid, amount bigint, round integer)
language sql security definer set search_path = '' as $$
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
$$;

-- Razorpay was asked about a payment's refunds
create function private.note_refunds_seen(p_payment text) returns void
language sql security definer set search_path = '' as $$
  update private.razorpay_payments c set refund_next_at = null, refund = case when c.refund <> 'asked' then c.refund
      when exists (select from private.razorpay_refunds s join public.refunds r on r.id = s.refund_id where s.charge_id = c.id and r.state = 'asked') then 'asked' else 'none' end
    where c.id = p_payment and c.standing = 'kept'
$$;

revoke all on function private.follow_razorpay_refund(), private.is_with_razorpay(public.refunds, boolean), private.adopt_razorpay_refund(jsonb, text, uuid),
  private.settle_kept_refund(jsonb, text, uuid), private.razorpay_refund_due(uuid, integer), private.note_refund_refusal(uuid, text),
  private.claim_razorpay_refunds(integer), private.note_refunds_seen(text) from public;
grant execute on function private.razorpay_refund_due(uuid, integer), private.note_refund_refusal(uuid, text), private.claim_razorpay_refunds(integer),
  private.note_refunds_seen(text) to shop_payments;
