"""Tensors of the host alone, views, and meshes that change their shape."""

import pytest
import torch
import ttnn


@pytest.fixture
def mesh(monkeypatch):
    monkeypatch.setenv("TILESCOPE_BOARD", "t3000")
    opened = ttnn.open_mesh_device(ttnn.MeshShape(1, 8))
    yield opened
    ttnn.close_mesh_device(opened)


def test_int8_is_laid_out_and_converted_on_the_host():
    numbers = torch.arange(-128, 128).to(torch.int8).reshape(8, 32)
    tensor = ttnn.from_torch(numbers)
    assert tensor.dtype == ttnn.int8
    tiles = ttnn.to_layout(tensor, ttnn.TILE_LAYOUT, pad_value=-2)
    assert torch.equal(ttnn.to_torch(ttnn.to_layout(tiles, ttnn.ROW_MAJOR_LAYOUT)), numbers)
    wide = ttnn.to_dtype(tensor, ttnn.int32)
    assert torch.equal(ttnn.to_torch(wide), numbers.to(torch.int32))
    assert torch.equal(ttnn.to_torch(ttnn.to_dtype(wide, ttnn.int8)), numbers)


def test_programs_of_the_device_take_no_int8(device):
    tensor = ttnn.to_device(ttnn.from_torch(torch.ones((32, 32), dtype=torch.int8), layout=ttnn.TILE_LAYOUT), device)
    assert torch.equal(ttnn.to_torch(tensor), torch.ones((32, 32), dtype=torch.int8))
    with pytest.raises(RuntimeError, match="no program of the device takes them"):
        ttnn.relu(tensor)


def test_rows_in_shards_are_viewed_in_another_width(device):
    numbers = torch.arange(64 * 64, dtype=torch.float32).reshape(1, 1, 64, 64).bfloat16()
    shards = ttnn.create_sharded_memory_config((1, 1, 64, 64), ttnn.CoreGrid(y=1, x=2), ttnn.ShardStrategy.HEIGHT)
    tensor = ttnn.from_torch(numbers, device=device, memory_config=shards)
    viewed = ttnn.experimental.view(tensor, 1, 1, 128, 32)
    assert list(viewed.memory_config().shard_spec.shape) == [64, 32]
    assert viewed.buffer_unique_id() == tensor.buffer_unique_id() == ttnn.mark_corruptible(tensor)
    assert torch.equal(ttnn.to_torch(viewed), numbers.reshape(1, 1, 128, 32))
    assert ttnn.from_torch(numbers).buffer_unique_id() is None


def test_what_fills_the_last_tiles_moves_with_them(device):
    rows = ttnn.from_torch(torch.ones(20, 32), device=device)
    tiles = ttnn.tilize_with_val_padding(rows, [32, 32], 3.5)
    shards = ttnn.create_sharded_memory_config((32, 32), ttnn.CoreGrid(y=1, x=1), ttnn.ShardStrategy.HEIGHT)
    moved = ttnn.sharded_to_interleaved(ttnn.to_memory_config(tiles, shards))
    assert torch.all(moved.cpu().to_torch_with_padded_shape()[20:] == 3.5)


def test_moreh_functions_have_their_short_names(device):
    rows = [torch.full((1, 1, 1, 40), each).bfloat16() for each in (2.0, 3.0)]
    a, b = (ttnn.from_torch(each, layout=ttnn.TILE_LAYOUT, device=device) for each in rows)
    assert ttnn.to_torch(ttnn.operations.moreh.dot(a, b)).item() == 240
    small = ttnn.operations.moreh.SoftmaxOpParallelizationStrategy.SMALL_W
    parts = ttnn.operations.moreh.softmax(a, 3, strategy=small)
    assert torch.allclose(ttnn.to_torch(parts).float(), torch.full((1, 1, 1, 40), 1 / 40), rtol=0.01)
    assert ttnn.to_torch(ttnn.operations.moreh.sum(b, dim=3)).item() == 120
    with pytest.raises(AttributeError):
        ttnn.operations.moreh.nothing


def test_a_reshaped_mesh_gathers_along_its_new_axes(mesh):
    mesh.reshape(ttnn.MeshShape(2, 4))
    numbers = torch.rand((1, 1, 64, 128)).bfloat16()
    mapper = ttnn.ShardTensor2dMesh(mesh, mesh_shape=(2, 4), dims=(2, 3))
    tensor = ttnn.from_torch(numbers, layout=ttnn.TILE_LAYOUT, device=mesh, mesh_mapper=mapper)
    gathered = ttnn.get_device_tensors(ttnn.all_gather(tensor, dim=2, cluster_axis=0))
    for i, each in enumerate(gathered):
        column = i % 4
        assert torch.equal(ttnn.to_torch(each), numbers[..., 32 * column : 32 * column + 32])
    with pytest.raises(RuntimeError, match="same number of devices"):
        mesh.reshape(ttnn.MeshShape(2, 2))


def test_a_submesh_has_the_number_that_reports_have_of_it(mesh):
    submesh = mesh.create_submesh(ttnn.MeshShape(1, 1))
    assert submesh.id() != mesh.id()
    held = ttnn.from_torch(torch.ones(32, 32), device=submesh)
    assert held.device().id() == submesh.id()
    assert {each.device_id for each in ttnn._ttnn.reports.get_buffers(submesh)} == {submesh.id()}


def _strips(rows, columns):
    return ttnn.create_sharded_memory_config(
        (rows, columns),
        core_grid=ttnn.CoreGrid(y=4, x=4),
        strategy=ttnn.ShardStrategy.WIDTH,
        use_height_and_width_as_shard_shape=True,
    )


def test_devices_are_added_up_in_each_way_that_programs_call(mesh):
    mesh.reshape(ttnn.MeshShape(2, 4))
    numbers = torch.rand((1, 1, 32, 1024)).bfloat16()

    def everywhere(values, memory_config=None):
        mapper = ttnn.ReplicateTensorToMesh(mesh)
        return ttnn.from_torch(
            values, layout=ttnn.TILE_LAYOUT, device=mesh, mesh_mapper=mapper, memory_config=memory_config
        )

    reduce = ttnn.experimental.all_reduce_async
    semaphore = ttnn.create_global_semaphore(mesh, ttnn.CoreRangeSet({ttnn.CoreRange((0, 0), (0, 0))}), 0)
    tensor = everywhere(numbers)
    strips = ttnn.to_memory_config(tensor, _strips(32, 64))
    buffer = everywhere(torch.zeros(1, 1, 32, 4096).bfloat16(), _strips(32, 256))
    results = [
        reduce(tensor, cluster_axis=1, mesh_device=mesh, math_op=ttnn.ReduceType.Sum),
        reduce(tensor, 1, mesh, [semaphore] * 2, [semaphore] * 3, [semaphore] * 2, ttnn.ReduceType.Sum),
        reduce(strips, buffer, 1, mesh, semaphore, memory_config=_strips(32, 64)),
    ]
    for result in results:
        assert torch.equal(ttnn.to_torch(ttnn.get_device_tensors(result)[5]), 4 * numbers)
    with pytest.raises(RuntimeError, match="devices are added up"):
        reduce(tensor, cluster_axis=1, mesh_device=mesh, math_op=ttnn.ReduceType.Max)


def test_rows_behind_a_sequence_are_cleared_wherever_its_length_comes_from(device):
    held = torch.ones(2, 1, 64, 32).bfloat16()

    def on_device(values, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT):
        return ttnn.from_torch(values, dtype=dtype, layout=layout, device=device)

    def number(value):
        return on_device(torch.tensor([[[[value]]]]), ttnn.uint32, ttnn.ROW_MAJOR_LAYOUT)

    clear = ttnn.experimental.deepseek_prefill.zero_padded_kv_cache
    for slot_and_length in ((1, 0, 1, 40), (number(1), number(40), 0, 1)):
        cache = on_device(held)
        clear(cache, *slot_and_length, 64, 0, 32)
        cleared = ttnn.to_torch(cache)
        assert cleared[1, 0, 40:].abs().sum() == 0
        assert cleared.sum() == held.sum() - 24 * 32


def test_a_tensor_that_is_free_stays_free_when_it_is_deallocated_again(device):
    tensor = ttnn.from_torch(torch.ones(32, 32), device=device)
    other = ttnn.from_torch(torch.ones(32, 32), device=device)
    ttnn.deallocate(tensor)
    ttnn.deallocate(tensor)
    tensor.deallocate()
    assert not tensor.is_allocated()
    assert other.is_allocated()
    with pytest.raises(RuntimeError, match="use after free"):
        ttnn.add(tensor, other)


def test_bfloat16_tensors_give_lists_of_their_numbers(device):
    numbers = torch.randn(3, 5, 7).bfloat16()
    assert ttnn.from_torch(numbers, device=device).to_list() == numbers.tolist()
    assert ttnn.from_torch(numbers).to_list() == numbers.tolist()
