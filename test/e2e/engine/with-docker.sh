#!/usr/bin/env bash
# Runs a command beside a throw-away Docker engine with a network of its own that reaches nothing outside it, with
# DOCKER_HOST and the names of images made here in its environment. However this script ends, even by SIGKILL, it leaves
# no process, mount, network, cgroup or folder. Needs root and docker.io, iptables, iproute2, util-linux.
#   with-docker.sh COMMAND [ARGUMENT…]
# By these variables another suite changes the engine:
#   ENGINE_NETWORK=host   the network of this machine, for builds: without bridges and published ports
#   ENGINE_DATA=FOLDER    images and build cache, which the next engine may use; the folder stays
#   ENGINE_IMAGES=SCRIPT  makes the images instead of make-images.sh
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export PATH="$PATH:/usr/sbin:/sbin"

folder=$(mktemp -d "${TMPDIR:-/tmp}/throw-away-engine.XXXXXX")
# The cleaner runs outside this script's session and without its environment, so that a signal to the script does not reach it.
exec {alive}> >(exec env -i PATH="$PATH" setsid bash "$here/clean-up.sh" "$folder")
cleaner=$!
clean_up() {
  exec {alive}>&-
  wait "$cleaner"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

network=(--net)
[ "${ENGINE_NETWORK:-private}" = private ] || network=()
# By this variable the cleaner finds every process that was started.
THROW_AWAY_ENGINE="$folder" unshare "${network[@]}" --mount --pid --fork --mount-proc \
  bash "$here/inside.sh" "$@" <&0 {alive}>&- &
wait $!
