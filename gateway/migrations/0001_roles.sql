-- The roles every request runs under, named as on hosted Supabase.
-- Roles belong to the cluster, not to the database: several databases may run this file, also at the same moment,
-- so each statement tolerates that another database was first. Passwords are set by the server (ALTER ROLE … PASSWORD).

do $$
declare
  wanted record;
begin
  for wanted in
    select roles.name, roles.attributes from (values
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      -- The only role that row level security does not bind; reached by the secret key alone.
      ('service_role', 'nologin noinherit bypassrls'),
      -- NOINHERIT: without a SET ROLE this login can read and call nothing, so a missing SET ROLE fails closed.
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'login noinherit'),
      ('supabase_storage_admin', 'login noinherit')
    ) as roles (name, attributes)
  loop
    begin
      if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
        execute format('create role %I %s', wanted.name, wanted.attributes);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another database of this cluster created it between the question and the statement
    end;
  end loop;
end $$;

-- The storage login may also act as the caller, so that policies on storage.objects decide.
do $$
declare
  login text;
  target text;
begin
  foreach login in array array['authenticator', 'supabase_storage_admin'] loop
    foreach target in array array['anon', 'authenticated', 'service_role'] loop
      begin
        if not exists (
          select from pg_catalog.pg_auth_members m
          where m.member = login::regrole and m.roleid = target::regrole
        ) then
          execute format('grant %I to %I', target, login);
        end if;
      exception when unique_violation or internal_error then
        null; -- the same grant, made from another database at this moment
      end;
    end loop;
  end loop;
end $$;

-- The exposed schema. Reaching it grants nothing: every table and function is granted by name where it is made.
grant usage on schema public to anon, authenticated, service_role;
revoke create on schema public from public;

-- PostgreSQL lets everybody execute a new function: here nobody, until a migration grants it by name.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;
-- No default grant for anon and authenticated: a forgotten grant is a visible error, a forgotten revoke is a leak.

-- Extensions live here, as on hosted Supabase; their functions are callable by name and by operator.
create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
alter default privileges in schema extensions grant execute on functions to public;
