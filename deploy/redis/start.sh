# Starts Redis with the password from REDIS_PASSWORD. The configuration comes over standard input, so that the password
# is on no command line. Jobs are hints, but evicted or unsaved hints cost a sweep each. So Redis never evicts keys,
# and appends every write to a log. Of the admin commands, only INFO and reading CONFIG are permitted.
set -eu
: "${REDIS_PASSWORD:?set REDIS_PASSWORD}"
exec redis-server - --maxmemory-policy noeviction --maxmemory 512mb --appendonly yes "$@" <<EOF
user default on >$REDIS_PASSWORD ~* &* +@all -@admin -@dangerous +info +config|get
EOF
