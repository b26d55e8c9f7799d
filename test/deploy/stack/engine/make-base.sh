#!/usr/bin/env bash
# Makes the image that deploy/Dockerfile begins with ($1), where no registry of images is in reach: Debian from its own
# packages, Node and npm from the npm registry. Needs root, DOCKER_HOST, mmdebstrap and the network of this machine.
set -euo pipefail
image=$1
version=${image#node:} && version=${version%%-*}
NPM=11
work=$(mktemp -d "${TMPDIR:-/tmp}/base.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"

npm pack --silent "node-linux-$(node --print process.arch)@$version" >/dev/null &
npm pack --silent "npm@$NPM" >/dev/null &
# As debian:bookworm-slim: the essential packages, without documentation and translations.
exclude() { printf -- '--dpkgopt=path-exclude=/usr/share/%s/*\n' "$@"; }
mapfile -t excluded < <(exclude doc man locale info lintian)
mmdebstrap --format=tar --variant=minbase --mode=root --quiet "${excluded[@]}" --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  bookworm base.tar /etc/apt/sources.list.d/debian.sources
wait

root=$work/root
mkdir -p "$root"
tar --extract --file base.tar --directory "$root" --exclude='./dev/*' # the engine makes its own devices
mkdir -p "$root"/usr/local/lib/node_modules/npm "$root/home/node" "$root/etc/ssl/certs"
tar --extract --gzip --file node-linux-*.tgz --directory "$root/usr/local/bin" --strip-components=2 package/bin/node
tar --extract --gzip --file npm-*.tgz --directory "$root/usr/local/lib/node_modules/npm" --strip-components=1
for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$root/usr/local/bin/$name"; done
chmod 755 "$root"/usr/local/lib/node_modules/npm/bin/*.js
echo 'node:x:1000:1000::/home/node:/bin/bash' >>"$root/etc/passwd"
echo 'node:x:1000:' >>"$root/etc/group"
chown 1000:1000 "$root/home/node"
# Where a proxy opens TLS on the way, npm and pnpm must know its authority: those of this machine.
cp --dereference "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$root/etc/ssl/certs/ca-certificates.crt"
echo 'cafile=/etc/ssl/certs/ca-certificates.crt' >"$root/root/.npmrc"
tar --create --numeric-owner --directory "$root" . | docker import --change 'CMD ["node"]' --change "ENV NODE_VERSION=$version" \
  --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' - "$image" >/dev/null
