# Ends a process with the one that started this script beside it, so that a killed test run leaves nothing behind.
# Arguments: $1 its pid, $2 tenths of a second that it has to stop in order; 0: SIGKILL at once, also for one that was stopped.
# A line on stdin says that it has ended and was reaped: its pid may be somebody else's by now, and nothing is done. When stdin ends without
# one, which also happens when the parent is killed, it gets SIGTERM, and SIGKILL when its time is over.
trap '' INT HUP TERM
# Where nothing reaps orphans, one that has ended keeps its pid.
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
