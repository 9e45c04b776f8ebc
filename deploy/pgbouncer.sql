-- Lets PgBouncer look up the logins of the shop. Run once by a superuser in the shop's database:
--   psql "$DATABASE_URL" --file deploy/pgbouncer.sql
--   psql "$DATABASE_URL" --command '\password pgbouncer'
-- Secrets are readable to superusers alone. The function gives the stored SCRAM secrets of the logins that serve requests, and of no others: they prove a password, they do not
-- contain it.
do $$ begin
  if not exists (select from pg_roles where rolname = 'pgbouncer') then create role pgbouncer login; end if;
end $$;
create schema if not exists pgbouncer;
revoke all on schema pgbouncer from public;
grant usage on schema pgbouncer to pgbouncer;
create or replace function pgbouncer.secret_of(p_login text) returns table (name text, secret text)
language sql stable security definer set search_path = '' as $$
  select rolname::text, rolpassword from pg_catalog.pg_authid
    where rolname = p_login
      and rolname in ('authenticator', 'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin', 'shop_callers', 'shop_orders', 'shop_payments')
$$;
revoke all on function pgbouncer.secret_of(text) from public;
grant execute on function pgbouncer.secret_of(text) to pgbouncer;
