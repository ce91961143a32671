"""TT-Metal's profiler for Python programs: signposts, zones of functions, and `python -m tracy SCRIPT`."""

import logging
import os
import sys

from tracy import _zones

_log = logging.getLogger(__name__)


def signpost(header, message=None):
    """A point of the run with a name: a row in the report of operations, a message on the timeline."""
    from ttnn import profiler

    text = str(message) if message else ""
    profiler.signpost(str(header), text)
    _log.info("%s : %s " if text else "%s", *([header, text] if text else [header]))


class Profiler:
    """Makes zones of the functions that are called between `enable` and `disable`, under `python -m tracy -p`.

    With -l their lines are zones too. It leaves debuggers and other profilers alone.
    """

    def __init__(self):
        is_partial = os.environ.get("TILESCOPE_PROFILE_PARTIAL", "").startswith("1")
        self._is_wanted = is_partial and sys.gettrace() is None and sys.getprofile() is None

    def enable(self):
        if self._is_wanted:
            _zones.begin()

    def disable(self):
        if self._is_wanted:
            _zones.end()
