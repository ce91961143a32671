"""Graph captures: what a program did, operation by operation, and what can be read from that.

    ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
    result = ttnn.add(a, b)
    graph = ttnn.graph.end_graph_capture()
"""

import contextlib
import json
import os
import warnings

import ttnn
from ttnn import decorators
from ttnn._frames import function
from ttnn.types import BufferType, RunMode

REPORT_VERSION = 1
COMPARISON_RECORDS_SIDECAR_SUFFIX = ".comparison_records.json"

_begin = function("capture.begin")
_end = function("capture.end")
_end_to_file = function("capture.end_to_file")
_enter = function("capture.enter")
_leave = function("capture.leave")
_calltrace = function("graph.calltrace")
_levelized = function("graph.levelized")
_peak_l1 = function("graph.peak_l1")
_per_core = function("graph.per_core")
_outputs = function("graph.outputs")
_output_nodes = function("graph.output_nodes")
_draw = function("graph.draw")

_MOST_FRAMES = 64

#: The captures that are open, the one that ends first last, each with whether its nodes get stacks.
_open = []

_stack_traces = False
_python_stack_traces = None
_detailed_buffers = False
_python_io_recording = False


class Node(dict):
    """A node of a graph: a dict, whose entries can be read as attributes too."""

    __slots__ = ()

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError("the node has no %s; it has %s" % (name, ", ".join(self))) from None


def begin_graph_capture(run_mode=RunMode.NORMAL, *, _internal=False):
    """Begins to record what operations do. Captures nest; the first decides whether operations run."""
    global _python_io_recording
    frames = _MOST_FRAMES if _wants_frames() else 0
    if not _open:
        _python_io_data.clear()
        if not _internal:
            reset_comparison_records_data()
    decorators.recorded = True
    _open.append((_begin(RunMode.NORMAL if run_mode is None else run_mode, frames, _detailed_buffers), _stack_traces))
    _python_io_recording = True


def _wants_frames():
    """Unless the program said that it wants none."""
    config = ttnn.CONFIG
    return (
        _stack_traces
        or _python_stack_traces is not False
        or config.enable_graph_python_stack_traces
        or config.enable_detailed_tensor_report
    )


def end_graph_capture():
    """Ends the capture that began last; gives the list of its nodes."""
    return _ended(lambda capture: _end(capture))


def end_graph_capture_to_file(report_path):
    """The same, and writes the report, with its named arguments beside it in NAME.python_io.json."""
    path = os.path.abspath(os.fspath(report_path))
    graph = _ended(lambda capture: _end_to_file(capture, path))
    _add_own_records(path)
    _write_comparison_records(path)
    return graph


def _ended(end):
    global _python_io_recording
    if not _open:
        raise RuntimeError("No graph capture is open: call ttnn.graph.begin_graph_capture first")
    capture, with_stacks = _open.pop()
    decorators.recorded = _python_io_recording = bool(_open)
    text, stacks = end(capture)
    graph = [Node(each) for each in json.loads(text)]
    for counter, frames in stacks.items() if with_stacks else ():
        graph[counter]["stack_trace"] = frames
    return graph


def is_graph_capture_active():
    return bool(_open)


@contextlib.contextmanager
def full_graph_capture(report_path, *, run_mode=None, slow_dispatch=True):
    """Within it everything is recorded, stacks and pages of buffers too; then the report is written."""
    before = _python_stack_traces, _detailed_buffers, ttnn.CONFIG.enable_fast_runtime_mode
    depth = len(_open)
    enable_python_stack_traces()
    enable_detailed_buffer_tracing()
    if slow_dispatch:
        ttnn.CONFIG.enable_fast_runtime_mode = False
    try:
        begin_graph_capture(run_mode)
        yield
        end_graph_capture_to_file(report_path)
    finally:
        while len(_open) > depth:
            end_graph_capture()
        _set_switches(*before[:2])
        ttnn.CONFIG.enable_fast_runtime_mode = before[2]


def _set_switches(python_stack_traces, detailed_buffers):
    global _python_stack_traces, _detailed_buffers
    _python_stack_traces, _detailed_buffers = python_stack_traces, detailed_buffers


def track_function_start(function_name):
    """Says that the program enters something of this name; captures show it around its operations."""
    if _open:
        _enter(str(function_name), [decorators._callers(), {}, 0])


def track_function_end():
    if _open:
        _leave()


def _safe_arg_str(value):
    """An argument as a text that fits on a line: tensors by what they are, not by what they hold."""
    if isinstance(value, ttnn.Tensor):
        return _tensor_text(value)
    if type(value).__module__.split(".")[0] == "torch" and hasattr(value, "dtype") and hasattr(value, "shape"):
        return "torch.Tensor(shape=%s, dtype=%s)" % (list(value.shape), value.dtype)
    return str(value)


def _tensor_text(tensor):
    device = tensor.device()
    topology = tensor.tensor_topology()
    told = {
        "shape": tensor.shape,
        "dtype": tensor.dtype,
        "layout": tensor.layout,
        "memory_config": tensor.memory_config(),
        "storage_type": tensor.storage_type(),
        "tensor_id": tensor.tensor_id,
        "is_allocated": tensor.is_allocated(),
        "device_id": None if device is None else device.id(),
        "mesh_shape": None if device is None else device.shape,
        "mesh_coords": [str(each) for each in topology.mesh_coords()],
        "distribution_shape": topology.distribution_shape(),
        "placements": [str(each) for each in topology.placements()],
    }
    return "ttnn.Tensor(%s)" % ", ".join("%s=%s" % each for each in told.items() if each[1] is not None)


# Records of the program's own, which stand behind those of operations in a report's NAME.python_io.json.

_python_io_data = []


def record_python_operation(name, function_args, function_kwargs):
    """Puts a call of something that is no operation of ttnn into the report."""
    arguments = {key: _safe_arg_str(value) for key, value in function_kwargs.items()}
    arguments.update((str(i), _safe_arg_str(value)) for i, value in enumerate(function_args))
    tensors = _collect_tensor_ids((*function_args, *function_kwargs.values()))
    record = {"name": name, "arguments": arguments, "input_tensor_ids": tensors}
    config = ttnn.CONFIG
    if _python_stack_traces or config.enable_graph_python_stack_traces or config.enable_detailed_tensor_report:
        record["python_stack_trace"] = decorators._callers()
    _python_io_data.append(record)


def store_output_tensor_ids(output_tensor_ids):
    """Says what the call that was recorded last gave."""
    if _python_io_data:
        _python_io_data[-1]["output_tensor_ids"] = output_tensor_ids


def store_captured_graph(captured_graph_json):
    if _python_io_data:
        _python_io_data[-1]["captured_graph"] = captured_graph_json


def _collect_tensor_ids(value):
    if isinstance(value, ttnn.Tensor):
        return [value.tensor_id]
    return [each for item in value for each in _collect_tensor_ids(item)] if isinstance(value, (list, tuple)) else []


def _add_own_records(report_path):
    if not _python_io_data:
        return
    path = os.path.splitext(report_path)[0] + ".python_io.json"
    records = []
    if os.path.exists(path):
        with open(path) as file:
            records = json.load(file)
    with open(path, "w") as file:
        json.dump(records + _python_io_data, file)


# What is recorded besides.


def enable_stack_traces():
    """Captures that begin from now on have in function_start nodes where they were called."""
    global _stack_traces
    _stack_traces = True


def disable_stack_traces():
    global _stack_traces
    _stack_traces = False


def is_stack_trace_enabled():
    return _stack_traces


def enable_python_stack_traces():
    """Reports have the lines of the program that called each operation, as they have if nobody says otherwise."""
    _set_switches(True, _detailed_buffers)


def disable_python_stack_traces():
    _set_switches(False, _detailed_buffers)


def is_python_stack_trace_enabled():
    return bool(_python_stack_traces)


def enable_detailed_buffer_tracing():
    """Reports have the pages of L1 buffers and the buffers that live after each operation."""
    _set_switches(_python_stack_traces, True)


def disable_detailed_buffer_tracing():
    _set_switches(_python_stack_traces, False)


def is_detailed_buffer_tracing_enabled():
    return _detailed_buffers


enable_buffer_pages = enable_detailed_buffer_tracing
disable_buffer_pages = disable_detailed_buffer_tracing
is_buffer_pages_enabled = is_detailed_buffer_tracing_enabled


def enable_python_io_recording():
    """Captures always have named arguments; this is what programs that ask for them see."""
    global _python_io_recording
    _python_io_recording = True


def disable_python_io_recording():
    global _python_io_recording
    _python_io_recording = False


def is_python_io_recording_enabled():
    return _python_io_recording


# What graphs tell.


class TensorInfo:
    """An output: its shape, the bytes of its buffer, and where that lies."""

    def __init__(self, shape, size, type):
        self.shape, self.size, self.type = shape, size, type

    def __repr__(self):
        place = self.type.name if self.type in (BufferType.DRAM, BufferType.L1) else "UNKNOWN"
        return "TensorInfo(shape=%s, size=%d, type=%s)" % (self.shape, self.size, place)


class PeakMemoryUsagePerCore:
    """The most memory in use at once on one core, in bytes."""

    _FIELDS = ("peak_cb", "peak_l1", "peak_dataflow_buffer", "peak_scratchpad", "peak_total")

    def __init__(self, *values):
        self.__dict__.update(zip(self._FIELDS, values))

    def __repr__(self):
        return "PeakMemoryUsagePerCore(%s)" % ", ".join("%s=%d" % (f, getattr(self, f)) for f in self._FIELDS)

    def __str__(self):
        names = ("CB:", "L1:", "DFB:", "Scratchpad:", "Total:")
        lines = ["  %-11s %d bytes" % (name, getattr(self, f)) for name, f in zip(names, self._FIELDS)]
        return "\n".join(["Peak Memory Usage Per Core:"] + lines)


def extract_calltrace(trace):
    """The names of all calls, in the order of their starts."""
    return _calltrace(json.dumps(trace))


def extract_levelized_graph(trace, max_level=1):
    """Operations down to a level, and the tensors that flow between them."""
    return json.loads(_levelized(json.dumps(trace), max_level))


def extract_peak_L1_memory_usage(trace):
    """The most L1 in use at once, in bytes."""
    return _peak_l1(json.dumps(trace))


def count_intermediate_and_output_tensors(trace):
    told = _outputs(json.dumps(trace))
    return told["intermediate"], told["output"]


def extract_output_info(trace):
    return [TensorInfo(*each) for each in _outputs(json.dumps(trace))["buffers"]]


def extract_output_tensors(trace):
    """The numbers of the nodes of the tensors that the last operation gave."""
    return set(_output_nodes(json.dumps(trace)))


def extract_resource_usage_per_core(trace, interleaved_storage_cores=None):
    """The most memory in use at once on one core, by kind."""
    if interleaved_storage_cores is not None:
        warnings.warn(
            "interleaved_storage_cores is no longer used; call extract_resource_usage_per_core(trace) instead.",
            DeprecationWarning,
            stacklevel=2,
        )
    return PeakMemoryUsagePerCore(*_per_core(json.dumps(trace)))


def extract_circular_buffers_peak_size_per_core(trace):
    return extract_resource_usage_per_core(trace).peak_cb


def extract_l1_buffer_allocation_peak_size_per_core(trace):
    return extract_resource_usage_per_core(trace).peak_l1


def extract_total_duration_from_graph(graph):
    from ttnn.graph_report import extract_total_duration_from_graph

    return extract_total_duration_from_graph(graph)


def extract_operation_durations(graph):
    from ttnn.graph_report import extract_operation_durations

    return extract_operation_durations(graph)


def import_report(*args, **kwargs):
    from ttnn.graph_report import import_report

    return import_report(*args, **kwargs)


# Graphs for people.

_WORDS = {
    "capture_start": "Capture Start",
    "capture_end": "Capture End",
    "buffer": "Add Device Buffer",
    "buffer_allocate": "Allocate Device Buffer",
    "buffer_deallocate": "Deallocate Device Buffer",
    "circular_buffer_allocate": "Allocate Circular Buffer",
    "circular_buffer_deallocate_all": "Deallocate All Program-Scope L1",
    "dataflow_buffer_allocate": "Allocate Dataflow Buffer",
    "scratchpad_allocate": "Allocate Kernel Scratchpad",
}


def pretty_format(captured_graph):
    """The graph as a text, a node a line, indented by calls."""
    lines = []
    indent = 0
    for node in captured_graph:
        kind, params = node["node_type"], node["params"]
        if kind == "function_end":
            indent = max(0, indent - 4)
        lines.append((" " * indent + _words(kind, params)).ljust(50))
        if kind == "function_start":
            indent += 4
    return "".join(line + "\n" for line in lines)


def _words(kind, params):
    if kind == "function_start":
        return "Function Start: " + params["name"]
    if kind == "function_end":
        return "Function End:   " + params["name"]
    if kind == "tensor":
        return "Add Tensor: %s" % params["tensor_id"]
    if kind == "error":
        return "Error: %s" % params.get("error_message", "")
    if kind not in _WORDS:
        raise ValueError("Unknown node type: %s" % kind)
    return _WORDS[kind]


def pretty_print(captured_graph):
    print(pretty_format(captured_graph))


def visualize_node(graphviz_graph, node):
    params = node["params"]
    more = params.get("name") or params.get("tensor_id")
    label = node["node_type"] if more is None else "%s\n%s" % (node["node_type"], more)
    graphviz_graph.node("node_%s" % node["counter"], label, fillcolor="#DCDCDC")


def visualize_edge(graphviz_graph, source_node_id, sink_node_id):
    graphviz_graph.edge("node_%s" % source_node_id, "node_%s" % sink_node_id)


def visualize(captured_graph, *, file_name=None, visualize_node=visualize_node, visualize_edge=visualize_edge):
    """Draws the graph. An .svg is drawn by Tilescope; other pictures need graphviz, and so do own nodes and edges."""
    suffix = None if file_name is None else os.path.splitext(os.fspath(file_name))[1]
    if suffix not in (None, ".svg", ".png", ".pdf"):
        raise ValueError("file_name must have a .svg, .png or .pdf suffix, not %s" % suffix)
    own = visualize_node is not globals()["visualize_node"] or visualize_edge is not globals()["visualize_edge"]
    if suffix == ".svg" and not own:
        _draw(json.dumps(captured_graph), os.path.abspath(os.fspath(file_name)))
        return None
    return _visualize_with_graphviz(captured_graph, file_name, suffix, visualize_node, visualize_edge)


def _visualize_with_graphviz(captured_graph, file_name, suffix, draw_node, draw_edge):
    import graphviz

    picture = graphviz.Digraph(engine="dot", graph_attr={"rankdir": "TB"}, node_attr={"shape": "box", "style": "filled"})
    for node in captured_graph:
        draw_node(picture, node)
    for node in captured_graph:
        for connection in node["connections"]:
            draw_edge(picture, node["counter"], connection)
    if file_name is not None:
        picture.render(os.path.splitext(os.fspath(file_name))[0], format=suffix[1:])
    return picture


# Records of comparison mode, which go beside a report.


def _no_records():
    return {
        "version": 1,
        "local_tensor_comparison_records": [],
        "global_tensor_comparison_records": [],
        "tensors": [],
    }


_comparison_records_data = _no_records()


def reset_comparison_records_data():
    global _comparison_records_data
    _comparison_records_data = _no_records()


def record_tensor_comparison_data(
    *, local_tensor_comparison_records=None, global_tensor_comparison_records=None, tensors=None
):
    data = _comparison_records_data
    data["local_tensor_comparison_records"] += local_tensor_comparison_records or []
    data["global_tensor_comparison_records"] += global_tensor_comparison_records or []
    known = {each["tensor_id"] for each in data["tensors"]}
    for tensor in tensors or []:
        if tensor["tensor_id"] not in known:
            known.add(tensor["tensor_id"])
            data["tensors"].append(tensor)


def has_comparison_records():
    data = _comparison_records_data
    return any(data[key] for key in data if key != "version")


def _write_comparison_records(report_path):
    if has_comparison_records():
        with open(os.path.splitext(report_path)[0] + COMPARISON_RECORDS_SIDECAR_SUFFIX, "w") as file:
            json.dump(_comparison_records_data, file)
        reset_comparison_records_data()

