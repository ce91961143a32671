"""Runs a program under the profiler, with the options of TT-Metal's:

    python -m tracy -p -r -v [-m MODULE | SCRIPT] [ARGUMENTS...]

This process becomes `tilescope profile`, which starts the program in a Python like this one and makes the report.
"""

import os
import sys

from ttnn import _door


def tilescope(*words):
    """The command of Tilescope's that these words are, as `./tilescope` would start it."""
    java = os.path.join(_door._libjvm()[: -len("lib/server/libjvm.so")], "bin", "java")
    return [
        java,
        "--enable-native-access=ALL-UNNAMED",
        "-XX:+UseSerialGC",
        "-Dtilescope.python=" + sys.executable,
        *os.environ.get("TILESCOPE_JAVA_OPTS", "").split(),
        "-cp",
        os.environ.get("TILESCOPE_CLASSPATH") or _door._jar(),
        "dev.tilescope.internal.cli.Main",
        *words,
    ]


if __name__ == "__main__":
    command = tilescope("profile", *sys.argv[1:])
    os.execv(command[0], command)
