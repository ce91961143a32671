"""What a program says of itself to the profiler: zones, messages and frames.

Nothing is recorded, and none of these does anything, unless the environment asks for it: `python -m tracy` sees to that.
"""

import os

from ttnn import _frames

_ASKED_BY = ("TILESCOPE_PROFILE", "TT_METAL_DEVICE_PROFILER")

_start_zone = _frames.function("profile.start_zone")
_stop_zone = _frames.function("profile.stop_zone")
_message = _frames.function("profile.message")
_signpost = _frames.function("profile.signpost")
_frame = _frames.function("profile.frame")


def is_recording():
    """Whether the environment asks for a profile: then the first mark or operation begins it."""
    return any(os.environ.get(name, "").startswith("1") for name in _ASKED_BY)


def start_tracy_zone(source, functName, lineNum=None, color=0, *, line_number=None):
    """Begins a zone of this thread that has the name `functName` and lies at a line of a file."""
    line = lineNum if line_number is None else line_number
    if line is None:
        raise TypeError("start_tracy_zone() needs the line of the zone: lineNum")
    if is_recording():
        _start_zone(str(source), functName, line, color)


def stop_tracy_zone(name="", color=0):
    """Ends the innermost zone of this thread, with another name or colour if given; True if there was none."""
    return _stop_zone(name, color) if is_recording() else True


def tracy_message(message, color=0xF0F8FF):
    """A message on the timeline, in a colour given as 0xRRGGBB."""
    if is_recording():
        _message(message, color)


def tracy_frame():
    """A frame of the program's main loop ends here."""
    if is_recording():
        _frame()


def signpost(header, message):
    """A row in the report of operations; see `tracy.signpost`."""
    if is_recording():
        _signpost(header, message)

