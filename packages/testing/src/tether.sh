# Ends a process together with the one that started this script beside it, so that a killed test run leaves nothing
# behind. Arguments: $1 its pid, $2 tenths of a second for an orderly stop; 0 sends SIGKILL at once, also to a
# suspended process. A line on stdin means that the process has ended and was reaped: its pid may belong to another
# process now, so nothing is done. If stdin ends without a line, as when the parent is killed, the process gets
# SIGTERM, then SIGKILL after its time.
trap '' INT HUP TERM
# If nothing reaps orphans, an ended process keeps its pid.
lives() {
  kill -0 "$1" 2>/dev/null || return 1
  case $(cat "/proc/$1/stat" 2>/dev/null) in *') Z '*) return 1 ;; esac
}
read -r _ && exit 0
waited=0
[ "$2" -gt 0 ] && kill -TERM "$1" 2>/dev/null
while [ "$waited" -lt "$2" ] && lives "$1"; do
  sleep 0.1
  waited=$((waited + 1))
done
kill -KILL "$1" 2>/dev/null
exit 0
