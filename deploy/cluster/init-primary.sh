#!/usr/bin/env bash
# Runs once, when the primary's data folder is new: a login for the standby, and one with which PgBouncer looks up other logins.
set -euo pipefail

psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname "$POSTGRES_DB" \
  --set replication="$REPLICATION_PASSWORD" --set pooler="$POOLER_PASSWORD" <<'SQL'
create role replicator login replication password :'replication';
create role pgbouncer login password :'pooler';
create schema pgbouncer authorization pgbouncer;
-- Passwords are readable to superusers alone: this function gives PgBouncer the stored SCRAM secret of a login that asks for a connection.
create function pgbouncer.secret_of(login text) returns table (name text, secret text)
  language sql stable security definer set search_path = ''
  as $$ select rolname::text, rolpassword from pg_catalog.pg_authid where rolname = login and rolcanlogin and not rolsuper and not rolreplication $$;
revoke all on function pgbouncer.secret_of(text) from public;
grant execute on function pgbouncer.secret_of(text) to pgbouncer;
-- An order is acknowledged once the standby has it too; without the standby writes wait (docs/deploy.md).
alter system set synchronous_standby_names = 'standby';
SQL

echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
