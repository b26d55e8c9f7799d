#!/usr/bin/env bash
# Waits until no process holds its standard input open, which also happens when the holder is killed. Then it removes
# everything that the throw-away engine in folder $1 has left. It must never touch a process that does not name that folder.
set -uo pipefail
folder=$1
ATTEMPTS_MAX=200

# Pids of everything that was started for this engine, except inside containers: those die with the first process of their namespace.
members() {
  grep -lszxF "THROW_AWAY_ENGINE=$folder" /proc/[0-9]*/environ | cut -d/ -f3
}

trap '' HUP INT TERM
read -r _

for ((attempt = 0; attempt < ATTEMPTS_MAX; attempt++)); do
  mapfile -t left < <(members)
  [ "${#left[@]}" -eq 0 ] && break
  kill -KILL "${left[@]}" 2>/dev/null
  sleep 0.05
done

# Control groups outlive their processes; the engine's parent group is named after the folder. The processes of its containers end
# some time after the engine, later the more memory they hold. Until then neither their groups nor their mounts can be removed.
for ((attempt = 0; attempt < ATTEMPTS_MAX; attempt++)); do
  find /sys/fs/cgroup -depth -type d -path "*/${folder##*/}*" -exec rmdir {} + 2>/dev/null
  groups=$(find /sys/fs/cgroup -type d -name "${folder##*/}" 2>/dev/null)
  rm -rf "$folder" 2>/dev/null && [ -z "$groups" ] && exit 0
  sleep 0.05
done
echo "could not remove $folder and its control groups" >&2
exit 1
