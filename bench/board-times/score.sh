#!/bin/sh
# score.sh DATA [options of Score.java]: modelled against measured device times of the library that is built.
# fit.sh DATA [--half 0|1] is the same for FitCosts.java. JAVA names a `java` of version 25.
set -eu
here=$(dirname "$0"); library=$here/../../library/target
case $0 in *fit.sh) program=FitCosts.java ;; *) program=Score.java ;; esac
exec "${JAVA:-java}" --add-modules jdk.incubator.vector --enable-native-access=ALL-UNNAMED \
  -cp "$library/classes:$library/lib/*" "$here/$program" "$@"
