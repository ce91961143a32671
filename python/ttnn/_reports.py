"""Reports that ttnn.CONFIG asks for: all that the program does from the next operation on, until it ends or
asks no more. They go to ttnn.CONFIG.report_path: db.sqlite for ttnn-visualizer, and config.json.

And the report of a whole program that does not capture itself: `tilescope python --report FILE`.
"""

import atexit
import contextlib
import os
import sys

import ttnn
from ttnn import decorators

_open = None


def wanted():
    config = ttnn.CONFIG
    return bool(config.enable_logging and config.enable_graph_report and config.report_path is not None)


def watch():
    """Called when a setting has changed: the next operation begins a report, or this call ends one."""
    if _open is not None:
        _end_unless_wanted()
    elif wanted() and _begin not in decorators._pre_hooks:
        decorators._pre_hooks.append(_begin)


def _begin(operation, args, kwargs):
    global _open
    _forget()
    if wanted() and not ttnn.graph.is_graph_capture_active():
        path = str(ttnn.CONFIG.report_path)
        _open = (path, report(ttnn.CONFIG))
        _open[1].__enter__()
        decorators._pre_hooks.append(_end_unless_wanted)


def _forget():
    for hook in (_begin, _end_unless_wanted):
        while hook in decorators._pre_hooks:
            decorators._pre_hooks.remove(hook)


def _end_unless_wanted(*_):
    if _open is not None and (not wanted() or str(ttnn.CONFIG.report_path) != _open[0]):
        _end()
        watch()


@atexit.register
def _end():
    global _open
    if _open is not None:
        ended, _open = _open[1], None
        _forget()
        ended.__exit__(None, None, None)


def watch_program(path):
    """What the program does, from its first operation to its end, becomes the report in this file."""
    path = os.path.abspath(path)  # the program may go to another folder

    def begin(operation, args, kwargs):
        decorators._pre_hooks.remove(begin)
        ttnn.graph.enable_python_stack_traces()
        ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
        atexit.register(_write_program, path, ttnn.graph._open[-1])

    decorators._pre_hooks.append(begin)


def _write_program(path, capture):
    try:
        if _end_at(capture, path):
            print("tilescope: report in %s; tilescope memory explains its peak, serve shows it" % path, file=sys.stderr)
    except (OSError, RuntimeError) as error:
        print("tilescope: there is no report of the program: %s" % error, file=sys.stderr)


def _end_at(capture, path):
    """Ends a capture and what has begun within it; False if the program has ended it itself."""
    if capture not in ttnn.graph._open:
        return False
    while ttnn.graph._open[-1] is not capture:
        ttnn.graph.end_graph_capture()
    ttnn.graph.end_graph_capture_to_file(path)
    return True


@contextlib.contextmanager
def report(config):
    """What is done within it becomes the report of these settings."""
    folder = os.path.abspath(str(config.report_path))
    detailed = ttnn.graph.is_detailed_buffer_tracing_enabled()
    if config.enable_detailed_buffer_report:
        ttnn.graph.enable_detailed_buffer_tracing()
    os.makedirs(folder, exist_ok=True)
    ttnn.save_config_to_json_file(os.path.join(folder, "config.json"))
    ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
    if not detailed:
        ttnn.graph.disable_detailed_buffer_tracing()
    capture = ttnn.graph._open[-1]
    try:
        yield
    finally:
        _write(folder, capture)


def _write(folder, capture):
    from ttnn.graph_report import import_report

    capture_file = os.path.join(folder, "graph_capture.json")
    if _end_at(capture, capture_file):
        import_report(capture_file, folder)
