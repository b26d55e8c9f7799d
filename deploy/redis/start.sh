# Starts Redis with the password of REDIS_PASSWORD, which is on no command line: the configuration comes by standard input.
# Jobs are hints, yet evicted or unsaved hints cost a sweep each: never evict, and append what is written. Of the commands that administer a
# server none is needed but INFO and reading CONFIG.
set -eu
: "${REDIS_PASSWORD:?set REDIS_PASSWORD}"
exec redis-server - --maxmemory-policy noeviction --maxmemory 512mb --appendonly yes "$@" <<EOF
user default on >$REDIS_PASSWORD ~* &* +@all -@admin -@dangerous +info +config|get
EOF
