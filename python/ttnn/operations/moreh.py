"""What Moreh's library brought: ttnn.moreh_dot as ttnn.operations.moreh.dot."""


def __getattr__(name):
    import ttnn

    if name == "SoftmaxOpParallelizationStrategy":
        return ttnn.types.MorehSoftmaxOpParallelizationStrategy
    found = None if name.startswith("__") else getattr(ttnn, "moreh_" + name, None)
    if found is None:
        raise AttributeError("module 'ttnn.operations.moreh' has no attribute %r" % name)
    return found
