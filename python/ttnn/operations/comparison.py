"""How alike two tensors are."""

import sys


def pearson_correlation_coefficient(expected, actual):
    """How alike the tensors are, 1.0 if they are the same. Where nothing varies it says 1.0 if they are near, else 0.0."""
    import torch
    import ttnn

    if isinstance(actual, ttnn.Tensor):
        actual = ttnn.to_torch(actual)
    if not isinstance(expected, torch.Tensor):
        raise ValueError("Expected tensor is not a torch.Tensor")
    expected, actual = (each.detach().to(torch.float64) for each in (expected, torch.as_tensor(actual)))
    empty = [bool(torch.isnan(each).all()) for each in (expected, actual)]
    if any(empty):
        _warn("Both tensors are 'nan'" if all(empty) else "One tensor is all nan, the other is not.")
        return float(all(empty))
    # What is not finite on one side says nothing of the rest.
    expected, actual = (torch.nan_to_num(each, nan=0.0, posinf=0.0, neginf=0.0).flatten() for each in (expected, actual))
    if torch.equal(expected, actual):
        return 1.0
    if any(each.max() == each.min() for each in (expected, actual)):
        _warn("One or both tensors are constant: there is no correlation, they are compared as they are.")
        return float(torch.allclose(expected, actual, rtol=1e-05, atol=1e-04))
    return float(torch.corrcoef(torch.stack((expected, actual)))[0, 1])


def _warn(text):
    print("ttnn: " + text, file=sys.stderr)
