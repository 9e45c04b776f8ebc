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
alter table private.razorpay_keys enable row level security;   -- no policy and no grant: the functions below alone

create function private.check_razorpay_key(p_field text, p_value text, p_pattern text) returns void
language plpgsql set search_path = '' as $$
begin
  if p_value is null or p_value !~ p_pattern then
    raise exception 'This is no Razorpay key' using errcode = '22023', detail = jsonb_build_object('code', 'INVALID_RAZORPAY_KEYS', 'field', p_field)::text;
  end if;
end $$;

-- write only: what is empty stays as it was, and nobody reads a secret back. after a change razorpay still signs its retries
-- with the old webhook secret for a day, and a buyer's open payment window was opened under the old key.
create function public.set_razorpay_keys(p_key_id text, p_key_secret text, p_webhook_secret text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept private.razorpay_keys;
  given private.razorpay_keys;
begin
  if not private.is_admin() then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
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

-- what an admin may know of them. the key id is in every payment window
create function public.razorpay_setup() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_admin() then raise exception 'permission denied for Razorpay keys' using errcode = '42501'; end if;
  return (select jsonb_build_object('key_id', max(k.key_id), 'key_secret_set', count(k.key_secret) = 1, 'webhook_secret_set', count(k.webhook_secret) = 1,
    'changed_at', max(k.changed_at)) from private.razorpay_keys k);
end $$;

-- what the payment desk signs and compares with: the secrets that count now, the current one first
create function private.razorpay_shop() returns table (key_id text, key_secrets text[], webhook_secrets text[])
language sql stable security definer set search_path = '' as $$
  select k.key_id,
    array_remove(array[k.key_secret, case when k.previous_until > now() then k.previous_key_secret end], null),
    array_remove(array[k.webhook_secret, case when k.previous_until > now() then k.previous_webhook_secret end], null)
  from private.razorpay_keys k where k.key_id is not null
$$;

-- offered when an admin switched it on and there are keys to do it with (docs/rules.md#payment-states)
alter table public.settings add column razorpay_enabled boolean not null default false;
grant update (razorpay_enabled) on public.settings to authenticated;

create function private.guard_razorpay_enabled() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from private.razorpay_keys k where k.key_id is not null) then
    raise exception 'Razorpay needs its keys first' using errcode = 'PT409', detail = '{"code":"RAZORPAY_KEYS_MISSING"}';
  end if;
  return new;
end $$;
create trigger guard_razorpay_enabled before update of razorpay_enabled on public.settings
  for each row when (new.razorpay_enabled and not old.razorpay_enabled) execute function private.guard_razorpay_enabled();

revoke all on function private.check_razorpay_key(text, text, text), private.guard_razorpay_enabled(), private.razorpay_shop(),
  public.set_razorpay_keys(text, text, text), public.razorpay_setup() from public;
grant execute on function private.razorpay_shop() to shop_payments;
-- the bodies let admins through; nothing for anon
grant execute on function public.set_razorpay_keys(text, text, text), public.razorpay_setup() to authenticated;
