-- razorpay: who works with it, its keys, and whether it is offered (docs/india.md#payment).

-- a login of its own (as placing an order has): it may call the functions named in these files, and touches no table.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'shop_payments') then
    create role shop_payments login noinherit nocreatedb nocreaterole;
    -- razorpay wants its answer within five seconds and asks again later: better refused than late
    alter role shop_payments set lock_timeout = '3s';
    alter role shop_payments set statement_timeout = '4s';
  end if;
exception when duplicate_object then null;   -- two databases migrating at the same time
end $$;
grant usage on schema private to shop_payments;

-- no check constraint on the secrets: its message would print the failing row into the answer and the log
create table private.razorpay_keys (
  id boolean primary key default true check (id),
  key_id text,
  key_secret text,
  previous_key_secret text,
  webhook_secret text,
  previous_webhook_secret text,
  previous_until timestamptz,   -- how long what was signed before the change still counts
  changed_at timestamptz not null default now()
);
alter table private.razorpay_keys enable row level security;

-- no policy and no grant: the functions below alone

create function private.check_razorpay_key(p_field text, p_value text, p_pattern text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_value is null or p_value !~ p_pattern then
    raise exception 'This is no Razorpay key' using errcode = '22023', detail = jsonb_build_object('code', 'INVALID_RAZORPAY_KEYS', 'field', p_field)::text;
  end if;
end $$;

-- what the payment service signs and compares with: the secrets that count now, the current one first
create function private.razorpay_shop() returns table (key_id text, key_secrets text[], webhook_secrets text[])
language sql stable security definer set search_path = '' as $$
  select k.key_id,
    array_remove(array[k.key_secret, case when k.previous_until > now() then k.previous_key_secret end], null),
    array_remove(array[k.webhook_secret, case when k.previous_until > now() then k.previous_webhook_secret end], null)
  from private.razorpay_keys k where k.key_id is not null
$$;
grant execute on function private.razorpay_shop() to shop_payments;

create function private.guard_razorpay_enabled() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from private.razorpay_keys k where k.key_id is not null) then
    raise exception 'Razorpay needs its keys first' using errcode = 'PT409', detail = '{"code":"RAZORPAY_KEYS_MISSING"}';
  end if;
  return new;
end $$;

-- what razorpay reported: its order for one of ours, every payment tried on it, and which of them is the one that pays.
-- no name, address, card or telephone number is kept, only ids, amounts and states.

create table private.razorpay_orders (
  id text primary key,
  order_id uuid not null unique references public.orders (id) on delete cascade,   -- one of ours has one of theirs
  created_at timestamptz not null default now(),
  asked_at timestamptz,                            -- up to when all is known that was tried on it
  next_check_at timestamptz default now() + interval '1 minute'   -- null: no more
);
create index razorpay_orders_due_idx on private.razorpay_orders (next_check_at) where next_check_at is not null;
alter table private.razorpay_orders enable row level security;

-- amounts in paise, as on razorpay's wire. standing: what became of money that was taken. null: none was, or it went back
-- before we heard of it.
create table private.razorpay_payments (
  id text primary key,
  provider_order_id text,
  order_id uuid references public.orders (id) on delete set null,
  amount bigint,
  currency text,
  status text not null check (status in ('created', 'failed', 'authorized', 'captured', 'refunded')),
  vouched boolean not null default false,   -- the browser came back with razorpay's signature
  standing text check (standing in ('kept', 'second_charge', 'amount_differs', 'unknown_order')),
  amount_refunded bigint not null default 0,
  refund text not null default 'none' check (refund in ('none', 'due', 'asked', 'processed', 'failed', 'by_hand')),
  refund_round integer not null default 0,   -- part of the idempotency key: a new one only after a refund that is known to have failed
  refund_failed_id text,                     -- the refund that failed last: its event may repeat
  refund_tries integer not null default 0,
  refund_next_at timestamptz,
  last_error text,
  received_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by uuid,   -- no foreign key: the trace outlives the account
  note text,
  confirmed_at timestamptz,   -- Razorpay has listed it as taken, when asked
  doubted_at timestamptz
);
create index razorpay_payments_order_id_idx on private.razorpay_payments (order_id);
create index razorpay_payments_provider_order_id_idx on private.razorpay_payments (provider_order_id) where order_id is null;
create index razorpay_payments_refund_idx on private.razorpay_payments (refund_next_at) where refund in ('due', 'asked');
create index razorpay_payments_listed_idx on private.razorpay_payments (received_at desc) where standing in ('second_charge', 'amount_differs', 'unknown_order') or refund = 'failed';

-- never two charges kept, whatever the code above it does
create unique index razorpay_payments_one_kept on private.razorpay_payments (order_id) where standing = 'kept';

-- on all three no policy and no grant: functions alone
alter table private.razorpay_payments enable row level security;

-- recorded before razorpay was asked to confirm events
create index razorpay_payments_doubted_idx on private.razorpay_payments (received_at desc) where doubted_at is not null;

-- events that were taken; they come more than once (docs/india.md#payment)
create table private.razorpay_events (
  id text primary key,
  event text not null,
  received_at timestamptz not null default now()
);
create index razorpay_events_received_idx on private.razorpay_events (received_at);
alter table private.razorpay_events enable row level security;

-- no grant to change it: the settling function writes it

-- razorpay says what was paid and paid back, nobody's hand
create function private.guard_provider_payment() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Razorpay settles this payment' using errcode = 'PT409', detail = '{"code":"PROVIDER_SETTLES"}';
end $$;

-- a payment that arrives after the clock has cancelled the order takes the goods again, if they are still there
-- (docs/rules.md#order-before-payment).

insert into public.order_steps (from_status, to_status, actor, needs_reason, display_order) values ('cancelled', 'pending', 'system', false, 9);

-- what the customer or an admin cancelled stays cancelled, and so does an order whose buyer is gone
create function private.guard_reopening() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.cancelled_by is not null or old.cancel_reason is not null or old.user_id is null or new.payment_state <> 'paid' then
    raise exception 'Only a payment opens an order again that the clock has cancelled' using errcode = 'PT409', detail = '{"code":"STEP_NOT_ALLOWED"}';
  end if;
  return new;
end $$;

-- which discounts a cancelled order had counted for it: they are counted again with it
create table private.released_redemptions (
  order_id uuid not null references public.orders (id) on delete cascade,
  discount_id uuid not null references public.discounts (id) on delete cascade,
  user_id uuid references auth.users (id) on delete set null,
  primary key (order_id, discount_id)
);
create index released_redemptions_discount_id_idx on private.released_redemptions (discount_id);
create index released_redemptions_user_id_idx on private.released_redemptions (user_id);
alter table private.released_redemptions enable row level security;

-- no policy and no grant: the two functions below alone

create function private.remember_redemption() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.released_redemptions (order_id, discount_id, user_id)
    select old.order_id, old.discount_id, old.user_id from public.orders o, public.discounts d
    where o.id = old.order_id and o.status = 'cancelled' and d.id = old.discount_id
    on conflict do nothing;
  return null;
end $$;

-- whether goods and coupon can be taken again; both are locked from here on, products in id order and coupons after them,
-- as every writer does
create function private.can_take_again(p_order uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.products p where p.id in (select i.product_id from public.order_items i where i.order_id = p_order)
    order by p.id for no key update;
  if exists (
    select from (select i.product_id, sum(i.quantity) as quantity from public.order_items i where i.order_id = p_order group by 1) n
      left join public.products p on p.id = n.product_id where p.stock is null or p.stock < n.quantity
  ) then return false; end if;
  perform from public.discounts d where d.id in (select r.discount_id from private.released_redemptions r where r.order_id = p_order)
    order by d.id for no key update;
  return not exists (select from public.discounts d join private.released_redemptions r on r.discount_id = d.id where r.order_id = p_order and d.times_used >= d.usage_limit);
end $$;

create function private.follow_reopening() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_take_again(new.id) then
    raise exception 'The goods of order % are sold', new.id using errcode = 'PT409', detail = '{"code":"OUT_OF_STOCK"}';
  end if;
  perform set_config('shop.stock_reason', 'order', true), set_config('shop.stock_order', new.id::text, true);
  update public.products p set stock = p.stock - n.quantity, units_sold = p.units_sold + n.quantity
    from (select i.product_id, sum(i.quantity)::integer as quantity from public.order_items i where i.order_id = new.id group by 1) n
    where p.id = n.product_id;
  perform set_config('shop.stock_reason', '', true), set_config('shop.stock_order', '', true);
  with released as (delete from private.released_redemptions r where r.order_id = new.id returning r.*),
  used as (insert into public.discount_redemptions (order_id, discount_id, user_id) select r.order_id, r.discount_id, r.user_id from released r returning discount_id)
  update public.discounts d set times_used = d.times_used + 1 from used
    where d.id = used.discount_id and (d.code is not null or d.usage_limit is not null);
  return null;
end $$;
revoke all on function private.guard_reopening(), private.remember_redemption(), private.can_take_again(uuid), private.follow_reopening() from public;

-- the one place where everything that is known of a razorpay payment meets: webhook, the browser's return, a question by the
-- buyer or the clock, the answer to a capture or a refund. each takes the order's row first and then the payment's, so they
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

  -- money was taken: what for? one that was nobody's is looked at again when its order has become known
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
  elsif charge.status = 'refunded' and charge.standing is not null and charge.refund in ('none', 'due') then
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
end $$;

-- p_refund: { id, payment_id, amount (paise), status: pending | processed | failed }. amount may be the sum of several.
-- false: it was no news
create function private.settle_razorpay_refund(p_refund jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  charge private.razorpay_payments;
begin
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_refund ->> 'payment_id') for no key update;
  select c.* into charge from private.razorpay_payments c where c.id = p_refund ->> 'payment_id' for no key update;
  if not found or charge.refund in ('processed', 'by_hand') then return false; end if;

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
    if charge.standing = 'kept' then
      update public.payments p set state = 'refunded' where p.order_id = charge.order_id and p.method = 'razorpay' and p.state in ('paid', 'refund_due');
    elsif charge.standing = 'second_charge' then
      insert into public.notifications (user_id, title, message, type, order_id)
        select o.user_id, 'Second payment returned', 'Your order #' || left(o.id::text, 8) || ' was paid twice. The second payment of ₹' || to_char(charge.amount / 100.0, 'FM99999999990.00')
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
  select r.id, (o.total_amount * 100)::bigint, p.reference, o.payment_state, o.status <> 'cancelled' and o.payment_state = 'awaiting_payment',
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

-- true for the first delivery of an event; a second that comes at the same moment waits for the first to be settled or undone
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

-- what the clock does about razorpay: it asks about orders, sends money back, and lists what a person must look at. several
-- processes may do it: a row is handed out for five minutes at a time, and no lock is held while razorpay is asked.

-- payments to ask about, for the longest silent first
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

-- an admin decides: 'refund' has it sent back, 'resolve' says that it was settled by hand, and how
create function public.settle_unmatched_payment(p_payment_id text, p_action text, p_note text default null) returns void
language plpgsql security definer set search_path = '' as $$
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
  if p_action = 'resolve' and charge.standing = 'kept' then
    update public.payments p set state = 'refunded' where p.order_id = charge.order_id and p.method = 'razorpay' and p.state = 'refund_due';
  end if;
end $$;
grant execute on function private.claim_razorpay_checks(integer), private.note_razorpay_checked(uuid, timestamptz), private.claim_razorpay_refunds(integer),
  private.note_razorpay_refusal(text, text), private.forget_razorpay_events() to shop_payments;

-- A leaked webhook secret marks orders as paid that nobody paid. Three answers: the old secrets can be ended at once; Razorpay is asked
-- about every payment known only from an event; and staff decide about one that it does not know, whose goods stay here.

-- ends what was signed before the last change. Otherwise that counts for two days, because Razorpay repeats events under the old secret.
create function public.end_previous_razorpay_secrets() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may('owner.settings') then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
  update private.razorpay_keys k set previous_key_secret = null, previous_webhook_secret = null, previous_until = null;
end $$;

-- what an admin may know of the keys. the key id is in every payment window
create function public.razorpay_setup() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('settings.write') then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
  return (select jsonb_build_object('key_id', max(k.key_id), 'key_secret_set', count(k.key_secret) = 1, 'webhook_secret_set', count(k.webhook_secret) = 1,
    'changed_at', max(k.changed_at), 'previous_until', max(k.previous_until) filter (where k.previous_until > now())) from private.razorpay_keys k);
end $$;

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
  -- the order first, as everybody who settles a payment locks it
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment) for no key update;
  update private.razorpay_payments c set confirmed_at = case when p_confirmed then now() end,
      doubted_at = case when not p_confirmed then coalesce(c.doubted_at, now()) end
    where c.id = p_payment and c.standing = 'kept' and c.confirmed_at is null and c.resolved_at is null;
end $$;

-- a refund that becomes due, by a cancellation or a late payment, is sent by the clock. money that Razorpay does not know is not sent back:
-- staff say first what it is
create function private.follow_refund_due() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.razorpay_payments c set refund = 'due', refund_next_at = now()
    where c.order_id = new.order_id and c.standing = 'kept' and c.refund = 'none' and (c.doubted_at is null or c.resolved_at is not null);
  return null;
end $$;

-- a payment that never was: its order waits for its money again
insert into public.payment_steps (from_state, to_state, actor) values ('paid', 'awaiting_payment', 'system'), ('refund_due', 'awaiting_payment', 'system');

-- money that belongs to no order, or to none any more, and payments that Razorpay does not know; open ones first
create function public.unmatched_payments() returns table (payment_id text, provider_order_id text, order_id uuid, amount numeric, currency text, status text,
  reason text, refund text, received_at timestamptz, resolved_at timestamptz, resolved_by uuid, note text, last_error text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.may('payments.manage') then raise exception 'permission denied for unmatched payments' using errcode = '42501'; end if;
  return query select c.id, c.provider_order_id, c.order_id, round(c.amount / 100.0, 2), c.currency, c.status,
      case when c.refund = 'failed' and c.standing = 'kept' then 'refund_failed' when c.doubted_at is not null then 'not_known' else c.standing end,
      c.refund, c.received_at, c.resolved_at, c.resolved_by, c.note, c.last_error
    from private.razorpay_payments c
    where c.standing in ('second_charge', 'amount_differs', 'unknown_order') or c.refund = 'failed' or c.doubted_at is not null
    order by c.resolved_at is not null, c.received_at desc, c.id limit 200;
end $$;

-- staff decide about a payment that Razorpay does not know. 'accept': it is real, they have seen it in Razorpay's dashboard; the goods
-- may go. 'reject': it never was; the order waits for its money again, and the clock cancels it where nothing comes.
create function public.settle_unconfirmed_payment(p_payment_id text, p_action text, p_note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  charge private.razorpay_payments;
begin
  if not private.may('payments.manage') then raise exception 'permission denied for unmatched payments' using errcode = '42501'; end if;
  if p_action is null or p_action not in ('accept', 'reject') then raise exception 'Accept or reject' using errcode = '22023', detail = '{"code":"INVALID"}'; end if;
  if coalesce(length(btrim(p_note)), 0) not between 1 and 400 then
    raise exception 'Say what you have seen' using errcode = '22023', detail = '{"code":"NOTE_REQUIRED"}';
  end if;
  perform from public.orders o where o.id = (select c.order_id from private.razorpay_payments c where c.id = p_payment_id) for no key update;
  select c.* into charge from private.razorpay_payments c where c.id = p_payment_id and c.doubted_at is not null for no key update;
  if not found then raise exception 'No such payment' using errcode = 'PT404', detail = '{"code":"PAYMENT_NOT_FOUND"}'; end if;
  if charge.resolved_at is not null then
    raise exception 'This payment is settled already' using errcode = 'PT409', detail = '{"code":"ALREADY_SETTLED"}';
  end if;
  update private.razorpay_payments c set resolved_at = now(), resolved_by = auth.uid(), note = left(btrim(p_note), 400),
      standing = case p_action when 'accept' then c.standing end, status = case p_action when 'accept' then c.status else 'failed' end,
      refund = case when p_action = 'accept' and c.refund = 'none' and p.state = 'refund_due' then 'due' else c.refund end,
      refund_next_at = case when p_action = 'accept' and c.refund = 'none' and p.state = 'refund_due' then now() else c.refund_next_at end
    from public.payments p where c.id = charge.id and p.order_id = charge.order_id and p.method = 'razorpay';
  if p_action = 'reject' then
    update public.payments p set state = 'awaiting_payment', provider_reference = null
      where p.order_id = charge.order_id and p.method = 'razorpay' and p.state in ('paid', 'refund_due') and p.provider_reference = charge.id;
  end if;
end $$;
grant execute on function private.unconfirmed_razorpay_payments(uuid), private.note_razorpay_word(text, boolean) to shop_payments;

-- the bodies let admins through; nothing for anon
grant execute on function public.end_previous_razorpay_secrets(), public.settle_unconfirmed_payment(text, text, text) to authenticated;

-- an order whose payment Razorpay does not know cannot be accepted or shipped
create function private.hold_doubted_goods() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.razorpay_payments c where c.order_id = new.id and c.doubted_at is not null and c.resolved_at is null) then
    raise exception 'Razorpay does not know this order''s payment. Look at it under Unmatched payments first.'
      using errcode = 'PT409', detail = '{"code":"PAYMENT_UNMATCHED"}';
  end if;
  return new;
end $$;
create trigger guard_razorpay_enabled before update of razorpay_enabled on public.settings
  for each row when (new.razorpay_enabled and not old.razorpay_enabled) execute function private.guard_razorpay_enabled();
create trigger guard_provider_payment before update on public.payments
  for each row when (old.method = 'razorpay' and current_user in ('anon', 'authenticated')) execute function private.guard_provider_payment();
create trigger follow_refund_due after update of state on public.payments
  for each row when (new.method = 'razorpay' and new.state = 'refund_due' and old.state <> 'refund_due') execute function private.follow_refund_due();
create trigger remember_redemption after delete on public.discount_redemptions
  for each row execute function private.remember_redemption();
revoke all on function private.guard_provider_payment(), private.follow_refund_due() from public;
revoke all on function private.claim_razorpay_checks(integer), private.note_razorpay_checked(uuid, timestamptz), private.claim_razorpay_refunds(integer),
  private.note_razorpay_refusal(text, text), private.forget_razorpay_events(), public.unmatched_payments(), public.settle_unmatched_payment(text, text, text) from public;

-- the bodies let admins through; nothing for anon
grant execute on function public.unmatched_payments(), public.settle_unmatched_payment(text, text, text) to authenticated;
revoke all on function public.end_previous_razorpay_secrets(), private.ask_about_kept(), private.unconfirmed_razorpay_payments(uuid),
  private.note_razorpay_word(text, boolean), private.hold_doubted_goods(), public.settle_unconfirmed_payment(text, text, text) from public;
create function private.set_razorpay_keys(p_key_id text, p_key_secret text, p_webhook_secret text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept private.razorpay_keys;
  given private.razorpay_keys;
begin
  if not private.may('owner.settings') then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
  insert into private.razorpay_keys (id) values (true) on conflict do nothing;
  select k.* into kept from private.razorpay_keys k for update;
  given.key_id := coalesce(nullif(btrim(p_key_id), ''), kept.key_id);
  given.key_secret := coalesce(nullif(btrim(p_key_secret), ''), kept.key_secret);
  given.webhook_secret := coalesce(nullif(btrim(p_webhook_secret), ''), kept.webhook_secret);
  perform private.check_razorpay_key('key_id', given.key_id, '^rzp_(test|live)_[A-Za-z0-9]{4,40}$'),
    private.check_razorpay_key('key_secret', given.key_secret, '^[!-~]{8,100}$'),
    private.check_razorpay_key('webhook_secret', given.webhook_secret, '^[!-~]{8,100}$');
  if (given.key_secret, given.webhook_secret) is distinct from (kept.key_secret, kept.webhook_secret) and kept.key_secret is not null then
    given.previous_key_secret := kept.key_secret;
    given.previous_webhook_secret := kept.webhook_secret;
    given.previous_until := now() + interval '2 days';
  else
    given.previous_key_secret := kept.previous_key_secret;
    given.previous_webhook_secret := kept.previous_webhook_secret;
    given.previous_until := kept.previous_until;
  end if;
  update private.razorpay_keys k set key_id = given.key_id, key_secret = given.key_secret, webhook_secret = given.webhook_secret,
    previous_key_secret = given.previous_key_secret, previous_webhook_secret = given.previous_webhook_secret, previous_until = given.previous_until, changed_at = now();
end $$;
revoke all on function private.set_razorpay_keys(text, text, text) from public;
grant execute on function private.set_razorpay_keys(text, text, text) to shop_orders;
grant execute on function public.razorpay_setup() to authenticated;   -- nothing for anon
