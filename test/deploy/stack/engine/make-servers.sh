#!/usr/bin/env bash
# Makes images of PostgreSQL, Redis, MinIO and Prometheus from the programs installed on this machine. They stand in for
# those that deploy/compose.yaml names: they have its health checks' programs and do the public images' first start.
# Prints the variables that name them, one NAME=value a line. Needs root, DOCKER_HOST, busybox-static, minio and mc.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PATH="$PATH:$HOME/go/bin:/usr/local/go/bin"
work=$(mktemp -d "${TMPDIR:-/tmp}/servers.XXXXXX")
trap 'rm -rf "$work"' EXIT
. "$here/../../../e2e/engine/image-parts.sh"
POSTGRES_UID=999
REDIS_UID=998
NOBODY_UID=65534

# A file system with a shell and the usual small programs, and the users of the public images; prints its path.
furnished() {
  local root=$work/$1 name
  mkdir -p "$root"/{etc,proc,sys,dev,run,bin,usr/bin,root,data,prometheus,var/lib/postgresql,var/run/postgresql}
  mkdir -m 1777 "$root/tmp"
  install "$(program busybox 'apt-get install busybox-static')" "$root/bin/busybox"
  for name in sh env cat echo ls mktemp mkdir chown chmod sleep wget test true false grep sed rm mv; do
    ln -s busybox "$root/bin/$name"
  done
  printf 'root:x:0:0:root:/root:/bin/sh\npostgres:x:%s:%s::/var/lib/postgresql:/bin/sh\nredis:x:%s:%s::/data:/bin/sh\n' \
    $POSTGRES_UID $POSTGRES_UID $REDIS_UID $REDIS_UID >"$root/etc/passwd"
  printf 'nobody:x:%s:%s::/:/bin/false\n' $NOBODY_UID $NOBODY_UID >>"$root/etc/passwd"
  printf 'root:x:0:\npostgres:x:%s:\nredis:x:%s:\nnogroup:x:%s:\n' $POSTGRES_UID $REDIS_UID $NOBODY_UID >"$root/etc/group"
  echo "$root"
}

redis() {
  local server client root
  server=$(program redis-server 'apt-get install redis-server')
  client=$(program redis-cli 'apt-get install redis-tools')
  root=$(furnished redis)
  chown $REDIS_UID:$REDIS_UID "$root/data"
  install -D "$server" "$root/usr/bin/redis-server" # by its name it knows what to be
  install -D "$client" "$root/usr/bin/redis-cli"
  import stack/redis:local "$root" $(libraries "$server" "$client") -- 'WORKDIR /data' 'VOLUME /data' 'CMD ["redis-server"]'
  echo REDIS_IMAGE=stack/redis:local
}

minio() {
  local server client root
  server=$(program minio 'go install github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c')
  client=$(program mc 'go install github.com/minio/mc@v0.0.0-20250313080218-cf909e1063a9')
  root=$(furnished minio)
  install -D "$server" "$root/usr/bin/minio"
  install -D "$client" "$root/usr/bin/mc"
  import stack/minio:local "$root" $(libraries "$server" "$client") -- 'VOLUME /data' 'ENTRYPOINT ["minio"]'
  echo MINIO_IMAGE=stack/minio:local
}

prometheus() {
  local server root
  server=$(program prometheus 'apt-get install prometheus')
  root=$(furnished prometheus)
  chown $NOBODY_UID:$NOBODY_UID "$root/prometheus"
  install -D "$server" "$root/usr/bin/prometheus"
  import stack/prometheus:local "$root" $(libraries "$server") -- 'USER nobody' 'VOLUME /prometheus' 'ENTRYPOINT ["/usr/bin/prometheus"]'
  echo PROMETHEUS_IMAGE=stack/prometheus:local
}

postgres() {
  local home share root binaries modules
  home=$(printf '%s\n' /usr/lib/postgresql/*/ | sort -V | tail -n 1) && home=${home%/}
  [ -x "$home/bin/initdb" ] || { echo 'no PostgreSQL server; apt-get install postgresql' >&2 && return 1; }
  share=/usr/share/postgresql/${home##*/}
  binaries=("$home"/bin/{postgres,initdb,pg_isready,pg_ctl,psql})
  mapfile -t modules < <(find "$home/lib" -maxdepth 1 -name '*.so' ! -name 'llvmjit*')
  root=$(furnished postgres)
  chown $POSTGRES_UID:$POSTGRES_UID "$root"/var/lib/postgresql "$root"/var/run/postgresql
  install -m 755 "$here/postgres-entrypoint.sh" "$root/postgres-entrypoint.sh"
  import stack/postgres-without-signal:local "$root" "${binaries[@]}" "${modules[@]}" "$share" /usr/share/zoneinfo/Etc \
    $(libraries "${binaries[@]}" "${modules[@]}") -- \
    "ENV PATH=$home/bin:/usr/bin:/bin" 'ENV PGDATA=/var/lib/postgresql/18/docker' 'ENV PGHOST=/var/run/postgresql' \
    'USER postgres' 'VOLUME /var/lib/postgresql' 'ENTRYPOINT ["/postgres-entrypoint.sh"]' 'CMD ["postgres"]'
  # As in the public image: SIGTERM would wait for every client. An import cannot set it.
  printf 'FROM stack/postgres-without-signal:local\nSTOPSIGNAL SIGINT\n' | docker build --quiet --tag stack/postgres:local - >/dev/null 2>&1
  echo POSTGRES_IMAGE=stack/postgres:local
}

pids=()
for image in postgres redis minio prometheus; do
  "$image" & pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid"; done
