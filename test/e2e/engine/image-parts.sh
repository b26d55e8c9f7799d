# Sourced by scripts that make images from the programs installed on this machine, without a network.

# Prints the real file of program $1, or a message that says what to install.
program() {
  local found
  found=$(type -P "$1") || { echo "$1 is not on PATH; $2" >&2 && return 1; }
  readlink -f "$found"
}

# Prints every shared library that the given files load, the loader included.
libraries() {
  { ldd "$@" 2>/dev/null || true; } | grep -oE '/[^ :]+\.so[^ :)]*' | sort -u
}

# import NAME ROOT FILE… -- CHANGE…: makes an image of ROOT and these files of this machine, at their paths on this machine.
import() {
  local name=$1 root=$2 given=() files changes=()
  shift 2
  while [ "$1" != -- ]; do given+=("${1#/}") && shift; done
  shift
  for change in "$@"; do changes+=(--change "$change"); done
  mapfile -t files < <(printf '%s\n' "${given[@]}" | sort -u) # a library may be named twice, the engine takes it once
  tar --create --numeric-owner --dereference --hard-dereference --directory "$root" . --directory / "${files[@]}" |
    docker import "${changes[@]}" - "$name" >/dev/null
}
