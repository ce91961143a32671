"""Runs a program under the profiler, with the options of TT-Metal's:

    python -m tracy -p -r -v [-m MODULE | SCRIPT] [ARGUMENTS...]

This process becomes `tilescope profile`, which starts the program in a Python like this one and makes the report.
"""

import os
import sys

from ttnn import _door


def command(words):
    java = os.path.join(_door._libjvm()[: -len("lib/server/libjvm.so")], "bin", "java")
    options = os.environ.get("TILESCOPE_JAVA_OPTS", "").split()
    return [
        java,
        "--enable-native-access=ALL-UNNAMED",
        "-XX:+UseSerialGC",
        *options,
        "-Dtilescope.python=" + sys.executable,
        "-cp",
        os.environ.get("TILESCOPE_CLASSPATH") or _door._jar(),
        "dev.tilescope.internal.cli.Main",
        "profile",
        *words,
    ]


words = command(sys.argv[1:])
os.execv(words[0], words)
