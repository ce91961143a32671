#!/bin/sh
# Imports one report with TT-NN's importer and with Tilescope, in turns, and prints a table.
#
#   bench/import-vs-upstream.sh REPORT UPSTREAM_IMPORTER [ROUNDS]
#
# UPSTREAM_IMPORTER is ttnn/ttnn/graph_report.py of a tt-metal checkout. It runs from a folder of its own with its
# neighbour stack_trace_source.py, since another neighbour, types.py, would hide Python's. The package loguru is
# needed too (pip install loguru).
#   git clone --depth 1 --filter=blob:none --sparse https://github.com/tenstorrent/tt-metal
#   git -C tt-metal sparse-checkout set ttnn/ttnn
# Alternating rounds share the machine's noise; CPU seconds suffer less from it than wall seconds.
set -eu

if [ $# -lt 2 ]; then
  sed -n '2,11p' "$0" >&2
  exit 2
fi
report=$1 upstream=$2 rounds=${3:-3}
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
cp "$upstream" "${upstream%/*}/stack_trace_source.py" "$out"
upstream=$out/${upstream##*/}

# Runs a command; prints wall seconds, CPU seconds and peak MiB.
measure() {
  rm -rf "$out/db"
  python3 - "$@" <<'PYTHON'
import resource, subprocess, sys, time
begun = time.time()
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
if done.returncode:
    sys.exit(done.stderr.decode())
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{time.time() - begun:.1f} | {used.ru_utime + used.ru_stime:.1f} | {used.ru_maxrss // 1024}")
PYTHON
}

"$root/tilescope" --version >/dev/null
printf '%s, %s cores, %s\n\n' "$(basename "$report")" "$(nproc)" "$(date +%F)"
printf '| Importer | Wall s | CPU s | Peak MiB |\n|---|--:|--:|--:|\n'
round=0
while [ "$round" -lt "$rounds" ]; do
  round=$((round + 1))
  figures=$(measure python3 "$upstream" "$report" "$out/db")
  printf '| TT-NN | %s |\n' "$figures"
  figures=$(measure "$root/tilescope" import "$report" "$out/db" --upstream-rows)
  printf '| Tilescope, upstream rows | %s |\n' "$figures"
  figures=$(measure "$root/tilescope" import "$report" "$out/db")
  printf '| Tilescope | %s |\n' "$figures"
done
