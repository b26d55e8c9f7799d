#!/bin/sh
# Does the first start of the public PostgreSQL image, for the image made here: creates a cluster with POSTGRES_USER,
# POSTGRES_PASSWORD and POSTGRES_DB that accepts connections from every address with that password. Then it becomes the server ($@).
set -eu
echo "$POSTGRES_PASSWORD" >/tmp/password
initdb --pgdata "$PGDATA" --username "$POSTGRES_USER" --pwfile /tmp/password --auth scram-sha-256 --encoding UTF8 \
  --locale C --no-sync >/dev/null
echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
echo "CREATE DATABASE \"$POSTGRES_DB\"" | postgres --single -D "$PGDATA" postgres >/dev/null
exec "$@" -c listen_addresses='*'
