#!/bin/sh
# score.sh DATA [options of Score.java]: modelled against measured device times of what is built.
# fit.sh DATA [--half 0|1] is the same for FitCosts.java, bands.sh DATA REAL for Bands.java. JAVA names a `java` of version 25.
set -eu
here=$(dirname "$0"); built=$here/../..
case $0 in *fit.sh) program=FitCosts.java ;; *bands.sh) program=Bands.java ;; *) program=Score.java ;; esac
exec "${JAVA:-java}" --add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED \
  -cp "$built/library/target/classes:$built/tools/target/classes:$built/library/target/lib/*:$built/tools/target/lib/*" \
  "$here/$program" "$@"
