-- The roles of a Supabase project, as its superuser sees them: `postgres` owns the database without being a superuser, and the
-- services' roles are reserved. A project refuses changes of reserved roles by an extension (supautils) that the embedded
-- PostgreSQL lacks; here it refuses them because `postgres` has no ADMIN option on them.
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin login noinherit createrole;
create role supabase_realtime_admin nologin noinherit;
create role supabase_replication_admin login replication;
create role supabase_read_only_user login bypassrls;
create role dashboard_user nologin createdb createrole replication;
create role postgres login createdb createrole replication bypassrls;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;
alter role postgres set search_path = "$user", public, extensions;

-- A project lets `postgres` restore a dump without triggers, by supautils; here by a grant.
grant set on parameter session_replication_role to postgres;

grant anon, authenticated, service_role to authenticator;
grant authenticator to supabase_storage_admin;
grant anon, authenticated, service_role to postgres with admin option;
grant authenticator to postgres with admin false;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres with admin option;
-- A project lets `postgres` write policies on the files' tables, again by supautils; here by membership.
grant supabase_storage_admin to postgres with admin false, inherit true, set false;
