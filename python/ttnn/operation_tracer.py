"""One JSON file for each call of an operation, with its arguments and its result.

    ttnn.operation_tracer._ENABLE_TRACE = True

Files go to ttnn.CONFIG.operation_parameter_log_dir, or to operation_parameters in ttnn.CONFIG.root_report_path.
"""

import os
import sys
import types

import ttnn
from ttnn import decorators
from ttnn._frames import function

_begin = function("parameters.begin")
_end = function("parameters.end")
_sweep_source = function("parameters.sweep_source")

_TRACE_PARAMS_FLAG = "--trace-params"
_WITH_VALUES_FLAG = "--trace-params-with-values"

_ENABLE_TRACE = False
_SERIALIZE_TENSOR_VALUES = False
_SWEEP_SOURCE_HASH = None
_TRACE_PARAMS_IN_ARGV = _TRACE_PARAMS_FLAG in sys.argv
_IS_SERIALIZING = False

#: Files are numbered by their folder, from 1; this is not asked.
_OPERATION_COUNTER = 0

#: Where files go and whether they have values, while calls are traced.
_begun = None


def enable_tracing(enable=True):
    _this._ENABLE_TRACE = bool(enable)


def is_tracing_enabled():
    return bool(_ENABLE_TRACE or _TRACE_PARAMS_IN_ARGV)


_is_tracing_enabled = is_tracing_enabled


def enable_tensor_value_serialization(enable=True):
    """Files have what is in tensors too."""
    _this._SERIALIZE_TENSOR_VALUES = bool(enable)


def set_sweep_source_hash(hash_value=None):
    """Marks the calls from now on as those of a configuration of a sweep."""
    global _SWEEP_SOURCE_HASH
    _SWEEP_SOURCE_HASH = hash_value
    _sweep_source(hash_value)


def directory():
    """Where files go."""
    named = os.environ.get("TTNN_OPERATION_TRACE_DIR") or ttnn.CONFIG.operation_parameter_log_dir
    if named:
        return os.path.abspath(os.fspath(named))
    root = ttnn.CONFIG.root_report_path or "generated/ttnn"
    return os.path.abspath(os.path.join(os.fspath(root), "operation_parameters"))


def _watch(*_):
    """Before each call while tracing is on: the program may have named another folder meanwhile."""
    global _begun
    asked = (directory(), bool(_SERIALIZE_TENSOR_VALUES)) if is_tracing_enabled() else None
    if asked == _begun:
        return
    if _begun is not None:
        _end()
    if asked is not None:
        os.makedirs(asked[0], exist_ok=True)
        _begin(*asked)
    _begun = asked


def _settle():
    on = is_tracing_enabled()
    if on and _watch not in decorators._pre_hooks:
        decorators._pre_hooks.append(_watch)
    elif not on and _watch in decorators._pre_hooks:
        decorators._pre_hooks.remove(_watch)
        _watch()


class _Module(types.ModuleType):
    """Programs turn tracing on and off by setting names of this module."""

    def __setattr__(self, name, value):
        super().__setattr__(name, value)
        if name in ("_ENABLE_TRACE", "_TRACE_PARAMS_IN_ARGV"):
            _settle()


_this = sys.modules[__name__]
_this.__class__ = _Module
_SERIALIZE_TENSOR_VALUES = _WITH_VALUES_FLAG in sys.argv
_settle()
