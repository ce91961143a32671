"""What goes with convolutions."""

from ttnn.types import Conv2dConfig, Conv2dSliceConfig  # noqa: F401


def __getattr__(name):
    import ttnn

    return getattr(ttnn, name)
