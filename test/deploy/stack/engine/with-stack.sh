#!/usr/bin/env bash
# Runs a command beside a throw-away Docker engine that has the images of deploy/Dockerfile, just built, and Compose. If
# Debian's mirror or the npm registry is out of reach, STACK_PROBLEM says so, and the command runs without an engine. A
# build that fails although both answer is a failure.
#   with-stack.sh COMMAND [ARGUMENT…]
# STACK_DATA=FOLDER keeps images and build cache for the next run.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
engine=$here/../../../e2e/engine/with-docker.sh
work=$(mktemp -d "${TMPDIR:-/tmp}/stack.XXXXXX")
trap 'rm -rf "$work"' EXIT
export ENGINE_DATA=${STACK_DATA:-$work/data}
export DOCKER_CONFIG=$work/docker
mkdir -p "$ENGINE_DATA"

without() {
  STACK_PROBLEM="$1 is out of reach, so no image is built: $(grep -v '^ *$' "$work/log" | tail -n 1)"
  export STACK_PROBLEM
  shift
  "$@"
  exit
}
bash "$here/get-compose.sh" "$DOCKER_CONFIG/cli-plugins" >"$work/log" 2>&1 || without "Debian's mirror" "$@"
npm view --silent pnpm version >"$work/log" 2>&1 || without 'the npm registry' "$@"
if ! ENGINE_NETWORK=host ENGINE_IMAGES=/dev/null bash "$engine" bash "$here/build.sh" >"$work/log" 2>&1; then
  tail -n 60 "$work/log" >&2
  echo 'the images were not built; the log ends as above' >&2
  exit 1
fi
ENGINE_IMAGES=$here/make-servers.sh bash "$engine" "$@"
