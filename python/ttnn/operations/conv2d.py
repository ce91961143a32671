"""What goes with convolutions."""

from ttnn.types import Conv2dConfig, Conv2dSliceConfig  # noqa: F401


def get_conv_output_dim(input, window, stride=1, pad=0, dilation=1):
    """How many windows fit along a dimension."""
    return (input + 2 * pad - dilation * (window - 1) - 1) // stride + 1


def __getattr__(name):
    import ttnn

    return getattr(ttnn, name)
