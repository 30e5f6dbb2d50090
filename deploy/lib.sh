# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts beside it. Sets KEYBED_SOURCE, the project's folder.
KEYBED_SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# say TEXT: a line for the person who watches.
say() { printf '\n== %s\n' "$*"; }

# ticking COMMAND…: run it, and when it prints nothing for eight seconds say
# that it still runs, so that nobody wonders. The command's exit code is kept.
ticking() {
  local start=$SECONDS pid rc
  "$@" &
  pid=$!
  (
    while sleep 8 && kill -0 "$pid" 2>/dev/null; do
      printf '   … still at it: %s (%d s)\n' "$(basename "$1")" $((SECONDS - start))
    done
  ) &
  local ticker=$!
  rc=0
  wait "$pid" || rc=$?
  kill "$ticker" 2>/dev/null || true
  wait "$ticker" 2>/dev/null || true
  return $rc
}

# Root, or sudo where there is one.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "deploy: installing packages needs root: run as root or install sudo" >&2
    return 1
  fi
}

# At most two compilers at once per 4 GiB: files that include GDAL or protobuf
# take about 1 GiB each.
build_jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/MemAvailable/ {print int($2 / 2097152) + 1}' /proc/meminfo)
  echo $((cores < memory ? cores : memory))
}
