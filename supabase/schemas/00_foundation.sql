-- the foundation of every later file: the private schema, closed defaults, the logins of services and small trigger functions.
-- only features that hosted supabase offers: no superuser is needed here, a role with createrole and createdb is enough.

create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;

-- mail queue, counters, guards and request keys. never in the list of exposed schemas, and no API role has
-- usage: policies reach private.is_admin() by its oid, which needs execute alone.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema public to anon, authenticated, service_role;

-- hosted supabase opens every new table and function of public to anon and authenticated; here each grant is written out
-- with its table, so the defaults are closed first. service_role is the server's own key and passes rls anyway.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

-- roles belong to the cluster, not to the database: another database of the same server may have made them already.
-- neither gets a password here: the server (or the operator of a hosted database) sets one. noinherit and without
-- membership, so a login that leaks is worth exactly the grants listed for it.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'shop_orders') then
    create role shop_orders login noinherit nocreatedb nocreaterole;   -- the order service (docs/rules.md#placing-an-order)
    -- the order service repeats a few statements, each for a handful of rows by their keys. one generic plan for all orders,
    -- and never a scan: a connection that starts in a shop with a dozen orders would keep scanning for its lifetime
    alter role shop_orders set plan_cache_mode = 'force_generic_plan';
    alter role shop_orders set enable_seqscan = off;
    -- how long an order waits for the orders before it until the answer is that the shop is busy
    alter role shop_orders set lock_timeout = '5s';
    alter role shop_orders set statement_timeout = '10s';
  end if;
  if not exists (select from pg_catalog.pg_roles where rolname = 'shop_mail') then
    create role shop_mail login noinherit nocreatedb nocreaterole;     -- the mail sender (docs/rules.md#mails)
  end if;
exception when duplicate_object then null;   -- two databases migrating at the same time
end $$;
grant usage on schema public, private to shop_orders, shop_mail;

-- the server functions, in the name of their caller: noinherit, so that this login alone reads and calls nothing
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'shop_callers') then
    create role shop_callers login noinherit nocreatedb nocreaterole;
    grant anon, authenticated, service_role to shop_callers;
    begin
      alter role shop_callers set temp_file_limit = '256MB';   -- as the login of /rest/v1
    exception when insufficient_privilege then null;   -- only a superuser may set it
    end;
  end if;
exception when duplicate_object or unique_violation then null;   -- another database of this server created it at this moment
end $$;

-- the current time, which dates every effect. `shop.as_of` lets the demo seed and tests run in the past; API clients cannot
-- set it, because the gateway sets `request.*` alone.
-- a `return` body is bound when it is created, so it needs no search_path of its own, and postgresql can inline it.
create function private.clock_now() returns timestamptz
language sql stable return coalesce(nullif(current_setting('shop.as_of', true), '')::timestamptz, now());

create function private.touch_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- optimistic locking: a form sends the version it read as a filter, and a stale write finds no row.
create function private.next_version() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

-- what a shopkeeper may type as a gstin; the checksum is domain/addresses/gstin.ts
create function private.looks_like_gstin(value text) returns boolean
language sql immutable parallel safe return value ~ '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$';
grant execute on function private.looks_like_gstin(text) to public;

-- Limits per account. One place for the numbers: the functions and triggers that refuse read them here,
-- so they hold for several servers at once. An owner changes a number with one update; no client role reads or writes them.
create table private.limits (
  name text primary key,
  value integer not null check (value >= 0),
  about text not null
);
alter table private.limits enable row level security;

-- no policy and no grant: read by the definer functions alone
revoke all on private.limits from public;
insert into private.limits (name, value, about) values
  ('orders_per_hour', 20, 'Orders that one account places online in an hour.'),
  ('unpaid_orders', 5, 'Pending online orders of one account that wait for a payment. More would reserve stock without a payment.'),
  ('first_cod_rupees', 25000, 'Rupees that an account without a delivered order may owe on delivery, over all its open orders.'),
  ('changes_per_order', 10, 'Changes that a customer may make to one order.'),
  ('changes_per_day', 30, 'Changes that one account may make to its orders in 24 hours.'),
  ('claims_per_order', 5, 'UPI references that a buyer may enter for one order, corrections included.'),
  ('claims_per_day', 20, 'UPI references that one account may enter in 24 hours.'),
  ('claim_days', 7, 'Days that an unverified UPI reference keeps an order open and its goods reserved.'),
  ('unknown_coupons_per_hour', 20, 'Unknown coupon codes that one account may try in an hour.'),
  ('unknown_coupons_in_all', 600, 'Unknown coupon codes in an hour over all accounts, after which an account has only a few tries.'),
  ('unknown_coupons_when_busy', 3, 'Tries that an account has while the total is reached.'),
  ('phone_codes_per_account', 5, 'Wrong codes for orders placed by telephone that one account may enter in an hour.'),
  ('phone_codes_per_number', 10, 'Wrong codes in an hour for one telephone number, over all accounts.'),
  ('phone_codes_in_all', 100, 'Wrong codes in an hour over all accounts and numbers, after which everyone waits.'),
  ('complaints_per_email', 3, 'Complaints in 24 hours under one email address. Each sends a mail to it, and someone else may have entered it.'),
  ('complaints_per_account', 5, 'Complaints of one account in 24 hours.'),
  ('complaints_per_client', 10, 'Complaints of one network in an hour.'),
  ('complaints_of_visitors', 200, 'Complaints of all visitors together in an hour.');

create function private.limit_of(p_name text) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  found_value integer;
begin
  select l.value into strict found_value from private.limits l where l.name = p_name;
  return found_value;
end $$;
revoke all on function private.limit_of(text) from public;

-- the reason of a step of staff, without space around it
create function private.stated_reason(p_reason text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(length(btrim(p_reason)), 0) not between 1 and 300 then
    raise exception 'This needs a reason of at most 300 characters' using errcode = '22023', detail = '{"code":"REASON_REQUIRED"}';
  end if;
  return btrim(p_reason);
end $$;
revoke all on function private.stated_reason(text) from public;
