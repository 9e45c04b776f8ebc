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
  asked_at timestamptz,                            -- the time up to which all attempts are known
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

-- never two kept charges, even if the calling code is wrong
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

create trigger guard_razorpay_enabled before update of razorpay_enabled on public.settings
  for each row when (new.razorpay_enabled and not old.razorpay_enabled) execute function private.guard_razorpay_enabled();

revoke all on function public.end_previous_razorpay_secrets() from public;

-- the body lets owners through; nothing for anon
grant execute on function public.end_previous_razorpay_secrets() to authenticated;
