#!/usr/bin/env bash
# Starts PgBouncer with the settings of pgbouncer.ini. DATABASE_HOST: the PostgreSQL behind it.
set -euo pipefail
umask 077

printf '"pgbouncer" "%s"\n' "${POOLER_PASSWORD//\"/\"\"}" > /run/users.txt
sed -e "s/^shop = .*/shringar = host=$DATABASE_HOST port=5432 dbname=shringar/" \
  -e 's/^listen_addr = .*/listen_addr = 0.0.0.0/' \
  -e 's#^auth_file = .*#auth_file = /run/users.txt#' /pgbouncer.ini > /run/pgbouncer.ini
printf 'unix_socket_dir =\nmax_prepared_statements = 200\n' >> /run/pgbouncer.ini
exec pgbouncer /run/pgbouncer.ini
