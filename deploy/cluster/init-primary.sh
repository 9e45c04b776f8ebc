#!/usr/bin/env bash
# Runs once, when the primary's data folder is new and pgbouncer.sql has run: passwords, a login for the standby, and commits that wait for it.
set -euo pipefail

psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname "$POSTGRES_DB" \
  --set replication="$REPLICATION_PASSWORD" --set pooler="$POOLER_PASSWORD" <<'SQL'
create role replicator login replication password :'replication';
alter role pgbouncer password :'pooler';
-- An order is acknowledged once the standby has it too; without the standby writes wait (docs/deploy.md).
alter system set synchronous_standby_names = 'standby';
SQL

echo 'host replication replicator all scram-sha-256' >> "$PGDATA/pg_hba.conf"
