#!/usr/bin/env bash
# Stands in for systemctl where systemd does not run: starts units of /etc/systemd/system as their files say, with their
# user, settings and read-only file system. A directive that it does not know is an error, and so is a missing file.
set -euo pipefail
STATE=/run/units
STOP_SECONDS_MAX=60
IGNORED='^(Description|After|Wants|WantedBy|Restart|RestartSec|RestartPreventExitStatus|KillMode|TimeoutStopSec|MemoryMax|ProtectHome|PrivateDevices)='
KNOWN='^(Type|User|WorkingDirectory|EnvironmentFile|Environment|ExecStart|StateDirectory|NoNewPrivileges=yes|CapabilityBoundingSet=|ProtectSystem=strict|PrivateTmp=yes)'
mkdir -p $STATE

# The lines of a unit, with its instance filled in.
lines() {
  local name=${1%.service} instance=''
  local file=/etc/systemd/system/$name.service
  if [[ $name == *@?* ]]; then
    instance=${name#*@}
    file=/etc/systemd/system/${name%%@*}@.service
  fi
  [ -f "$file" ] || { echo "no unit $1" >&2 && return 5; }
  sed "s/%i/$instance/g" "$file" | grep -v -E '^(#|\[|$)'
}

values() { sed -n "s/^$1=//p" <<<"$unit"; }

# Prints the settings of the unit as systemd reads them: NAME=value lines, quotes are not ours.
settings() {
  local file
  while read -r file; do
    if [[ $file == -* ]]; then file=${file#-} && [ -f "$file" ] || continue; fi
    grep -v -E '^(#|$)' "$file"
  done < <(values EnvironmentFile)
  values Environment | tr ' ' '\n'
}

start() {
  local name=$1 strange user state command environment
  unit=$(lines "$name")
  strange=$(grep -v -E "$IGNORED" <<<"$unit" | grep -v -E "$KNOWN" || true)
  [ -z "$strange" ] || { echo "$name: unknown to this test: $strange" >&2 && return 1; }
  user=$(values User)
  state=$(values StateDirectory)
  mapfile -t environment < <(settings)
  [ -z "$state" ] || install -d -o "$user" -g "$user" "/var/lib/$state"
  command=(unshare --mount bash -c 'mount --make-rprivate / && mount -t tmpfs -o mode=1777 tmpfs /tmp
    [ -z "$1" ] || mount --bind "/var/lib/$1" "/var/lib/$1"
    mount -o remount,bind,ro / && cd "$2" && user=$3 && shift 3
    exec setpriv --reuid "$user" --regid "$user" --init-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"'
    bash "$state" "$(values WorkingDirectory)" "$user" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin "${environment[@]}")
  # shellcheck disable=SC2206 # systemd splits the command at spaces, too
  command+=($(values ExecStart))
  if [ "$(values Type)" = oneshot ]; then "${command[@]}"; return; fi
  setsid "${command[@]}" >>"$STATE/$name.log" 2>&1 </dev/null &
  echo $! >"$STATE/$name.pid"
}

stop() {
  local pid
  pid=$(cat "$STATE/$1.pid")
  kill -TERM "$pid" 2>/dev/null || true
  for ((second = 0; second < STOP_SECONDS_MAX * 10; second++)); do
    kill -0 "$pid" 2>/dev/null || return 0
    sleep 0.1
  done
  echo "$1 does not stop" >&2 && return 1
}

action=$1 && shift
[ "${1:-}" != --now ] || shift
case $action in
  daemon-reload) ;;
  start | enable) for name in "$@"; do start "$name"; done ;;
  restart) for name in "$@"; do stop "$name" && start "$name"; done ;;
  *) echo "unknown to this test: systemctl $action" >&2 && exit 1 ;;
esac
