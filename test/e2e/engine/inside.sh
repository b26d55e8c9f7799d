#!/usr/bin/env bash
# The first process in the throw-away engine's namespaces: when it ends, all processes in them end. It starts the engine,
# makes the images and runs the command ($@). Only with-docker.sh starts it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$THROW_AWAY_ENGINE
START_SECONDS_MAX=30

# Files that the engine and containerd write at fixed paths stay in this mount namespace: sockets, a key, empty folders.
resolver=$(cat /etc/resolv.conf)
mount -t tmpfs tmpfs /run
for directory in /etc /opt; do
  mkdir -p "/run/written$directory" "/run/scratch$directory"
  mount -t overlay -o "lowerdir=$directory,upperdir=/run/written$directory,workdir=/run/scratch$directory" overlay "$directory"
done
options=()
if [ "${ENGINE_NETWORK:-private}" = private ]; then
  ip link set lo up
else
  options=(--bridge=none --iptables=false --ip6tables=false)
  # It may have been a link into /run.
  rm -f /etc/resolv.conf && printf '%s\n' "$resolver" >/etc/resolv.conf
fi

# Sockets are in /run because the path of a socket may have at most about a hundred characters.
export DOCKER_HOST=unix:///run/docker.sock
dockerd --host "$DOCKER_HOST" --data-root "${ENGINE_DATA:-$folder/data}" --exec-root /run/docker --pidfile /run/docker.pid "${options[@]}" \
  --exec-opt native.cgroupdriver=cgroupfs --cgroup-parent "/${folder##*/}" >"$folder/dockerd.log" 2>&1 </dev/null &
engine=$!

until docker version >/dev/null 2>&1; do
  if ! kill -0 "$engine" 2>/dev/null || [ "$SECONDS" -ge "$START_SECONDS_MAX" ]; then
    tail -n 20 "$folder/dockerd.log" >&2
    echo "the throw-away Docker engine did not start; its log ends as above" >&2
    exit 1
  fi
  sleep 0.1
done

images=$(bash "${ENGINE_IMAGES:-$here/make-images.sh}")
[ -z "$images" ] || export $images
# A virtual machine may have /.dockerenv, from which Testcontainers would conclude that ports are on another host.
export TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1
mkdir -m 1777 "$folder/tmp"
export TMPDIR="$folder/tmp"
result=0
"$@" || result=$?
# The next engine finds data whole only if this one ends in order.
if [ -n "${ENGINE_DATA:-}" ]; then
  docker ps --quiet | xargs -r docker kill >/dev/null 2>&1 || true
  kill -TERM "$engine" && wait "$engine" || true
fi
exit "$result"
