"""Operations by family, where programs look for what goes with them."""

_FAMILIES = ("activations", "ccl", "comparison", "conv2d", "moreh", "normalization", "pool")


def __getattr__(name):
    if name in _FAMILIES:
        import importlib

        return importlib.import_module("ttnn.operations." + name)
    raise AttributeError("module 'ttnn.operations' has no attribute %r" % name)
