"""The older name of TT-NN's package: the helpers for tensors of torch that programs still import from it."""

from tt_lib import utils  # noqa: F401
