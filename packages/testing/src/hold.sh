# Runs a server for as long as the process that started this script lives.
# Arguments: $0 program, $@ its arguments. Prints the server's pid once.
# When stdin ends, which also happens when the parent is killed, the server gets SIGKILL: it holds only test data, and
# may be stopped. When the server ends first this script still waits for stdin, so that its pid is nobody else's.
"$0" "$@" >/dev/null 2>&1 </dev/null &
server=$!
trap '' INT HUP TERM
echo "$server"
read -r _
kill -KILL "$server" 2>/dev/null
wait "$server"
exit 0
