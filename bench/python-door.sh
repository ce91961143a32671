#!/bin/sh
# What calls from Python cost, and the same add in Java by turns: a line of JSON and a number in microseconds a round.
#
#   bench/python-door.sh [ROUNDS]
#
# Needs a Python with torch (TILESCOPE_PYTHON names it) and: mvn -q package -DskipTests
set -eu
rounds=${1:-5}
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

round=0
while [ "$round" -lt "$rounds" ]; do
  "$root/tilescope" python "$root/bench/python-door.py"
  printf 'add in Java, us: '
  java -XX:+UseSerialGC --add-modules jdk.incubator.vector -cp "$root/bench/target/benchmarks.jar" \
    dev.tilescope.bench.AddFromJava 2>/dev/null
  round=$((round + 1))
done
