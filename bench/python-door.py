"""What calls from Python cost: one line of JSON. bench/python-door.sh runs it by turns with the same add in Java."""

import json
import sys
import time

_ADDS = 20000
_ROUNDS = 5


def main():
    begun = time.perf_counter()
    import ttnn

    imported = time.perf_counter() - begun
    import torch

    figures = {"import ms": imported * 1e3, "first operation ms": _first_operation(ttnn) * 1e3}
    device = ttnn.open_device(device_id=0)
    figures["add us"] = _add(ttnn, device) * 1e6
    figures.update(_from_torch(ttnn, torch))
    ttnn.close_device(device)
    json.dump(figures, sys.stdout)
    print()


def _first_operation(ttnn):
    """From nothing but the import to the result of an add: the JVM, a device, two tensors."""
    begun = time.perf_counter()
    device = ttnn.open_device(device_id=0)
    a = ttnn.Tensor([1.0] * 1024, [32, 32], ttnn.bfloat16, ttnn.TILE_LAYOUT, device)
    ttnn.add(a, a)
    took = time.perf_counter() - begun
    ttnn.close_device(device)
    return took


def _add(ttnn, device):
    a = ttnn.ones([32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    b = ttnn.ones([32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)

    def adds():
        for _ in range(_ADDS):
            ttnn.add(a, b)

    return _best(adds) / _ADDS


def _from_torch(ttnn, torch):
    """100 MB to a tensor of the host, against a copy by torch into memory that is there."""
    source = torch.rand(50, 1024, 1024).to(torch.bfloat16)
    place = torch.empty_like(source)
    copy = _best(lambda: place.copy_(source))
    figures = {"copy of 100 MB ms": copy * 1e3}
    for name, layout in (("row-major", ttnn.ROW_MAJOR_LAYOUT), ("tiled", ttnn.TILE_LAYOUT)):
        took = _best(lambda: ttnn.from_torch(source, dtype=ttnn.bfloat16, layout=layout))
        figures["from_torch %s / copy" % name] = took / copy
    back = ttnn.from_torch(source, dtype=ttnn.bfloat16)
    figures["to_torch / copy"] = _best(lambda: ttnn.to_torch(back)) / copy
    return figures


def _best(work):
    times = []
    for _ in range(_ROUNDS):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)


main()
