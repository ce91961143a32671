"""What programs need around norms: how group_norm wants its weights, masks and grids."""

import math

from ttnn.types import (
    BufferType,
    CoreCoord,
    CoreGrid,
    CoreRange,
    CoreRangeSet,
    Layout,
    MemoryConfig,
    ShardOrientation,
    ShardSpec,
    TensorMemoryLayout,
    bfloat16,
    float32,
)

_TILE = 32


def _up(value, step):
    return -(-value // step) * step


def get_group_norm_cores_across_channel(memory_layout, core_grid, shard_orientation=None):
    """How many cores share the channels of a tensor."""
    if memory_layout == TensorMemoryLayout.HEIGHT_SHARDED:
        return 1
    if memory_layout != TensorMemoryLayout.BLOCK_SHARDED:
        return core_grid.x * core_grid.y
    return core_grid.x if shard_orientation == ShardOrientation.ROW_MAJOR else core_grid.y


def find_max_tile_span(W, group_size, tile_width):
    """Over how many tiles a group of channels lies at most."""
    starts = range(0, W, group_size)
    return max((start + group_size - 1) // tile_width - start // tile_width + 1 for start in starts)


def create_group_norm_input_mask(
    num_channel, num_groups, num_cores_across_channel, data_type=bfloat16, tile_height=32, tile_width=32, rows_in_last_tile=0
):
    """Ones where the tiles of a group hold its channels, a mask a group."""
    return _mask(num_channel, num_groups, num_cores_across_channel, data_type, tile_height, tile_width, rows_in_last_tile, 1.0)


def create_group_norm_input_negative_mask(
    num_channel, num_groups, num_cores_across_channel, data_type=bfloat16, tile_height=32, tile_width=32
):
    """Zeros where the tiles of a group hold its channels, a mask a group."""
    return _mask(num_channel, num_groups, num_cores_across_channel, data_type, tile_height, tile_width, 0, 0.0)


def _mask(channels, groups, parts, dtype, tile_height, tile_width, rows_in_last_tile, inside):
    import torch
    import ttnn

    if parts <= 0:
        raise RuntimeError("create_group_norm_input_mask: num_cores_across_channel must be > 0.")
    if groups % parts:
        raise RuntimeError(
            "create_group_norm_input_mask: num_groups (%d) must be divisible by num_cores_across_channel (%d)." % (groups, parts)
        )
    size = channels // groups
    width = find_max_tile_span(channels, size, tile_width) * tile_width
    sets = 2 if rows_in_last_tile else 1
    mask = torch.full((1, groups * sets, tile_height, width), 1.0 - inside)
    for group in range(groups * sets):
        start = (group % groups % (groups // parts)) * size % tile_width
        rows = tile_height if group < groups else rows_in_last_tile
        mask[0, group, :rows, start : start + size] = inside
    return ttnn.from_torch(mask, dtype=dtype, layout=Layout.TILE)


def create_group_norm_weight_bias_rm(input_tensor, num_channels, num_cores_x):
    """The weights of the channels of each core, filled up to whole tiles, in rows of a tile's width."""
    import torch

    share = num_channels // num_cores_x
    parts = input_tensor.reshape(-1, share)
    return torch.nn.functional.pad(parts, (0, _up(share, _TILE) - share)).reshape(1, 1, -1, _TILE)


def dram_group_norm_virtual_columns(core_grid, num_channels, num_groups):
    """Among how many columns of cores the channels are shared when the tensor lies in DRAM."""
    count = _virtual_columns(core_grid.x, num_groups, num_channels)
    if not count:
        raise AssertionError(
            "dram_group_norm_virtual_columns: could not find a valid num_virtual_cols for grid_x=%d, num_channels=%d, num_groups=%d"
            % (core_grid.x, num_channels, num_groups)
        )
    return count


def _virtual_columns(columns, groups, channels):
    fits = (n for n in range(min(columns, groups), 0, -1) if channels // n % _TILE == 0 and groups % n == 0)
    return next(fits, 0)


def determine_expected_group_norm_dram_grid_size(*, device, num_channels, num_groups, input_nhw, num_batches=1):
    """The largest grid that shares the work of a tensor in DRAM evenly, or None."""
    assert num_channels % num_groups == 0
    assert num_channels % _TILE == 0
    most = device.compute_with_storage_grid_size()
    tiles = _up(input_nhw, _TILE) // _TILE
    second = None
    for x in range(most.x, 0, -1):
        columns = _virtual_columns(x, num_groups, num_channels)
        y = _rows_that_share(tiles, x // columns, most.y, num_batches) if columns else 0
        if y and x % columns == 0:
            return CoreGrid(y=y, x=x)
        if y and second is None:
            second = CoreGrid(y=y, x=x)
    return second


def _rows_that_share(tiles, per_row, most, batches):
    for y in range(min(tiles // per_row, most), 0, -1):
        rows = per_row * y
        if tiles % rows == 0 and (rows < batches or rows % batches == 0):
            return y
    return 0


def determine_expected_group_norm_sharded_config_and_grid_size(
    *, device, num_channels, num_groups, input_nhw, is_height_sharded, is_row_major=False
):
    """How to shard a tensor for group_norm, and on which grid."""
    if num_channels % num_groups:
        raise RuntimeError(
            "group_norm: num_channels (%d) must be divisible by num_groups (%d)." % (num_channels, num_groups)
        )
    if num_channels % _TILE:
        raise RuntimeError("group_norm: num_channels (%d) must be divisible by tile width (32)." % num_channels)
    grid = device.compute_with_storage_grid_size()
    along, across = (grid.y, grid.x) if is_row_major else (grid.x, grid.y)
    tiles = _up(input_nhw, _TILE) // _TILE
    rows = next(n for n in range(along * across if is_height_sharded else along, 0, -1) if tiles % n == 0)
    columns = 1 if is_height_sharded else _channel_cores(across, num_channels, num_channels // num_groups)
    shape = (_up(input_nhw, rows * _TILE) // rows, num_channels // columns)
    if is_height_sharded:
        x, y = min(rows, along), -(-rows // along)
    else:
        x, y = (columns, rows) if is_row_major else (rows, columns)
    row_major = is_height_sharded or is_row_major
    spec = ShardSpec(
        CoreRangeSet({CoreRange(CoreCoord(0, 0), CoreCoord(x - 1, y - 1))}),
        shape if row_major else shape[::-1],
        ShardOrientation.ROW_MAJOR if row_major else ShardOrientation.COL_MAJOR,
    )
    layout = TensorMemoryLayout.HEIGHT_SHARDED if is_height_sharded else TensorMemoryLayout.BLOCK_SHARDED
    return MemoryConfig(layout, BufferType.L1, spec), CoreGrid(y=y, x=x)


def _channel_cores(most, channels, group):
    def fits(n):
        return channels // 8 % n == 0 and channels // n % group == 0 and channels // n >= _TILE

    found = next((n for n in range(most, 0, -1) if fits(n)), 0)
    if not found:
        raise RuntimeError("group_norm: Could not find num_cores_channels for block-sharded group norm (C=%d)." % channels)
    return found


def create_group_norm_reciprocals(N, C, H, W, num_groups, core_grid):
    """1, 1/2, 1/3 ... as many as a core needs, once for each core."""
    import torch

    columns = dram_group_norm_virtual_columns(core_grid, C, num_groups)
    rows = (core_grid.x // columns) * core_grid.y
    shared_by = 1 if N >= rows else rows // N
    count = C // num_groups * math.ceil(H * W / _TILE) // shared_by
    return (1.0 / torch.arange(1, count + 1, dtype=torch.float32)).repeat(core_grid.x * core_grid.y, 1)


def create_layer_norm_reciprocals(device, core_range_set, width):
    """1, 1/2, 1/3 ... 1/width in the L1 of each core."""
    import torch
    import ttnn

    cores = core_range_set.num_cores()
    values = (1.0 / torch.arange(1, width + 1, dtype=torch.float32)).repeat(cores, 1)
    spec = ShardSpec(core_range_set, (1, width), ShardOrientation.ROW_MAJOR)
    memory_config = MemoryConfig(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1, spec)
    return ttnn.from_torch(values, dtype=float32, layout=Layout.ROW_MAJOR, device=device, memory_config=memory_config)


def dram_group_norm_params_from_torch(
    torch_params,
    channels_per_device,
    groups_per_device,
    device,
    mesh_axis=None,
    core_grid=None,
    return_mask=True,
    dtype=bfloat16,
):
    """Weights and biases as group_norm wants them, shared along an axis of the mesh if one is named, and their mask."""
    import torch
    import ttnn

    assert core_grid or device, "Either core_grid or device must be provided to determine virtual columns"
    assert channels_per_device % _TILE == 0 and channels_per_device % groups_per_device == 0, (
        "channels_per_device %d must be divisible by 32 and groups_per_device %d" % (channels_per_device, groups_per_device)
    )
    columns = dram_group_norm_virtual_columns(core_grid or device.core_grid, channels_per_device, groups_per_device)
    dims = [None, None]
    devices = 1
    if mesh_axis is not None:
        devices, dims[mesh_axis] = tuple(device.shape)[mesh_axis], 0

    def prepared(each):
        assert each.numel() // devices == channels_per_device
        parts = [create_group_norm_weight_bias_rm(part, channels_per_device, columns) for part in each.chunk(devices)]
        mapper = ttnn.ShardTensor2dMesh(device, mesh_shape=tuple(device.shape), dims=dims) if devices > 1 else None
        return ttnn.from_torch(torch.cat(parts, dim=0), dtype=dtype, device=device, mesh_mapper=mapper)

    single = isinstance(torch_params, torch.Tensor)
    made = prepared(torch_params) if single else [prepared(each) for each in torch_params]
    if not return_mask:
        return made
    mask = create_group_norm_input_mask(channels_per_device, groups_per_device, columns, dtype)
    return made, ttnn.to_device(mask, device)
