#!/usr/bin/env bash
# Writes PgBouncer's settings and starts it. DATABASE_HOST: the PostgreSQL behind it.
set -euo pipefail
umask 077

printf '"pgbouncer" "%s"\n' "${POOLER_PASSWORD//\"/\"\"}" > /run/users.txt
cat > /run/pgbouncer.ini <<EOC
[databases]
shringar = host=$DATABASE_HOST port=5432 dbname=shringar

[pgbouncer]
listen_addr = 0.0.0.0
listen_port = 6432
unix_socket_dir =
auth_type = scram-sha-256
auth_file = /run/users.txt
auth_user = pgbouncer
auth_query = select name, secret from pgbouncer.secret_of(\$1)
pool_mode = transaction
max_prepared_statements = 200
# For each login of the shop, together below max_connections of PostgreSQL.
default_pool_size = ${POOL_SIZE:-12}
max_db_connections = ${DATABASE_CONNECTIONS:-60}
max_client_conn = 500
query_wait_timeout = 10
server_login_retry = 1
ignore_startup_parameters = extra_float_digits
EOC
exec pgbouncer /run/pgbouncer.ini
