"""What the launcher runs once after a build, for the JVM to learn what programs take at their start (JEP 514, 515).

The file that the cache goes to is the last word of the command line.
"""

import sys

import ttnn
from ttnn import _door

_CALLS = 3000


def _model(device, a, b):
    hidden = ttnn.linear(a, b, activation="gelu")
    return ttnn.softmax(ttnn.layer_norm(ttnn.add(hidden, a)), dim=-1)


def _run():
    device = ttnn.open_device(device_id=0, trace_region_size=1 << 20)
    ones = [1.0] * 1024
    for dtype in (ttnn.bfloat16, ttnn.float32, ttnn.bfloat8_b):
        made = ttnn.Tensor(ones, [32, 32], dtype, ttnn.TILE_LAYOUT, device)
        ttnn.to_layout(made, ttnn.ROW_MAJOR_LAYOUT).to_list()
    a = ttnn.Tensor(ones, [32, 32], ttnn.bfloat16, ttnn.TILE_LAYOUT, device)
    b = ttnn.to_device(ttnn.Tensor(ones, [32, 32], ttnn.bfloat16, ttnn.TILE_LAYOUT), device)
    for _ in range(_CALLS):
        ttnn.add(a, b)
    for _ in range(_CALLS // 100):
        _model(device, a, b).to_list()
        ttnn.reshape(ttnn.permute(a * 2.0 - b, (1, 0)), (1, 1, 32, 32))
    repr(a[:16])
    try:
        ttnn.add(a, "b")
    except TypeError:
        pass
    ttnn.close_device(device)


_door.train(sys.argv[-1])
_run()
