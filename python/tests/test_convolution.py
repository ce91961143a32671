"""What convolutions give: the tensor, the size of what it holds, the weights as the device has them."""

import pytest

torch = pytest.importorskip("torch")
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


def test_conv1d_says_how_long_its_rows_are_and_takes_rows_from_the_host(device):
    torch.manual_seed(0)
    x, weight = torch.rand(2, 16, 40), torch.rand(8, 16, 3)
    expected = torch.nn.functional.conv1d(x, weight, stride=2, padding=1)
    output, length = ttnn.conv1d(
        input_tensor=ttnn.from_torch(x.permute(0, 2, 1), dtype=ttnn.bfloat16),
        weight_tensor=ttnn.from_torch(weight, dtype=ttnn.bfloat16),
        device=device,
        in_channels=16,
        out_channels=8,
        batch_size=2,
        input_length=40,
        kernel_size=3,
        stride=2,
        padding=1,
        return_output_dim=True,
    )
    assert length == expected.shape[-1]
    actual = ttnn.to_torch(output).reshape(2, length, 8).permute(0, 2, 1)
    assert ttnn.pearson_correlation_coefficient(expected, actual.float()) > 0.999


def test_conv_transpose2d_says_how_large_its_images_are(device):
    torch.manual_seed(0)
    x, weight = torch.rand(1, 16, 5, 7), torch.rand(16, 8, 3, 4)
    asked = dict(stride=(2, 3), padding=(1, 1), output_padding=(1, 0), dilation=(1, 2))
    expected = torch.nn.functional.conv_transpose2d(x, weight, **asked)
    output, size = ttnn.conv_transpose2d(
        input_tensor=ttnn.from_torch(x.permute(0, 2, 3, 1), dtype=ttnn.bfloat16, device=device),
        weight_tensor=ttnn.from_torch(weight, dtype=ttnn.bfloat16),
        device=device,
        in_channels=16,
        out_channels=8,
        batch_size=1,
        input_height=5,
        input_width=7,
        kernel_size=(3, 4),
        return_output_dim=True,
        **asked,
    )
    assert size == list(expected.shape[2:])
    actual = ttnn.to_torch(output).reshape(1, *size, 8).permute(0, 3, 1, 2)
    assert ttnn.pearson_correlation_coefficient(expected, actual.float()) > 0.999
