"""What the modelled device has not is said when it is used, not when it is named."""

import pytest
import ttnn


@pytest.mark.parametrize("name", ["generic_op", "ProgramDescriptor", "KernelDescriptor", "TileDescriptor"])
def test_kernels_in_c_are_refused_with_one_sentence(name):
    named = getattr(ttnn, name)
    with pytest.raises(RuntimeError) as refusal:
        named([], object())
    assert str(refusal.value) == (
        "ttnn.%s is not supported by the modelled device: it describes kernels in C++, and the modelled device runs none."
        % name
    )


def test_members_of_what_is_not_there_are_refused_in_the_same_words():
    with pytest.raises(RuntimeError, match="ttnn.KernelDescriptor is not supported by the modelled device"):
        ttnn.KernelDescriptor.SourceType.FILE_PATH
    with pytest.raises(RuntimeError, match="ttnn.experimental.quasar is not supported .* Quasar"):
        ttnn.experimental.quasar.conv2d


def test_other_names_that_are_missing_are_attribute_errors():
    assert not hasattr(ttnn, "no_such_operation")
    assert not hasattr(ttnn.experimental, "no_such_operation")


def test_prefetching_is_refused_where_it_is_used():
    with pytest.raises(RuntimeError, match="ttnn.create_global_circular_buffer is not supported .* one program at a time"):
        ttnn.create_global_circular_buffer(None, [], 0)


def test_a_mapper_given_to_distribute_holds_for_the_block():
    torch = pytest.importorskip("torch")
    device = ttnn.open_mesh_device(ttnn.MeshShape(1, 2))
    before = ttnn.from_torch
    with ttnn.distribute(ttnn.ShardTensorToMesh(device, dim=0)):
        assert ttnn.from_torch is not before
        placed = ttnn.from_torch(torch.ones(4, 2), device=device)
    assert ttnn.from_torch is before
    assert tuple(placed.shape) == (2, 2)
    assert ttnn.PlacementShard(0) in placed.tensor_topology().placements()
    ttnn.close_mesh_device(device)
