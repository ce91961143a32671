"""The names of graph captures under TT-NN's native module."""

from ttnn.graph import *  # noqa: F401,F403
from ttnn.graph import RunMode, TensorInfo, PeakMemoryUsagePerCore  # noqa: F401
