#!/usr/bin/env bash
# Makes the pictures of docs/serve.md anew: runs the demo under the profiler, serves what it left and
# takes pictures of the views in Chromium.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
chromium=$(command -v chromium chromium-browser google-chrome | head -n 1)
jar=$root/bench/target/benchmarks.jar
[ -f "$jar" ] || (cd "$root" && mvn -B -q -pl bench -am package -DskipTests)
jdk=${JDK25:-$(ls -d /usr/lib/jvm/*25* | head -n 1)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
classes=$root/tools/target/tilescope-tools.jar:$root/tools/target/lib/*
(cd "$work" && "$root/tilescope" profile -r -o run --no-tracy-live -- \
  "$jdk/bin/java" --add-modules jdk.incubator.vector -cp "$classes" dev.tilescope.internal.cli.Main demo --report demo)
mkdir -p "$root/docs/pictures"
cd "$work"
"$jdk/bin/java" -cp "$jar" dev.tilescope.bench.page.PagePictures \
  "$root/tilescope" "$chromium" "$root/docs/pictures" demo/report.json run
