"""What goes with pools of images."""


def __getattr__(name):
    import ttnn

    return getattr(ttnn, name)
