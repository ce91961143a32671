"""Traces, events and semaphores of a device."""

import contextlib

from ttnn import decorators
from ttnn._frames import function
from ttnn.types import (
    BufferType,
    CoreRangeSet,
    GlobalSemaphore,
    Layout,
    MemoryConfig,
    ShardOrientation,
    ShardSpec,
    TensorMemoryLayout,
    uint32,
)

_begin = function("trace.begin")
_end = function("trace.end")
_id = function("trace.id")
_execute = function("trace.execute")
_release = function("trace.release")
_buffers_size = function("trace.buffers_size")
_record = function("event.record")
_wait = function("event.wait")


class MeshTraceId(int):
    """The number of a trace."""

    def __repr__(self):
        return "MeshTraceId(%d)" % int(self)


_traces = {}


def _queue(cq_id):
    return decorators.current_command_queue_id() if cq_id is None else int(cq_id)


def begin_trace_capture(device, *, cq_id=None):
    """Begins to record what goes through the command queue; gives the number of the trace."""
    trace = _begin(device, _queue(cq_id))
    number = MeshTraceId(_id(trace))
    _traces[(id(device), int(number))] = trace
    return number


def _trace(device, trace_id):
    found = _traces.get((id(device), int(trace_id)))
    if found is None:
        raise RuntimeError("Trace %d does not exist on device" % int(trace_id))
    return found


def end_trace_capture(device, trace_id, *, cq_id=None):
    _end(_trace(device, trace_id))


def execute_trace(device, trace_id, *, cq_id=None, blocking=True):
    """Runs what was recorded again, on what its inputs hold now."""
    _execute(_trace(device, trace_id), _queue(cq_id), bool(blocking))


def release_trace(device, trace_id):
    _release(_trace(device, trace_id))
    del _traces[(id(device), int(trace_id))]


def get_trace_buffers_size(device):
    return _buffers_size(device)


@contextlib.contextmanager
def corruptible_allocation_scope(mesh_device):
    """What is allocated within it may be overwritten by replays; nothing is said of it."""
    yield


def mark_corruptible(tensor):
    """Allows replays to overwrite a tensor: gives the id of its buffer."""
    return tensor.buffer_unique_id()


class MeshEvent:
    def __init__(self, device, java):
        self._device, self._java = device, java


def record_event(device, cq_id=0, *args, **_):
    return MeshEvent(device, _record(device, _queue(cq_id)))


def wait_for_event(cq_id, event):
    _wait(event._device, _queue(cq_id), event._java)


def event_synchronize(event):
    from ttnn.device import synchronize_device

    synchronize_device(event._device)


def create_global_semaphore(mesh_device, cores, initial_value, buffer_type=BufferType.L1, *_, **__):
    """Holds a word of each of its cores for as long as it is there, as `GlobalSemaphoreImpl::setup_buffer` does."""
    made = GlobalSemaphore(CoreRangeSet(cores), int(initial_value))
    made._words = _word_of_each(mesh_device, made.cores, buffer_type)
    return made


def _word_of_each(device, cores, buffer_type):
    shards = ShardSpec(cores, [1, 1], ShardOrientation.ROW_MAJOR)
    memory = MemoryConfig(TensorMemoryLayout.HEIGHT_SHARDED, buffer_type, shards)
    allocate = decorators.REGISTERED["ttnn.empty"]
    return allocate([cores.num_cores(), 1], dtype=uint32, layout=Layout.ROW_MAJOR, device=device, memory_config=memory)


def get_global_semaphore_address(semaphore):
    return semaphore._words.buffer_address()


def reset_global_semaphore_value(semaphore, value):
    semaphore.initial_value = int(value)


def apply_device_delay(device, delays, *args, **_):
    pass
