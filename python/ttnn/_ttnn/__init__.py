"""The names of TT-NN's native module, for programs that reach into it. All of them are elsewhere in ttnn."""

import sys
from types import ModuleType

import ttnn


def _module(name, **members):
    made = ModuleType("ttnn._ttnn." + name)
    made.__dict__.update(members)
    sys.modules[made.__name__] = made
    parent, _, last = name.rpartition(".")
    holder = sys.modules["ttnn._ttnn" + ("." + parent if parent else "")]
    setattr(holder, last, made)
    return made


class _SystemMeshDescriptor:
    def shape(self):
        return ttnn.MeshShape(*ttnn.device.system_mesh())

    def local_shape(self):
        return self.shape()


def _all_of(module):
    return {name: value for name, value in vars(module).items() if not name.startswith("_")}


CONFIG = ttnn.CONFIG
_public = {name: value for name, value in vars(ttnn).items() if not name.startswith("__")}
_module("types", **_public)
_module("tensor", **dict(_public, dump_tensor_flatbuffer=ttnn.dump_tensor, load_tensor_flatbuffer=ttnn.load_tensor))
_module("core", Config=ttnn.Config, get_memory_config=ttnn.get_memory_config, set_printoptions=ttnn.set_printoptions)
_module("device", **_all_of(ttnn.device))
_module(
    "multi_device",
    SystemMeshDescriptor=_SystemMeshDescriptor,
    MeshDevice=ttnn.MeshDevice,
    **_all_of(ttnn.distributed),
)
_module("activation", UnaryOpType=ttnn.UnaryOpType, UnaryWithParam=ttnn.UnaryWithParam)
_module("fabric", **_all_of(ttnn._fabric))
_module("cluster", **_all_of(ttnn.cluster))
_module("events", **{name: getattr(ttnn, name) for name in ("MeshEvent", "record_event", "wait_for_event", "event_synchronize")})
_module("global_semaphore", create_global_semaphore=ttnn.create_global_semaphore)
_module(
    "reports",
    **{name: getattr(ttnn.device, name) for name in ("BufferInfo", "BufferPageInfo", "get_buffers", "get_buffer_pages")},
)
_module("operations")
for _name in (
    "binary", "unary", "ternary", "data_movement", "matmul", "normalization", "reduction", "transformer", "conv",
    "pool", "embedding", "creation", "core", "trace", "debug", "ccl", "copy", "kv_cache", "experimental",
):
    _module("operations." + _name, **_public)
# The modelled device has one program for both.
operations.data_movement.untilize_force_native = operations.data_movement.untilize_force_codegen = ttnn.untilize


def __getattr__(name):
    """What few programs need is read when it is named."""
    if name == "graph":
        import importlib

        return importlib.import_module("ttnn._ttnn.graph")
    raise AttributeError("module 'ttnn._ttnn' has no attribute %r" % name)
