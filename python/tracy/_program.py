"""Runs a program as Python would, with its functions as zones: `python -m tracy` starts this.

    python -m tracy._program [-m MODULE | SCRIPT] [ARGUMENTS...]
"""

import io
import os
import runpy
import shlex
import sys
import types

from tracy import _zones


def main(words):
    is_module, target, arguments = read(words)
    if not is_module and _is_binary(target):
        os.execvp(os.path.abspath(target), [target] + arguments)
    sys.argv = [target] + arguments
    if not os.environ.get("TILESCOPE_PROFILE_PARTIAL", "").startswith("1"):
        _zones.begin()
    try:
        if is_module:
            runpy.run_module(target, run_name="__main__", alter_sys=True)
        else:
            _run_script(os.path.abspath(target))
    finally:
        _zones.end()


def read(words):
    """Whether a module is to be run, its name or the script, and what that is called with.

    A module and its arguments may be one word, as scripts around TT-Metal's profiler pass them.
    """
    if words[0] != "-m":
        return False, words[0], words[1:]
    target, *first = shlex.split(words[1])
    return True, target, first + words[2:]


def _is_binary(file):
    with open(file, "rb") as opened:
        return b"\0" in opened.read(4096)


def _run_script(file):
    """In the module that other modules know as the program's: it must outlive this function."""
    program = types.ModuleType("__main__")
    program.__file__ = file
    sys.modules["__main__"] = program
    sys.path.insert(0, os.path.dirname(file))
    with io.open_code(file) as opened:
        code = compile(opened.read(), file, "exec")
    exec(code, program.__dict__)


if __name__ == "__main__":
    main(sys.argv[1:])
