"""Sizes in whole tiles, and tensors of torch padded to them."""

import struct

TILE_SIDE = 32


def divup(a, b):
    return -(-a // b)


def roundup(a, b):
    return divup(a, b) * b


def roundup32(a):
    return roundup(a, TILE_SIDE)


def _nearest_y(x, y):
    return roundup(x, y)


def _nearest_32(x):
    return roundup32(x)


def _padded(x, leading):
    """Zeros in whole tiles, with the tensor in their first corner."""
    import torch

    rows, columns = (1, x.shape[0]) if x.dim() == 1 else x.shape[-2:]
    made = torch.zeros(*leading, roundup32(rows), roundup32(columns))
    made.reshape(-1, *made.shape[-2:])[:, :rows, :columns] = x.reshape(-1, rows, columns)
    return made


def pad_weight(x):
    """A weight of one to four dimensions as one of four, in whole tiles."""
    leading = tuple(x.shape[:-2]) if x.dim() > 2 else (1, 1)
    return _padded(x, leading)


def pad_activation(x):
    """A batch of one to four dimensions as one of four, in whole tiles; the rows of a matrix are batches."""
    if x.dim() == 2:
        return _padded(x[:, None, None, :], (x.shape[0], 1))
    leading = {1: (1, 1), 3: (x.shape[0], 1)}.get(x.dim(), tuple(x.shape[:-2]))
    return _padded(x, leading)


def tilize(x):
    """The tensor itself: tensors become tiles when they are read."""
    return x


def untilize(x):
    """The tensor itself: tiles become rows when they are written."""
    return x


def tilize_to_list(x):
    return x.reshape(-1).tolist()


def tt2torch(tensor):
    return tensor.cpu().to_torch()


def tt2torch_rm(tensor):
    return tensor.cpu().to_torch()


def float_to_bits(x):
    return struct.unpack(">l", struct.pack(">f", x))[0]


def find_closest_largest_divisor(num, start_divisor):
    """The greatest divisor of num that is not above start_divisor."""
    return next(each for each in range(start_divisor, 0, -1) if num % each == 0)


def find_closest_largest_divisor_with_num_padding(num, start_divisor):
    """The greatest that cuts num, padded to a multiple of it, into parts of which none is only padding."""
    for each in range(start_divisor, 0, -1):
        padded = roundup(num, each)
        if padded - num < padded // each:
            return each
    return 1


def is_close(a, b, rtol=8e-2, atol=8e-2, max_mag=4.0, max_mag_fraction=0.02):
    """Whether all elements are near each other: absolutely, relatively, or against the greatest magnitude."""
    import torch

    far = (a - b).abs()
    relative = (a.abs() / b.abs() - 1).abs() < rtol
    shifted = ((a.abs() + 1) / (b.abs() + 1) - 1).abs() < rtol
    return torch.all((far < atol) | relative | shifted | (far < max_mag * max_mag_fraction))


def print_diff_argmax(a, b, annotation=""):
    """Prints where two tensors differ most; gives by how much."""
    far = (a - b).abs().reshape(-1)
    at = int(far.argmax())
    print("greatest difference", far[at].item(), "at element", at, annotation)
    print("  a =", a.reshape(-1)[at].item(), " b =", b.reshape(-1)[at].item())
    return far[at].item()
