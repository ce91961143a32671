"""What operations compute, said with torch: goldens, found by the name of the operation.

Most operations have the name of a function of torch; tables say the rest. Goldens take what their operations take
and leave alone what says only where and how the device works (`device`, `memory_config` ...).
"""

import torch
import torch.nn.functional as F

_HOMES = (torch, F, torch.special)

#: One tensor in, the function of torch by the same name, its parameters by position and by name.
_UNARY = {
    name: ()
    for name in """abs angle asin asinh acos acosh atan atanh bitwise_not ceil conj cos cosh deg2rad digamma erf erfc
    erfinv exp exp2 expm1 floor frac hardsigmoid hardswish i0 i1 imag isfinite isinf isnan isneginf isposinf lgamma log
    log10 log1p log2 logical_not neg rad2deg real reciprocal relu relu6 rsqrt selu sigmoid sign signbit silu sin sinh
    softsign sqrt square tan tanh tanhshrink trunc""".split()
}
_UNARY.update(
    celu=("alpha",),
    clamp=("min", "max"),
    clip=("min", "max"),
    elu=("alpha",),
    glu=("dim",),
    hardshrink=("lambd",),
    hardtanh=("min_val", "max_val"),
    leaky_relu=("negative_slope",),
    round=("decimals",),
    softplus=("beta", "threshold"),
    softshrink=("lambd",),
    threshold=("threshold", "value"),
    tril=("diagonal",),
    triu=("diagonal",),
)

#: Two values in, the function of torch by the same name.
_BINARY = frozenset(
    """atan2 bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor eq floor_divide gcd ge gt hypot
    lcm ldexp le logaddexp logaddexp2 logical_and logical_or logical_xor lt maximum minimum ne nextafter pow xlogy
    """.split()
)

#: These write into their first argument, which keeps its type.
_IN_PLACE = frozenset("eq_ ne_ gt_ ge_ lt_ le_ logical_and_ logical_or_ logical_xor_ logical_not_".split())

_OTHER_NAMES = {
    "floor_div": "floor_divide",
    "log_sigmoid": "logsigmoid",
    "logical_left_shift": "bitwise_left_shift",
    "identity": "clone",
    "sigmoid_accurate": "sigmoid",
    "swish": "silu",
    "subtract": "sub",
    "multiply": "mul",
    "divide": "div",
}

#: Out of the domain, where torch gives NaN, the device gives an infinity in bfloat16.
_DOMAINS = {
    "asin": lambda x: (x < -1) | (x > 1),
    "acos": lambda x: (x < -1) | (x > 1),
    "acosh": lambda x: x < 1,
    "atanh": lambda x: (x <= -1) | (x >= 1),
}


def of(name):
    """The golden of `name`, which is without the leading ttnn, or None."""
    from ttnn import _goldens_shaped

    short = name.rpartition(".")[2]
    for table, key in ((_SPECIAL, name), (_goldens_shaped.GOLDENS, name), (_goldens_shaped.GOLDENS, short)):
        if key in table:
            return table[key]
    if short in _IN_PLACE:
        return lambda a, *rest, **_: getattr(a, short)(*rest[:1])
    if short.endswith("_bw"):
        forward = _forward_of(short[:-3])
        return forward and _backward(forward, _AFTER_BACKWARD.get(short))
    if short.endswith("_"):
        return of(short[:-1])
    if short in _DOMAINS:
        return _within(_of_torch(short), _DOMAINS[short])
    short = _OTHER_NAMES.get(short, short)
    if short in _BINARY:
        return _binary(_of_torch(short))
    return _unary(_of_torch(short), _UNARY.get(short, ())) if short in _UNARY or short in ("clone", "logsigmoid") else None


def for_activation(activation):
    """The function of torch of an activation: its name, its UnaryOpType, or a UnaryWithParam."""
    if activation is None:
        return None
    if not isinstance(activation, str):
        activation = getattr(activation, "op_type", activation).name.lower()
    if activation == "gelu_tanh":
        return lambda x: F.gelu(x, approximate="tanh")
    name = activation[: -len("_approx")] if activation.endswith("_approx") else activation
    found = of(name)
    if found is None:
        raise RuntimeError("Unsupported activation: %s" % activation)
    return found


def activated(output, activations):
    for each in activations or ():
        output = for_activation(each)(output)
    return output


def _of_torch(name):
    return next((getattr(home, name) for home in _HOMES if hasattr(home, name)), None)


def _unary(function, parameters):
    def golden(x, *args, **kwargs):
        given = dict(zip(parameters, args))
        given.update((each, kwargs[each]) for each in parameters if each in kwargs)
        return function(x, **{key: value for key, value in given.items() if value is not None})

    return golden


def _binary(function):
    # Those of torch that take tensors only are given scalars as tensors.
    def golden(a, b=None, *_, **kwargs):
        b = kwargs.get("exponent", kwargs.get("value")) if b is None else b
        try:
            return function(a, b)
        except TypeError:
            return function(a, _like(b, a))

    return golden


def _within(function, outside):
    def golden(x, *_, **__):
        output = function(x)
        return output.masked_fill_(outside(x), float("inf")) if x.dtype == torch.bfloat16 else output

    return golden


def _like(value, tensor):
    return value if torch.is_tensor(value) else torch.tensor(value, dtype=tensor.dtype)


def _arithmetic(function):
    def golden(a, b, *_, activations=None, alpha=None, **__):
        return activated(function(a, b) if alpha is None else function(a, b, alpha=alpha), activations)

    return golden


def _scaled(function):
    def golden(a, b, alpha=None, *_, **__):
        return function(a, b) if alpha is None else function(a, b, alpha=alpha)

    return golden


def _in_float32(function):
    """A bfloat16 and a scalar: computed in float32, rounded once."""

    def golden(a, b, *_, **__):
        if torch.is_tensor(b) or a.dtype != torch.bfloat16:
            return function(a, b)
        return function(a.float(), b).bfloat16()

    return golden


def _div(a, b, rounding_mode=None, *_, **__):
    return torch.div(a, b, rounding_mode=rounding_mode)


def _rdiv(a, value, *_, rounding_mode=None, **__):
    return torch.div(torch.full_like(a, value), a, rounding_mode=rounding_mode)


def _div_no_nan(a, b, *_, **__):
    if torch.is_tensor(b):
        return torch.where(b == 0, 0, a / b)
    return torch.zeros_like(a) if b == 0 else a / b


def _mac(a, b, c, *_, **__):
    """One rounding at the end, as the device has it."""
    kept = next(each.dtype for each in (a, b, c) if torch.is_tensor(each))
    a, b, c = (each.float() if torch.is_tensor(each) else each for each in (a, b, c))
    return (a * b + c).to(kept)


def _gelu(x, *_, variant=None, approximate=None, **__):
    tanh = approximate == "tanh" or getattr(variant, "name", None) == "Tanh"
    return F.gelu(x, approximate="tanh" if tanh else "none")


def _hardmish(x, *_, **__):
    output = x.float() * torch.clamp(x.float() * 0.5 + 1.0, min=0.0, max=1.0)
    # The device cuts a bfloat16, it does not round it.
    return (output.view(torch.int32) >> 16).to(torch.int16).view(torch.bfloat16) if x.dtype == torch.bfloat16 else output


def _logit(x, *_, eps=None, **__):
    if eps is None or eps <= 0.5:
        return torch.special.logit(x, eps=eps)
    x = torch.clamp(x, 1.0 - eps, eps)
    return torch.log(x / (1.0 - x))


def _xielu(x, *_, alpha_p=0.8, alpha_n=0.8, **__):
    wide = x.float()
    negative = alpha_n * (torch.expm1(wide.clamp(max=-1e-6)) - wide) + 0.5 * wide
    return torch.where(wide > 0, (alpha_p * wide + 0.5) * wide, negative).to(x.dtype)


def _multigammaln(x, *_, **__):
    return sum(torch.lgamma(x - each) for each in (0.0, 0.5, 1.0, 1.5)) + 3.434189657547


def _gated(function):
    def golden(x, dim=-1, *_, **__):
        left, gate = x.chunk(2, dim=dim)
        return left * function(gate)

    return golden


def _situ_glu(gate, up, beta1, beta2, *_, **__):
    gate, up = gate.float(), up.float()
    return beta1 * torch.tanh(gate / beta1) * torch.sigmoid(gate) * beta2 * torch.tanh(up / beta2)


def _polyval(x, coeffs, *_, **__):
    output = 0.0
    for each in coeffs:
        output = output * x + each
    return output


def _outer(a, b, *_, **__):
    return torch.outer(a, b) if a.dim() == b.dim() == 1 else torch.einsum("...i,...j->...ij", a, b)


def _lerp(a, b, weight, *_, **__):
    return torch.lerp(a, b.to(a.dtype), weight.to(a.dtype) if torch.is_tensor(weight) else weight)


def _isclose(a, b, *_, rtol=1e-05, atol=1e-08, equal_nan=False, **__):
    return torch.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def _alt_complex_rotate90(x, *_, **__):
    pairs = x.reshape(*x.shape[:-1], -1, 2)
    return torch.stack((-pairs[..., 1], pairs[..., 0]), dim=-1).flatten(-2)


def _normalized(dims):
    def golden(x, *_, **__):
        over = [each % x.dim() for each in dims]
        return (x - x.mean(over, keepdim=True)) / x.std(over, keepdim=True)

    return golden


def _value(function):
    def golden(a, b, c, *_, value=1, **__):
        return function(a, b, c, value=value)

    return golden


def _loss(kind):
    return lambda a, b, *_, reduction="none", **__: kind(reduction=reduction)(a, b)


_SPECIAL = {
    "add": _arithmetic(torch.add),
    "subtract": _arithmetic(torch.sub),
    "multiply": _arithmetic(torch.mul),
    "rsub": _arithmetic(lambda a, b: b - a),
    "div": _div,
    "divide": _div,
    "rdiv": _rdiv,
    "div_no_nan": _div_no_nan,
    "fmod": _in_float32(torch.fmod),
    "remainder": _in_float32(torch.remainder),
    "addalpha": _scaled(torch.add),
    "subalpha": _scaled(torch.sub),
    "bias_gelu": lambda a, b, *_, **__: F.gelu(a + b),
    "squared_difference": lambda a, b, *_, **__: torch.square(a - b),
    "isclose": _isclose,
    "prelu": lambda a, b, *_, **__: F.prelu(a, weight=_like(b, a)),
    "logical_right_shift": lambda a, b, *_, **__: ((a.to(torch.int64) & 0xFFFFFFFF) >> b).to(torch.int32),
    "outer": _outer,
    "polyval": _polyval,
    "situ_glu": _situ_glu,
    "gelu": _gelu,
    "hardmish": _hardmish,
    "mish": lambda x, *_, **__: F.mish(x.float()),
    "cbrt": lambda x, *_, **__: torch.sgn(x) * torch.pow(torch.abs(x), 1.0 / 3),
    "logit": _logit,
    "multigammaln": _multigammaln,
    "xielu": _xielu,
    "softcap": lambda x, beta, *_, **__: beta * torch.tanh(x.float() / beta),
    "eqz": lambda x, *_, **__: torch.eq(x, 0),
    "nez": lambda x, *_, **__: torch.ne(x, 0),
    "gez": lambda x, *_, **__: torch.ge(x, 0),
    "gtz": lambda x, *_, **__: torch.gt(x, 0),
    "lez": lambda x, *_, **__: torch.le(x, 0),
    "ltz": lambda x, *_, **__: torch.lt(x, 0),
    "relu_min": lambda x, lower_limit, *_, **__: torch.max(x, torch.tensor(lower_limit)),
    "relu_max": lambda x, upper_limit, *_, **__: torch.relu(torch.min(x, torch.tensor(upper_limit))),
    "heaviside": lambda x, value, *_, **__: torch.heaviside(x, _like(value, x)),
    "fill": lambda x, fill_value, *_, **__: torch.full_like(x, fill_value),
    "polygamma": lambda x, k, *_, **__: torch.special.polygamma(k, x),
    "rpow": lambda x, exponent, *_, **__: torch.pow(exponent, x),
    "bitcast": lambda x, dtype, *_, **__: x.view(dtype),
    "reglu": _gated(F.relu),
    "geglu": _gated(F.gelu),
    "swiglu": _gated(F.silu),
    "normalize_global": _normalized((0, 1, 2, 3)),
    "normalize_hw": _normalized((-2, -1)),
    "alt_complex_rotate90": _alt_complex_rotate90,
    "polar": lambda x, *_, **__: torch.polar(x.real, x.imag),
    "is_real": lambda x, *_, **__: x.imag == 0,
    "is_imag": lambda x, *_, **__: x.real == 0,
    "addcmul": _value(torch.addcmul),
    "addcdiv": _value(torch.addcdiv),
    "lerp": _lerp,
    "mac": _mac,
    "where": lambda a, b, c, *_, **__: torch.where(a, b, c),
    "l1_loss": _loss(torch.nn.L1Loss),
    "mse_loss": _loss(torch.nn.MSELoss),
    "assign_bw": lambda grad, a, b=None, *_, **__: [grad] if b is None else [grad, grad],
    "fill_zero_bw": lambda grad, *_, **__: [torch.zeros_like(grad)],
}


# Gradients: what autograd says of the forward function.

_FORWARD = {
    "add": _SPECIAL["add"],
    "sub": _SPECIAL["subtract"],
    "mul": _SPECIAL["multiply"],
    "rsub": _SPECIAL["rsub"],
    "bias_gelu": lambda a, b, value="none", *_, **__: F.gelu(a + b, approximate=value),
    "div": lambda a, b, value=None, *_, rounding_mode=None, **__: _div(a, b, value or rounding_mode),
    "rdiv": lambda a, b, value=None, *_, rounding_mode=None, **__: _rdiv(a, b, rounding_mode=value or rounding_mode),
    "div_no_nan": lambda a, b, *_, **__: torch.where(torch.tensor(b) == 0, torch.zeros_like(a), a / b),
    "concat": lambda a, b, dim=0, *_, **__: torch.concat((a, b), dim=dim or 0),
    "fill": lambda x, *_, value=2.0, **__: torch.fill(x, value),
    "fmod": lambda a, b, *_, **__: torch.fmod(a, b),
    "remainder": lambda a, b, *_, **__: torch.remainder(a, b),
    "logit": lambda x, *_, **__: torch.logit(x),
    "logiteps": lambda x, eps=None, *_, **__: torch.logit(x, eps=eps),
    "max": lambda a, b, *_, **__: torch.max(a, b),
    "min": lambda a, b, *_, **__: torch.min(a, b),
    "multigammaln": lambda x, *_, **__: torch.mvlgamma(x, 4),
    "pow": lambda x, exponent, *_, **__: torch.pow(x, exponent),
    # Its base is the tensor, as upstream has it.
    "rpow": lambda x, exponent, *_, **__: torch.pow(x, exponent),
    "repeat": lambda x, sizes, *_, **__: x.repeat(sizes),
    "addcmul": lambda a, b, c, value=1, *_, **__: torch.addcmul(a, b, c, value=value),
    "addcdiv": lambda a, b, c, value=1, *_, **__: torch.addcdiv(a, b, c, value=value),
    "lerp": lambda a, b, weight, *_, **__: torch.lerp(a, b, weight),
}


def _forward_of(name):
    if name in _FORWARD:
        return _FORWARD[name]
    if name in _DOMAINS:
        return _unary(_of_torch(name), ())
    return of(name)


def _backward(forward, after):
    def golden(grad, *args, **kwargs):
        inputs = [each for each in args if torch.is_tensor(each)]
        wanted = [each for each in inputs if each.requires_grad]
        if not wanted:
            wanted = [each.requires_grad_(True) for each in inputs if each.is_floating_point() or each.is_complex()]
        for each in wanted:
            each.retain_grad()
        forward(*args, **kwargs).backward(gradient=grad)
        gradients = [each.grad for each in wanted]
        if after is not None:
            gradients[0] = after(gradients[0], *args, **kwargs)
        return [torch.cat((each.real, each.imag), dim=-1) if torch.is_complex(each) else each for each in gradients]

    return golden


def _as_the_sfpu(gradient, *_, device=None, **__):
    if device is None:
        return gradient
    return torch.nan_to_num(gradient, nan=device.sfpu_nan(), posinf=device.sfpu_inf(), neginf=-device.sfpu_inf())


def _of_negatives(gradient, x, exponent, *_, **__):
    return gradient.masked_fill(x < 0, float("inf")) if exponent != 0 else gradient


_AFTER_BACKWARD = {
    "acosh_bw": _as_the_sfpu,
    "div_no_nan_bw": lambda gradient, *_, **__: torch.nan_to_num(gradient, posinf=float("inf"), neginf=float("-inf")),
    "pow_bw": _of_negatives,
}
