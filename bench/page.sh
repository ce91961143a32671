#!/usr/bin/env bash
# How fast the page is: prints a table for 3,000 and for 100,000 operations, or for the databases given.
#
#   bench/page.sh [DATABASE_FOLDER ...]
#
# Needs Chromium, and for the reports it makes itself a generator: GEN_REPORT=gen_report.py, or the
# one beside this checkout.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
chromium=$(command -v chromium chromium-browser google-chrome | head -n 1) || {
  echo "no Chromium on PATH: install the package chromium" >&2
  exit 1
}
jar=$root/bench/target/benchmarks.jar
[ -f "$jar" ] || (cd "$root" && mvn -B -q -pl bench -am package -DskipTests)
jdk=${JDK25:-$(ls -d /usr/lib/jvm/*25* | head -n 1)}

databases=("$@")
if ((${#databases[@]} == 0)); then
  generator=${GEN_REPORT:-$root/../shared/tools/gen_report.py}
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  python3 "$generator" 3000 "$work/r3000.json" --pages
  python3 "$generator" 100000 "$work/r100k.json"
  for name in r3000 r100k; do
    "$root/tilescope" import "$work/$name.json" "$work/$name"
    databases+=("$work/$name")
  done
fi
for database in "${databases[@]}"; do
  "$jdk/bin/java" -cp "$jar" dev.tilescope.bench.page.PageBench "$root/tilescope" "$chromium" "$database"
done
