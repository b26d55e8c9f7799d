# Holds one PostgreSQL server for as long as the process that started this script lives.
# Arguments: $0 postgres, $1 pg_ctl, $2 data directory, $3 server log, $4 seconds to wait, then the server's own options.
# Prints "started" or "failed" once; stops the server when stdin ends, which also happens when the parent is killed.
# Locks: none of its own; PostgreSQL's postmaster.pid keeps a second server out of the data directory.
pg_ctl=$1 cluster=$2 log=$3 seconds=$4
shift 4

"$0" -D "$cluster" "$@" >>"$log" 2>&1 </dev/null &
server=$!
trap '' INT HUP TERM
until [ "$(sed -n '1p;8s/ *$//p' "$cluster/postmaster.pid" 2>/dev/null)" = "$server
ready" ]; do
  if ! kill -0 "$server" 2>/dev/null; then
    echo failed
    exit 1
  fi
  sleep 0.05
done
echo started

read -r _
"$pg_ctl" -D "$cluster" -m fast -w -t "$seconds" stop >/dev/null 2>&1 </dev/null ||
  "$pg_ctl" -D "$cluster" -m immediate -w stop >/dev/null 2>&1 </dev/null
wait "$server"
