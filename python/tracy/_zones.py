"""Functions and lines of Python as zones, by the interpreter's own hooks."""

import atexit
import os
import sys
import threading

from ttnn import _door, _frames

#: Not the program's: its operations have zones of their own.
_OURS = tuple(
    os.path.dirname(os.path.abspath(file)) + os.sep for file in (__file__, _door.__file__)
)

_site = _frames.function("profile.site")
_EXIT = _frames.request("profile.exit")

_is_on = False
_of_thread = threading.local()

#: Requests that begin the zone of a function or of a line; None for what is no zone.
_enters = {}


def begin():
    """From here on what this thread calls is a zone, and what threads do that start later."""
    global _is_on
    _is_on = True
    lines = os.environ.get("TILESCOPE_PROFILE_LINES", "").startswith("1")
    hook, of_others, of_this = (
        (_line_hook, threading.settrace, sys.settrace)
        if lines
        else (_function_hook, threading.setprofile, sys.setprofile)
    )
    _of_thread.depth = 0
    of_others(hook)
    of_this(hook)


def end():
    """Ends the zones that are open on this thread; other threads end theirs when they next call."""
    global _is_on
    _is_on = False
    threading.settrace(None)
    threading.setprofile(None)
    _leave()


def _leave():
    """Takes the hooks off this thread."""
    sys.settrace(None)
    sys.setprofile(None)
    for _ in range(_depth()):
        _door.request(_EXIT)
    _of_thread.depth = 0


def _depth():
    """Functions that began before the hooks were there are not counted when they return."""
    return getattr(_of_thread, "depth", 0)


def _function_hook(frame, event, _):
    if event == "call":
        _enter(frame.f_code)
    elif event == "return":
        _exit(frame.f_code)


def _line_hook(frame, event, _):
    """Called when functions begin; what it gives is called for their lines."""
    return _Lines(frame.f_code) if _enter(frame.f_code) else None


class _Lines:
    """The lines of one call: each ends when the next begins."""

    def __init__(self, code):
        self._code = code
        self._is_in_line = False

    def __call__(self, frame, event, _):
        if event == "line" and _is_on:
            self._end_line()
            _door.request(_entry(self._code, "PY_LINE_", frame.f_lineno))
            _of_thread.depth += 1
            self._is_in_line = True
        elif event == "return":
            self._end_line()
            _exit(self._code)
        return self

    def _end_line(self):
        if self._is_in_line and _depth():
            _of_thread.depth -= 1
            _door.request(_EXIT)
        self._is_in_line = False


def _enter(code):
    """Whether the function is a zone."""
    if not _is_on:
        _leave()
        return False
    request = _entry(code, "PY_FUNC_", code.co_firstlineno)
    if request is not None:
        _of_thread.depth = _depth() + 1
        _door.request(request)
    return request is not None


def _exit(code):
    if _depth() and _entry(code, "PY_FUNC_", code.co_firstlineno) is not None:
        _of_thread.depth -= 1
        _door.request(_EXIT)


def _entry(code, kind, line):
    key = (kind, code.co_name, code.co_filename, line)
    if key not in _enters:
        _enters[key] = _new_entry(*key)
    return _enters[key]


def _new_entry(kind, name, file, line):
    """Files in angle brackets are the import system and what was made while running."""
    if file.startswith(_OURS) or file.startswith("<"):
        return None
    return _frames.request("profile.enter", _site(kind + name, file, line))


def _forked():
    """A child has no profiler to tell."""
    global _is_on
    _is_on = False
    sys.settrace(None)
    sys.setprofile(None)
    _of_thread.depth = 0


os.register_at_fork(after_in_child=_forked)
atexit.register(end)
