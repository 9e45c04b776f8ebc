#!/usr/bin/env bash
# Entry point of the standby: copies the primary once, then follows it. A promoted standby has a data folder and starts as it is.
set -euo pipefail

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # A copy that was interrupted is begun again.
  rm -rf "${PGDATA:?}"
  export PGPASSWORD="$REPLICATION_PASSWORD"
  psql --set ON_ERROR_STOP=1 --host primary --username replicator --dbname "dbname=postgres replication=true" \
    --command 'drop_replication_slot standby' > /dev/null 2>&1 || true
  pg_basebackup --dbname 'host=primary user=replicator application_name=standby' --pgdata "$PGDATA" --wal-method stream --checkpoint fast \
    --create-slot --slot standby --write-recovery-conf
fi
exec docker-entrypoint.sh "$@"
