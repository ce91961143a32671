"""Devices: the modelled boards, opened and closed as TT-NN's."""

import contextlib
import enum
import os

from ttnn import _frames
from ttnn._frames import function
from ttnn.types import (
    BufferType,
    CoreCoord,
    CoreGrid,
    CoreRange,
    CoreRangeSet,
    MathFidelity,
    WormholeComputeKernelConfig,
)

_open = function("device.open")
_close = function("device.close")
_describe = function("device.describe")
_reshape = function("device.reshape")
_synchronize = function("device.synchronize")
_read_profiler = function("profile.read_device")
_program_cache_entries = function("device.program_cache_entries")
_clear_program_cache = function("device.clear_program_cache")
_statistics = function("device.statistics")
_dram_readers = function("device.dram_readers")
_buffers = function("device.buffers")
_buffer_pages = function("device.buffer_pages")
_divide = function("sub_devices.divide")
_load_division = function("sub_devices.load")
_unload_division = function("sub_devices.unload")
_remove_division = function("sub_devices.remove")
_sub_device_count = function("sub_devices.count")
_sub_device_cores = function("sub_devices.cores")

DEFAULT_L1_SMALL_SIZE = 0
DEFAULT_TRACE_REGION_SIZE = 0
DEFAULT_WORKER_L1_SIZE = 0

#: The boards that are modelled, with the shape of their meshes and the name of their cluster.
_MESHES = {
    "e150": (1, 1),
    "n150": (1, 1),
    "n300": (1, 2),
    "t3000": (2, 4),
    "galaxy": (8, 4),
    "p100": (1, 1),
    "p150": (1, 1),
}
_ARCHES = {"e150": "grayskull", "p100": "blackhole", "p150": "blackhole"}

_opened = {}
_default_device = None


def board():
    """The board that programs find: TILESCOPE_BOARD, or an n150."""
    name = os.environ.get("TILESCOPE_BOARD", "n150").lower()
    if name not in _MESHES:
        raise RuntimeError("TILESCOPE_BOARD is %r; the boards are %s" % (name, ", ".join(_MESHES)))
    return name


def system_mesh():
    return _MESHES[board()]


class Arch(enum.Enum):
    GRAYSKULL = 1
    WORMHOLE_B0 = 2
    BLACKHOLE = 3
    QUASAR = 4


class DispatchCoreType(enum.Enum):
    WORKER = 0
    ETH = 1


class DispatchCoreAxis(enum.Enum):
    ROW = 0
    COL = 1


def _usual_dispatch(axis):
    """Boards of two Wormhole chips dispatch from Ethernet cores, which have no columns."""
    from ttnn.cluster import ClusterType, get_cluster_type

    two_chips = (ClusterType.N300, ClusterType.T3K, ClusterType.N300_2x2)
    from_ethernet = axis != DispatchCoreAxis.COL and get_cluster_type() in two_chips
    return DispatchCoreType.ETH if from_ethernet else DispatchCoreType.WORKER


class DispatchCoreConfig:
    """Where dispatch runs. Kept to be read again: the modelled boards dispatch as their defaults do."""

    def __init__(self, type=None, axis=None, fabric_tensix_config=None):
        self.type = _usual_dispatch(axis) if type is None else type
        turned = is_blackhole() and getattr(fabric_tensix_config, "name", "DISABLED") == "DISABLED"
        usual = DispatchCoreAxis.COL if turned and self.type == DispatchCoreType.WORKER else DispatchCoreAxis.ROW
        self.axis = usual if axis is None else axis
        if self.type == DispatchCoreType.ETH and self.axis == DispatchCoreAxis.COL:
            raise RuntimeError("COL axis is not supported for ETH dispatch core type")
        if turned and self.axis == DispatchCoreAxis.ROW and self.type == DispatchCoreType.WORKER:
            raise RuntimeError(
                "ROW dispatch core axis is not supported for blackhole arch unless fabric tensix MUX is enabled"
            )


class SubDeviceId:
    def __init__(self, id):
        self.id = int(id)

    def __index__(self):
        return self.id

    def __eq__(self, other):
        return isinstance(other, SubDeviceId) and self.id == other.id

    def __hash__(self):
        return hash(self.id)

    def __repr__(self):
        return "SubDeviceId(%d)" % self.id


class SubDeviceManagerId(SubDeviceId):
    def __repr__(self):
        return "SubDeviceManagerId(%d)" % self.id


_frames.encoders[SubDeviceId] = lambda value: _frames.encode(value.id)


class SubDevice:
    """Some of the cores of a device, Tensix cores first."""

    def __init__(self, core_range_sets=()):
        self.core_range_sets = list(core_range_sets)

    def _cores(self):
        return self.core_range_sets[0] if self.core_range_sets else CoreRangeSet()


class MemoryView:
    """How full the banks of one memory are; every bank is alike."""

    def __init__(self, num_banks, statistics):
        self.num_banks = num_banks
        self.total_bytes_per_bank = statistics["total_allocatable_size_bytes"]
        self.total_bytes_allocated_per_bank = statistics["total_allocated_bytes"]
        self.total_bytes_free_per_bank = statistics["total_free_bytes"]
        self.largest_contiguous_bytes_free_per_bank = statistics["largest_free_block_bytes"]
        self.block_table = []


class _Told:
    """What Java tells, by name."""

    def __init__(self, told):
        self.__dict__.update(told)

    def __repr__(self):
        return "%s(%s)" % (type(self).__name__, ", ".join("%s=%s" % each for each in self.__dict__.items()))


class AllocatorStatistics(_Told):
    pass


class AllocatorConfig(_Told):
    """How the memory of a device is divided."""


class BufferInfo(_Told):
    pass


class BufferPageInfo(_Told):
    pass


def get_buffers(device):
    """The buffers alive on a device, or on several."""
    return _of_each(device, _buffers, BufferInfo)


def get_buffer_pages(device):
    """Where the pages of the buffers alive lie."""
    return _of_each(device, _buffer_pages, BufferPageInfo)


def _of_each(device, ask, kind):
    devices = device if isinstance(device, (list, tuple)) else [device]
    return [kind(told) for each in devices for told in ask(each)]


class Allocator:
    """What `device.allocator()` gives."""

    def __init__(self, device):
        self._device = device

    def get_statistics(self, buffer_type):
        return AllocatorStatistics(_statistics(self._device, buffer_type))

    def get_config(self):
        device = self._device
        return AllocatorConfig(
            dict(device._told, l1_small_size=device._l1_small_size, trace_region_size=device._trace_region_size)
        )

    def get_num_banks(self, buffer_type):
        told = self._device._told
        grid = told["dram_grid"] if buffer_type == BufferType.DRAM else told["compute_grid"]
        return grid[0] * grid[1]


class MeshDevice:
    """A device, or a mesh of them."""

    def __init__(self, handle, mesh_shape, device_ids, l1_small_size, trace_region_size, queues, arithmetic=None):
        self._java = handle
        self._told = _describe(handle)
        self._shape = tuple(mesh_shape)
        self._ids = list(device_ids)
        self._l1_small_size, self._trace_region_size, self._queues = l1_small_size, trace_region_size, queues
        self._arithmetic = arithmetic
        self._is_open = True
        self._cache_enabled = True
        self._submeshes = []
        self._stall_group = [SubDeviceId(0)]
        _opened[self._told["id"]] = self

    def _frame(self):
        return _frames.handle(self._java.number)

    def close(self):
        close_device(self)

    @property
    def shape(self):
        from ttnn.distributed import MeshShape

        return MeshShape(*self._shape)

    def id(self):
        """The number that reports have of it, which no other open mesh has."""
        return self._told["id"]

    def arch(self):
        return Arch[self._told["arch"].upper()]

    def get_num_devices(self):
        return len(self._ids)

    def get_device_ids(self):
        return list(self._ids)

    def get_device_id(self, coordinate):
        return self._ids[coordinate[0] * self._shape[1] + coordinate[1]]

    def num_hw_cqs(self):
        return self._queues

    @property
    def core_grid(self):
        x, y = self._told["compute_grid"]
        return CoreGrid(x=x, y=y)

    def compute_with_storage_grid_size(self):
        return CoreCoord(*self._told["compute_grid"])

    def logical_grid_size(self):
        return CoreCoord(*self._told["logical_grid"])

    def dram_grid_size(self):
        return CoreCoord(*self._told["dram_grid"])

    def l1_size_per_core(self):
        return self._told["worker_l1_bytes"]

    def dram_size_per_channel(self):
        return self._told["dram_bytes"] // self._told["dram_grid"][0]

    def worker_core_from_logical_core(self, core):
        return CoreCoord(core.x + 1, core.y + 1)

    def get_worker_noc_hop_distance(self, *_):
        return 1

    def get_optimal_dram_bank_to_logical_worker_assignment(self, noc=0):
        """The core that is placed best to read a bank, for each of them."""
        return _dram_readers(self, int(noc))

    def worker_cores(self, core_type=None, sub_device_id=0):
        """The cores of a sub-device; without any the whole grid is the first."""
        return _sub_device_cores(self, int(sub_device_id))

    def allocator(self):
        return Allocator(self)

    def get_trace_buffers_size(self):
        return function("trace.buffers_size")(self)

    def is_initialized(self):
        return self._is_open

    def num_program_cache_entries(self):
        return _program_cache_entries(self)

    def enable_program_cache(self):
        self._cache_enabled = True

    def disable_and_clear_program_cache(self):
        _clear_program_cache(self)

    def set_program_cache_misses_allowed(self, allowed):
        """Kept to be read again: a program that is not in the cache is made."""
        self._cache_misses_allowed = bool(allowed)

    def clear_program_cache(self):
        _clear_program_cache(self)

    def create_sub_device_manager(self, sub_devices, local_l1_size=0):
        """Divides the cores; `load_sub_device_manager` makes it so."""
        return SubDeviceManagerId(_divide(self, [each._cores() for each in sub_devices], int(local_l1_size)))

    def load_sub_device_manager(self, sub_device_manager_id):
        _load_division(self, sub_device_manager_id.id)
        self.reset_sub_device_stall_group()

    def clear_loaded_sub_device_manager(self):
        _unload_division(self)
        self.reset_sub_device_stall_group()

    def remove_sub_device_manager(self, sub_device_manager_id):
        _remove_division(self, sub_device_manager_id.id)

    def get_sub_device_ids(self):
        return [SubDeviceId(i) for i in range(_sub_device_count(self))]

    def set_sub_device_stall_group(self, sub_device_ids):
        """Which sub-devices a host that waits waits for."""
        if not sub_device_ids:
            raise RuntimeError("sub_device_ids to stall must not be empty")
        for each in sub_device_ids:
            _sub_device_cores(self, each.id)
        self._stall_group = list(sub_device_ids)

    def reset_sub_device_stall_group(self):
        self._stall_group = self.get_sub_device_ids()

    def get_sub_device_stall_group(self):
        return list(self._stall_group)

    def sfpu_eps(self):
        return 1.1920899588019029e-07

    def sfpu_nan(self):
        return 7.0040e19

    def sfpu_inf(self):
        return 1.7014e38

    def get_submeshes(self):
        return list(self._submeshes)

    def create_submesh(self, shape, offset=None):
        rows, columns = shape
        made = _opened_mesh((rows, columns), self._ids[: rows * columns], self._l1_small_size, self._trace_region_size, self._queues, arithmetic=self._arithmetic)
        self._submeshes.append(made)
        return made

    def create_submeshes(self, shape):
        rows, columns = shape
        count = len(self._ids) // (rows * columns)
        return [self.create_submesh(shape) for _ in range(count)]

    def reshape(self, shape):
        _reshape(self, int(shape[0]), int(shape[1]))
        self._shape = (shape[0], shape[1])

    def quiesce_devices(self):
        synchronize_device(self)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        close_device(self)

    def __repr__(self):
        return "MeshDevice(%dx%d grid, %d devices)" % (self._shape[0], self._shape[1], len(self._ids))


Device = MeshDevice


def opened(number):
    """The device that Java has under this number."""
    return _opened[number]


def _board_for(mesh_shape):
    name = board()
    if tuple(mesh_shape) == _MESHES[name]:
        return name
    if tuple(mesh_shape) == (1, 1):
        return {"n300": "n150", "t3000": "n150", "galaxy": "n150"}.get(name, name)
    return next((each for each, mesh in _MESHES.items() if mesh == tuple(mesh_shape)), "t3000")


def _opened_mesh(mesh_shape, device_ids, l1_small_size, trace_region_size, queues, worker_l1_size=0, arithmetic=None):
    handle = _open(
        _board_for(mesh_shape),
        int(l1_small_size),
        int(trace_region_size),
        int(queues),
        int(worker_l1_size),
        int(mesh_shape[0]),
        int(mesh_shape[1]),
        arithmetic or "",
    )
    return MeshDevice(handle, mesh_shape, device_ids, l1_small_size, trace_region_size, queues, arithmetic)


def open_device(
    device_id=0,
    l1_small_size=DEFAULT_L1_SMALL_SIZE,
    trace_region_size=DEFAULT_TRACE_REGION_SIZE,
    dispatch_core_config=None,
    num_command_queues=1,
    worker_l1_size=DEFAULT_WORKER_L1_SIZE,
    arithmetic=None,
    **_,
):
    """Opens one device of the board. arithmetic="board" multiplies matrices as a board does, in the passes of
    the math fidelity; "exact" does not; without it the environment's TILESCOPE_ARITHMETIC says, or it is exact."""
    rows, columns = system_mesh()
    if not 0 <= device_id < rows * columns:
        raise RuntimeError("Device index %d out of range. There are %d devices available." % (device_id, rows * columns))
    return _opened_mesh((1, 1), [device_id], l1_small_size, trace_region_size, num_command_queues, worker_l1_size, arithmetic)


def CreateDevice(
    device_id,
    num_command_queues=1,
    l1_small_size=DEFAULT_L1_SMALL_SIZE,
    trace_region_size=DEFAULT_TRACE_REGION_SIZE,
    dispatch_core_config=None,
    worker_l1_size=DEFAULT_WORKER_L1_SIZE,
    **_,
):
    return open_device(
        device_id,
        l1_small_size,
        trace_region_size,
        dispatch_core_config,
        num_command_queues,
        worker_l1_size,
    )


def CreateDevices(device_ids, num_command_queues=1, l1_small_size=0, trace_region_size=0, dispatch_core_config=None, worker_l1_size=0):
    return {
        each: CreateDevice(each, num_command_queues, l1_small_size, trace_region_size, dispatch_core_config, worker_l1_size)
        for each in device_ids
    }


def close_device(device):
    """Frees what is left on it. Closing twice does nothing."""
    global _default_device
    if device._is_open:
        device._is_open = False
        for submesh in device._submeshes:
            close_device(submesh)
        _close(device)
        if _default_device is device:
            _default_device = None


CloseDevice = close_device


def CloseDevices(devices):
    for each in devices.values() if isinstance(devices, dict) else devices:
        close_device(each)


@contextlib.contextmanager
def manage_device(device_id=0, **kwargs):
    device = open_device(device_id, **kwargs)
    try:
        yield device
    finally:
        close_device(device)


def synchronize_device(device, cq_id=None, sub_device_ids=None, **_):
    _synchronize(device, cq_id)


def SetDefaultDevice(device):
    global _default_device
    _default_device = device


def GetDefaultDevice():
    return _default_device


def GetNumAvailableDevices():
    rows, columns = system_mesh()
    return rows * columns


def GetNumPCIeDevices():
    return {"t3000": 4, "galaxy": 32}.get(board(), 1)


def GetPCIeDeviceID(device_id):
    return device_id


def get_arch_name():
    return _ARCHES.get(board(), "wormhole_b0")


def is_wormhole_b0(device=None):
    return get_arch_name() == "wormhole_b0" if device is None else device.arch() == Arch.WORMHOLE_B0


def is_blackhole(device=None):
    return get_arch_name() == "blackhole" if device is None else device.arch() == Arch.BLACKHOLE


def is_grayskull(device=None):
    return get_arch_name() == "grayskull" if device is None else device.arch() == Arch.GRAYSKULL


def get_memory_view(device, buffer_type):
    return MemoryView(device.allocator().get_num_banks(buffer_type), _statistics(device, buffer_type))


def dump_device_memory_state(device, prefix=""):
    for buffer_type in (BufferType.DRAM, BufferType.L1):
        view = get_memory_view(device, buffer_type)
        print(
            "%s%s: %d banks, %d of %d bytes allocated in each"
            % (prefix, buffer_type.name, view.num_banks, view.total_bytes_allocated_per_bank, view.total_bytes_per_bank)
        )


def get_max_worker_l1_unreserved_size():
    return {"wormhole_b0": 1393472, "blackhole": 1464320}.get(get_arch_name(), 1048576)


def get_dram_alignment():
    return 64 if get_arch_name() == "blackhole" else 32


def get_l1_alignment():
    return 16


def get_allocator_base_address(device, buffer_type):
    return 0


def get_optimal_dram_bank_to_logical_worker_assignment(device, noc=0):
    return device.get_optimal_dram_bank_to_logical_worker_assignment(noc)


def SetRootDir(root_dir):
    pass


def ReadDeviceProfiler(device):
    """Reads the markers that kernels have left on the device, which has room for those of some programs."""
    _read_profiler(device)


def pad_to_tile_shape(shape):
    dims = list(shape)
    for i in range(max(0, len(dims) - 2), len(dims)):
        dims[i] = -(-dims[i] // 32) * 32
    return dims


def EnableMemoryReports():
    pass


def DisableMemoryReports():
    pass


def enable_asynchronous_slow_dispatch(device):
    pass


def disable_asynchronous_slow_dispatch(device):
    pass


def init_device_compute_kernel_config(
    arch,
    device_kernel_config=None,
    *,
    math_fidelity=MathFidelity.LoFi,
    math_approx_mode=True,
    fp32_dest_acc_en=False,
    packer_l1_acc=False,
    dst_full_sync_en=False,
    throttle_level=0,
):
    """The config given, or one of these values."""
    if device_kernel_config is not None:
        return device_kernel_config
    return WormholeComputeKernelConfig(
        math_fidelity=math_fidelity,
        math_approx_mode=math_approx_mode,
        fp32_dest_acc_en=fp32_dest_acc_en,
        packer_l1_acc=packer_l1_acc,
        dst_full_sync_en=dst_full_sync_en,
        throttle_level=throttle_level,
    )
