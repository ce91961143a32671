"""The same names where TT-NN's package keeps them."""

from ttnn.distributed import *  # noqa: F401,F403
