"""Cores, banks, sub-devices and tiles as programs see them."""

import pytest

torch = pytest.importorskip("torch")
import ttnn  # noqa: E402


def _cores(cols, rows, start_y=0):
    return ttnn.CoreRangeSet({ttnn.CoreRange(ttnn.CoreCoord(0, start_y), ttnn.CoreCoord(cols - 1, start_y + rows - 1))})


def _sharded(device, buffer_type, cores):
    config = ttnn.MemoryConfig(
        ttnn.TensorMemoryLayout.HEIGHT_SHARDED,
        buffer_type,
        ttnn.ShardSpec(cores, (32, 64), ttnn.ShardOrientation.ROW_MAJOR),
    )
    return ttnn.from_torch(
        torch.rand(96, 64), dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device, memory_config=config
    )


def test_l1_has_a_bank_for_each_core_of_the_compute_grid(device):
    assert ttnn.get_memory_view(device, ttnn.BufferType.L1).num_banks == 64
    assert ttnn.get_memory_view(device, ttnn.BufferType.DRAM).num_banks == 12


def test_only_cores_with_shards_work_on_them(device):
    tensor = _sharded(device, ttnn.BufferType.L1, _cores(4, 1))
    assert ttnn.get_optimal_worker_cores_for_sharded_tensor(tensor) == [ttnn.CoreCoord(x, 0) for x in range(3)]


def test_shards_in_dram_are_read_from_beside_their_banks(device):
    tensor = _sharded(device, ttnn.BufferType.DRAM, _cores(12, 1))
    beside = device.get_optimal_dram_bank_to_logical_worker_assignment(ttnn.NOC.NOC_0)
    assert ttnn.get_optimal_worker_cores_for_sharded_tensor(tensor) == beside[:3]
    with pytest.raises(RuntimeError, match="Tensor must be sharded"):
        ttnn.get_optimal_worker_cores_for_sharded_tensor(ttnn.to_memory_config(tensor, ttnn.DRAM_MEMORY_CONFIG))


def test_a_product_runs_on_a_sub_device(device):
    manager = device.create_sub_device_manager([ttnn.SubDevice([_cores(8, 1)]), ttnn.SubDevice([_cores(8, 7, 1)])], 0)
    device.load_sub_device_manager(manager)
    assert device.worker_cores(sub_device_id=ttnn.SubDeviceId(1)) == _cores(8, 7, 1)
    a = ttnn.from_torch(torch.ones(128, 64), dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    product = ttnn.matmul(a, a, transpose_b=True, sub_device_id=ttnn.SubDeviceId(1))
    assert torch.equal(ttnn.to_torch(product), torch.full((128, 128), 64.0, dtype=torch.bfloat16))
    with pytest.raises(RuntimeError, match="SubDevice index 2 out of bounds 2"):
        ttnn.matmul(a, a, transpose_b=True, sub_device_id=ttnn.SubDeviceId(2))
    device.clear_loaded_sub_device_manager()
    device.remove_sub_device_manager(manager)


@pytest.mark.parametrize("height, width", [(1, 32), (8, 16), (16, 32), (32, 16)])
def test_tiles_of_every_size_hold_what_was_put_in_them(device, height, width):
    elements = torch.rand(2, 71, 35).bfloat16()
    tensor = ttnn.from_torch(elements, tile=ttnn.Tile((height, width)), layout=ttnn.TILE_LAYOUT, device=device)
    assert tensor.tile == ttnn.Tile((height, width))
    assert list(tensor.padded_shape) == [2, -(-71 // height) * height, -(-35 // width) * width]
    assert torch.equal(ttnn.to_torch(tensor), elements)


def test_an_activation_may_be_a_function(device):
    a = ttnn.from_torch(-torch.ones(32, 32), dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    b = ttnn.from_torch(torch.ones(32, 32), dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    for relu in ("relu", ttnn.UnaryOpType.RELU, ttnn.UnaryWithParam(ttnn.UnaryOpType.RELU)):
        assert torch.equal(ttnn.to_torch(ttnn.linear(a, b, activation=relu)), torch.zeros(32, 32).bfloat16())


def test_dispatch_has_no_columns_of_ethernet_cores():
    assert ttnn.DispatchCoreConfig(axis=ttnn.DispatchCoreAxis.COL).type == ttnn.DispatchCoreType.WORKER
    with pytest.raises(RuntimeError, match="COL axis is not supported for ETH dispatch core type"):
        ttnn.DispatchCoreConfig(ttnn.DispatchCoreType.ETH, ttnn.DispatchCoreAxis.COL)
