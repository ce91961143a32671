"""All operations under their names, and those that need something done in Python."""

import inspect
import math
import os
import sys

from ttnn import _declared, decorators, tensor as _tensor
from ttnn.decorators import REGISTERED, PythonOperation
from ttnn.types import DataType, Layout, ReduceType, bfloat4_b, bfloat8_b


def _python(name, function):
    """Takes the place of a declared operation, which it calls."""
    made = PythonOperation(name, function)
    made.is_primitive = True
    REGISTERED[name] = made
    return made


def from_torch(
    tensor,
    dtype=None,
    *,
    spec=None,
    tile=None,
    pad_value=None,
    layout=None,
    device=None,
    memory_config=None,
    mesh_mapper=None,
    cq_id=None,
    preserve_nan_values=False,
    col_tilize=False,
    enable_bfloat_opt=False,
):
    """A tensor of a torch.Tensor; None of None."""
    if tensor is None:
        return None
    if spec is not None:
        if list(spec.shape) != list(tensor.shape):
            raise RuntimeError(
                "ttnn.from_torch: spec shape %s must be the same as tensor shape %s" % (spec.shape, tensor.shape)
            )
        for name, value in (("dtype", dtype), ("layout", layout), ("memory_config", memory_config), ("tile", tile)):
            if value is not None:
                raise RuntimeError("ttnn.from_torch: %s must be None when spec is specified" % name)
        dtype, layout, memory_config, tile = spec.dtype, spec.layout, spec.memory_config, spec.tile
    if col_tilize:
        _check_col_tilize(tensor, dtype, layout, spec)
        tensor = tensor.float().transpose(-2, -1).contiguous()
    if dtype in (bfloat8_b, bfloat4_b):
        if layout is None:
            layout = Layout.TILE
        elif layout != Layout.TILE:
            raise RuntimeError("ttnn.from_torch: bfloat8_b/bfloat4_b requires TILE_LAYOUT!")
    if memory_config is not None and memory_config.is_sharded() and memory_config.shard_spec is None:
        if memory_config.nd_shard_spec is None:
            raise RuntimeError("ttnn.from_torch: Shard spec must not be None for sharded tensors")
    if mesh_mapper is not None and device is None and mesh_mapper.placements and all(
        type(each).__name__ == "PlacementReplicate" for each in mesh_mapper.placements
    ):
        mesh_mapper = None
    return _tensor.from_array(
        tensor,
        dtype,
        tile=tile,
        pad_value=pad_value,
        layout=layout,
        device=device,
        memory_config=memory_config,
        mesh_mapper=mesh_mapper,
        queue_id=cq_id,
    )


def _check_col_tilize(tensor, dtype, layout, spec):
    if spec is not None:
        raise RuntimeError("ttnn.from_torch: col_tilize=True is not supported with spec")
    if dtype not in (bfloat8_b, bfloat4_b):
        raise RuntimeError("ttnn.from_torch: col_tilize=True requires BFP dtype (bfloat8_b or bfloat4_b)")
    if tensor.ndim < 2:
        raise RuntimeError("ttnn.from_torch: col_tilize=True requires tensor.ndim >= 2")
    if layout not in (None, Layout.TILE):
        raise RuntimeError("ttnn.from_torch: col_tilize=True requires layout to be None or ttnn.TILE_LAYOUT")


def as_tensor(
    tensor,
    dtype=None,
    *,
    layout=Layout.ROW_MAJOR,
    device=None,
    memory_config=None,
    cache_file_name=None,
    preprocess=None,
    mesh_mapper=None,
    use_device_tilizer=False,
    **_,
):
    """A tensor of a torch.Tensor, kept in a file beside it if one is named."""
    from ttnn.types import DRAM_MEMORY_CONFIG

    dtype_name = "None" if dtype is None else dtype.name
    layout_name = "None" if layout is None else layout.name
    path = None if cache_file_name is None else "%s_dtype_%s_layout_%s.tensorbin" % (cache_file_name, dtype_name, layout_name)
    if path is not None and os.path.isfile(path):
        return REGISTERED["ttnn.load_tensor"](path, device)
    source = preprocess(tensor) if preprocess else tensor
    if path is None:
        return from_torch(source, dtype, layout=layout, device=device, memory_config=memory_config, mesh_mapper=mesh_mapper)
    host = from_torch(source, dtype, layout=layout, memory_config=memory_config, mesh_mapper=mesh_mapper)
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
    REGISTERED["ttnn.dump_tensor"](path, host)
    return host if device is None else REGISTERED["ttnn.to_device"](host, device, memory_config=memory_config or DRAM_MEMORY_CONFIG)


from_torch = _python("ttnn.from_torch", from_torch)
to_torch = _python("ttnn.to_torch", _tensor.to_torch)
as_tensor = _python("ttnn.as_tensor", as_tensor)


def from_buffer(buffer, shape, dtype, device, layout=None, memory_config=None):
    """A tensor of numbers that lie one after the other."""
    if dtype in (bfloat8_b, bfloat4_b) or dtype.name == "INVALID":
        raise RuntimeError("Unreachable: numbers cannot be laid out as %s" % dtype)
    made = _tensor._of_elements(list(buffer), shape, dtype, layout or Layout.ROW_MAJOR)
    return REGISTERED["ttnn.to_device"](made, device, memory_config=memory_config)


def allocate_tensor_on_host(shape, dtype, layout, device, memory_config=None):
    return REGISTERED["ttnn.zeros"](list(shape), dtype=dtype, layout=layout)


def _pair(value):
    return (value, value) if isinstance(value, int) else tuple(value)


def _window_steps(size, kernel, stride, padding, dilation):
    """How many places a window has along one side of an image that has so much added to it."""
    return (size + padding - dilation * (kernel - 1) - 1) // stride + 1


def _margins(padding):
    """What is added above and below together, and on both sides together."""
    padding = _pair(padding)
    return (padding[0] + padding[1], padding[2] + padding[3]) if len(padding) == 4 else (2 * padding[0], 2 * padding[1])


def _image_size(input_height, input_width, kernel_size, stride=1, padding=0, dilation=1):
    above, aside = _margins(padding)
    kernel, stride, dilation = _pair(kernel_size), _pair(stride), _pair(dilation)
    return [
        _window_steps(input_height, kernel[0], stride[0], above, dilation[0]),
        _window_steps(input_width, kernel[1], stride[1], aside, dilation[1]),
    ]


def _transposed_size(input_height, input_width, kernel_size, stride=1, padding=0, output_padding=0, dilation=1):
    sides = zip(
        (input_height, input_width), *map(_pair, (kernel_size, stride, output_padding, dilation)), _margins(padding)
    )
    return [
        (size - 1) * stride + dilation * (kernel - 1) + more + 1 - cut
        for size, kernel, stride, more, dilation, cut in sides
    ]


def _row_length(input_length, kernel_size, stride=1, padding=0, dilation=1):
    return _window_steps(input_length, kernel_size, stride, sum(_pair(padding)), dilation)


def _convolution(declared, size_of):
    """Gives the tensor, with the size of what it holds and the weights if asked for."""
    names = declared._names
    sizes = inspect.signature(size_of).parameters

    def convolution(*args, return_output_dim=False, return_weights_and_bias=False, **kwargs):
        kwargs.update(zip(names, args))
        size = size_of(**{key: kwargs[key] for key in sizes if key in kwargs}) if return_output_dim else None
        if size_of is _row_length and "padding" in kwargs:
            kwargs["padding"] = _pair(kwargs["padding"])
        output = declared(return_weights_and_bias=return_weights_and_bias, **kwargs)
        weights = None
        if isinstance(output, list):
            output, *weights = output
            weights = weights + [None] * (2 - len(weights))
        if return_output_dim and return_weights_and_bias:
            return output, size, weights
        if return_weights_and_bias:
            return output, weights
        return (output, size) if return_output_dim else output

    return convolution


for _name, _size in (("conv1d", _row_length), ("conv2d", _image_size), ("conv_transpose2d", _transposed_size)):
    _python("ttnn." + _name, _convolution(REGISTERED["ttnn." + _name], _size))


def _max_pool2d(declared):
    """Gives the tensor, with the indices of the greatest if asked for."""

    def max_pool2d(*args, return_indices=False, **kwargs):
        outputs = declared(*args, return_indices=return_indices, **kwargs)
        return outputs if return_indices else outputs[0]

    return max_pool2d


_python("ttnn.max_pool2d", _max_pool2d(REGISTERED["ttnn.max_pool2d"]))


def _gelu(declared):
    """Takes the mode by its older name too, which knows two of the three variants."""

    def gelu(*args, fast_and_approximate_mode=None, **kwargs):
        if fast_and_approximate_mode is not None:
            from ttnn import GeluVariant

            kwargs["variant"] = GeluVariant.FastLut if fast_and_approximate_mode else GeluVariant.Accurate
        return declared(*args, **kwargs)

    return gelu


_python("ttnn.gelu", _gelu(REGISTERED["ttnn.gelu"]))


def _pad(declared):
    """Takes what is added, or the shape of the result and where the input begins in it."""

    def pad(input_tensor, *args, **kwargs):
        if "output_padded_shape" in kwargs or (args and all(isinstance(each, int) for each in args[0])):
            kwargs.update(zip(("output_padded_shape", "input_tensor_start", "value"), args))
            shape, start, args = kwargs.pop("output_padded_shape"), kwargs.pop("input_tensor_start"), ()
            if not len(shape) == len(start) == input_tensor.ndim:
                raise RuntimeError("ttnn.pad: %s at %s does not hold %s" % (shape, start, input_tensor.shape))
            sides = zip(shape, start, input_tensor.shape)
            kwargs["padding"] = [[first, whole - first - have] for whole, first, have in sides]
        return declared(input_tensor, *args, **kwargs)

    return pad


def _slice(declared):
    """Takes bounds by either of their names, as numbers or in tensors, which are read."""
    names = {"starts": "slice_start", "ends": "slice_end", "steps": "slice_step"}

    def slice(*args, slice_dim=None, num_devices=None, **kwargs):
        kwargs = {names.get(key, key): value for key, value in kwargs.items()}
        kwargs.update(zip(declared._names, args))
        for name in names.values():
            if isinstance(kwargs.get(name), _tensor.Tensor):
                kwargs[name] = [int(each) for each in kwargs[name].to_list()]
        return declared(**kwargs)

    return slice


def _typecast(declared):
    """Takes the data type that a tensor has before the one that it shall have, too."""

    def typecast(input_tensor, *args, **kwargs):
        has = kwargs.pop("input_dtype", None)
        if len(args) > 1 and isinstance(args[1], DataType):
            has, args = args[0], args[1:]
        if "output_dtype" in kwargs:
            kwargs["dtype"] = kwargs.pop("output_dtype")
        if has is not None and has != input_tensor.dtype:
            raise RuntimeError("ttnn.typecast: input_dtype must be %s, got %s" % (input_tensor.dtype, has))
        return declared(input_tensor, *args, **kwargs)

    return typecast


def _arange(declared):
    """Takes one number for where it ends."""

    def arange(*args, **kwargs):
        return declared(0, *args, **kwargs) if len(args) == 1 and "end" not in kwargs else declared(*args, **kwargs)

    return arange


def _deallocate(declared):
    def deallocate(tensor, force=True):
        """Frees the tensor's memory; a tensor that is free already stays so, as in TT-NN (mesh_buffer.cpp)."""
        if tensor.is_allocated():
            declared(tensor, force=force)

    return deallocate


_python("ttnn.deallocate", _deallocate(REGISTERED["ttnn.deallocate"]))
_python("ttnn.typecast", _typecast(REGISTERED["ttnn.typecast"]))
_python("ttnn.arange", _arange(REGISTERED["ttnn.arange"]))
_python("ttnn.pad", _pad(REGISTERED["ttnn.pad"]))
_python("ttnn.slice", _slice(REGISTERED["ttnn.slice"]))


def _interleaved_to_sharded(declared):
    """Takes a memory config, or the cores, the shape of a shard and how the tensor is cut."""
    names = ("grid", "shard_shape", "shard_scheme", "shard_orientation", "output_dtype", "keep_l1_aligned")

    def interleaved_to_sharded(input_tensor, *args, **kwargs):
        if len(args) < 4 and "shard_scheme" not in kwargs:
            return declared(input_tensor, *args, **kwargs)
        import ttnn

        kwargs.update(zip(names, args))
        grid, shape, scheme, orientation = (kwargs.pop(name) for name in names[:4])
        if not isinstance(grid, ttnn.CoreRangeSet):
            last = ttnn.CoreCoord(grid.x - 1, grid.y - 1)
            grid = ttnn.CoreRangeSet([ttnn.CoreRange(ttnn.CoreCoord(0, 0), last)])
        shards = ttnn.ShardSpec(grid, list(shape), orientation)
        return declared(input_tensor, ttnn.MemoryConfig(scheme, ttnn.BufferType.L1, shards), **kwargs)

    return interleaved_to_sharded


def _prelu(declared):
    """Takes a list of one number for a number."""

    def prelu(input_tensor_a, weight, *args, **kwargs):
        one = weight[0] if isinstance(weight, (list, tuple)) and len(weight) == 1 else weight
        return declared(input_tensor_a, one, *args, **kwargs)

    return prelu


def _reshape(declared):
    """Takes the padded shape in the third place too: rows of padding may be left out or come in."""

    def reshape(input_tensor, shape, *args, padded_shape=None, **kwargs):
        if args and isinstance(args[0], (list, tuple)) or type(args[0] if args else None).__name__ == "Shape":
            padded_shape, args = args[0], args[1:]
        if padded_shape is None or math.prod(shape) == math.prod(input_tensor.shape):
            return declared(input_tensor, shape, *args, **kwargs)
        if list(padded_shape) != list(input_tensor.padded_shape) or len(shape) != len(padded_shape):
            raise RuntimeError(
                "ttnn.reshape: %s padded to %s needs an input padded so, got %s padded to %s"
                % (list(shape), list(padded_shape), list(input_tensor.shape), list(input_tensor.padded_shape))
            )
        return REGISTERED["ttnn.slice"](input_tensor, [0] * len(shape), list(shape))

    return reshape


def _view(declared):
    """Takes four sizes one by one, too."""

    def view(input_tensor, *shape, **kwargs):
        if all(name in kwargs for name in "NCHW"):
            shape = tuple(kwargs.pop(name) for name in "NCHW")
        if len(shape) == 4:
            kwargs["shape"], shape = list(shape), ()
        return declared(input_tensor, *shape, **kwargs)

    return view


def _padded_kv_cache(declared, tensors, *names):
    """Takes the slot and the length one behind the other where they are tensors."""

    def padded_kv_cache(*args, **kwargs):
        if len(args) > tensors + 1 and isinstance(args[tensors + 1], _tensor.Tensor):
            kwargs.update(zip(names, args[tensors:]))
            args = args[:tensors]
        return declared(*args, **kwargs)

    return padded_kv_cache


for _name, _tensors, _places in (
    ("update_padded_kv_cache", 2, ("slot_idx", "kv_actual_global", "layer_idx", "num_layers", "cluster_axis")),
    (
        "zero_padded_kv_cache",
        1,
        ("slot_idx", "valid_global", "layer_idx", "num_layers", "chunk_size_global", "cluster_axis", "pad_align"),
    ),
):
    _name = "ttnn.experimental.deepseek_prefill." + _name
    _python(_name, _padded_kv_cache(REGISTERED[_name], _tensors, *_places))


#: What follows the input by position in the three ways to call it.
_REDUCED_INTO_BUFFER = ("buffer_tensor", "cluster_axis", "mesh_device", "multi_device_global_semaphore")
_REDUCED_OVER_DEVICES = ("num_devices", "barrier_semaphores", "rs_global_semaphores", "ag_global_semaphores", "math_op")
_REDUCED_ALONG_AXIS = ("cluster_axis", "mesh_device", *_REDUCED_OVER_DEVICES[1:])


def _all_reduce_async(declared):
    """The mesh is that of the input, and devices are only added up."""

    def all_reduce_async(input_tensor, *args, **kwargs):
        names = _REDUCED_ALONG_AXIS
        if args and isinstance(args[0], _tensor.Tensor):
            names = _REDUCED_INTO_BUFFER
        elif len(args) > 1 and isinstance(args[1], (list, tuple)):
            names = _REDUCED_OVER_DEVICES
        if len(args) > len(names):
            raise TypeError("ttnn.experimental.all_reduce_async takes %s after its input" % ", ".join(names))
        kwargs.update(zip(names, args))
        kwargs.pop("mesh_device", None)
        kwargs.pop("num_devices", None)
        math_op = kwargs.pop("math_op", ReduceType.Sum)
        if math_op != ReduceType.Sum:
            raise RuntimeError("ttnn.experimental.all_reduce_async: devices are added up (ReduceType.Sum), got %s" % math_op)
        return declared(input_tensor, **kwargs)

    return all_reduce_async


_ALL_REDUCE_ASYNC = "ttnn.experimental.all_reduce_async"
_python(_ALL_REDUCE_ASYNC, _all_reduce_async(REGISTERED[_ALL_REDUCE_ASYNC]))
_python("ttnn.experimental.view", _view(REGISTERED["ttnn.experimental.view"]))
_python("ttnn.reshape", _reshape(REGISTERED["ttnn.reshape"]))
_python("ttnn.interleaved_to_sharded", _interleaved_to_sharded(REGISTERED["ttnn.interleaved_to_sharded"]))
_python("ttnn.prelu", _prelu(REGISTERED["ttnn.prelu"]))


def _on_queue(declared):
    """Takes the number of a command queue in the last place too."""

    def copy(host_tensor, device_tensor, cq_id=None):
        return declared(host_tensor, device_tensor, queue_id=cq_id)

    return copy


def _dump_tensor(declared):
    """Every host writes its own part or one writes all: the model has one host, which has all."""

    def dump_tensor(file_name, tensor, mode=None):
        if not str(file_name).endswith(".tensorbin"):
            raise RuntimeError("file_name: a file of a tensor must have .tensorbin extension, got %s" % file_name)
        return declared(file_name, tensor)

    return dump_tensor


_python("ttnn.dump_tensor", _dump_tensor(REGISTERED["ttnn.dump_tensor"]))
_python("ttnn.copy_host_to_device_tensor", _on_queue(REGISTERED["ttnn.copy_host_to_device_tensor"]))


def _install(namespace):
    """Puts every operation where its name says."""
    for name, operation in REGISTERED.items():
        module, _, last = name.rpartition(".")
        if module == "ttnn":
            namespace[last] = operation
        elif module != "ttnn.Tensor":
            setattr(decorators.create_module_if_not_exists(module), last, operation)
    for alias, name in _declared.ALIASES.items():
        module, _, last = alias.rpartition(".")
        if module == "ttnn":
            namespace[last] = REGISTERED[name]
        else:
            setattr(sys.modules[module], last, REGISTERED[name])
