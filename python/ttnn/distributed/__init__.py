"""Meshes of devices: their shapes, and tensors cut for them and put together again."""

import contextlib
import functools
import itertools

from ttnn import _frames, _records
from ttnn._frames import function
from ttnn.device import _opened_mesh, close_device, system_mesh

_parts = function("tensor.parts")
_combine = function("tensor.combine")
_aggregate = function("tensor.compose")
_distribute = function("tensor.distribute")


class MeshShape:
    """How many devices a mesh has along each of its axes."""

    __slots__ = ("_dims",)

    def __init__(self, *dims):
        if len(dims) == 1 and not isinstance(dims[0], int):
            dims = tuple(dims[0])
        self._dims = tuple(int(each) for each in dims)

    def mesh_size(self):
        size = 1
        for each in self._dims:
            size *= each
        return size

    def dims(self):
        return len(self._dims)

    def __len__(self):
        return len(self._dims)

    def __getitem__(self, index):
        return self._dims[index]

    def __iter__(self):
        return iter(self._dims)

    def __eq__(self, other):
        return isinstance(other, (MeshShape, tuple, list)) and self._dims == tuple(other)

    def __hash__(self):
        return hash(self._dims)

    def __repr__(self):
        return "MeshShape([%s])" % ", ".join(map(str, self._dims))


class MeshCoordinate(MeshShape):
    """A place in a mesh."""

    __slots__ = ()

    def __repr__(self):
        return "MeshCoordinate([%s])" % ", ".join(map(str, self._dims))


class MeshCoordinateRange:
    """Places in a mesh between two corners, both included."""

    def __init__(self, start, end=None):
        if end is None:
            start, end = MeshCoordinate(*[0] * len(start)), MeshCoordinate(*[each - 1 for each in start])
        self.start, self.end = start, end

    def shape(self):
        return MeshShape(*[b - a + 1 for a, b in zip(self.start, self.end)])

    def __iter__(self):
        axes = [range(a, b + 1) for a, b in zip(self.start, self.end)]
        return (MeshCoordinate(*each) for each in itertools.product(*axes))

    def __eq__(self, other):
        return isinstance(other, MeshCoordinateRange) and (self.start, self.end) == (other.start, other.end)

    def __hash__(self):
        return hash((self.start, self.end))

    def __repr__(self):
        return "MeshCoordinateRange(start=%s, end=%s)" % (self.start, self.end)


class MeshCoordinateRangeSet:
    def __init__(self, ranges=()):
        self.ranges = list(ranges)


class PlacementReplicate:
    def __eq__(self, other):
        return isinstance(other, PlacementReplicate)

    def __hash__(self):
        return 1

    def __repr__(self):
        return "PlacementReplicate()"

    def _frame(self):
        return _frames.record(_records.code("PlacementReplicate"), ())


class PlacementShard:
    def __init__(self, dim):
        self.dim = int(dim)

    def __eq__(self, other):
        return isinstance(other, PlacementShard) and self.dim == other.dim

    def __hash__(self):
        return hash(self.dim)

    def __repr__(self):
        return "PlacementShard(%d)" % self.dim

    def _frame(self):
        return _frames.record(_records.code("PlacementShard"), (self.dim,))


_records.register("PlacementReplicate", PlacementReplicate, lambda values: PlacementReplicate())
_records.register("PlacementShard", PlacementShard, lambda values: PlacementShard(*values))


class MeshMapperConfig:
    """What each axis of the mesh does to a tensor."""

    def __init__(self, placements=None, mesh_shape_override=None, row_dim=None, col_dim=None):
        if placements is None:
            placements = [PlacementReplicate() if each is None else PlacementShard(each) for each in (row_dim, col_dim)]
        self.placements = list(placements)
        self.mesh_shape_override = mesh_shape_override


class MeshComposerConfig:
    """Which dimension each axis of the mesh is put together along."""

    def __init__(self, dims, mesh_shape_override=None):
        self.dims = [dims] if isinstance(dims, int) else list(dims)
        self.mesh_shape_override = mesh_shape_override


class _Mesh:
    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns

    def _frame(self):
        return _frames.record(_records.code("Mesh"), (self.rows, self.columns))


class CppTensorToMesh:
    """Cuts tensors for a mesh, or puts their parts together."""

    def __init__(self, placements, mesh_shape):
        self.placements = placements
        self.mesh_shape = None if mesh_shape is None else tuple(mesh_shape)

    def _frame(self):
        mesh = None if self.mesh_shape is None else _Mesh(*self.mesh_shape)
        return _frames.record(_records.code("MeshMapper"), (self.placements, mesh))

    def unwrap(self):
        return self


class CppMeshToTensor(CppTensorToMesh):
    pass


class ReplicateTensorToMeshWrapper(CppTensorToMesh):
    pass


TensorToMesh, MeshToTensor = CppTensorToMesh, CppMeshToTensor


def _two(shape):
    dims = tuple(shape)
    return dims if len(dims) == 2 else (1, dims[0])


def ReplicateTensorToMesh(mesh_device):
    """The whole tensor on every device."""
    return ReplicateTensorToMeshWrapper([PlacementReplicate()], _two(mesh_device.shape))


@contextlib.contextmanager
def distribute(default):
    """Within it from_torch uses a mapper, or to_torch a composer, that is not named in the call."""
    import ttnn

    name, argument = ("to_torch", "mesh_composer") if isinstance(default, CppMeshToTensor) else ("from_torch", "mesh_mapper")
    before = getattr(ttnn, name)
    setattr(ttnn, name, functools.partial(before, **{argument: default}))
    try:
        yield
    finally:
        setattr(ttnn, name, before)


def replicate_tensor_to_mesh_mapper(mesh_device):
    return ReplicateTensorToMesh(mesh_device)


def ShardTensorToMesh(mesh_device, dim):
    """A piece of a dimension for each device."""
    return CppTensorToMesh([PlacementShard(dim)], _two(mesh_device.shape))


def shard_tensor_to_mesh_mapper(mesh_device, dim):
    return ShardTensorToMesh(mesh_device, dim)


def ShardTensor2dMesh(mesh_device, mesh_shape, dims):
    """Rows of the mesh share out one dimension, columns another; None repeats it."""
    placements = [PlacementReplicate() if each is None else PlacementShard(each) for each in tuple(dims)[:2]]
    return CppTensorToMesh(placements, _two(mesh_shape))


def ConcatMeshToTensor(mesh_device, dim):
    return CppMeshToTensor([PlacementShard(dim)], _two(mesh_device.shape))


def concat_mesh_to_tensor_composer(mesh_device, dim):
    return ConcatMeshToTensor(mesh_device, dim)


def ConcatMesh2dToTensor(mesh_device, mesh_shape, dims):
    if dims[0] == dims[1]:
        raise ValueError("Both dimensions in 'dims' must be different")
    return CppMeshToTensor([PlacementShard(each) for each in dims], _two(mesh_shape))


def create_mesh_mapper(mesh_device, config):
    shape = config.mesh_shape_override or mesh_device.shape
    return CppTensorToMesh(config.placements, _two(shape))


def create_mesh_composer(mesh_device, config):
    shape = config.mesh_shape_override or mesh_device.shape
    return CppMeshToTensor([PlacementShard(each) for each in config.dims], _two(shape))


class TensorTopology:
    """How a tensor lies over a mesh."""

    def __init__(self, placements, device):
        self._placements, self._device = placements, device

    def placements(self):
        return self._placements or [PlacementReplicate(), PlacementReplicate()]

    def distribution_shape(self):
        return MeshShape(1, 1) if self._device is None else self._device.shape

    def mesh_coords(self):
        return list(MeshCoordinateRange(self.distribution_shape()))

    def _key(self):
        return (self.placements(), self.distribution_shape())

    def __eq__(self, other):
        return isinstance(other, TensorTopology) and self._key() == other._key()

    __hash__ = None


def get_device_tensors(tensor):
    """The part of each device, as a tensor of its own."""
    return _parts(tensor)


def combine_device_tensors(tensors, dim=0):
    return _combine(list(tensors), dim)


def from_host_shards(tensors, mesh_shape, dim=0):
    if len(tensors) != MeshShape(mesh_shape).mesh_size():
        raise RuntimeError("Number of tensor shards must match mesh size")
    return _combine(list(tensors), dim)


def aggregate_as_tensor(tensors, dim=0):
    return _combine(list(tensors), dim)


def aggregate_tensor(tensor, composer):
    return _aggregate(tensor, composer)


def distribute_tensor(tensor, mapper, mesh_device=None):
    made = _distribute(tensor, mapper)
    return made if mesh_device is None else made.to(mesh_device)


def get_num_devices():
    rows, columns = system_mesh()
    return rows * columns


def get_num_pcie_devices():
    from ttnn.device import GetNumPCIeDevices

    return GetNumPCIeDevices()


def get_pcie_device_ids():
    return list(range(get_num_pcie_devices()))


def get_device_ids():
    return list(range(get_num_devices()))


def open_mesh_device(
    mesh_shape=None,
    l1_small_size=0,
    trace_region_size=0,
    num_command_queues=1,
    dispatch_core_config=None,
    offset=None,
    physical_device_ids=None,
    worker_l1_size=0,
    **_,
):
    """Opens a mesh; without a shape, the whole board."""
    if isinstance(l1_small_size, (list, tuple)):
        physical_device_ids, l1_small_size = l1_small_size, 0
    shape = _two(system_mesh() if mesh_shape is None else mesh_shape)
    ids = physical_device_ids or list(range(shape[0] * shape[1]))
    return _opened_mesh(shape, ids, l1_small_size, trace_region_size, num_command_queues, worker_l1_size)


def close_mesh_device(mesh_device):
    close_device(mesh_device)


class create_mesh_device:
    """A mesh that is open within a with statement."""

    def __init__(self, *args, **kwargs):
        self._arguments = args, kwargs

    def __enter__(self):
        args, kwargs = self._arguments
        self._device = open_mesh_device(*args, **kwargs)
        return self._device

    def __exit__(self, *_):
        close_mesh_device(self._device)


def visualize_mesh_device(mesh_device):
    rows, columns = _two(mesh_device.shape)
    for row in range(rows):
        print(" ".join("[Dev. ID: %d (%d, %d)]" % (mesh_device._ids[row * columns + c], row, c) for c in range(columns)))


def visualize_tensor(tensor):
    print(tensor.tensor_topology().placements())
    visualize_mesh_device(tensor.device())


def using_distributed_env():
    return False


# One process runs the whole program here.


def distributed_context_is_initialized():
    return False


def distributed_context_get_rank():
    return 0


def distributed_context_get_size():
    return 1


def distributed_context_barrier():
    pass


def distributed_context_allgather_int(value):
    """What every process has, by rank."""
    return [int(value)]


def init_distributed_context():
    pass


@contextlib.contextmanager
def distribute(default):
    """Gives from_torch this mapper, or to_torch this composer, where a call names none."""
    import ttnn

    if isinstance(default, CppMeshToTensor):
        name, keyword = "to_torch", "mesh_composer"
    elif isinstance(default, CppTensorToMesh):
        name, keyword = "from_torch", "mesh_mapper"
    else:
        raise ValueError("Argument must be an instance of either TensorToMesh or MeshToTensor, got %r." % (default,))
    original = getattr(ttnn, name)
    setattr(ttnn, name, functools.partial(original, **{keyword: default}))
    try:
        yield
    finally:
        setattr(ttnn, name, original)
