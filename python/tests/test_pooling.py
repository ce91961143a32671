"""What max_pool2d gives: the tensor, with the indices of the greatest elements if asked for."""

import pytest

torch = pytest.importorskip("torch")
import ttnn  # noqa: E402


def test_max_pool2d_gives_indices_only_if_asked_for(device):
    x = torch.arange(64.0).reshape(1, 8, 8, 1).expand(1, 8, 8, 32).contiguous()

    def run(**asked):
        given = ttnn.from_torch(x.reshape(1, 1, 64, 32), dtype=ttnn.bfloat16, device=device)
        sizes = dict(batch_size=1, input_h=8, input_w=8, channels=32)
        window = dict(kernel_size=[2, 2], stride=[2, 2], padding=[0, 0], dilation=[1, 1])
        return ttnn.max_pool2d(input_tensor=given, **sizes, **window, **asked)

    expected = torch.nn.functional.max_pool2d(x.permute(0, 3, 1, 2), 2).permute(0, 2, 3, 1).reshape(1, 1, 16, 32)
    assert torch.equal(ttnn.to_torch(run()).float(), expected)
    values, indices = run(return_indices=True)
    assert torch.equal(ttnn.to_torch(values).float(), expected)
    assert ttnn.to_torch(indices).flatten()[0] == 9
