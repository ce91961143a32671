"""Functions and lines of Python as zones, by the interpreter's own hooks."""

import atexit
import os
import sys
import threading
import time

from ttnn import _door, _frames


def _folder(module_file):
    return os.path.dirname(os.path.abspath(module_file)) + os.sep


#: No zones: operations have zones of their own.
_OURS = (_folder(__file__), _folder(_door.__file__))
_STANDARD = _folder(os.__file__)

_site = _frames.function("profile.site")
_name_thread = _frames.function("profile.name_thread")
_EXIT = _frames.request("profile.exit")

_LINES = os.environ.get("TILESCOPE_PROFILE_LINES", "").startswith("1")
_set = sys.settrace if _LINES else sys.setprofile
_set_of_later_threads = threading.settrace if _LINES else threading.setprofile

_is_on = False
_process = None
_events = 0
_of_thread = threading.local()

#: Requests that begin the zone of a function or of a line; None for what is no zone.
_enters = {}


def begin():
    """From here on what this thread calls is a zone, and what threads do that start later."""
    global _is_on, _process
    if not _is_on:
        _is_on, _process = True, os.getpid()
        _of_thread.depth = 0
        hook = _line_hook if _LINES else _function_hook
        _set_of_later_threads(hook)
        _set(hook)


def end():
    """Ends the zones that are open on this thread; other threads end theirs when they next call."""
    global _is_on
    if _is_on:
        _is_on = False
        _set_of_later_threads(None)
        _leave()


def _leave():
    """Takes the hook off this thread."""
    _set(None)
    depth, _of_thread.depth = _depth(), 0
    for _ in range(depth):
        _tell(_EXIT)


def _tell(request):
    """Threads that outlive the program have nobody to tell."""
    global _events
    if _is_here() and _door._ended is None:
        _events += 1
        _door.request(request)


def _is_here():
    """A child of fork has no profiler, and what Python calls to make one must not ask for it."""
    return os.getpid() == _process


def _depth():
    """Functions that began before the hooks were there are not counted when they return."""
    return getattr(_of_thread, "depth", 0)


def _function_hook(frame, event, _):
    if event == "call":
        _enter(frame)
    elif event == "return":
        _exit(frame)


def _line_hook(frame, event, _):
    """Called when functions begin; what it gives is called for their lines."""
    return _Lines() if _enter(frame) else None


class _Lines:
    """The lines of one call: each ends when the next begins."""

    def __init__(self):
        self._is_in_line = False

    def __call__(self, frame, event, _):
        if event == "line" and _is_on and _is_here():
            self._end_line()
            _tell(_entry("PY_LINE_", frame.f_code, frame.f_lineno))
            _of_thread.depth += 1
            self._is_in_line = True
        elif event == "return":
            self._end_line()
            _exit(frame)
        return self

    def _end_line(self):
        if self._is_in_line and _depth():
            _of_thread.depth -= 1
            _tell(_EXIT)
        self._is_in_line = False


def _enter(frame):
    """Whether the function is a zone."""
    if not _is_on or not _is_here():
        _leave()
        return False
    request = _of(frame)
    if request is not None:
        if not hasattr(_of_thread, "depth"):
            _name_thread(threading.current_thread().name)
        _of_thread.depth = _depth() + 1
        _tell(request)
    return request is not None


def _exit(frame):
    if _depth() and _of(frame) is not None:
        _of_thread.depth -= 1
        _tell(_EXIT)


def _of(frame):
    """What begins the zone of a function; None if it has none: ours, and what ours call of Python's own library."""
    code, caller = frame.f_code, frame.f_back
    if caller is not None and caller.f_code.co_filename.startswith(_OURS) and code.co_filename.startswith(_STANDARD):
        return None
    return _entry("PY_FUNC_", code, code.co_firstlineno)


def _entry(kind, code, line):
    key = (kind, code.co_name, code.co_filename, line)
    if key not in _enters:
        _enters[key] = _new_entry(*key)
    return _enters[key]


def _new_entry(kind, name, file, line):
    """Files in angle brackets are the import system and what was made while running."""
    if file.startswith(_OURS) or file.startswith("<"):
        return None
    return _frames.request("profile.enter", _site(kind + name, file, line))


def _at_exit():
    """Says what the hooks cost: the profiler knows only what it takes to write their events down."""
    end()
    events = _events
    if events and _is_here():
        nanos = _nanos_of_an_event()
        sys.stderr.write(
            "tilescope: profiler: Python's hooks took about {:.1f} ms of the program's time (an estimate: {:,} events of "
            "{:,} ns), beside what other events took\n".format(events * nanos / 1e6, events, nanos)
        )


def _nanos_of_an_event():
    """The median of several loops that tell as much as a zone does, and record nothing."""
    nothing, rounds = _frames.request("profile.is_recording"), []
    for _ in range(9):
        start = time.perf_counter_ns()
        for _ in range(100):
            _tell(nothing)
        rounds.append((time.perf_counter_ns() - start) // 100)
    return sorted(rounds)[4]


atexit.register(_at_exit)
