#!/usr/bin/env bash
# Puts Docker Compose and buildx as plugins of the docker command into folder $1, from the packages of the next Debian
# release. The package lists of this machine stay as they are. Does nothing where they are already.
set -euo pipefail
mkdir -p "$1"
folder=$(cd "$1" && pwd)
SUITE=trixie
[ ! -x "$folder/docker-compose" ] || exit 0
work=$(mktemp -d "${TMPDIR:-/tmp}/compose.XXXXXX")
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"
mkdir -p lists/partial cache/archives/partial etc/{sources.list.d,preferences.d,apt.conf.d} packages root
: >empty
sed "s/bookworm/$SUITE/g" /etc/apt/sources.list.d/debian.sources >etc/sources.list.d/next.sources
cat >apt.conf <<END
Dir::Etc "$work/etc";
Dir::Etc::sourcelist "$work/empty";
Dir::Etc::sourceparts "$work/etc/sources.list.d";
Dir::State::lists "$work/lists";
Dir::State::status "$work/empty";
Dir::Cache "$work/cache";
Acquire::Languages "none";
APT::Sandbox::User "root";
END
export APT_CONFIG=$work/apt.conf
apt-get -qq update
cd packages
apt-get -qq download docker-compose docker-buildx
for package in *.deb; do dpkg -x "$package" ../root; done
install ../root/usr/libexec/docker/cli-plugins/* "$folder/"
