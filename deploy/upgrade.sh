#!/bin/sh
# Replaces the apps by those of the current image, and refuses no client. Workers and keeper come first, because gateways
# may accept work that only new workers know. New gateways start beside the old ones, which stop only when the new ones
# are ready. Your load balancer must know all ports of GATEWAY_PORTS and probe /readyz.
#   docker compose build && deploy/upgrade.sh
set -eu
cd "$(dirname "$0")"
READY_SECONDS=180

running() { docker compose ps --quiet "$1"; }
# How many containers a service has, so that an upgrade does not change its scale.
count() { running "$1" | grep -c . || true; }

# Each gateway needs a second port of each kind meanwhile.
require_ports() {
  docker compose config gateway | sed -n 's/^ *published: "\([0-9]*\)-\{0,1\}\([0-9]*\)"$/\1 \2/p' |
    while read -r first last; do
      ports=$((${last:-$first} - first + 1))
      [ "$ports" -ge "$1" ] || echo "$first-$((first + $1 - 1)) instead of $first-${last:-$first}"
    done
}

old=$(running gateway)
gateways=$(count gateway)
[ "$gateways" -gt 0 ] || { echo 'no gateway runs: start with docker compose up --detach' >&2; exit 1; }
narrow=$(require_ports $((2 * gateways)))
if [ -n "$narrow" ]; then
  echo "set GATEWAY_PORTS, OPERATOR_PORTS and STRIPE_PORTS in deploy/.env, so that twice the gateways have ports:" >&2
  echo "$narrow" >&2
  exit 78
fi

docker compose run --rm --no-deps --no-TTY migrate
set --
for service in worker-image worker-av worker-provider keeper; do
  set -- "$@" --scale "$service=$(count "$service")"
done
docker compose up --detach --no-build --no-deps --wait --wait-timeout "$READY_SECONDS" "$@" worker-image worker-av worker-provider keeper

# The old containers stay as they are; if the new ones do not become ready, they go, and nothing has changed.
if ! docker compose up --detach --no-build --no-deps --no-recreate --wait --wait-timeout "$READY_SECONDS" \
  --scale gateway=$((2 * gateways)) gateway; then
  docker compose ps --all --quiet gateway | grep -v -F "$old" | xargs -r docker rm --force || true
  echo 'the new gateways did not become ready: the old ones still serve' >&2
  exit 1
fi
# A stopping gateway first reports it on /readyz, and then answers its open requests.
echo "$old" | while read -r container; do
  docker stop "$container" && docker rm "$container"
done
