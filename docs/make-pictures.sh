#!/usr/bin/env bash
# Makes the pictures of the docs anew: runs the demo and the programs of docs/examples, serves what they left and
# takes pictures of the views in Chromium. Needs a Python with torch: TILESCOPE_PYTHON names one.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
chromium=$(command -v chromium chromium-browser google-chrome | head -n 1)
jar=$root/bench/target/benchmarks.jar
[ -f "$jar" ] || (cd "$root" && mvn -B -q -pl bench -am package -DskipTests)
jdk=${JDK25:-$(ls -d /usr/lib/jvm/*25* | head -n 1)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cp -R "$root/docs/examples/." .
"$root/tilescope" profile -r -o run demo --report demo >demo.txt
"$root/tilescope" python --report before.json attention.py
"$root/tilescope" python --report after.json attention_mended.py
"$root/tilescope" python --report classifier.json classifier.py
sed -i "s|$work/||g" before*.json after*.json classifier*.json # where this machine happened to run them
mkdir -p "$root/docs/pictures"
"$jdk/bin/java" -cp "$jar" dev.tilescope.bench.page.PagePictures \
  "$root/tilescope" "$chromium" "$root/docs/pictures"
