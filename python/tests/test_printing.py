"""Tensors print as TT-NN prints them."""

import pytest
import ttnn


@pytest.fixture
def options():
    yield ttnn.set_printoptions
    ttnn.set_printoptions(profile="short")


def test_options_say_how_much_of_a_tensor_is_printed(options, device):
    tensor = ttnn.Tensor([1.5, -2.25, 0.5, 4.0, 5.0, 6.0], [1, 6], ttnn.bfloat16, ttnn.ROW_MAJOR_LAYOUT, device)
    end = ", shape=Shape([1, 6]), dtype=DataType::BFLOAT16, layout=Layout::ROW_MAJOR)"
    assert str(tensor) == "ttnn.Tensor([[ 1.5000, -2.2500,  ...,  5.0000,  6.0000]]" + end
    options(profile="empty")
    assert str(tensor) == "ttnn.Tensor(..." + end
    options(profile="full", precision=2)
    assert str(tensor) == "ttnn.Tensor([[ 1.50, -2.25,  0.50,  4.00,  5.00,  6.00]]" + end
    options(profile="short", sci_mode=True, precision=1)
    assert str(tensor) == "ttnn.Tensor([[ 1.5e+00, -2.2e+00,  ...,  5.0e+00,  6.0e+00]]" + end


def test_profiles_that_do_not_exist_are_refused(options):
    with pytest.raises(RuntimeError, match="empty, short or full is expected, got long"):
        options(profile="long")
