"""Functions on memory configs, cores and tensors that run no operation."""

import math

from ttnn import types as _types
from ttnn.types import (
    BufferType,
    CoreCoord,
    CoreGrid,
    CoreRange,
    CoreRangeSet,
    MemoryConfig,
    Shape,
    ShardOrientation,
    ShardSpec,
    ShardStrategy,
    StorageType,
    TensorMemoryLayout,
)

_LAYOUT_OF = {
    ShardStrategy.HEIGHT: TensorMemoryLayout.HEIGHT_SHARDED,
    ShardStrategy.WIDTH: TensorMemoryLayout.WIDTH_SHARDED,
    ShardStrategy.BLOCK: TensorMemoryLayout.BLOCK_SHARDED,
}


def divup(a, b):
    return -(-a // b)


def roundup(a, b):
    return divup(a, b) * b


def has_storage_type_of(tensor, storage_type):
    return tensor.storage_type() == storage_type


def is_tensor_storage_on_device(tensor):
    return tensor.storage_type() == StorageType.DEVICE


def is_sharded(tensor):
    return tensor.is_sharded()


def get_memory_config(tensor):
    return tensor.memory_config() if is_tensor_storage_on_device(tensor) else None


def has_tile_padding(tensor, *, dim=None):
    """Whether the last two dimensions, or the one asked for, are padded."""
    padded = tensor.padded_shape
    if dim is not None:
        return tensor.shape[dim] != padded[dim]
    return len(tensor.shape) > 1 and list(tensor.shape)[-2:] != list(padded)[-2:]


def set_printoptions(*, profile="short", sci_mode="default", precision=4):
    """How tensors are printed: `profile` is empty, short or full."""
    from ttnn._frames import function

    function("tensor.print_options")(profile.lower(), str(sci_mode).lower(), precision)


def dump_stack_trace_on_segfault():
    import faulthandler

    faulthandler.enable()


def _cores_of(core_grid):
    """A rectangle or any set of cores, as a set of ranges."""
    if isinstance(core_grid, CoreGrid):
        return CoreRangeSet([CoreRange((0, 0), (core_grid.x - 1, core_grid.y - 1))])
    if isinstance(core_grid, (tuple, list)):
        if len(core_grid) != 2:
            raise RuntimeError("Invalid core_grid")
        if isinstance(core_grid[0], CoreGrid):
            first, second = core_grid
            return CoreRangeSet(
                [
                    CoreRange((0, 0), (first.x - 1, first.y - 1)),
                    CoreRange((0, first.y), (second.x - 1, first.y)),
                ]
            )
        return CoreRangeSet([CoreRange((0, 0), (core_grid[0] - 1, core_grid[1] - 1))])
    return CoreRangeSet(core_grid)


def create_sharded_memory_config(
    shape,
    core_grid,
    strategy,
    orientation=None,
    use_height_and_width_as_shard_shape=False,
):
    """A memory config in L1 whose shards cut a tensor of this shape evenly over the cores.

    `shape` is that of the tensor, or of a shard if `use_height_and_width_as_shard_shape`: width first, if shards
    follow each other down the columns of cores.
    """
    if not isinstance(shape, (list, tuple, Shape)):
        raise RuntimeError("Invalid input shape")
    if not isinstance(core_grid, (CoreGrid, tuple, list, CoreRangeSet)):
        raise RuntimeError("Invalid core_grid type")
    if strategy not in _LAYOUT_OF:
        raise RuntimeError("Invalid sharding strategy")
    orientation = ShardOrientation.ROW_MAJOR if orientation is None else orientation
    if orientation not in (ShardOrientation.ROW_MAJOR, ShardOrientation.COL_MAJOR):
        raise RuntimeError("Invalid shard orientation")
    cores = _cores_of(core_grid)
    height, width = math.prod(list(shape)[:-1]), shape[-1]
    if not use_height_and_width_as_shard_shape:
        height, width = _shard_of(height, width, cores, strategy, orientation)
    elif orientation == ShardOrientation.COL_MAJOR:
        height, width = width, height
    return MemoryConfig(_LAYOUT_OF[strategy], BufferType.L1, ShardSpec(cores, (height, width), orientation))


def _shard_of(height, width, cores, strategy, orientation):
    if strategy == ShardStrategy.BLOCK:
        if cores.size() != 1:
            raise RuntimeError("Invalid core_grid type")
        size = cores.ranges()[0].grid_size()
        rows, columns = (size.y, size.x) if orientation == ShardOrientation.ROW_MAJOR else (size.x, size.y)
    else:
        count = cores.num_cores()
        rows, columns = (count, 1) if strategy == ShardStrategy.HEIGHT else (1, count)
    for extent, parts, what in ((height, rows, "height"), (width, columns, "width")):
        if extent % parts:
            raise RuntimeError(
                "Invalid sharding core_grid: the %s %d is not divisible by %d" % (what, extent, parts)
            )
    return height // rows, width // columns


def create_sharded_memory_config_(
    shape,
    core_grid,
    strategy,
    orientation,
    use_height_and_width_as_shard_shape=False,
    tile_layout=False,
):
    """As `create_sharded_memory_config`, rounding shards up to tiles if asked; strategies may be memory layouts."""
    layout = strategy if isinstance(strategy, TensorMemoryLayout) else _LAYOUT_OF[strategy]
    cores = _cores_of(core_grid)
    height, width = math.prod(list(shape)[:-1]), shape[-1]
    if not use_height_and_width_as_shard_shape:
        if layout == TensorMemoryLayout.BLOCK_SHARDED:
            size = cores.ranges()[0].grid_size()
            rows, columns = (size.y, size.x) if orientation == ShardOrientation.ROW_MAJOR else (size.x, size.y)
        elif layout == TensorMemoryLayout.HEIGHT_SHARDED:
            rows, columns = cores.num_cores(), 1
        else:
            rows, columns = 1, cores.num_cores()
        height, width = divup(height, rows), divup(width, columns)
        if tile_layout:
            height, width = roundup(height, 32), roundup(width, 32)
    elif orientation == ShardOrientation.COL_MAJOR:
        height, width = width, height
    return MemoryConfig(layout, BufferType.L1, ShardSpec(cores, (height, width), orientation))


def num_cores_to_corerangeset(target_num_cores, grid_size, row_wise=False):
    """So many cores of a grid from its corner, row by row or column by column."""
    x, y = (grid_size.x, grid_size.y) if hasattr(grid_size, "x") else tuple(grid_size)
    if target_num_cores > x * y:
        raise RuntimeError("Target number of cores %d is greater than total number of available cores %d" % (target_num_cores, x * y))
    along, across = (x, y) if row_wise else (y, x)
    full, rest = divmod(target_num_cores, along)
    ranges = []
    if full:
        ranges.append(((0, 0), (along - 1, full - 1)))
    if rest:
        ranges.append(((0, full), (rest - 1, full)))
    if not row_wise:
        ranges = [((a[1], a[0]), (b[1], b[0])) for a, b in ranges]
    return CoreRangeSet([CoreRange(CoreCoord(*a), CoreCoord(*b)) for a, b in ranges])


def num_cores_to_corerangeset_in_subcoregrids(start_core, target_num_cores, sub_core_grids, row_wise=False):
    """So many cores of some grids, from one core on."""
    cores = _types.corerange_to_cores(sub_core_grids, row_wise=row_wise)
    begin = cores.index(CoreCoord(start_core.x, start_core.y))
    taken = cores[begin : begin + target_num_cores]
    if len(taken) < target_num_cores:
        raise RuntimeError("Not enough cores in the sub core grids: %d wanted from %s on" % (target_num_cores, start_core))
    ranges = []
    for core in taken:
        last = ranges[-1] if ranges else None
        grows = last is not None and (
            (row_wise and last[1].y == core.y and last[0].y == core.y and last[1].x + 1 == core.x)
            or (not row_wise and last[1].x == core.x and last[0].x == core.x and last[1].y + 1 == core.y)
        )
        if grows:
            last[1] = core
        else:
            ranges.append([core, core])
    return CoreRangeSet([CoreRange(a, b) for a, b in ranges])


def get_optimal_worker_cores_for_sharded_tensor(tensor, noc=0):
    """The cores that have shards of a tensor; of one in DRAM those that are placed best to read its banks."""
    from ttnn._frames import function

    return function("tensor.worker_cores")(tensor, int(noc))


def grid_to_cores(num_cores_or_start, grid_size_x, grid_size_y=False, row_wise=False):
    """So many cores of a grid one by one, or all of a rectangle: (cores, x, y, row_wise) or (start, end, row_wise)."""
    if isinstance(num_cores_or_start, CoreCoord):
        return CoreRange(num_cores_or_start, grid_size_x)._cores(row_wise=bool(grid_size_y) or row_wise)
    cores = CoreRange((0, 0), (grid_size_x - 1, grid_size_y - 1))._cores(row_wise)
    return cores[:num_cores_or_start]


def split_work_to_cores(core_grid, units_to_divide, row_wise=False):
    """How units of work spread over cores: how many cores, all of them, those with more and those with fewer."""
    if isinstance(core_grid, CoreRangeSet):
        cores = _types.corerange_to_cores(core_grid, row_wise=row_wise)
    else:
        cores = CoreRange((0, 0), (core_grid.x - 1, core_grid.y - 1))._cores(row_wise)
    count = min(len(cores), units_to_divide)
    each, more = divmod(units_to_divide, count) if count else (0, 0)

    def group(some):
        return _types._covering(set(some))

    first, second = (cores[:more], cores[more:count]) if more else (cores[:count], [])
    per_first = each + 1 if more else each
    return count, group(cores[:count]), group(first), group(second), per_first, each if more else 0


def get_current_command_queue_id_for_thread():
    from ttnn.decorators import current_command_queue_id

    return current_command_queue_id()


def ttnn_dtype_to_torch_dtype(dtype):
    import torch

    return {
        _types.uint8: torch.uint8,
        _types.uint16: torch.uint16,
        _types.uint32: torch.uint32,
        _types.int8: torch.int8,
        _types.int32: torch.int32,
        _types.float32: torch.float32,
        _types.bfloat16: torch.bfloat16,
        _types.bfloat8_b: torch.float32,
        _types.bfloat4_b: torch.float32,
    }[dtype]
