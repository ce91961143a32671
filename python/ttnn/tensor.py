"""Tensors, and what goes between them and torch or NumPy."""

import struct
import sys

from ttnn import _declared, _door, _frames, decorators
from ttnn._frames import function
from ttnn.types import (
    _ELEMENT_BYTES,
    DataType,
    Layout,
    Shape,
    StorageType,
    TensorSpec,
    Tile,
    TorchDtype,
    bfloat16,
    bfloat8_b,
    bfloat4_b,
    float32,
    int32,
    uint8,
    uint16,
    uint32,
)
from ttnn import _records

_memory_config = function("tensor.memory_config")
_nd_shard_spec = function("tensor.nd_shard_spec")
_padded_shape = function("tensor.padded_shape")
_tile = function("tensor.tile")
_tile_padding = function("tensor.tile_padding")
_is_allocated = function("tensor.is_allocated")
_device = function("tensor.device")
_address = function("tensor.address")
_id = function("tensor.id")
_text = function("tensor.text")
_placements = function("tensor.placements")
_read = function("array.read")

_HEAD = struct.Struct("<QBBBB")
_DTYPES = list(DataType)
_LAYOUTS = list(Layout)
_TORCH = {name.name.lower(): code for code, name in enumerate(TorchDtype)}
_TORCH_NAMES = [each.name.lower() for each in TorchDtype]


class _Operations:
    """The operations that methods of tensors call, found when they are first needed."""

    def __getattr__(self, name):
        full = "ttnn." + name
        found = decorators.REGISTERED[_declared.ALIASES.get(full, full)]
        setattr(self, name, found)
        return found


_op = _Operations()


class Tensor:
    """A tensor on the host or on a device. Freed when nobody refers to it any more."""

    def __init__(
        self,
        tensor=None,
        data_type=None,
        device=None,
        layout=None,
        mem_config=None,
        tile=None,
        *,
        strides=None,
        mesh_mapper=None,
        pad_value=None,
        cq_id=None,
        **named,
    ):
        self._head = self._dims = None
        if isinstance(tensor, Tensor):
            made = tensor if device is None else tensor.to(device)
            tensor._share(self) if made is tensor else made._share(self)
            return
        if isinstance(tensor, (list, tuple)) and isinstance(data_type, (list, tuple, Shape)):
            # Tensor(elements, shape, dtype, layout, device)
            elements, shape, dtype = tensor, data_type, device
            made = _of_elements(elements, shape, dtype, layout, mem_config, tile, **named)
        else:
            dtype = named.get("dtype", data_type)
            made = from_array(
                tensor,
                dtype,
                layout=layout,
                device=device,
                memory_config=named.get("memory_config", mem_config),
                tile=tile,
                mesh_mapper=mesh_mapper,
                pad_value=pad_value,
                spec=named.get("spec"),
            )
        made._share(self)

    def _share(self, other):
        """The other takes over what this one stands for; this one is not used again, or both are."""
        same = function("tensor.same")(self)
        other._handle, same._handle = same._handle, None
        other._head, other._dims = same._head, same._dims

    def _frame(self):
        return _frames.handle(self._handle)

    def __del__(self):
        handle = getattr(self, "_handle", None)
        if handle is not None and _door is not None:  # The interpreter may have ended.
            _door.dropped.append(handle)

    # What is known of it.

    @property
    def shape(self):
        return Shape(self._dims)

    logical_shape = shape

    @property
    def dtype(self):
        return _DTYPES[self._head[0]]

    @property
    def layout(self):
        return _LAYOUTS[self._head[1]]

    @property
    def padded_shape(self):
        return _padded_shape(self)

    @property
    def tile(self):
        return _tile(self)

    @property
    def spec(self):
        return TensorSpec(self.shape, self.dtype, self.layout, tile=self.tile, memory_config=self.memory_config())

    @property
    def ndim(self):
        return len(self._dims)

    @property
    def tensor_id(self):
        return _id(self)

    def get_dtype(self):
        return self.dtype

    def get_layout(self):
        return self.layout

    def get_tile(self):
        return self.tile

    def storage_type(self):
        return StorageType.DEVICE if self._head[2] else StorageType.HOST

    def memory_config(self):
        found = _memory_config(self)
        return found._of_tensor(_nd_shard_spec(self)) if found.is_sharded() else found

    def is_sharded(self):
        return self.memory_config().is_sharded()

    def is_allocated(self):
        return _is_allocated(self)

    def device(self):
        from ttnn.device import opened

        number = _device(self)
        return None if number is None else opened(number)

    def devices(self):
        device = self.device()
        return [] if device is None else [device]

    def buffer_address(self):
        return _address(self)

    def buffer_unique_id(self):
        """The number of the buffer on the device, the same for all views of it; None if there is none."""
        return function("tensor.buffer_id")(self)

    def buffer_page_size(self):
        return function("tensor.page_bytes")(self)

    def buffer_aligned_page_size(self):
        return function("tensor.aligned_page_bytes")(self)

    def buffer_num_pages(self):
        return function("tensor.pages")(self)

    def element_size(self):
        return _ELEMENT_BYTES[self.dtype]

    def logical_volume(self):
        return self.shape.volume()

    def physical_volume(self):
        return self.padded_shape.volume()

    volume = physical_volume

    def is_contiguous(self):
        return True

    def numel(self):
        return self.shape.volume()

    def size(self, dim=None):
        return self.shape if dim is None else self._dims[dim]

    def dim(self):
        return len(self._dims)

    def tensor_topology(self):
        from ttnn.distributed import TensorTopology

        return TensorTopology(_placements(self), self.device())

    # What can be done with it.

    def deallocate(self, force=True):
        return _op.deallocate(self, force=force)

    def to(self, *args, **kwargs):
        """To a device, a layout or a data type."""
        result = self
        memory_config = kwargs.get("mem_config", kwargs.get("memory_config"))
        queue = kwargs.get("cq_id", kwargs.get("queue_id"))
        given = list(args) + [kwargs[key] for key in ("target_layout", "layout", "dtype", "device") if key in kwargs]
        for value in given:
            memory_config = value if type(value).__name__ == "MemoryConfig" else memory_config
        for value in given:
            if isinstance(value, Layout):
                result = _op.to_layout(result, value)
            elif isinstance(value, DataType):
                result = _op.to_dtype(result, value)
            elif type(value).__name__ in ("MeshDevice", "Device"):
                result = _op.to_device(result, value, memory_config=memory_config, queue_id=queue)
        return result

    def cpu(self, blocking=True, cq_id=None):
        return _op.from_device(self, blocking=blocking, queue_id=cq_id) if self._head[2] else self

    def item(self):
        if self.logical_volume() != 1:
            raise RuntimeError("tensor.item() requires tensor to have exactly one element, but got %d elements" % self.numel())
        return self.to_list(flat=True)[0]

    def to_list(self, flat=False):
        elements = to_array(self).tolist(flat)
        return elements

    tolist = to_list

    def to_torch(self, mesh_composer=None, dtype=None, **kwargs):
        return to_torch(self, dtype, mesh_composer=mesh_composer)

    def to_torch_with_padded_shape(self):
        import torch

        host = self.cpu()
        padded = host.padded_shape
        torch_tensor = to_torch(host)
        pads = []
        dims = [1] * (len(padded) - torch_tensor.dim()) + list(torch_tensor.shape)
        for want, have in reversed(list(zip(padded, dims))):
            pads += [0, want - have]
        return torch.nn.functional.pad(torch_tensor.reshape(dims), pads, value=_tile_padding(host))

    def to_numpy(self, mesh_composer=None):
        return to_numpy(self, mesh_composer)

    def numpy(self):
        return to_numpy(self)

    def reshape(self, *shape):
        if len(shape) == 1 and not isinstance(shape[0], int):
            shape = tuple(shape[0])
        return _op.reshape(self, list(shape))

    def pad(self, output_shape, input_start, pad_value):
        return _op.pad(self, list(output_shape), list(input_start), pad_value)

    def unpad(self, start, end):
        return _op.slice(self, list(start), list(end))

    def pad_to_tile(self, pad_value):
        """The tensor itself: its shape stays, and what tiles hold beyond it is nowhere read."""
        return self

    def unpad_from_tile(self, shape):
        return _op.slice(self, [0] * len(shape), list(shape))

    def __getitem__(self, index):
        if not isinstance(index, tuple):
            index = (index,)
        return _op_getitem(self, [_index(each) for each in index])

    def __len__(self):
        if not self._dims:
            raise TypeError("len() of a 0-d tensor")
        return self._dims[0]

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __repr__(self):
        return _text(self)

    __str__ = __repr__

    def __bool__(self):
        """As TT-NN's tensors, whatever they hold: a comparison of tensors is one, too."""
        return True

    def __int__(self):
        return int(self.item())

    def __float__(self):
        return float(self.item())

    # Operators; comparisons give tensors.

    def __add__(self, other):
        return _op.add(self, other)

    def __radd__(self, other):
        return _op.add(self, other)

    def __sub__(self, other):
        return _op.subtract(self, other)

    def __rsub__(self, other):
        return _op.rsub(self, other)

    def __mul__(self, other):
        return _op.multiply(self, other)

    def __rmul__(self, other):
        return _op.multiply(self, other)

    def __truediv__(self, other):
        return _op.divide(self, other)

    def __rtruediv__(self, other):
        return _op.rdiv(self, other)

    def __matmul__(self, other):
        return _op.matmul(self, other)

    def __pow__(self, other):
        return _op.pow(self, other)

    def __neg__(self):
        return _op.neg(self)

    def __abs__(self):
        return _op.abs(self)

    def __mod__(self, other):
        return _op.remainder(self, other)

    def __invert__(self):
        return _op.bitwise_not(self)

    def __eq__(self, other):
        return _op.eq(self, other)

    def __ne__(self, other):
        return _op.ne(self, other)

    def __lt__(self, other):
        return _op.lt(self, other)

    def __le__(self, other):
        return _op.le(self, other)

    def __gt__(self, other):
        return _op.gt(self, other)

    def __ge__(self, other):
        return _op.ge(self, other)

    def __iadd__(self, other):
        return _op.add(self, other)

    __hash__ = object.__hash__


def _new_tensor(answer, at):
    """A tensor from the bytes of an answer."""
    tensor = Tensor.__new__(Tensor)
    handle, dtype, layout, device, rank = _HEAD.unpack_from(answer, at)
    tensor._handle = handle
    tensor._head = (dtype, layout, device)
    tensor._dims = struct.unpack_from("<%dq" % rank, answer, at + 12)
    return tensor


def _read_tensor(reader):
    tensor = _new_tensor(reader.data, reader.at)
    reader.at += 12 + 8 * len(tensor._dims)
    return tensor


_frames.decoders[_frames.TENSOR] = _read_tensor
_frames.encoders[Tensor] = lambda tensor: _frames.handle(tensor._handle)
decorators._tensor_class = Tensor
decorators._new_tensor = _new_tensor
_op_getitem = decorators.REGISTERED["ttnn.Tensor.__getitem__"]

_INDEX_AT, _INDEX_RANGE = _records.code("IndexAt"), _records.code("IndexRange")


class _Index:
    def __init__(self, data):
        self._data = data

    def _frame(self):
        return self._data


def _index(value):
    if value is Ellipsis:
        from ttnn.types import IndexRest

        return list(IndexRest)[0]
    if isinstance(value, slice):
        parts = [None if each is None else int(each) for each in (value.start, value.stop, value.step)]
        return _Index(_frames.record(_INDEX_RANGE, parts))
    return _Index(_frames.record(_INDEX_AT, (int(value),)))


# Arrays of other libraries.


class _Array:
    """Elements that Java has ready for an array of ours."""

    def __init__(self, dtype, dims, number):
        self.dtype, self.dims, self.source = dtype, dims, _frames.Handle(number)

    def into(self, address, count):
        _read(self.source, address, count)

    def tolist(self, flat):
        import ctypes

        count = 1
        for each in self.dims:
            count *= each
        name = _TORCH_NAMES[self.dtype]
        size = {"8": 1, "16": 2, "32": 4, "64": 8}[name.lstrip("abcdefghijklmnopqrstuvwxyz")] if name != "bool" else 1
        memory = ctypes.create_string_buffer(max(1, count * size))
        self.into(ctypes.addressof(memory), count * size)
        if name == "bfloat16":
            wide = bytearray(4 * count)
            wide[2::4], wide[3::4] = memory.raw[: 2 * count : 2], memory.raw[1 : 2 * count : 2]
            elements = list(struct.unpack("<%df" % count, wide))
        else:
            kind = {"float64": "d", "float32": "f", "float16": "e", "int64": "q", "int32": "i", "int16": "h"}.get(name)
            kind = kind or {"int8": "b", "uint32": "I", "uint16": "H", "uint8": "B", "bool": "?"}[name]
            elements = list(struct.unpack("<%d%s" % (count, kind), memory.raw[: count * size]))
        return elements if flat else _nested(elements, list(self.dims))


def _nested(elements, dims):
    if not dims:
        return elements[0]
    if len(dims) == 1:
        return elements
    step = len(elements) // dims[0] if dims[0] else 0
    return [_nested(elements[i * step : (i + 1) * step], dims[1:]) for i in range(dims[0])]


def _read_array(reader):
    (dtype,) = reader.take(_frames._u8)
    dims = reader.dims()
    return _Array(dtype, dims, reader.take(_frames._u64)[0])


_frames.decoders[_frames.ARRAY] = _read_array


class _Elements:
    """An array of torch's or NumPy's on its way to Java; it is kept while Java reads it."""

    def __init__(self, data, kept):
        self._data, self._kept = data, kept

    def _frame(self):
        return self._data


_frames.encoders[_Elements] = lambda elements: elements._data


def _elements(array):
    """What Java takes an array by: its type, its extents and its address."""
    module = type(array).__module__.split(".")[0]
    if module == "torch" or hasattr(array, "data_ptr"):
        kept = array.detach()
        if kept.device.type == "meta":
            return _Elements(_frames.array(_TORCH[str(kept.dtype)[6:]], tuple(kept.shape), 0), kept)
        kept = kept.cpu().contiguous() if hasattr(kept, "cpu") else kept
        if kept.is_sparse if hasattr(kept, "is_sparse") else False:
            kept = kept.to_dense()
        name = str(kept.dtype)[6:]
        if name not in _TORCH:
            raise RuntimeError("Unsupported torch data type: %s" % kept.dtype)
        return _Elements(_frames.array(_TORCH[name], tuple(kept.shape), kept.data_ptr()), kept)
    if module == "numpy" or hasattr(array, "__array_interface__"):
        import numpy

        kept = numpy.ascontiguousarray(array).reshape(array.shape)
        if kept.dtype.name not in _TORCH:
            raise RuntimeError("Unsupported numpy data type: %s" % kept.dtype)
        return _Elements(_frames.array(_TORCH[kept.dtype.name], kept.shape, kept.ctypes.data), kept)
    raise TypeError("a torch.Tensor or a numpy.ndarray is expected, got %s" % type(array))


def _of_elements(elements, shape, dtype, layout=None, device=None, tile=None, **_):
    """A tensor of a plain list of numbers."""
    import ctypes

    real = any(isinstance(each, float) for each in elements) or dtype in (bfloat16, float32, bfloat8_b, bfloat4_b)
    kind, name = (ctypes.c_float, "float32") if real else (ctypes.c_int64, "int64")
    memory = (kind * len(elements))(*elements)
    array = _Elements(_frames.array(_TORCH[name], tuple(shape), ctypes.addressof(memory)), memory)
    named = {key: value for key, value in (("layout", layout), ("device", device)) if value is not None}
    return _FROM_TORCH(array, dtype or (float32 if real else int32), **named)


_FROM_TORCH = decorators.REGISTERED["ttnn.from_torch"]
_TO_TORCH = decorators.REGISTERED["ttnn.to_torch"]


def from_array(tensor, dtype=None, **kwargs):
    """A tensor of an array of torch's or NumPy's."""
    kwargs = {key: value for key, value in kwargs.items() if value is not None}
    spec = kwargs.pop("spec", None)
    if spec is not None:
        dtype = spec.dtype
        kwargs.update(layout=spec.layout, memory_config=spec.memory_config)
    return _FROM_TORCH(_elements(tensor), dtype, **kwargs)


def to_array(tensor, mesh_composer=None):
    return _TO_TORCH(tensor, mesh_composer=mesh_composer)


#: What torch calls the types that Java gives; it computes little with unsigned ones.
def _torch_tensor(array):
    import torch

    name = _TORCH_NAMES[array.dtype]
    dtype = getattr(torch, name, None)
    wider = {"uint32": "int64", "uint16": "int32"}.get(name)
    if dtype is None:
        signed = torch.empty(array.dims, dtype=getattr(torch, name[1:]))
        array.into(signed.data_ptr(), signed.numel() * signed.element_size())
        mask = (1 << (8 * signed.element_size())) - 1
        return signed.to(getattr(torch, wider)) & mask
    made = torch.empty(array.dims, dtype=dtype)
    array.into(made.data_ptr(), made.numel() * made.element_size())
    return made


def to_torch(tensor, dtype=None, *, torch_rank=None, mesh_composer=None, device=None, cq_id=None):
    made = _torch_tensor(_TO_TORCH(tensor, mesh_composer=mesh_composer, device=device, queue_id=cq_id))
    if torch_rank is not None:
        while made.dim() > torch_rank:
            if made.shape[0] != 1:
                raise RuntimeError("ttnn: Unable to squeeze to desired rank!")
            made = made.squeeze(0)
    return made if dtype is None else made.to(dtype=dtype)


def to_numpy(tensor, mesh_composer=None):
    import numpy

    array = to_array(tensor, mesh_composer)
    name = _TORCH_NAMES[array.dtype]
    if name == "bfloat16":
        bits = numpy.empty(array.dims, dtype=numpy.uint16)
        array.into(bits.ctypes.data, bits.nbytes)
        return (bits.astype(numpy.uint32) << 16).view(numpy.float32)
    made = numpy.empty(array.dims, dtype=name)
    array.into(made.ctypes.data, made.nbytes)
    return made
