"""Products of matrices as a board makes them, where a device or the environment asks for it."""

import pytest
import ttnn

SUM_OF_ONES = """
import ttnn
device = ttnn.open_device(device_id=0%s)
ones = ttnn.ones([32, 6144], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
kernel = ttnn.WormholeComputeKernelConfig(math_fidelity=ttnn.MathFidelity.HiFi4, fp32_dest_acc_en=False, packer_l1_acc=False)
print(set(sum(ttnn.matmul(ones, ones, transpose_b=True, compute_kernel_config=kernel).to_list(), [])))
ttnn.close_device(device)
"""


@pytest.mark.parametrize(
    "options, environment, seen",
    [
        ("", {}, "{6144.0}"),
        (', arithmetic="board"', {}, "{8192.0}"),
        ("", {"TILESCOPE_ARITHMETIC": "board"}, "{8192.0}"),
        (', arithmetic="exact"', {"TILESCOPE_ARITHMETIC": "board"}, "{6144.0}"),
    ],
)
def test_a_board_sums_many_ones_wrongly_where_it_is_asked_for(run_code, options, environment, seen):
    done = run_code(SUM_OF_ONES % options, **environment)
    assert (done.returncode, done.stdout.strip()) == (0, seen), done.stderr


def test_an_arithmetic_that_is_not_there_is_named():
    with pytest.raises(RuntimeError, match='arithmetic: one of exact, board is needed, got "fast"'):
        ttnn.open_device(device_id=0, arithmetic="fast")
