#!/bin/sh
# Does the first start of the public PostgreSQL image: creates a cluster with POSTGRES_PASSWORD, runs the SQL files of
# /docker-entrypoint-initdb.d on a server without a network, and then becomes the server ($@).
set -eu
SOCKETS=/var/run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  echo "$POSTGRES_PASSWORD" >/tmp/password
  initdb --pgdata "$PGDATA" --username postgres --pwfile /tmp/password --auth scram-sha-256 --encoding UTF8 --locale C >/dev/null
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -w -o "-c listen_addresses='' -c unix_socket_directories=$SOCKETS" start >/dev/null
  for file in /docker-entrypoint-initdb.d/*.sql; do
    PGPASSWORD=$POSTGRES_PASSWORD psql --no-psqlrc --set ON_ERROR_STOP=1 --username postgres --dbname postgres --file "$file"
  done
  pg_ctl -D "$PGDATA" -w -m fast stop >/dev/null
fi
exec "$@" -c listen_addresses='*' -c unix_socket_directories=$SOCKETS
