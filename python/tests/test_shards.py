"""Shards of any number of dimensions, and tensors in parts."""

import pytest

torch = pytest.importorskip("torch")
import ttnn  # noqa: E402


@pytest.fixture
def device():
    opened = ttnn.open_device(device_id=0)
    yield opened
    ttnn.close_device(opened)


def grid(width, height):
    return ttnn.CoreRangeSet([ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(width - 1, height - 1))])


def placed(device, shape, memory_config, layout=ttnn.TILE_LAYOUT):
    return ttnn.from_torch(torch.rand(shape), dtype=ttnn.bfloat16, layout=layout, device=device, memory_config=memory_config)


def test_a_config_of_nd_shards_says_what_it_was_made_with():
    shards = ttnn.NdShardSpec([2, 32, 32], grid(2, 2))
    config = ttnn.MemoryConfig(ttnn.BufferType.L1, shards)
    assert config.is_sharded() and config.memory_layout == ttnn.TensorMemoryLayout.ND_SHARDED
    assert config.nd_shard_spec == shards and config.shard_spec is None
    assert config == ttnn.MemoryConfig(ttnn.BufferType.L1, nd_shard_spec=shards)


def test_shards_that_are_rows_of_a_plane_are_height_shards_of_the_tensor(device):
    config = ttnn.MemoryConfig(ttnn.BufferType.L1, ttnn.NdShardSpec([1, 64, 32], grid(2, 2)))
    found = placed(device, (3, 64, 32), config).memory_config()
    assert found.memory_layout == ttnn.TensorMemoryLayout.HEIGHT_SHARDED
    assert found.shard_spec == ttnn.ShardSpec(grid(2, 2), (64, 32), ttnn.ShardOrientation.ROW_MAJOR)
    assert found.nd_shard_spec == config.nd_shard_spec
    assert found != config


def test_the_config_of_a_tensor_with_shards_of_a_plane_has_both_forms_and_equals_its_own(device):
    shards = ttnn.ShardSpec(grid(2, 1), (32, 64), ttnn.ShardOrientation.ROW_MAJOR)
    config = ttnn.MemoryConfig(ttnn.TensorMemoryLayout.HEIGHT_SHARDED, ttnn.BufferType.L1, shards)
    found = placed(device, (64, 64), config).memory_config()
    assert found == config and hash(found) == hash(config)
    assert list(found.nd_shard_spec.shard_shape) == [32, 64]


def test_operations_compute_on_nd_shards_and_keep_them(device):
    config = ttnn.MemoryConfig(ttnn.BufferType.DRAM, ttnn.NdShardSpec([2, 32, 64], grid(3, 1)))
    x = placed(device, (3, 96, 128), config)
    y = ttnn.add(x, x)
    assert y.memory_config() == x.memory_config() == config
    assert torch.equal(ttnn.to_torch(y), 2 * ttnn.to_torch(x))
    moved = ttnn.to_memory_config(y, ttnn.DRAM_MEMORY_CONFIG)
    assert torch.equal(ttnn.to_torch(moved), ttnn.to_torch(y))


def test_a_spec_is_sharded_along_dimensions():
    spec = ttnn.TensorSpec((2, 3, 40, 50), ttnn.float32, ttnn.TILE_LAYOUT, buffer_type=ttnn.BufferType.L1)
    across = spec.sharded_across_dims([0, 1], grid(2, 1)).memory_config
    assert list(across.nd_shard_spec.shard_shape) == [1, 1, 64, 64]
    rest = spec.sharded_across_dims_except([0], grid(8, 7)).memory_config
    assert list(rest.nd_shard_spec.shard_shape) == [2, 1, 32, 32]
    assert rest.memory_layout == ttnn.TensorMemoryLayout.ND_SHARDED


def test_dram_shards_lie_on_one_row_of_banks(device):
    config = ttnn.MemoryConfig(ttnn.BufferType.DRAM, ttnn.NdShardSpec([1, 32, 32], grid(2, 2)))
    with pytest.raises(RuntimeError, match="DRAM banks are 1D"):
        placed(device, (3, 64, 64), config)


def test_padding_is_told_by_what_is_added_or_by_the_result(device):
    x = ttnn.from_torch(torch.ones(1, 1, 2, 3), layout=ttnn.ROW_MAJOR_LAYOUT, device=device)
    added = ttnn.to_torch(ttnn.pad(x, [(0, 0), (0, 0), (1, 0), (0, 2)], 7))
    shaped = ttnn.to_torch(ttnn.pad(x, [1, 1, 3, 5], [0, 0, 1, 0], 7))
    assert torch.equal(added, shaped) and added[0, 0, 0, 0] == 7


def test_bounds_of_a_slice_may_be_tensors(device):
    x = ttnn.from_torch(torch.arange(24.0).reshape(4, 6), layout=ttnn.ROW_MAJOR_LAYOUT, device=device)
    first = ttnn.from_torch(torch.tensor([1, 2], dtype=torch.int32), device=device)
    behind = ttnn.from_torch(torch.tensor([3, 6], dtype=torch.int32), device=device)
    assert torch.equal(ttnn.to_torch(ttnn.slice(x, first, behind)), ttnn.to_torch(x)[1:3, 2:6])
