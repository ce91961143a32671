"""Runs a program as Python would, with its functions as zones: `python -m tracy` starts this.

    python -m tracy._program [-m MODULE | SCRIPT] [ARGUMENTS...]
"""

import os
import runpy
import sys


def main(words):
    is_module = words[0] == "-m"
    target, arguments = words[is_module], words[is_module + 1 :]
    if not is_module and _is_binary(target):
        os.execvp(target, [target] + arguments)
    sys.argv = [target] + arguments
    if not os.environ.get("TILESCOPE_PROFILE_PARTIAL", "").startswith("1"):
        from tracy import _zones

        _zones.begin()
    if is_module:
        runpy.run_module(target, run_name="__main__", alter_sys=True)
    else:
        sys.path.insert(0, os.path.dirname(os.path.abspath(target)))
        runpy.run_path(target, run_name="__main__")


def _is_binary(file):
    with open(file, "rb") as opened:
        return b"\0" in opened.read(4096)


main(sys.argv[1:])
