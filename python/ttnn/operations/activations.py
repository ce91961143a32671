"""Activations by their names, said with torch."""


def get_golden_function_for_activation(activation):
    """The function of torch of a name, a UnaryOpType or a UnaryWithParam; None of None."""
    from ttnn import _goldens

    return _goldens.for_activation(activation)
