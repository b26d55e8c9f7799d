#!/bin/sh
# Starts everything on this machine. First it makes deploy/.env with new secrets, which only this user can read, unless
# there is one. It refuses a deploy/.env with a name that nothing reads, because its author expects an effect.
#   deploy/trial.sh [OPTION OF docker compose up …]     (default: --build)
set -eu
cd "$(dirname "$0")"
umask 077

# One line for each variable that Compose requires, and the secret of operators' sessions.
secrets() {
  { grep -o '\${[A-Z0-9_]*:?' compose.yaml | tr -d '${:?'; echo FAREBOX_SESSION_SECRET; } | sort -u |
    while read -r name; do
      value=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
      echo "$name=$value"
    done
}

# Names in .env that no Compose file reads. Those of Docker and Compose are for the programs themselves.
unread() {
  sed -n 's/^[[:space:]]*\(export[[:space:]][[:space:]]*\)\{0,1\}\([A-Za-z_][A-Za-z0-9_]*\)[[:space:]]*=.*/\2/p' .env | sort -u |
    while read -r name; do
      case $name in COMPOSE_* | DOCKER_*) continue ;; esac
      cat compose*.yaml | grep -q "\${$name[^A-Za-z0-9_]" || echo "$name"
    done
}

if [ ! -e .env ]; then
  made=$(mktemp ./.env.XXXXXX)
  trap 'rm -f "$made"' EXIT
  secrets > "$made"
  # A link is made only if there is no file of this name.
  ln "$made" .env
  rm "$made"
  echo 'deploy/.env has new secrets. Keep it: without it no key works.'
fi
chmod 600 .env

strange=$(unread)
if [ -n "$strange" ]; then
  echo "deploy/.env sets names that nothing reads:" $strange >&2
  exit 78
fi
[ $# -gt 0 ] || set -- --build
exec docker compose up --detach "$@"
