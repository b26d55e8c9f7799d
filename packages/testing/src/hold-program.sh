# Runs a program for as long as the process that started this script lives, so that a killed test run leaves nothing behind.
# Arguments: $0 log file, $@ the program. When stdin ends the program gets SIGTERM, and SIGKILL 25 s later if it stays.
"$@" >"$0" 2>&1 </dev/null &
program=$!
trap '' INT HUP TERM
echo "$program"
read -r _
kill -TERM "$program" 2>/dev/null
waited=0
while kill -0 "$program" 2>/dev/null && [ "$waited" -lt 250 ]; do
  sleep 0.1
  waited=$((waited + 1))
done
kill -KILL "$program" 2>/dev/null
wait "$program"
exit 0
