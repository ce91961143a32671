"""The device and torch agree: goldens of each kind against the operations they stand for."""

import pytest

torch = pytest.importorskip("torch")
import ttnn  # noqa: E402


@pytest.fixture(scope="module")
def device():
    opened = ttnn.open_device(device_id=0)
    yield opened
    ttnn.close_device(opened)


@pytest.fixture(autouse=True)
def seed():
    torch.manual_seed(0)


def on(device, tensor, dtype=None):
    return ttnn.from_torch(tensor, dtype=dtype, layout=ttnn.TILE_LAYOUT, device=device)


def near(expected, actual, tolerance=0.02):
    actual = ttnn.to_torch(actual).float()
    assert list(expected.shape) == list(actual.shape)
    assert torch.allclose(expected.float(), actual, rtol=tolerance, atol=tolerance)


def agrees(device, operation, *tensors, tolerance=0.02, **kwargs):
    given = [on(device, each) if torch.is_tensor(each) else each for each in tensors]
    expected = ttnn.get_golden_function(operation)(*[each.clone() if torch.is_tensor(each) else each for each in tensors], **kwargs)
    near(expected, operation(*given, **kwargs), tolerance)


@pytest.mark.parametrize("name", "abs cos exp floor hardswish log1p relu sigmoid silu sqrt tanh swish identity gelu".split())
def test_of_one_tensor(device, name):
    agrees(device, getattr(ttnn, name), torch.rand(32, 64).bfloat16())


@pytest.mark.parametrize(
    "name, given",
    [
        ("elu", dict(alpha=0.5)),
        ("leaky_relu", dict(negative_slope=0.2)),
        ("hardtanh", dict(min_val=-0.5, max_val=0.25)),
        ("clamp", dict(min=-0.5, max=0.25)),
        ("softshrink", dict(lambd=0.25)),
    ],
)
def test_with_parameters_by_name(device, name, given):
    agrees(device, getattr(ttnn, name), torch.randn(32, 64), **given)


@pytest.mark.parametrize("name", "add subtract multiply rsub maximum minimum squared_difference eq gt hypot".split())
def test_of_two_tensors(device, name):
    agrees(device, getattr(ttnn, name), torch.rand(32, 64), torch.rand(32, 64))


def test_of_a_tensor_and_a_scalar(device):
    for name in ("add", "subtract", "multiply", "pow", "fmod"):
        agrees(device, getattr(ttnn, name), torch.rand(32, 64) + 0.5, 2.0)


def test_activations_follow(device):
    relu = [ttnn.UnaryWithParam(ttnn.UnaryOpType.RELU)]
    agrees(device, ttnn.subtract, torch.rand(32, 64), torch.rand(32, 64), activations=relu)


def test_those_in_place_write_into_their_argument():
    a = torch.tensor([1.0, 2.0])
    assert ttnn.get_golden_function(ttnn.gt_)(a, torch.tensor([0.0, 3.0])) is a
    assert a.tolist() == [1.0, 0.0]


def test_of_three(device):
    given = [torch.rand(32, 64) for _ in range(3)]
    agrees(device, ttnn.addcmul, *given, value=0.5)
    agrees(device, ttnn.mac, *given)
    condition = torch.rand(32, 64) > 0.5
    expected = ttnn.get_golden_function(ttnn.where)(condition, given[0], given[1])
    near(expected, ttnn.where(on(device, condition.float()), on(device, given[0]), on(device, given[1])))


@pytest.mark.parametrize("name", ["sum", "mean", "std", "var"])
def test_reductions(device, name):
    agrees(device, getattr(ttnn, name), torch.rand(2, 32, 64), dim=-1, keepdim=True)


def test_products_and_norms(device):
    agrees(device, ttnn.matmul, torch.rand(32, 64), torch.rand(64, 32), tolerance=0.05)
    agrees(device, ttnn.linear, torch.rand(32, 64), torch.rand(64, 32), activation="relu", tolerance=0.05)
    agrees(device, ttnn.softmax, torch.rand(32, 64), dim=-1)
    agrees(device, ttnn.layer_norm, torch.rand(32, 64), epsilon=1e-5, tolerance=0.05)
    agrees(device, ttnn.rms_norm, torch.rand(32, 64), epsilon=1e-5, tolerance=0.05)


def test_moves(device):
    x = torch.rand(1, 2, 32, 64)
    agrees(device, ttnn.permute, x, (0, 2, 1, 3))
    agrees(device, ttnn.transpose, x, 1, 2)
    agrees(device, ttnn.reshape, x, (1, 1, 64, 64))
    agrees(device, ttnn.repeat, x, (1, 1, 2, 1))
    agrees(device, ttnn.slice, x, [0, 0, 0, 0], [1, 1, 32, 32])


def test_heads(device):
    x = torch.rand(1, 32, 3 * 64)
    split = ttnn.transformer.split_query_key_value_and_split_heads
    for expected, actual in zip(ttnn.get_golden_function(split)(x, num_heads=2), split(on(device, x), num_heads=2)):
        near(expected, actual)
    agrees(device, ttnn.transformer.concatenate_heads, torch.rand(1, 2, 32, 32))


def test_gradients_are_those_of_autograd():
    from ttnn import _goldens

    x = torch.tensor([0.5, -1.5], requires_grad=True)
    (gradient,) = _goldens.of("square_bw")(torch.tensor([1.0, 2.0]), x)
    assert gradient.tolist() == [1.0, -6.0]
    a, b = torch.tensor([2.0], requires_grad=True), torch.tensor([3.0], requires_grad=True)
    assert [each.item() for each in _goldens.of("mul_bw")(torch.tensor([1.0]), a, b)] == [3.0, 2.0]
    (gradient,) = _goldens.of("leaky_relu_bw")(torch.ones(2), torch.tensor([1.0, -1.0], requires_grad=True), 0.25)
    assert gradient.tolist() == [1.0, 0.25]


def test_rotation_is_counter_clockwise():
    from ttnn import _goldens

    x = torch.arange(9.0).reshape(1, 3, 3, 1)
    turned = _goldens.of("rotate")(x, angle=90.0)
    assert turned[0, :, :, 0].tolist() == torch.rot90(x[0, :, :, 0]).tolist()


def test_what_has_none_says_so():
    with pytest.raises(RuntimeError, match="ttnn.deallocate does not have a golden function"):
        ttnn.get_golden_function(ttnn.deallocate)
