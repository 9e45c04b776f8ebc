# PgBouncer of Debian, which knows prepared statements (1.21 and newer).
FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends pgbouncer \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --uid 10001 --user-group --no-create-home pooler
COPY pgbouncer.ini cluster/pooler.sh /
USER pooler
EXPOSE 6432
ENTRYPOINT ["bash", "/pooler.sh"]
