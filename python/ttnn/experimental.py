"""The operations of ttnn.experimental; ttnn puts them here from the generated table."""


def __getattr__(name):
    from ttnn._kernels import WHY, Unsupported

    if "experimental." + name in WHY:
        return Unsupported("experimental." + name)
    raise AttributeError("module 'ttnn.experimental' has no attribute %r" % name)
