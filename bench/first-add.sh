#!/bin/sh
# What the first Ttnn.add of a program costs here and in another checkout, by turns, in milliseconds of CPU.
#
#   bench/first-add.sh OTHER_CHECKOUT [ROUNDS]
#
# Both must have been built: mvn -q package -DskipTests
set -eu

if [ $# -lt 1 ]; then
  sed -n '2,6p' "$0" >&2
  exit 2
fi
other=$1 rounds=${2:-11}
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

first_add() { # of a checkout
  java --add-modules jdk.incubator.vector -cp "$1/library/target/classes:$root/bench/target/benchmarks.jar" \
    dev.tilescope.bench.FirstAdd 2>/dev/null
}

printf '| Other | Here | Here / other |\n|--:|--:|--:|\n'
round=0
while [ "$round" -lt "$rounds" ]; do
  theirs=$(first_add "$other")
  ours=$(first_add "$root")
  printf '| %s | %s | %s |\n' "$theirs" "$ours" "$(awk "BEGIN { printf \"%.2f\", $ours / $theirs }")"
  round=$((round + 1))
done
