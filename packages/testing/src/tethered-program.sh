# Runs a program for as long as the process that started this script lives, so that a killed test run leaves nothing behind.
# Arguments: $0 log file, $1 tenths of a second that the program has to stop in order, the rest the program. Prints its pid once.
# When stdin ends, which also happens when the parent is killed, the program gets SIGTERM, and SIGKILL when its time is over; at once
# where it has none: a server that holds only test data, and may be stopped. Until stdin ends its pid is nobody else's.
patience=$1
shift
"$@" >"$0" 2>&1 </dev/null &
program=$!
trap '' INT HUP TERM
echo "$program"
read -r _
waited=0
[ "$patience" -gt 0 ] && kill -TERM "$program" 2>/dev/null
while [ "$waited" -lt "$patience" ] && kill -0 "$program" 2>/dev/null; do
  sleep 0.1
  waited=$((waited + 1))
done
kill -KILL "$program" 2>/dev/null
wait "$program"
exit 0
