"""What TT-NN tells of allocations that replays of a trace may overwrite, by its environment variables."""

import os

TRACE_ALLOC_TRACKING = os.environ.get("TT_METAL_TRACE_ALLOC_TRACKING") == "1"
#: Python stacks of such allocations, which the modelled device does not keep.
TRACE_ALLOC_DIAGNOSTICS = False
