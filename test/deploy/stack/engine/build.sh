#!/usr/bin/env bash
# Builds both images of deploy/Dockerfile with the engine of DOCKER_HOST, which uses the network of this machine.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../../.." && pwd)
cd "$root"
base=$(sed -n 's/^ARG NODE_IMAGE=//p' deploy/Dockerfile)
docker image inspect "$base" >/dev/null 2>&1 || bash test/deploy/stack/engine/make-base.sh "$base"
version=$(node --print 'require("./package.json").version')
build() { DOCKER_BUILDKIT=1 docker build --network host --progress plain --file deploy/Dockerfile "$@" .; }
build --tag "farebox:$version"
build --tag "farebox-av:$version" --build-arg PROGRAMS=ffmpeg
