"""What conv2d gives: the tensor, the size of its images, the weights as the device has them."""

import pytest

pytest.importorskip("torch.nn")
import torch  # noqa: E402
import ttnn  # noqa: E402


@pytest.fixture(scope="module")
def device():
    opened = ttnn.open_device(device_id=0, l1_small_size=24576)
    yield opened
    ttnn.close_device(opened)


def test_conv2d_gives_what_is_asked_for(device):
    torch.manual_seed(0)
    x, weight, bias = torch.rand(1, 32, 8, 12), torch.rand(32, 32, 3, 3), torch.rand(32)
    expected = torch.nn.functional.conv2d(x, weight, bias, stride=2, padding=1)

    def run(weight, bias, **asked):
        return ttnn.conv2d(
            input_tensor=ttnn.from_torch(x.permute(0, 2, 3, 1).reshape(1, 1, 96, 32), dtype=ttnn.bfloat16, device=device),
            weight_tensor=weight,
            bias_tensor=bias,
            in_channels=32,
            out_channels=32,
            batch_size=1,
            input_height=8,
            input_width=12,
            kernel_size=(3, 3),
            stride=(2, 2),
            padding=(1, 1),
            device=device,
            **asked,
        )

    given = ttnn.from_torch(weight, dtype=ttnn.bfloat16), ttnn.from_torch(bias.reshape(1, 1, 1, -1), dtype=ttnn.bfloat16)
    assert isinstance(run(*given), ttnn.Tensor)
    output, size = run(*given, return_output_dim=True)
    assert size == [4, 6]
    output, size, prepared = run(*given, return_output_dim=True, return_weights_and_bias=True)
    again, kept = run(*prepared, return_weights_and_bias=True)
    for each in (output, again):
        actual = ttnn.to_torch(each).reshape(1, *size, 32).permute(0, 3, 1, 2)
        assert ttnn.pearson_correlation_coefficient(expected, actual.float()) > 0.999
    assert len(kept) == 2
