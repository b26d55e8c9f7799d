#!/usr/bin/env bash
# A machine of its own for a page of commands: runs in new namespaces of network, mounts and processes (unshare), with
# PostgreSQL, Redis and MinIO at their usual ports. What the commands write below /etc, /opt and /var/lib is gone afterwards.
#   machine.sh FOLDER SCRIPT     FOLDER is empty, and gets the data of the servers
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
script=$2
READY_SECONDS_MAX=60
PATH="$PATH:$HOME/go/bin:/usr/sbin:/sbin"

mount --make-rprivate /
mount -t tmpfs tmpfs /run
for directory in /etc /opt /var/lib; do
  mkdir -p "/run/written$directory" "/run/scratch$directory"
  mount -t overlay -o "lowerdir=$directory,upperdir=/run/written$directory,workdir=/run/scratch$directory" overlay "$directory"
done
ip link set lo up
mkdir -p /run/bin && install -m 755 "$here/systemctl.sh" /run/bin/systemctl
PATH="/run/bin:$PATH"
umask 022

responds() {
  until "$@" >/dev/null 2>&1; do
    [ "$SECONDS" -lt "$READY_SECONDS_MAX" ] || { echo "no answer: $*" >&2 && exit 1; }
    sleep 0.2
  done
}

home=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
chmod 755 "$folder"
install -d -o postgres -g postgres "$folder/postgres" /run/postgresql
as_postgres() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
as_postgres "$home/initdb" --pgdata "$folder/postgres" --username postgres --auth trust --encoding UTF8 --locale C --no-sync >/dev/null
printf 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n' >"$folder/postgres/pg_hba.conf"
as_postgres "$home/postgres" -D "$folder/postgres" -c fsync=off -c unix_socket_directories= >"$folder/postgres.log" 2>&1 &
redis-server --dir "$folder" --appendonly yes --save '' >"$folder/redis.log" 2>&1 &
MINIO_ROOT_USER=s3-root MINIO_ROOT_PASSWORD=secret-of-root minio server --address 127.0.0.1:9000 "$folder/s3" >"$folder/s3.log" 2>&1 &
responds "$home/pg_isready" --quiet --host 127.0.0.1
responds redis-cli ping
responds curl --fail --silent http://127.0.0.1:9000/minio/health/live

result=0
bash "$script" || result=$?
[ "$result" = 0 ] || tail -n 30 /run/units/*.log >&2 || true
exit "$result"
