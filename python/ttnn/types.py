"""Data types, layouts, memory configs, shards and the configs of programs, by TT-NN's names."""

import enum
import math

from ttnn import _frames
from ttnn._records import Record, code, enumerations, record, register

globals().update(enumerations())

uint8 = DataType.UINT8  # noqa: F821
int8 = DataType.INT8  # noqa: F821
uint16 = DataType.UINT16  # noqa: F821
int32 = DataType.INT32  # noqa: F821
uint32 = DataType.UINT32  # noqa: F821
float32 = DataType.FLOAT32  # noqa: F821
bfloat16 = DataType.BFLOAT16  # noqa: F821
bfloat8_b = DataType.BFLOAT8_B  # noqa: F821
bfloat4_b = DataType.BFLOAT4_B  # noqa: F821
fp8_e4m3 = DataType.FP8_E4M3  # noqa: F821
ROW_MAJOR_LAYOUT = Layout.ROW_MAJOR  # noqa: F821
TILE_LAYOUT = Layout.TILE  # noqa: F821
TILE_SIZE = 32

_ELEMENT_BYTES = {
    uint8: 1,
    int8: 1,
    uint16: 2,
    int32: 4,
    uint32: 4,
    float32: 4,
    bfloat16: 2,
    bfloat8_b: 1,
    bfloat4_b: 1,
    fp8_e4m3: 1,
}
_TILE_BYTES = {bfloat8_b: 1088, bfloat4_b: 576}


def element_size(dtype):
    """Bytes of an element; those of blocks share their exponents and have no size of their own."""
    if dtype in _TILE_BYTES:
        raise RuntimeError("Unsupported data format: %s has no element size" % dtype)
    return _ELEMENT_BYTES[dtype]


def tile_size(dtype):
    """Bytes of a tile of 32x32 elements."""
    return _TILE_BYTES.get(dtype, TILE_SIZE * TILE_SIZE * _ELEMENT_BYTES[dtype])


class StorageType(enum.Enum):
    HOST = 0
    DEVICE = 1

    def __str__(self):
        return "StorageType." + self.name


DEVICE_STORAGE_TYPE = StorageType.DEVICE


class ShardStrategy(enum.Enum):
    HEIGHT = 1
    WIDTH = 2
    BLOCK = 3


class ShardShapeAlignment(enum.Enum):
    NONE = 0
    REQUIRED = 1
    RECOMMENDED = 2


class ThrottleLevel(enum.IntEnum):
    NO_THROTTLE = 0
    LEVEL_1 = 1
    LEVEL_2 = 2
    LEVEL_3 = 3
    LEVEL_4 = 4
    LEVEL_5 = 5


class CoreType(enum.Enum):
    WORKER = 0
    ETH = 1
    DRAM = 2


class ReduceType(enum.Enum):
    """What devices or elements are reduced by."""

    Sum = 0
    Mean = 1
    Max = 2
    Min = 3
    Std = 4
    Var = 5
    Prod = 6


class NOC(enum.IntEnum):
    """A network between the cores."""

    NOC_0 = RISCV_0_default = 0
    NOC_1 = RISCV_1_default = 1


class DumpTensorMode(enum.Enum):
    DISTRIBUTED_GATHER = 0
    LOCAL = 1


class Shape:
    """The extents of a tensor: a sequence of integers that cannot be changed."""

    __slots__ = ("_dims",)

    def __init__(self, dims=()):
        object.__setattr__(self, "_dims", tuple(int(each) for each in dims))

    def __len__(self):
        return len(self._dims)

    def __getitem__(self, index):
        found = self._dims[index]
        return list(found) if isinstance(index, slice) else found

    def __iter__(self):
        return iter(self._dims)

    def __eq__(self, other):
        if isinstance(other, Shape):
            return self._dims == other._dims
        return isinstance(other, (list, tuple)) and self._dims == tuple(other)

    def __hash__(self):
        return hash(self._dims)

    def __repr__(self):
        return "Shape(%s)" % list(self._dims)

    @property
    def rank(self):
        return len(self._dims)

    def to_rank(self, rank):
        """The same elements with so many dimensions: ones in front are added or dropped."""
        more = rank - len(self._dims)
        if more < 0 and any(each != 1 for each in self._dims[:-more]):
            raise RuntimeError("Can't convert shape rank: %s to rank %d" % (self, rank))
        return Shape((1,) * more + self._dims if more >= 0 else self._dims[-more:])

    def volume(self):
        return math.prod(self._dims)

    def _frame(self):
        return _frames.shape(self._dims)


_frames.encoders[Shape] = Shape._frame
_frames.decoders[_frames.SHAPE] = lambda reader: Shape(reader.dims())


class CoreCoord:
    """A core by its column x and its row y."""

    __slots__ = ("x", "y")

    def __init__(self, x, y=None):
        if y is None:
            x, y = (x.x, x.y) if hasattr(x, "x") else x
        if x < 0 or y < 0:
            raise TypeError("CoreCoord: x and y must be >= 0, got x=%s, y=%s" % (x, y))
        self.x, self.y = int(x), int(y)

    def __eq__(self, other):
        return isinstance(other, CoreCoord) and (self.x, self.y) == (other.x, other.y)

    def __lt__(self, other):
        return (self.y, self.x) < (other.y, other.x)

    def __hash__(self):
        return hash((self.x, self.y))

    def __iter__(self):
        return iter((self.x, self.y))

    def __repr__(self):
        return "(x=%d,y=%d)" % (self.x, self.y)

    def _frame(self):
        return _frames.record(_CORE_COORD, (self.x, self.y))


_CORE_COORD = code("CoreCoord")
register("CoreCoord", CoreCoord, lambda values: CoreCoord(*values))


def _core(value):
    return value if isinstance(value, CoreCoord) else CoreCoord(value)


class CoreRange:
    """The cores of a rectangle, both corners included."""

    __slots__ = ("start", "end")

    def __init__(self, start, end=None):
        self.start = _core(start)
        self.end = self.start if end is None else _core(end)
        if self.end.x < self.start.x or self.end.y < self.start.y:
            raise RuntimeError(
                "Invalid core range for start_coord: %s, end_coord: %s" % (self.start, self.end)
            )

    def grid_size(self):
        return CoreCoord(self.end.x - self.start.x + 1, self.end.y - self.start.y + 1)

    def size(self):
        grid = self.grid_size()
        return grid.x * grid.y

    num_cores = size

    def contains(self, other):
        if isinstance(other, CoreCoord):
            return self.start.x <= other.x <= self.end.x and self.start.y <= other.y <= self.end.y
        if isinstance(other, CoreRange):
            return self.contains(other.start) and self.contains(other.end)
        return all(self.contains(each) for each in other.ranges())

    def _cores(self, row_wise=True):
        xs, ys = range(self.start.x, self.end.x + 1), range(self.start.y, self.end.y + 1)
        if row_wise:
            return [CoreCoord(x, y) for y in ys for x in xs]
        return [CoreCoord(x, y) for x in xs for y in ys]

    def __eq__(self, other):
        return isinstance(other, CoreRange) and (self.start, self.end) == (other.start, other.end)

    def __lt__(self, other):
        return (self.start, self.end) < (other.start, other.end)

    def __hash__(self):
        return hash((self.start, self.end))

    def __repr__(self):
        return "[%s - %s]" % (self.start, self.end)

    def _frame(self):
        return _frames.record(_CORE_RANGE, (self.start, self.end))


_CORE_RANGE = code("CoreRange")
register("CoreRange", CoreRange, lambda values: CoreRange(*values))


class CoreRangeSet:
    """Cores as rectangles that do not overlap."""

    __slots__ = ("_ranges", "_bytes")

    def __init__(self, ranges=()):
        if isinstance(ranges, CoreRange):
            ranges = [ranges]
        elif isinstance(ranges, CoreRangeSet):
            ranges = ranges._ranges
        self._ranges = sorted(ranges) if isinstance(ranges, (set, frozenset)) else list(ranges)
        self._ranges = [each if isinstance(each, CoreRange) else CoreRange(each) for each in self._ranges]
        for i, each in enumerate(self._ranges):
            for other in self._ranges[:i]:
                if not (
                    each.end.x < other.start.x
                    or other.end.x < each.start.x
                    or each.end.y < other.start.y
                    or other.end.y < each.start.y
                ):
                    raise RuntimeError("Cannot create CoreRangeSet with specified core ranges: %s overlaps %s" % (each, other))
        self._bytes = None

    def ranges(self):
        return list(self._ranges)

    def num_cores(self):
        return sum(each.size() for each in self._ranges)

    def size(self):
        return len(self._ranges)

    def empty(self):
        return not self._ranges

    def bounding_box(self):
        xs = [x for each in self._ranges for x in (each.start.x, each.end.x)]
        ys = [y for each in self._ranges for y in (each.start.y, each.end.y)]
        return CoreRange(CoreCoord(min(xs), min(ys)), CoreCoord(max(xs), max(ys)))

    def contains(self, other):
        if isinstance(other, CoreCoord):
            return any(each.contains(other) for each in self._ranges)
        ranges = other.ranges() if isinstance(other, CoreRangeSet) else [other]
        return all(self.contains(core) for each in ranges for core in each._cores())

    def merge(self, other):
        others = other.ranges() if isinstance(other, CoreRangeSet) else list(other)
        return _covering({core for each in self._ranges + others for core in each._cores()})

    def subtract(self, other):
        return _covering({core for each in self._ranges for core in each._cores() if not other.contains(core)})

    def __eq__(self, other):
        return isinstance(other, CoreRangeSet) and self._ranges == other._ranges

    def __hash__(self):
        return hash(tuple(self._ranges))

    def __repr__(self):
        return "{%s}" % ", ".join(repr(each) for each in self._ranges)

    def _frame(self):
        if self._bytes is None:
            self._bytes = _frames.record(_CORE_RANGE_SET, (self._ranges,))
        return self._bytes


_CORE_RANGE_SET = code("CoreRangeSet")
register("CoreRangeSet", CoreRangeSet, lambda values: CoreRangeSet(*values))


def _covering(cores):
    """Rectangles for some cores: runs along rows, joined with equal runs of the row above."""
    open_runs, done = {}, []
    for y in sorted({core.y for core in cores}):
        xs = sorted(core.x for core in cores if core.y == y)
        runs, begin = [], None
        for i, x in enumerate(xs):
            begin = x if begin is None else begin
            if i + 1 == len(xs) or xs[i + 1] != x + 1:
                runs.append((begin, x))
                begin = None
        grown = {}
        for run in runs:
            top, last = open_runs.pop(run, (y, None))
            grown[run] = (top if last == y - 1 else y, y) if last is not None else (y, y)
        done += [(run, top, last) for run, (top, last) in open_runs.items()]
        open_runs = grown
    done += [(run, top, last) for run, (top, last) in open_runs.items()]
    ranges = [CoreRange(CoreCoord(a, top), CoreCoord(b, last)) for (a, b), top, last in done]
    return CoreRangeSet(sorted(ranges))


def corerange_to_cores(core_range, max_cores=None, row_wise=False):
    """The cores of a set of ranges one by one, range after range."""
    cores = [core for each in CoreRangeSet(core_range).ranges() for core in each._cores(row_wise)]
    return cores if max_cores is None else cores[:max_cores]


class CoreGrid:
    """A rectangle of cores from the corner (0, 0): y rows of x."""

    __slots__ = ("x", "y")

    def __init__(self, *, x, y):
        self.x, self.y = int(x), int(y)

    @property
    def num_cores(self):
        return self.x * self.y

    def __eq__(self, other):
        return isinstance(other, CoreGrid) and (self.x, self.y) == (other.x, other.y)

    def __hash__(self):
        return hash((self.x, self.y))

    def __repr__(self):
        return "ttnn.CoreGrid(x=%d, y=%d)" % (self.x, self.y)

    def _frame(self):
        return _frames.record(_CORE_GRID, (self.y, self.x))


_CORE_GRID = code("CoreGrid")
register("CoreGrid", CoreGrid, lambda values: CoreGrid(y=values[0], x=values[1]))


class ShardSpec:
    """Which cores have shards, how large each is, and in what order they take them."""

    def __init__(self, grid, shard_shape, shard_orientation=ShardOrientation.ROW_MAJOR):  # noqa: F821
        self.grid = CoreRangeSet(grid)
        self.shape = [int(each) for each in shard_shape]
        self.orientation = shard_orientation

    def num_cores(self):
        return self.grid.num_cores()

    def __eq__(self, other):
        return isinstance(other, ShardSpec) and (self.grid, self.shape, self.orientation) == (
            other.grid,
            other.shape,
            other.orientation,
        )

    def __hash__(self):
        return hash((self.grid, tuple(self.shape)))

    def __repr__(self):
        return "tt::tt_metal::ShardSpec(grid=%s,shape={%s},orientation=ShardOrientation::%s)" % (
            self.grid,
            ", ".join(map(str, self.shape)),
            self.orientation.name,
        )

    def _frame(self):
        return _frames.record(_SHARD_SPEC, (self.grid, self.shape[0], self.shape[1], self.orientation))


_SHARD_SPEC = code("ShardSpec")
register("ShardSpec", ShardSpec, lambda values: ShardSpec(values[0], values[1:3], values[3]))


class NdShardSpec:
    """Shards of any number of dimensions."""

    def __init__(
        self,
        shard_shape,
        grid,
        orientation=ShardOrientation.ROW_MAJOR,  # noqa: F821
        shard_distribution_strategy=ShardDistributionStrategy.ROUND_ROBIN_1D,  # noqa: F821
    ):
        self.shard_shape = Shape(shard_shape)
        self.grid = CoreRangeSet(grid)
        self.orientation = orientation
        self.shard_distribution_strategy = shard_distribution_strategy

    def num_cores(self):
        return self.grid.num_cores()

    def _key(self):
        return (self.shard_shape, self.grid, self.orientation, self.shard_distribution_strategy)

    def __eq__(self, other):
        return isinstance(other, NdShardSpec) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        return "NdShardSpec(shard_shape=%s,grid=%s,orientation=ShardOrientation::%s,shard_distribution_strategy=%s)" % (
            self.shard_shape,
            self.grid,
            self.orientation.name,
            "ShardDistributionStrategy::" + self.shard_distribution_strategy.name,
        )

    def _frame(self):
        return _frames.record(_ND_SHARD_SPEC, self._key())


_ND_SHARD_SPEC = code("NdShardSpec")
register("NdShardSpec", NdShardSpec, lambda values: NdShardSpec(*values))


class MemoryConfig:
    """Where the buffer of a tensor goes and how it is spread."""

    def __init__(self, *args, **kwargs):
        self.memory_layout, self.buffer_type = TensorMemoryLayout.INTERLEAVED, BufferType.DRAM  # noqa: F821
        self.shard_spec = self.nd_shard_spec = None
        for value in args:
            self._take(value)
        for name, value in kwargs.items():
            if name not in ("memory_layout", "tensor_memory_layout", "buffer_type", "shard_spec", "nd_shard_spec"):
                raise TypeError("MemoryConfig takes no argument %s" % name)
            self._take(value)
        self._made_with_nd = self.nd_shard_spec is not None
        if self._made_with_nd and not self.is_sharded():
            self.memory_layout = TensorMemoryLayout.ND_SHARDED  # noqa: F821
        self._bytes = None

    def _take(self, value):
        if isinstance(value, TensorMemoryLayout):  # noqa: F821
            self.memory_layout = value
        elif isinstance(value, BufferType):  # noqa: F821
            self.buffer_type = value
        elif isinstance(value, ShardSpec):
            self.shard_spec = value
        elif isinstance(value, NdShardSpec):
            self.nd_shard_spec = value
        elif value is not None:
            raise TypeError("MemoryConfig takes a memory layout, a buffer type and shards, got %r" % (value,))

    def _of_tensor(self, nd_shard_spec):
        """The same with its shards in their general form too, as the configs of tensors have them."""
        self.nd_shard_spec = nd_shard_spec
        return self

    def is_sharded(self):
        return self.memory_layout != TensorMemoryLayout.INTERLEAVED  # noqa: F821

    @property
    def interleaved(self):
        return not self.is_sharded()

    def _key(self):
        """What it was made with: the other form of shards, which the configs of tensors have, says no more."""
        return (self.memory_layout, self.buffer_type, self.nd_shard_spec if self._made_with_nd else self.shard_spec)

    def __eq__(self, other):
        return isinstance(other, MemoryConfig) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        return (
            "MemoryConfig(memory_layout=TensorMemoryLayout::%s,buffer_type=BufferType::%s,shard_spec=%s,"
            "nd_shard_spec=%s,created_with_nd_shard_spec=%d,per_core_allocation=0)"
            % (
                self.memory_layout.name,
                self.buffer_type.name,
                self.shard_spec or "std::nullopt",
                self.nd_shard_spec or "std::nullopt",
                self._made_with_nd,
            )
        )

    def _frame(self):
        if self._bytes is None:
            nd_shard_spec = self.nd_shard_spec if self._made_with_nd else None
            values = (self.memory_layout, self.buffer_type, self.shard_spec, nd_shard_spec)
            self._bytes = _frames.record(_MEMORY_CONFIG, values)
        return self._bytes


_MEMORY_CONFIG = code("MemoryConfig")
register("MemoryConfig", MemoryConfig, lambda values: MemoryConfig(*values))

DRAM_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.DRAM)  # noqa: F821
L1_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.L1)  # noqa: F821
L1_BLOCK_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.BLOCK_SHARDED, BufferType.L1)  # noqa: F821
L1_HEIGHT_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1)  # noqa: F821
L1_WIDTH_SHARDED_MEMORY_CONFIG = MemoryConfig(TensorMemoryLayout.WIDTH_SHARDED, BufferType.L1)  # noqa: F821


class Tile:
    """The shape of a tile."""

    def __init__(self, tile_shape=(TILE_SIZE, TILE_SIZE), transpose_tile=False):
        self.tile_shape = [int(each) for each in tile_shape]
        self.transpose_within_face = self.transpose_of_faces = bool(transpose_tile)

    @property
    def face_shape(self):
        return [min(16, each) for each in self.tile_shape]

    @property
    def num_faces(self):
        return max(1, self.tile_shape[0] // 16) * max(1, self.tile_shape[1] // 16)

    @property
    def partial_face(self):
        return self.tile_shape[0] < 16

    @property
    def narrow_tile(self):
        return self.tile_shape[1] < TILE_SIZE

    def get_tile_size(self, dtype):
        elements = self.tile_shape[0] * self.tile_shape[1]
        if dtype in _TILE_BYTES:
            exponents = -(-elements // 16 // 16) * 16
            return elements // (2 if dtype == bfloat4_b else 1) + exponents
        return elements * _ELEMENT_BYTES[dtype]

    def __eq__(self, other):
        return isinstance(other, Tile) and self.tile_shape == other.tile_shape

    def __hash__(self):
        return hash(tuple(self.tile_shape))

    def __repr__(self):
        return "Tile with shape: [%d, %d]" % tuple(self.tile_shape)

    def _frame(self):
        return _frames.record(_TILE, (*self.tile_shape, self.transpose_within_face))


_TILE = code("Tile")
register("Tile", Tile, lambda values: Tile(values[:2], values[2]))


class UnaryWithParam:
    """A function of one element, with its parameters."""

    def __init__(self, op_type, *params):
        if len(params) == 1 and isinstance(params[0], (list, tuple)):
            params = tuple(params[0])
        self.op_type, self.params = op_type, list(params)

    def __eq__(self, other):
        return isinstance(other, UnaryWithParam) and (self.op_type, self.params) == (other.op_type, other.params)

    def __hash__(self):
        return hash((self.op_type, tuple(self.params)))

    def __repr__(self):
        return "UnaryWithParam(op_type=%s,params=%s)" % (self.op_type, self.params)

    def _frame(self):
        return _frames.record(_UNARY_WITH_PARAM, (self.op_type, self.params))


_UNARY_WITH_PARAM = code("UnaryWithParam")
register("UnaryWithParam", UnaryWithParam, lambda values: UnaryWithParam(values[0], *values[1]))


class _ProgramConfig(Record):
    """Grids may be given in any of three forms, activations as functions or by name."""

    def _values(self):
        return [_program_value(field, getattr(self, field)) for field in self._fields]

    def _take_others(self, kwargs):
        """What upstream has besides is kept, to be read again; it changes nothing in the model."""
        for name, value in kwargs.items():
            setattr(self, name, value)


def _program_value(field, value):
    if field == "compute_with_storage_grid_size" and not isinstance(value, CoreGrid):
        core = _core(value)
        return CoreGrid(x=core.x, y=core.y)
    if field in ("fused_activation", "activation") and value is not None and not isinstance(value, str):
        value = UnaryWithParam(*value) if isinstance(value, tuple) else value
        op_type = value.op_type if isinstance(value, UnaryWithParam) else value
        return op_type.name.lower()
    return value


_LN = {"legacy_reduction": False, "legacy_rsqrt": False, "use_welford": False}
WormholeComputeKernelConfig = record(
    "WormholeComputeKernelConfig",
    dict(
        math_fidelity=MathFidelity.LoFi,  # noqa: F821
        math_approx_mode=True,
        fp32_dest_acc_en=False,
        packer_l1_acc=False,
        dst_full_sync_en=False,
        throttle_level=ThrottleLevel.NO_THROTTLE,
    ),
)
DeviceComputeKernelConfig = BlackholeComputeKernelConfig = GrayskullComputeKernelConfig = WormholeComputeKernelConfig
MatmulMultiCoreProgramConfig = record("MatmulMultiCoreProgramConfig", base=_ProgramConfig)
MatmulMultiCoreReuseProgramConfig = record(
    "MatmulMultiCoreReuseProgramConfig", dict(allowed_worker_cores=None), _ProgramConfig
)
MatmulMultiCoreReuseMultiCastProgramConfig = record(
    "MatmulMultiCoreReuseMultiCastProgramConfig",
    dict(out_block_h=None, out_block_w=None, fused_activation=None, fuse_batch=True, allowed_worker_cores=None),
    _ProgramConfig,
)
MatmulMultiCoreReuseMultiCast1DProgramConfig = record(
    "MatmulMultiCoreReuseMultiCast1DProgramConfig",
    dict(
        out_block_h=None,
        out_block_w=None,
        fuse_batch=True,
        fused_activation=None,
        mcast_in0=True,
        gather_in0=False,
        hop_cores=CoreRangeSet(),
        num_global_cb_receivers=1,
        untilize_out=False,
        allowed_worker_cores=None,
        stream_in1=False,
    ),
    _ProgramConfig,
)
MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig = record(
    "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig", dict(fused_activation=None), _ProgramConfig
)
MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig = record(
    "MatmulMultiCoreReuseMultiCastBatchedDRAMShardedProgramConfig", dict(fused_activation=None), _ProgramConfig
)
MinimalMatmulConfig = record(
    "MinimalMatmulConfig",
    dict(M_block_size=1, K_block_size=1, N_block_size=1, subblock_h=1, subblock_w=1, compute_with_storage_grid_size=(1, 1)),
    _ProgramConfig,
)
LayerNormDefaultProgramConfig = record("LayerNormDefaultProgramConfig", dict(_LN), _ProgramConfig)
LayerNormShardedMultiCoreProgramConfig = record(
    "LayerNormShardedMultiCoreProgramConfig", dict(_LN, inplace=False), _ProgramConfig
)
SoftmaxDefaultProgramConfig = record("SoftmaxDefaultProgramConfig", base=_ProgramConfig)
SoftmaxShardedMultiCoreProgramConfig = record("SoftmaxShardedMultiCoreProgramConfig", base=_ProgramConfig)
SDPAProgramConfig = record(
    "SDPAProgramConfig", dict(exp_approx_mode=None, max_cores_per_head_batch=16), _ProgramConfig
)
Conv2dConfig = record(
    "Conv2dConfig",
    dict(
        weights_dtype=None,
        activation=None,
        deallocate_activation=False,
        reallocate_halo_output=True,
        act_block_h_override=0,
        act_block_w_div=1,
        reshard_if_not_optimal=False,
        override_sharding_config=False,
        shard_layout=None,
        core_grid=None,
        transpose_shards=False,
        output_layout=TILE_LAYOUT,
        enable_act_double_buffer=False,
        enable_weights_double_buffer=False,
        full_inner_dim=False,
        enable_activation_reuse=False,
        force_split_reader=None,
        padding_mode=PaddingMode.Zeros,  # noqa: F821
    ),
    _ProgramConfig,
)
Conv1dConfig = Conv2dConfig
GlobalSemaphore = record("GlobalSemaphore")
Conv3dConfig = record(
    "Conv3dConfig",
    dict(
        weights_dtype=bfloat16,  # noqa: F821
        output_layout=ROW_MAJOR_LAYOUT,
        T_out_block=1,
        W_out_block=1,
        H_out_block=1,
        C_out_block=0,
        C_in_block=0,
        dilation=(1, 1, 1),
        alignment=32,
        compute_with_storage_grid_size=(1, 1),
    ),
    _ProgramConfig,
)
Conv2dSliceConfig = record("Conv2dSliceConfig", dict(num_slices=0))
Op2DSliceConfig = Conv2dSliceConfig
Op2DSliceConfig.SliceTypeEnum = Conv2dSliceType  # noqa: F821
Op2DDRAMSliceHeight, Op2DDRAMSliceWidth, Op2DL1Full = Conv2dSliceType  # noqa: F821
Conv2dDRAMSliceHeight, Conv2dDRAMSliceWidth, Conv2dL1Full = Conv2dSliceType  # noqa: F821
Conv1dSliceConfig = Conv2dSliceConfig
Conv2dL1FullSliceConfig = Op2DL1FullSliceConfig = Conv2dSliceConfig(Conv2dSliceType.L1Full, 1)  # noqa: F821

register("ValuesAndIndices", None, lambda values: values)


_spec_memory_config = _frames.function("spec.memory_config")
_spec_nd_shard_spec = _frames.function("spec.nd_shard_spec")
_spec_padded_shape = _frames.function("spec.padded_shape")


class TensorSpec:
    """Everything about a tensor but its elements."""

    def __init__(
        self,
        shape,
        dtype,
        layout,
        memory_layout=None,
        shard_spec=None,
        buffer_type=None,
        tile=None,
        nd_shard_spec=None,
        memory_config=None,
    ):
        if isinstance(memory_layout, BufferType):  # noqa: F821
            buffer_type, memory_layout = memory_layout, None
        if isinstance(memory_layout, NdShardSpec):
            nd_shard_spec, memory_layout = memory_layout, None
        self.shape = shape if isinstance(shape, Shape) else Shape(shape)
        self.dtype, self.layout, self.tile = dtype, layout, tile or Tile()
        self.memory_config = memory_config or MemoryConfig(
            memory_layout, buffer_type or BufferType.DRAM, shard_spec, nd_shard_spec  # noqa: F821
        )
        if self.memory_config.is_sharded():
            self.memory_config = _spec_memory_config(*self._parts())._of_tensor(_spec_nd_shard_spec(*self._parts()))

    def _parts(self):
        return (self.shape, self.dtype, self.layout, self.memory_config)

    def _key(self):
        return (self.shape, self.dtype, self.layout, self.memory_config, self.tile)

    def __eq__(self, other):
        return isinstance(other, TensorSpec) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        return "TensorSpec(logical_shape=%s,tensor_layout=TensorLayout(dtype=DataType::%s,memory_config=%s))" % (
            self.shape,
            self.dtype.name,
            self.memory_config,
        )

    @property
    def padded_shape(self):
        return _spec_padded_shape(*self._parts())

    def sharded(
        self,
        shard_shape,
        grid=None,
        shard_alignment=ShardShapeAlignment.RECOMMENDED,
        orientation=ShardOrientation.ROW_MAJOR,  # noqa: F821
        shard_distribution_strategy=ShardDistributionStrategy.ROUND_ROBIN_1D,  # noqa: F821
    ):
        """The same in shards of a shape, which is rounded up to whole tiles or to what memory is aligned to."""
        if isinstance(shard_shape, NdShardSpec):
            spec, shard_alignment = shard_shape, grid if isinstance(grid, ShardShapeAlignment) else shard_alignment
        else:
            spec = NdShardSpec(shard_shape, grid, orientation, shard_distribution_strategy)
        dims = list(spec.shard_shape)
        for i, multiple in enumerate(self._shard_multiples(shard_alignment), 1):
            dims[-i] = -(-dims[-i] // multiple) * multiple
        spec = NdShardSpec(dims, spec.grid, spec.orientation, spec.shard_distribution_strategy)
        memory_config = MemoryConfig(self.memory_config.buffer_type, spec)
        return TensorSpec(self.shape, self.dtype, self.layout, tile=self.tile, memory_config=memory_config)

    def _shard_multiples(self, alignment):
        """What the last dimensions of a shard are multiples of, the last one first."""
        if alignment == ShardShapeAlignment.NONE:
            return ()
        if self.layout == TILE_LAYOUT:
            return self.tile.tile_shape[::-1]
        return (1 if alignment == ShardShapeAlignment.REQUIRED else 64 // _ELEMENT_BYTES[self.dtype],)

    def sharded_across_dims(self, dims, grid, orientation=ShardOrientation.ROW_MAJOR):  # noqa: F821
        """In shards that are as small as can be along these dimensions, and whole along the others."""
        shape = list(self.padded_shape)
        for dim in dims:
            shape[dim] = 1
        return self.sharded(shape, grid, orientation=orientation)

    def sharded_across_dims_except(self, dims, grid, orientation=ShardOrientation.ROW_MAJOR):  # noqa: F821
        """In shards that are whole along these dimensions, and as small as can be along the others."""
        padded = self.padded_shape
        shape = [1] * len(padded)
        for dim in dims:
            shape[dim] = padded[dim]
        return self.sharded(shape, grid, orientation=orientation)

    def _plane(self):
        """Rows and columns, with padding."""
        padded = list(self.padded_shape)
        return math.prod(padded[:-1]), padded[-1]

    def height_sharded(self, grid, orientation=ShardOrientation.ROW_MAJOR):  # noqa: F821
        grid, (height, width) = CoreRangeSet(grid), self._plane()
        shape = (-(-height // grid.num_cores()), width)
        return self.sharded(shape, grid, ShardShapeAlignment.REQUIRED, orientation)

    def width_sharded(self, grid, orientation=ShardOrientation.ROW_MAJOR):  # noqa: F821
        grid, (height, width) = CoreRangeSet(grid), self._plane()
        shape = (height, -(-width // grid.num_cores()))
        return self.sharded(shape, grid, ShardShapeAlignment.REQUIRED, orientation)

    def block_sharded(self, grid, orientation=ShardOrientation.ROW_MAJOR):  # noqa: F821
        grid, (height, width) = CoreRangeSet(grid), self._plane()
        if grid.size() != 1:
            raise RuntimeError("Block sharding requires a single CoreRange")
        size = grid.ranges()[0].grid_size()
        rows, columns = (size.y, size.x) if orientation == ShardOrientation.ROW_MAJOR else (size.x, size.y)  # noqa: F821
        shape = (-(-height // rows), -(-width // columns))
        blocks = ShardDistributionStrategy.GRID_2D  # noqa: F821
        return self.sharded(shape, grid, orientation=orientation, shard_distribution_strategy=blocks)
