"""Tracing of torch programs, which the modelled device does without: graph captures tell more."""

_INSTEAD = "ttnn.tracer does not trace torch programs here; ttnn.graph.begin_graph_capture records every operation"


def trace():
    raise RuntimeError(_INSTEAD)


def visualize(*_, **__):
    raise RuntimeError(_INSTEAD)


def get_graph(*_, **__):
    raise RuntimeError(_INSTEAD)


def disable_tracing():
    pass
