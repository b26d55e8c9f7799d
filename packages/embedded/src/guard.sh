# Runs one PostgreSQL server as long as the process that started this script lives. Arguments: $0 postgres, $1 pg_ctl,
# $2 data directory, $3 server log, $4 seconds to wait, then the server's own options. Prints the server's pid after
# its start, and "ended" after its end, for any reason. Stops the server when stdin ends, as it does when the parent is
# killed. It takes no lock: PostgreSQL's postmaster.pid keeps a second server out of the data directory.
pg_ctl=$1 cluster=$2 log=$3 seconds=$4
shift 4

(
  /bin/sh -c 'log=$1; shift; echo "$$"; exec "$0" "$@" >>"$log" 2>&1' "$0" "$log" -D "$cluster" "$@" </dev/null
  echo ended
) &
holder=$!
trap '' INT HUP TERM

read -r _
"$pg_ctl" -D "$cluster" -m fast -w -t "$seconds" stop >/dev/null 2>&1 </dev/null ||
  "$pg_ctl" -D "$cluster" -m immediate -w stop >/dev/null 2>&1 </dev/null
wait "$holder"
