#!/usr/bin/env bash
# Makes images of PostgreSQL, Redis, MinIO, Ryuk and the base of the workers from the programs installed on this machine, for an engine that
# cannot reach a registry. Prints the variables that name them, one NAME=value a line. It must not need a network, and the
# images behave like the public ones only as far as this suite uses them. Needs root, DOCKER_HOST and ldd.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PATH="$PATH:$HOME/go/bin:/usr/local/go/bin"
POSTGRES_UID=999
work=$(mktemp -d "${TMPDIR:-/tmp}/images.XXXXXX")
trap 'rm -rf "$work"' EXIT

. "$here/image-parts.sh"

# Makes an empty file system with the folders that every program expects; prints its path.
skeleton() {
  local root=$work/$1
  mkdir -p "$root"/{etc,proc,sys,dev,run,data} && mkdir -m 1777 "$root/tmp" && chmod 777 "$root/data"
  printf 'root:x:0:0:root:/root:/bin/sh\npostgres:x:%s:%s::/data:/bin/sh\n' $POSTGRES_UID $POSTGRES_UID >"$root/etc/passwd"
  printf 'root:x:0:\npostgres:x:%s:\n' $POSTGRES_UID >"$root/etc/group"
  echo "$root"
}

redis() {
  local server root
  server=$(program redis-server 'apt-get install redis-server')
  root=$(skeleton redis)
  install -D "$server" "$root/usr/bin/redis-server" # by its name it knows what to be
  import e2e/redis:local "$root" $(libraries "$server") -- 'WORKDIR /data' 'EXPOSE 6379' 'CMD ["redis-server"]'
  echo REDIS_IMAGE=e2e/redis:local
}

minio() {
  local server root
  server=$(program minio 'go install github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c')
  root=$(skeleton minio)
  install -D "$server" "$root/usr/bin/minio"
  import e2e/minio:local "$root" $(libraries "$server") -- 'EXPOSE 9000' 'ENTRYPOINT ["minio"]'
  echo MINIO_IMAGE=e2e/minio:local
}

postgres() {
  local home share root binaries modules shell
  home=$(printf '%s\n' /usr/lib/postgresql/*/ | sort -V | tail -n 1) && home=${home%/}
  [ -x "$home/bin/initdb" ] || { echo 'no PostgreSQL server; apt-get install postgresql' >&2 && return 1; }
  share=/usr/share/postgresql/${home##*/}
  binaries=("$home"/bin/{postgres,initdb,pg_isready})
  mapfile -t modules < <(find "$home/lib" -maxdepth 1 -name '*.so' ! -name 'llvmjit*')
  shell=(/bin/sh /usr/bin/env)
  root=$(skeleton postgres)
  mkdir -p "$root/var/run/postgresql" && chown $POSTGRES_UID:$POSTGRES_UID "$root/var/run/postgresql"
  install -m 755 "$here/images/postgres-entrypoint.sh" "$root/postgres-entrypoint.sh"
  import e2e/postgres:local "$root" "${binaries[@]}" "${modules[@]}" "${shell[@]}" "$share" /usr/share/zoneinfo/Etc \
    $(libraries "${binaries[@]}" "${modules[@]}" "${shell[@]}") -- \
    "ENV PATH=$home/bin:/usr/bin:/bin" 'ENV PGDATA=/data/cluster' 'USER postgres' 'EXPOSE 5432' \
    'ENTRYPOINT ["/postgres-entrypoint.sh"]' 'CMD ["postgres"]'
  echo POSTGRES_IMAGE=e2e/postgres:local
}

ryuk() {
  local node root
  node=$(node --print process.execPath)
  root=$(skeleton ryuk)
  install -m 644 "$here/images/ryuk.mjs" "$root/ryuk.mjs"
  install -D "$node" "$root/usr/bin/node"
  import e2e/ryuk:local "$root" $(libraries "$node") -- 'EXPOSE 8080' 'CMD ["node", "/ryuk.mjs"]'
  echo RYUK_CONTAINER_IMAGE=e2e/ryuk:local
}

# confining NAME VARIABLE ROOT FILE…: adds the programs by which the deployment's image confines decoders, with their permissions.
confining() {
  local name=$1 variable=$2 root=$3 node bwrap programs
  shift 3
  node=$(node --print process.execPath)
  bwrap=$(program bwrap 'apt-get install bubblewrap')
  programs=("$bwrap" /usr/bin/prlimit /usr/bin/nice /usr/bin/choom /usr/bin/setpriv /usr/bin/unshare /usr/bin/env "$@")
  mkdir -p "$root"/app "$root"/usr/{lib,bin} "$root/lib64"
  install -D -m 711 "$node" "$root/usr/local/bin/node"
  import "$name" "$root" "${programs[@]}" $(libraries "$node" "${programs[@]}") -- \
    'ENV PATH=/usr/local/bin:/usr/bin:/bin' 'WORKDIR /app' 'USER 1000' 'ENTRYPOINT ["node"]'
  echo "$variable=$name"
}

# A worker that probes what a decoder can reach.
worker() {
  local root code=$here/../../../packages/sandbox/src
  root=$(skeleton worker)
  mkdir -p "$root"/app/{isolation/filter,testing}
  install -m 644 "$code"/isolation/*.ts "$root/app/isolation/"
  install -m 644 "$code"/isolation/filter/*.ts "$root/app/isolation/filter/"
  install -m 644 "$code"/testing/{probe,confined-worker}.process.ts "$root/app/testing/"
  echo '{"type":"module"}' >"$root/app/package.json"
  confining e2e/worker:local WORKER_IMAGE "$root"
}

# The sound worker's image without its code, which the caller mounts as /app.
worker_av() {
  local ffmpeg
  ffmpeg=$(program ffmpeg 'apt-get install ffmpeg')
  confining e2e/worker-av:local AV_IMAGE "$(skeleton worker-av)" "$ffmpeg"
}

pids=()
for image in postgres redis minio ryuk worker worker_av; do
  "$image" & pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid"; done
