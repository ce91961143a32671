"""Goldens of operations that move, reduce, multiply and normalise: see ttnn._goldens."""

import math

import torch
import torch.nn.functional as F

from ttnn import _goldens


def _same(x, *_, **__):
    return x


def _reduction(name):
    function = getattr(torch, name)

    def golden(x, dim=None, keepdim=False, *_, correction=None, **__):
        more = {} if correction is None else {"correction": int(correction)}
        if dim is not None:
            return function(x, dim=dim, keepdim=keepdim, **more)
        if keepdim:
            return function(x, **more).reshape([1] * x.dim())
        return function(x, **more)

    return golden


def _topk(x, k, dim=None, largest=True, sorted=True, *_, **__):
    return torch.topk(x, k, dim=-1 if dim is None else dim, largest=largest, sorted=sorted)


# Shapes.


def _pad(x, padding, *args, value=0, **_):
    if len(padding) and not isinstance(padding[0], (list, tuple)):
        starts = args[0]
        padding = [(start, full - size - start) for start, full, size in zip(starts, padding, x.shape)]
        args = args[1:]
    flat = [each for pair in reversed([tuple(pair) for pair in padding]) for each in pair]
    return F.pad(x, pad=flat, mode="constant", value=args[0] if args else value)


def _concat(tensors, dim=0, groups=1, *_, **__):
    if groups == 1:
        return torch.concat(list(tensors), dim)
    split = [each.reshape(*each.shape[:-1], groups, -1) for each in tensors]
    return torch.concat(split, -1).flatten(-2)


def _repeat(x, shape, *_, **__):
    times = [int(each) for each in shape]
    return x.repeat([1] * (x.dim() - len(times)) + times)


def _slice(x, starts=None, ends=None, steps=None, *_, **kwargs):
    starts = kwargs.get("slice_start", starts)
    ends = kwargs.get("slice_end", ends)
    steps = kwargs.get("slice_step", steps) or [1] * len(starts)
    return x[tuple(slice(int(a), int(b), int(c)) for a, b, c in zip(starts, ends, steps))]


def _getitem(x, slices):
    output = x[slices]
    if output.ndim == 0:
        raise RuntimeError("ttnn.Tensor.__getitem__: cannot return a scalar!")
    return output


def _squeeze(x, dim=None, *_, **__):
    if dim is None:
        return torch.squeeze(x)
    for each in sorted((each % x.dim() for each in (dim if isinstance(dim, (list, tuple)) else [dim])), reverse=True):
        x = torch.squeeze(x, each)
    return x


def _roll(x, shifts, dim=None, *_, **__):
    shifts = shifts if isinstance(shifts, int) else tuple(shifts)
    return torch.roll(x, shifts, None if dim is None else dim if isinstance(dim, int) else tuple(dim))


def _gather(x, dim, index, *_, sparse_grad=False, out=None, **__):
    return torch.gather(x, dim, index.to(torch.int64), sparse_grad=sparse_grad, out=out)


def _scattering(name):
    return lambda x, dim, index, src, *_, **__: getattr(torch, name)(x, dim, index.to(torch.int64), src)


def _of_channels(x, index):
    return index.to(torch.int64).unsqueeze(-1).expand(-1, -1, x.shape[-1])


def _indexed_fill(batch_id, a, b, *_, dim=0, **__):
    return a.index_copy(dim, batch_id.flatten().to(torch.int64), b.index_select(dim, torch.arange(batch_id.numel())))


def _plus_one(x, *_, skip_negative_entries=False, **__):
    return x.copy_(torch.where((x >= 0) & (x < 2**31 - 1), x + 1, x)) if skip_negative_entries else x.add_(1)


def _fold(x, stride_h, stride_w, *_, padding=(0, 0), collapse_output=False, **__):
    padding = list(padding or (0, 0))
    if len(padding) == 2:
        padding = [padding[0], padding[0], padding[1], padding[1]]
    top, bottom, left, right, front, back = padding + [0] * (6 - len(padding))
    x = F.pad(x, (front, back, left, right, top, bottom))
    n, h, w, c = x.shape
    x = x.reshape(n, h // stride_h, stride_h, w // stride_w, stride_w, c).permute(0, 1, 3, 2, 4, 5)
    x = x.reshape(n, h // stride_h, w // stride_w, c * stride_h * stride_w)
    return x.reshape(1, 1, -1, x.shape[-1]) if collapse_output else x


def _fill_cache(cache, x, batch_index, *_, update_idx=0, **__):
    cache[batch_index : batch_index + 1, :, update_idx : update_idx + x.shape[-2], :] = x
    return cache


def _update_cache(cache, x, update_index, batch_offset=0, *_, **__):
    cache[:, :, update_index, :] = x[0, :, batch_offset : batch_offset + cache.shape[0], :].transpose(0, 1)
    return cache


def _slice_write(x, output, start, end, step, *_, **__):
    output[tuple(slice(int(a), int(b), int(c)) for a, b, c in zip(start, end, step))] = x
    return output


def _part(x, number, count):
    size = x.shape[-2] // count
    return x[:, :, number * size : (number + 1) * size, :]


def _interleaved_to_sharded_partial(x, grid, shard, num_slices, slice_index, *_, **__):
    return _part(x.reshape(1, 1, -1, x.shape[-1]), slice_index, num_slices)


def _sharded_to_interleaved_partial(part, x, num_slices, slice_index, *_, **__):
    flat = x.reshape(1, 1, -1, x.shape[-1])
    _part(flat, slice_index, num_slices)[:] = part
    return flat.reshape(x.shape)


def _bcast(a, b, math_op, dim, *_, **__):
    function = {"ADD": torch.add, "SUB": torch.sub, "MUL": torch.mul}[math_op.name]
    return function(a, b)[tuple(slice(0, each) for each in a.shape)]


# Made of nothing.


def _torch_dtype(dtype):
    import ttnn

    return None if dtype is None else ttnn.ttnn_dtype_to_torch_dtype(dtype)


def _arange(*args, dtype=None, device=None, memory_config=None, layout=None, **kwargs):
    return torch.arange(*args, **kwargs).to(_torch_dtype(dtype) or torch.bfloat16)


def _corner(n, c, h, w, rows, columns, any=None, high=1.0, low=0.0, *_, **__):
    output = torch.full((n, c, h, w), float(low))
    output[:, :, :rows, :columns] = float(high)
    return output


def _from_torch(x, dtype=None, *, spec=None, **_):
    dtype = spec.dtype if spec is not None else dtype
    if x is None or dtype is None:
        return x
    if dtype.name == "UINT16" and x.is_floating_point():
        x = torch.clamp(x.to(torch.int32), min=0, max=65535)
    return x.to(_torch_dtype(dtype))


def _to_torch(x, *_, torch_rank=None, **__):
    while torch_rank is not None and x.dim() > torch_rank:
        if x.shape[0] != 1:
            raise RuntimeError("ttnn: Unable to squeeze to desired rank!")
        x = x.squeeze(0)
    return x


# Products and norms.


def _matmul(a, b, transpose_a=False, transpose_b=False, *_, bias=None, activation=None, program_config=None, **__):
    a = a.transpose(-1, -2) if transpose_a else a
    b = b.transpose(-1, -2) if transpose_b else b
    output = a @ b.to(a.dtype)
    if bias is not None:
        output = output + (bias[0] if bias.dim() == 2 else bias)
    function = _goldens.for_activation(getattr(program_config, "fused_activation", None) or activation)
    output = output if function is None else function(output)
    while output.dim() > a.dim():
        output = output.squeeze(0)
    return output


def _without_bias(*args, bias=None, **kwargs):
    return _matmul(*args, **kwargs)


def _addmm(x, a, b, alpha=1.0, beta=1.0, out_tensor=None, **_):
    return torch.addmm(x, a, b, alpha=alpha, beta=beta, out=out_tensor)


def _softmax(x, dim=None, *_, **__):
    return torch.softmax(x, -1 if dim is None else dim)


def _scale_mask_softmax(x, scale=None, mask=None, *_, **kwargs):
    scale = kwargs.get("scalar", scale)
    mask = kwargs.get("attention_mask", mask)
    x = x.float() * (1.0 if scale is None else scale)
    return torch.softmax(x if mask is None else x + mask, dim=-1)


def _flat(weight, like):
    return None if weight is None else weight.squeeze().reshape(-1).to(like.dtype)


def _layer_norm(x, *_, epsilon=1e-12, residual_input_tensor=None, weight=None, bias=None, **__):
    x = x if residual_input_tensor is None else x + residual_input_tensor
    return F.layer_norm(x, (x.shape[-1],), _flat(weight, x), _flat(bias, x), eps=epsilon)


def _rms_norm(x, weight=None, *_, epsilon=1e-12, **__):
    x = x * torch.rsqrt(x.float().pow(2).mean(-1, keepdim=True) + epsilon)
    if weight is None:
        return x
    return weight * (x.to(weight.dtype) if weight.dtype in (torch.float16, torch.bfloat16) else x)


def _group_norm(x, *_, num_groups, epsilon=1e-05, weight=None, bias=None, memory_config=None, core_grid=None, **__):
    """Weight and bias come as the operation takes them: in parts for the cores that share the channels."""
    from ttnn.operations.normalization import get_group_norm_cores_across_channel

    spec = memory_config.shard_spec
    parts = get_group_norm_cores_across_channel(memory_config.memory_layout, core_grid, spec and spec.orientation)
    channels = x.shape[-1]

    def joined(each):
        return None if each is None else each.reshape(parts, -1)[:, : channels // parts].flatten().float()

    output = F.group_norm(x.permute(0, 3, 1, 2).float(), num_groups, joined(weight), joined(bias), eps=epsilon)
    return output.permute(0, 2, 3, 1)


# Attention.


def _heads(x, count):
    return x.reshape(x.shape[0], x.shape[-2], count, -1).permute(0, 2, 1, 3).contiguous()


def _split_heads(x, kv_input_tensor=None, *_, num_heads, num_kv_heads=None, transpose_key=True, **__):
    x = x if kv_input_tensor is None else torch.cat([x, kv_input_tensor], dim=-1)
    num_kv_heads = num_heads if num_kv_heads is None else num_kv_heads
    size = x.shape[-1] // (num_heads + 2 * num_kv_heads)
    counts = (num_heads, num_kv_heads, num_kv_heads)
    query, key, value = (_heads(part, count) for part, count in zip(x.split([size * n for n in counts], -1), counts))
    return query, key.transpose(-1, -2).contiguous() if transpose_key else key, value


def _separate_heads(x, kv, *_, num_heads, num_kv_heads=None, transpose_k_heads=True, **__):
    num_kv_heads = num_heads if num_kv_heads is None else num_kv_heads
    pairs = kv.split(kv.shape[-1] // (2 * num_kv_heads), dim=-1)
    key, value = (_heads(torch.concat(each, -1), num_kv_heads) for each in (pairs[::2], pairs[1::2]))
    return _heads(x, num_heads), key.transpose(-1, -2).contiguous() if transpose_k_heads else key, value


def _attention_softmax(x, *_, head_size=None, attention_mask=None, **__):
    x = x if head_size is None else x / math.sqrt(head_size)
    return torch.softmax(x if attention_mask is None else x + attention_mask, -1)


def _rotary_embedding(x, cos, sin, token_idx=None, *_, **__):
    if token_idx is not None:
        cos, sin = (each[:, :, token_idx : token_idx + 1] for each in (cos, sin))
    left, right = x.chunk(2, dim=-1)
    return x * cos + torch.cat((-right, left), dim=-1) * sin


# Images: the device has channels last, and rows and columns of all images as one dimension.


def _images(x, batch_size, height, width, channels):
    return x.reshape(batch_size, height, width, -1)[..., :channels].permute(0, 3, 1, 2)


def _rows(x):
    return x.permute(0, 2, 3, 1).reshape(1, 1, -1, x.shape[1])


def _padded(x, padding, value):
    top, bottom, left, right = padding
    return F.pad(x, (left, right, top, bottom), value=value)


def _max_pool2d(
    input_tensor, batch_size, input_h, input_w, channels, kernel_size, stride, padding, dilation=(1, 1), ceil_mode=False,
    return_indices=False, **_
):
    input_tensor = _images(input_tensor, batch_size, input_h, input_w, channels)
    if len(padding) == 4:
        input_tensor, padding = _padded(input_tensor, padding, float("-inf")), 0
    output, indices = F.max_pool2d(input_tensor, kernel_size, stride, padding, dilation, ceil_mode, return_indices=True)
    return (_rows(output), _rows(indices)) if return_indices else _rows(output)


def _avg_pool2d(
    input_tensor, batch_size, input_h, input_w, channels, kernel_size, stride, padding, ceil_mode=False, count_include_pad=True,
    divisor_override=None, **_
):
    input_tensor = _images(input_tensor, batch_size, input_h, input_w, channels)
    if len(padding) == 4:
        input_tensor, padding = _padded(input_tensor, padding, 0.0), 0
    return _rows(F.avg_pool2d(input_tensor, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override))


def _adaptive(function):
    def golden(input_tensor, batch_size, input_h, input_w, channels, output_size, *_, **__):
        return _rows(function(_images(input_tensor, batch_size, input_h, input_w, channels), tuple(output_size)))

    return golden


def _global_avg_pool2d(input_tensor, *_, **__):
    return input_tensor.mean(dim=(0, 1) if input_tensor.dim() == 2 else (-3, -2), keepdim=True)


def _conv2d(
    input_tensor, weight, in_channels, out_channels, batch_size, input_height, input_width, kernel_size, stride=1, padding=0,
    dilation=1, groups=1, *_, bias_tensor=None, conv_config=None, return_output_dim=False,
    return_weights_and_bias=False, **__
):
    input_tensor = _images(input_tensor, batch_size, input_height, input_width, in_channels).float()
    padding = [padding] * 4 if isinstance(padding, int) else list(padding)
    padding = [padding[0], padding[0], padding[1], padding[1]] if len(padding) == 2 else padding
    bias = None if bias_tensor is None else bias_tensor.reshape(-1).float()
    output = F.conv2d(_padded(input_tensor, padding, 0.0), weight.float(), bias, stride, 0, dilation, groups)
    function = _goldens.for_activation(getattr(conv_config, "activation", None) or None)
    output = _rows(output if function is None else function(output))
    return [output] if return_output_dim or return_weights_and_bias else output


def _upsample(input_tensor, scale_factor, mode="nearest", *_, **__):
    scale = scale_factor if isinstance(scale_factor, (int, float)) else tuple(scale_factor)
    return F.interpolate(input_tensor.permute(0, 3, 1, 2), scale_factor=scale, mode=mode).permute(0, 2, 3, 1)


def _grid_sample(
    input_tensor, grid, mode="bilinear", padding_mode="zeros", align_corners=False, batch_output_channels=False,
    grid_batching_factor=None, **_
):
    n, rows, columns, last = grid.shape
    points = columns * last // 2
    factor = grid_batching_factor or last // 2
    where = grid.reshape(n, rows, points, 2).float()
    output = F.grid_sample(input_tensor.permute(0, 3, 1, 2).float(), where, mode, padding_mode, align_corners)
    output = output.permute(0, 2, 3, 1).to(input_tensor.dtype)
    return output.reshape(n, rows, points // factor, -1) if batch_output_channels else output


def _rotate(input_tensor, angle, center=None, fill=0.0, expand=False, interpolation_mode="nearest", **_):
    """Counter-clockwise by degrees about the centre, which is in pixels."""
    n, height, width, _ = input_tensor.shape
    cx, cy = center if center is not None else (width / 2, height / 2)
    turn = math.radians(float(angle))
    columns, rows = torch.meshgrid(torch.arange(width) + 0.5 - cx, torch.arange(height) + 0.5 - cy, indexing="xy")
    from_x = math.cos(turn) * columns - math.sin(turn) * rows + cx
    from_y = math.sin(turn) * columns + math.cos(turn) * rows + cy
    grid = torch.stack((from_x * 2 / width - 1, from_y * 2 / height - 1), -1).expand(n, -1, -1, -1)
    image = torch.cat((input_tensor.float(), torch.ones(n, height, width, 1)), -1).permute(0, 3, 1, 2)
    output = F.grid_sample(image, grid, interpolation_mode, "zeros", False).permute(0, 2, 3, 1)
    output, seen = output[..., :-1], output[..., -1:]
    if interpolation_mode == "nearest":
        return torch.where(seen < 0.5, torch.tensor(float(fill)), output).to(input_tensor.dtype)
    return (output * seen + (1.0 - seen) * fill).to(input_tensor.dtype)


GOLDENS = {
    name: _same
    for name in """to_device from_device to_memory_config to_layout to_dtype typecast clone reallocate move untilize
    tilize tilize_with_val_padding tilize_with_zero_padding fill_implicit_tile_padding interleaved_to_sharded
    sharded_to_interleaved reshard""".split()
}
GOLDENS.update((name, _reduction(name)) for name in "mean sum max min var std argmax prod".split())
GOLDENS.update(
    {
        "Tensor.__getitem__": _getitem,
        "topk": _topk,
        "pad": _pad,
        "permute": lambda x, dims, *_, **__: torch.permute(x, tuple(dims)),
        "concat": _concat,
        "gather": _gather,
        "repeat_interleave": lambda x, repeats, dim=0, *_, **__: torch.repeat_interleave(x, repeats, dim=dim),
        "repeat": _repeat,
        "slice": _slice,
        "transpose": lambda x, dim1, dim2, *_, **__: torch.transpose(x, dim1, dim2),
        "stack": lambda tensors, dim, *_, **__: torch.stack(list(tensors), dim),
        "split": lambda x, split_size, dim=0, *_, **__: list(torch.split(x, split_size, dim=dim)),
        "chunk": lambda x, chunks, dim=0, *_, **__: list(torch.chunk(x, chunks, dim=dim)),
        "squeeze": _squeeze,
        "unsqueeze": lambda x, dim, *_, **__: torch.unsqueeze(x, dim),
        "narrow": lambda x, dim, start, length, *_, **__: torch.narrow(x, dim, start, length),
        "view": lambda x, shape, *_, **__: x.reshape(list(shape)),
        "reshape": lambda x, shape, *_, **__: x.reshape(list(shape)).contiguous().clone(),
        "reshape_on_device": lambda x, *shape, **__: x.reshape([int(each) for each in shape[:4]]),
        "expand": lambda x, output_shape, *_, **__: x.expand(list(output_shape)),
        "roll": _roll,
        "scatter": _scattering("scatter"),
        "scatter_add": _scattering("scatter_add"),
        "index_fill": _scattering("index_fill"),
        "indexed_fill": _indexed_fill,
        "tosa_gather": lambda x, index, *_, **__: torch.gather(x, 1, _of_channels(x, index)),
        "tosa_scatter": lambda x, index, src, *_, **__: torch.scatter(x, 1, _of_channels(x, index), src),
        "plus_one": _plus_one,
        "fold": _fold,
        "untilize_with_unpadding": lambda x, end, *_, **__: x[tuple(slice(0, int(each) + 1) for each in end)],
        "fill_cache": _fill_cache,
        "update_cache": _update_cache,
        "kv_cache.fill_cache_for_user_": _fill_cache,
        "kv_cache.update_cache_for_token_": _update_cache,
        "experimental.slice_write": _slice_write,
        "interleaved_to_sharded_partial": _interleaved_to_sharded_partial,
        "sharded_to_interleaved_partial": _sharded_to_interleaved_partial,
        "bcast": _bcast,
        "zeros_like": lambda x, *_, **__: torch.zeros_like(x),
        "ones_like": lambda x, *_, **__: torch.ones_like(x),
        "full_like": lambda x, value, dtype=None, *_, **__: torch.full_like(x, value, dtype=_torch_dtype(dtype)),
        "zeros": lambda shape, *_, **__: torch.zeros(tuple(shape)),
        "ones": lambda shape, *_, **__: torch.ones(tuple(shape)),
        "full": lambda shape, fill_value, *_, **__: torch.full(tuple(shape), fill_value=fill_value),
        "arange": _arange,
        "fill_rm": _corner,
        "fill_ones_rm": lambda *args, **__: _corner(*args[:6]),
        "from_buffer": lambda buffer, shape, dtype, *_, **__: torch.as_tensor(buffer, dtype=_torch_dtype(dtype)).reshape(list(shape)),
        "from_torch": _from_torch,
        "to_torch": _to_torch,
        "embedding": lambda x, weight, *_, **__: F.embedding(x.to(torch.int64), weight),
        "matmul": _without_bias,
        "linear": _matmul,
        "addmm": _addmm,
        "softmax": _softmax,
        "softmax_in_place": _softmax,
        "scale_mask_softmax": _scale_mask_softmax,
        "scale_mask_softmax_in_place": _scale_mask_softmax,
        "scale_causal_mask_hw_dims_softmax_in_place": _scale_mask_softmax,
        "layer_norm": _layer_norm,
        "rms_norm": _rms_norm,
        "group_norm": _group_norm,
        "split_query_key_value_and_split_heads": _split_heads,
        "create_qkv_heads_from_separate_tensors": _separate_heads,
        "attention_softmax": _attention_softmax,
        "attention_softmax_": _attention_softmax,
        "concatenate_heads": lambda x, *_, **__: x.permute(0, 2, 1, 3).flatten(-2).contiguous(),
        "experimental.rotary_embedding": _rotary_embedding,
        "max_pool2d": _max_pool2d,
        "avg_pool2d": _avg_pool2d,
        "adaptive_avg_pool2d": _adaptive(F.adaptive_avg_pool2d),
        "adaptive_max_pool2d": _adaptive(F.adaptive_max_pool2d),
        "global_avg_pool2d": _global_avg_pool2d,
        "conv2d": _conv2d,
        "upsample": _upsample,
        "grid_sample": _grid_sample,
        "rotate": _rotate,
    }
)
