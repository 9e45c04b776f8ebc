-- attempts to pay, attached to an order that exists already (docs/rules.md#order-before-payment). orders.payment_state is the sum of them.

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  method text not null check (method in ('cod', 'upi', 'razorpay', 'cash', 'card', 'bank', 'credit')),
  state text not null
    check (state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded', 'undone')),
  amount numeric(12, 2) not null check (amount >= 0),
  reference text unique check (length(reference) <= 64),            -- ours: `tr` of a upi link
  provider_reference text check (length(provider_reference) <= 100),   -- theirs: utr or payment id
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- why the last attempt did not go through, in the bank's words; the order can still be paid
  failure text check (length(failure) <= 300),
  -- A UPI link has no callback: the buyer enters the bank's reference, and staff compare it with the bank account. Until they
  -- have, the claim is open work, in any state of its order: it stays in the queue 'verify' when the order is cancelled by its
  -- buyer, by staff or by the scheduler, and its account cannot be deleted.
  claimed_at timestamptz,
  -- Until when an unverified UPI reference keeps its order open: stored with the claim, so that staff and buyer see it before the
  -- scheduled job acts on it. A later change of the limit does not move a date that was shown.
  claim_holds_until timestamptz,
  -- Since when it is awaited by this method, if that was chosen later: the time to pay counts from then. null: since the order was placed.
  awaited_since timestamptz,
  -- what of it was more than the order had open, in rupees: it is owed back (41_payments_surplus.sql)
  surplus numeric(12, 2) not null default 0,
  constraint payments_surplus check (surplus between 0 and amount)
);
create index payments_order_id_idx on public.payments (order_id, created_at);
-- one payment, one order. a reference that was not found on the account proves nothing: it does not keep back the payment that it belongs to
create unique index payments_provider_reference_key on public.payments (provider_reference) where state <> 'failed';
create index payments_provider_reference_idx on public.payments (provider_reference) where provider_reference is not null;
create index payments_state_idx on public.payments (state, created_at);
alter table public.payments enable row level security;
revoke all on public.payments from anon, authenticated;

-- nothing for anon
grant select on public.payments to authenticated;
grant update (state, provider_reference) on public.payments to authenticated;
grant insert (order_id, method, state, amount, reference) on public.payments to shop_orders;

-- locks the order, before the update locks the payment: every step of an order locks the two in this turn, and a trigger would be too late, because
-- it fires when the row of the payment is locked. asks again, because authenticated may call it
create function private.locked_to_settle(p_order uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not private.may('payments.manage') then return false; end if;
  perform from public.orders o where o.id = p_order for no key update;
  return true;
end $$;
revoke all on function private.locked_to_settle(uuid) from public;
grant execute on function private.locked_to_settle(uuid) to authenticated;

-- amount and method are not updated, nothing is deleted: money leaves a trace, also where it was recorded by mistake (41_payments_undone.sql)
create policy "payments of visible orders" on public.payments for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
-- the permission is asked once for a statement, before the function that is called for each row: anyone may send a statement that meets all payments
create policy "admins settle" on public.payments for update to authenticated
  using ((select private.may('payments.manage')) and private.locked_to_settle(order_id))
  with check ((select private.may('payments.manage')));
create policy "the order service opens a payment" on public.payments for insert to shop_orders
  with check (state in ('cod_pending', 'awaiting_payment'));
create trigger touch_updated_at before update on public.payments for each row execute function private.touch_updated_at();

-- what the payments of an order come to: what is awaited, then what was received. of a cancelled order a claim stays open work, and then it says
-- whether money is still due back. store credit goes back at once and leaves the state to the money that was awaited beside it
create function private.payment_state_of(p_order uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not cancelled then coalesce(open, case when kept then 'paid' when due then 'refund_due' when back then 'refunded' else 'paid' end)
    when open = 'awaiting_verification' then open
    when due or paid then 'refund_due'
    when money_back or back and open is distinct from 'awaiting_payment' then 'refunded'
    else open end
  from (
    select o.status = 'cancelled' as cancelled, max(p.state) filter (where private.is_open_payment(p.state)) as open, bool_or(p.state = 'refund_due') as due,
      bool_or(p.state = 'paid') as paid, bool_or(p.state = 'paid' and p.amount > 0) as kept, bool_or(p.state = 'refunded') as back,
      bool_or(p.state = 'refunded' and p.method <> 'credit') as money_back
    from public.orders o join public.payments p on p.order_id = o.id where o.id = p_order group by o.status) s
$$;
revoke all on function private.payment_state_of(uuid) from public;

-- an admin who confirms or refunds a payment moves the order's payment state in the same transaction
create function private.follow_payment() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.orders o set payment_state = private.payment_state_of(o.id) where o.id = new.order_id and o.payment_state <> private.payment_state_of(o.id);
  return null;
end $$;
revoke all on function private.follow_payment() from public;
create trigger follow_payment after update of state on public.payments
  for each row when (old.state is distinct from new.state and pg_trigger_depth() = 0) execute function private.follow_payment();

-- The steps that the state of a payment may take, and by whom. The guard reads these rows, as the guard of orders reads order_steps.
create table public.payment_steps (
  from_state text not null check (from_state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded')),
  to_state text not null check (to_state in ('cod_pending', 'awaiting_payment', 'awaiting_verification', 'paid', 'failed', 'refund_due', 'refunded', 'undone')),
  actor text not null check (actor in ('customer', 'admin', 'system')),
  primary key (from_state, to_state, actor)
);
alter table public.payment_steps enable row level security;
revoke all on public.payment_steps from anon, authenticated;

-- nothing for anon
grant select on public.payment_steps to authenticated;

-- changed by migrations alone
create policy "signed-in people read" on public.payment_steps for select to authenticated using (true);
insert into public.payment_steps (from_state, to_state, actor) values
  ('awaiting_payment', 'awaiting_verification', 'customer'),   -- the buyer enters the bank's reference
  ('failed', 'awaiting_verification', 'customer'),             -- and corrects one that was not found
  ('cod_pending', 'paid', 'admin'),
  ('awaiting_payment', 'paid', 'admin'),
  ('awaiting_verification', 'paid', 'admin'),
  ('awaiting_verification', 'failed', 'admin'),                -- the money is not on the account
  ('failed', 'paid', 'admin'),                                 -- it turned up after all
  ('refund_due', 'refunded', 'admin'),
  ('cod_pending', 'paid', 'system'),                           -- the cash has arrived
  ('awaiting_payment', 'awaiting_verification', 'system'),     -- Razorpay holds the money or does not know yet
  ('awaiting_verification', 'awaiting_payment', 'system'),     -- and then nothing came of it
  ('awaiting_payment', 'paid', 'system'),
  ('awaiting_verification', 'paid', 'system'),
  ('awaiting_payment', 'refund_due', 'system'),                -- it arrived for an order that stays cancelled
  ('awaiting_verification', 'refund_due', 'system'),
  ('cod_pending', 'awaiting_payment', 'system'),               -- another method was chosen (47_order_changes.sql)
  ('awaiting_payment', 'cod_pending', 'system'),
  ('failed', 'cod_pending', 'system'),
  ('failed', 'awaiting_payment', 'system'),
  ('paid', 'refund_due', 'system'),                            -- the order was cancelled
  ('paid', 'refunded', 'system'),                              -- sent back in Razorpay's dashboard
  ('paid', 'undone', 'system'),                                -- staff had recorded it by mistake (41_payments_undone.sql)
  ('refund_due', 'undone', 'system'),
  ('refund_due', 'refunded', 'system');

-- 'client': a person over rest. 'server': the owner, service_role or another function, as in guard_order_step. Money that arrives for
-- an order that the scheduler has cancelled reopens it if its goods are still there, and is due back otherwise: the same rule for
-- every way of paying (settle_razorpay_payment decides it before it comes here).
create function private.guard_payment_step() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  actors text[] := case when tg_argv[0] = 'client' then array['admin'] else array['customer', 'admin', 'system'] end;
  o public.orders;
begin
  if not exists (select from public.payment_steps s where s.from_state = old.state and s.to_state = new.state and s.actor = any (actors)) then
    raise exception 'A payment cannot go from % to %', old.state, new.state
      using errcode = 'PT409', detail = jsonb_build_object('code', 'PAYMENT_STEP_NOT_ALLOWED', 'from', old.state, 'to', new.state)::text;
  end if;
  if new.state <> 'paid' then return new; end if;
  -- lock the order's row first: this and a simultaneous cancellation run one after the other
  select x.* into o from public.orders x where x.id = new.order_id for no key update;
  if o.status <> 'cancelled' then return new; end if;
  if o.cancelled_by is null and o.cancel_reason is null and o.user_id is not null and private.can_take_again(o.id) then
    update public.orders x set status = 'pending', payment_state = 'paid' where x.id = o.id;
  else
    new.state := 'refund_due';
  end if;
  return new;
end $$;
revoke all on function private.guard_payment_step() from public;
create trigger guard_payment_step_client before update of state on public.payments
  for each row when (old.state is distinct from new.state and current_user in ('anon', 'authenticated')) execute function private.guard_payment_step('client');
create trigger guard_payment_step_server before update of state on public.payments
  for each row when (old.state is distinct from new.state and current_user not in ('anon', 'authenticated')) execute function private.guard_payment_step('server');

-- when references were entered, for the limits: wrong references themselves are not stored
create table private.payment_claims (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  claimed_at timestamptz not null
);
create index payment_claims_order_id_idx on private.payment_claims (order_id);
create index payment_claims_user_id_idx on private.payment_claims (user_id, claimed_at);
alter table private.payment_claims enable row level security;

-- no policy and no grant: the function below alone
revoke all on private.payment_claims from public;

create function private.date_claim() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.claim_holds_until := new.claimed_at + make_interval(days => private.limit_of('claim_days'));
  return new;
end $$;
revoke all on function private.date_claim() from public;
create trigger date_claim before update of claimed_at on public.payments
  for each row when (new.claimed_at is distinct from old.claimed_at) execute function private.date_claim();

-- since when an order waits for its payment
create function private.awaited_since(o public.orders) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce((select max(p.awaited_since) from public.payments p where p.order_id = o.id), o.created_at)
$$;
revoke all on function private.awaited_since(public.orders) from public;

-- the orders whose time to pay is up, of these or of all. one of which a part was paid is never among them. left open: what Razorpay was
-- not asked about since then, unless it does not answer for a day, or does not say for six days what became of a payment (goods are not held without end); and what has a UPI reference
-- that is not verified, until claim_holds_until.
create function private.unpaid_orders(p_of uuid[] default null) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select o.id
  from public.orders o
    cross join lateral (select private.awaited_since(o) as since) w
    cross join (select make_interval(hours => s.upi_unpaid_hours) as upi_unpaid, make_interval(mins => s.razorpay_unpaid_minutes) as razorpay_unpaid from public.settings s) shop
  where o.status = 'pending' and (p_of is null or o.id = any (p_of))
    and not exists (select from public.payments p where p.order_id = o.id and p.state = 'paid' and p.method <> 'credit' and p.amount > 0) and (
      o.payment_state = 'awaiting_payment' and w.since < private.clock_now() - case o.payment_method
        when 'upi' then shop.upi_unpaid
        when 'razorpay' then shop.razorpay_unpaid
        else interval '100 years' end   -- cash is not awaited
      and not (o.payment_method = 'razorpay' and w.since > private.clock_now() - interval '1 day' - shop.razorpay_unpaid and exists (
        select from private.razorpay_orders r where r.order_id = o.id and (r.asked_at is null or r.asked_at < w.since + shop.razorpay_unpaid)))
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'razorpay' and w.since < private.clock_now() - interval '6 days'
      or o.payment_state = 'awaiting_verification' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.claim_holds_until < private.clock_now())
      or o.payment_state = 'failed' and o.payment_method = 'upi' and exists (
        select from public.payments p where p.order_id = o.id and p.updated_at < private.clock_now() - shop.upi_unpaid))
$$;
revoke all on function private.unpaid_orders(uuid[]) from public;

-- cancels orders whose time to pay is up, and answers how many. nothing is lost: a claim stays in the queue, and money that is found later opens the
-- order again or is due back.
create function private.cancel_unpaid_orders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
  each uuid;
begin
  select coalesce(array_agg(l.id), '{}') into due from (
    select o.id from public.orders o where o.id in (select private.unpaid_orders())
    order by o.created_at limit 100
    for no key update of o skip locked   -- a payment or cancellation in progress goes first
  ) l;
  -- asked again behind the locks: a payment that was claimed or recorded in between is in another table, of which the statement that locks has
  -- the state of before
  select coalesce(array_agg(o.id order by o.created_at), '{}') into due from public.orders o where o.id in (select private.unpaid_orders(due));
  foreach each in array due loop   -- one by one, as one statement would lock the goods in the sequence of its plan
    update public.orders set status = 'cancelled' where id = each;
  end loop;
  return cardinality(due);
end $$;
revoke all on function private.cancel_unpaid_orders() from public;

-- the mail sender is the login that works in the background; it may start the job, not choose an order
grant execute on function private.cancel_unpaid_orders() to shop_mail;

-- a buyer names the reference of their UPI payment: for every own order that is to be paid by UPI and is not settled, also after it was
-- accepted unpaid or cancelled, since the money may have left the account before. a cancelled order is opened again when the money is found,
-- not on a claim alone: an invented reference must not reserve goods.
create function public.claim_payment(p_order uuid, p_reference text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  utr text := upper(regexp_replace(left(p_reference, 100), '\s', '', 'g'));
  claimed timestamptz := private.clock_now();
begin
  if utr is null or utr !~ '^[A-Z0-9]{12,22}$' then
    raise exception 'A UPI reference has 12 digits' using errcode = '22023', detail = '{"code":"INVALID_REFERENCE"}';
  end if;
  -- one claim of an account at a time: two at once would both be below the limit
  perform pg_advisory_xact_lock(pg_catalog.hashtext('shop.claims'), pg_catalog.hashtext(auth.uid()::text));
  -- the order first, as every step locks it: a claim and a cancellation wait for each other
  perform from public.orders o where o.id = p_order and o.user_id = auth.uid() for no key update;
  if not found then
    raise exception 'Order not found' using errcode = 'PT404', detail = '{"code":"ORDER_NOT_FOUND"}';
  end if;
  -- sent twice: recorded already
  perform from public.payments p where p.order_id = p_order and p.method = 'upi' and p.state = 'awaiting_verification' and p.provider_reference = utr;
  if found then return; end if;
  if (select count(*) from private.payment_claims c where c.order_id = p_order) >= private.limit_of('claims_per_order')
    or (select count(*) from private.payment_claims c where c.user_id = auth.uid() and c.claimed_at > claimed - interval '1 day') >= private.limit_of('claims_per_day') then
    raise exception 'Too many UPI references were entered' using errcode = 'PT429', detail = '{"code":"TOO_MANY_CLAIMS"}';
  end if;
  update public.payments p set state = 'awaiting_verification', provider_reference = utr, claimed_at = claimed
    where p.order_id = p_order and p.method = 'upi' and p.state in ('awaiting_payment', 'awaiting_verification', 'failed');
  if not found then
    raise exception 'This order does not wait for a UPI payment' using errcode = 'PT409', detail = '{"code":"PAYMENT_NOT_AWAITED"}';
  end if;
  insert into private.payment_claims (order_id, user_id, claimed_at) values (p_order, auth.uid(), claimed);
exception when unique_violation then
  raise exception 'This reference belongs to another order' using errcode = 'PT409', detail = '{"code":"REFERENCE_USED"}';
end $$;
revoke all on function public.claim_payment(uuid, text) from public;
grant execute on function public.claim_payment(uuid, text) to authenticated;
