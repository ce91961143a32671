"""The parameters of models of torch as tensors of the device, under the names that they have in the model."""

import inspect
import pickle
import shutil
import subprocess

import torch

import ttnn
from ttnn.dot_access import make_dot_access_dict

torch_dtype_to_ttnn_dtype = {
    torch.uint8: ttnn.uint8,
    torch.int8: ttnn.int8,
    torch.int16: ttnn.uint16,
    torch.int32: ttnn.int32,
    torch.int64: ttnn.uint32,
    torch.bfloat16: ttnn.bfloat16,
    torch.float32: ttnn.bfloat16,
    torch.float64: ttnn.bfloat16,
}


# Parameters as operations want them.


def preprocess_linear_weight(weight, *, dtype, layout=ttnn.TILE_LAYOUT, weights_mesh_mapper=None):
    return ttnn.from_torch(weight.T.contiguous(), dtype=dtype, layout=layout, mesh_mapper=weights_mesh_mapper)


def preprocess_linear_bias(bias, *, dtype, layout=ttnn.TILE_LAYOUT, weights_mesh_mapper=None):
    return ttnn.from_torch(bias.reshape((1, -1)), dtype=dtype, layout=layout, mesh_mapper=weights_mesh_mapper)


def preprocess_layernorm_parameter(parameter, *, dtype, layout=ttnn.TILE_LAYOUT):
    return ttnn.from_torch(parameter.reshape((1, -1)), dtype=dtype, layout=layout)


def preprocess_embedding_weight(weight, *, dtype):
    return ttnn.from_torch(weight, dtype=dtype)


def fold_batch_norm2d_into_conv2d(conv, bn):
    """Weight and bias of a convolution that does what the two did one after the other."""
    if not bn.track_running_stats:
        raise RuntimeError("BatchNorm2d must have track_running_stats=True to be folded into Conv2d")
    scale = bn.weight / torch.sqrt(bn.running_var + bn.eps)
    shift = bn.bias - bn.running_mean * scale
    weight = conv.weight * scale[:, None, None, None]
    return weight, shift if conv.bias is None else shift + conv.bias * scale


# Where they are kept.


class ParameterList(list):
    def __repr__(self):
        return _text(self, "")

    def __contains__(self, index):
        return index < len(self)


class ParameterDict(dict):
    __getattr__ = dict.__getitem__
    __delattr__ = dict.__delitem__

    def __repr__(self):
        return _text(self, "")


class ModuleArgs(dict):
    """How a module of torch was made, and the shape that it was called with."""

    __getattr__ = dict.__getitem__
    __delattr__ = dict.__delitem__


class Conv2dArgs(ModuleArgs):
    pass


class ConvTranspose2dArgs(ModuleArgs):
    pass


class MaxPool2dArgs(ModuleArgs):
    pass


class GroupNormArgs(ModuleArgs):
    pass


def make_parameter_dict(dictionary):
    if isinstance(dictionary, ParameterDict):
        return dictionary
    return ParameterDict(
        (key, make_parameter_dict(value) if isinstance(value, dict) and not isinstance(value, ModuleArgs) else value)
        for key, value in dictionary.items()
    )


def _text(value, indent):
    if isinstance(value, (ParameterDict, ModuleArgs)):
        return _lines("{", "}", ["%s: %s" % (key, _text(each, indent + "  ")) for key, each in value.items()], indent)
    if isinstance(value, ParameterList):
        return _lines("[", "]", [_text(each, indent + "  ") for each in value], indent)
    if isinstance(value, ttnn.Tensor):
        return "ttnn.Tensor(shape=%s, layout=%s, dtype=%s)" % (value.shape, value.layout, value.dtype)
    if isinstance(value, torch.Tensor):
        return "torch.Tensor(shape=%s, dtype=%s)" % (value.shape, value.dtype)
    return repr(value)


def _lines(begin, end, texts, indent):
    if not texts:
        return begin + end
    return begin + "\n" + ",\n".join(indent + "  " + each for each in texts) + "\n" + indent + end


def move_to_device(object, device):
    """Sends every tensor within it to the device."""
    if isinstance(object, (ParameterDict, ParameterList)):
        for key, value in list(object.items() if isinstance(object, ParameterDict) else enumerate(object)):
            object[key] = move_to_device(value, device)
        return object
    return ttnn.to_device(object, device) if isinstance(object, ttnn.Tensor) else object


# From modules to parameters.


def default_preprocessor(model, name, ttnn_module_args):
    """The parameters of modules that operations have their own wishes for; of others nothing."""
    if isinstance(model, torch.nn.Linear):
        made = {"weight": preprocess_linear_weight(model.weight, dtype=ttnn.bfloat16)}
        if model.bias is not None:
            made["bias"] = preprocess_linear_bias(model.bias, dtype=ttnn.bfloat16)
    elif isinstance(model, torch.nn.LayerNorm):
        made = {
            "weight": preprocess_layernorm_parameter(model.weight, dtype=ttnn.bfloat16),
            "bias": preprocess_layernorm_parameter(model.bias, dtype=ttnn.bfloat16),
        }
    elif isinstance(model, torch.nn.Embedding):
        made = {"weight": preprocess_embedding_weight(model.weight, dtype=ttnn.bfloat16)}
    else:
        made = {}
    return make_parameter_dict(made)


def convert_torch_model_to_ttnn_model(model, *, convert_to_ttnn, custom_preprocessor, name, ttnn_module_args):
    """The parameters of a module and of its children."""

    def of_child(child, key, full_name):
        try:
            arguments = None if ttnn_module_args is None else ttnn_module_args[key]
        except (KeyError, IndexError):
            arguments = None
        return convert_torch_model_to_ttnn_model(
            child,
            convert_to_ttnn=convert_to_ttnn,
            custom_preprocessor=custom_preprocessor,
            name=full_name,
            ttnn_module_args=arguments,
        )

    def full(key):
        return "%s.%s" % (name, key) if name else key

    if isinstance(model, torch.nn.ModuleList):
        return ParameterList(of_child(each, i, str(full(str(i)))) for i, each in enumerate(model.children()))
    if custom_preprocessor is not None:
        found = _custom(custom_preprocessor, model, name, ttnn_module_args, convert_to_ttnn)
        if found:
            return make_parameter_dict(found)
    children = list(model.named_children())
    parameters, whole = _own_parameters(model, name, convert_to_ttnn, ttnn_module_args, len(children))
    if whole:
        return parameters
    for key, child in children:
        key = int(key) if key.isdigit() else key
        found = of_child(child, key, full(key))
        if found:
            parameters[key] = found
    return parameters


def _custom(preprocessor, model, name, ttnn_module_args, convert_to_ttnn):
    names = list(inspect.signature(preprocessor).parameters)
    if len(names) < 2:
        raise RuntimeError("Custom preprocessor must have at least two parameters: model and name")
    known = {"ttnn_module_args": ttnn_module_args, "convert_to_ttnn": convert_to_ttnn}
    for each in names[2:]:
        if each not in known:
            raise RuntimeError("Unsupported parameter: %s" % each)
    return preprocessor(model, name, **{each: known[each] for each in names[2:]})


def _own_parameters(model, name, convert_to_ttnn, ttnn_module_args, children):
    """The parameters of the module itself, and whether they say all of it."""
    own = {key: value for key, value in model.named_parameters(recurse=False)}
    if not convert_to_ttnn(model, name):
        if isinstance(model, torch.nn.Linear):
            own["weight"] = model.weight.T.contiguous()
        return make_parameter_dict(own), False
    usual = default_preprocessor(model, name, ttnn_module_args)
    if usual:
        if len(usual) != children + len(own):
            raise RuntimeError("Not all children or parameters were converted using default_preprocessor_parameters!")
        return usual, True
    converted = {key: ttnn.from_torch(each, dtype=torch_dtype_to_ttnn_dtype[each.dtype]) for key, each in own.items()}
    return make_parameter_dict(converted), False


def preprocess_remaining_children_and_parameters(
    model, name, convert_to_ttnn, custom_preprocessor, parameters, ttnn_module_args, *, already_preprocessed_children
):
    """Adds to `parameters` those of the children that a custom preprocessor has left."""
    for key, child in list(model.named_children()) + list(model.named_parameters(recurse=False)):
        if key not in already_preprocessed_children:
            parameters[key] = convert_torch_model_to_ttnn_model(
                child,
                name=name,
                convert_to_ttnn=convert_to_ttnn,
                custom_preprocessor=custom_preprocessor,
                ttnn_module_args=None if ttnn_module_args is None else ttnn_module_args.get(key),
            )
    return parameters


# What modules were called with.

_CONVOLUTION = "in_channels out_channels kernel_size stride padding dilation groups padding_mode".split()
_OF_CONVOLUTIONS = dict(
    math_fidelity=ttnn.MathFidelity.HiFi4,
    dtype=ttnn.bfloat16,
    weights_dtype=ttnn.bfloat16,
    use_1d_systolic_array=True,
    enable_auto_formatting=False,
    conv_blocking_and_parallelization_config_override={},
)
#: Kind of module: its class here, what is read of it, what is set.
_KINDS = (
    (torch.nn.Conv2d, Conv2dArgs, _CONVOLUTION, _OF_CONVOLUTIONS),
    (torch.nn.ConvTranspose2d, ConvTranspose2dArgs, _CONVOLUTION + ["output_padding"], _OF_CONVOLUTIONS),
    (torch.nn.MaxPool2d, MaxPool2dArgs, "kernel_size stride padding dilation".split(), dict(dtype=ttnn.bfloat16)),
    (torch.nn.GroupNorm, GroupNormArgs, "num_groups num_channels eps affine".split(), dict(dtype=ttnn.bfloat16)),
)


def infer_ttnn_module_args(*, model, run_model, device):
    """Runs the model and gives, by the names of its modules, how each was made and the shape that it was called with."""
    if run_model is None:
        return None
    found = {}

    def hook(path):
        def heard(module, inputs, output):
            inner = found
            for each in path[:-1]:
                inner = inner.setdefault(each, {})
            arguments = _module_args(module, inputs, device)
            inner.setdefault(path[-1], {} if arguments is None else arguments)

        return heard

    modules = [(name.split("."), module) for name, module in model.named_modules()]
    hooks = [module.register_forward_hook(hook(["", *path] if path != [""] else path)) for path, module in modules]
    try:
        run_model(model)
    finally:
        for each in hooks:
            each.remove()
    _number_children(found)
    return make_dot_access_dict(found, ignore_types=(ModuleArgs,))[""]


def _number_children(found):
    # Children by number come under the number too, like those of a torch.nn.Sequential.
    for key, value in list(found.items()):
        if not isinstance(value, ModuleArgs):
            _number_children(value)
        if key.isdigit():
            found[int(key)] = value


def _module_args(module, inputs, device):
    for kind, made, read, fixed in _KINDS:
        if isinstance(module, kind):
            shape = tuple(inputs[0].shape)
            arguments = {each: getattr(module, each) for each in read}
            if kind is torch.nn.MaxPool2d:
                arguments["input_channels"] = shape[1]
            arguments.update(batch_size=shape[0], input_height=shape[-2], input_width=shape[-1], **fixed)
            if fixed is _OF_CONVOLUTIONS:
                arguments["device"] = device
            return made(arguments)
    return None


def merge_ttnn_module_args_into_parameters(parameters, ttnn_module_args, path=()):
    if isinstance(ttnn_module_args, ModuleArgs):
        ttnn_module_args.pop("device", None)
        parameters["ttnn_module_args"] = ttnn_module_args
        return parameters
    for key, value in parameters.items() if isinstance(parameters, dict) else enumerate(parameters):
        if key in ttnn_module_args and isinstance(value, (dict, ParameterList)):
            merge_ttnn_module_args_into_parameters(value, ttnn_module_args[key], (*path, str(key)))
    return parameters


# The cache: a directory a model, a directory a module, a file a parameter.


def git_hash():
    """The commit of the directory, which is the usual version of a cached model; None without one."""
    try:
        return subprocess.check_output(["git", "rev-parse", "--short", "HEAD"], stderr=subprocess.DEVNULL).decode("ascii").strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def _load_parameters(directory):
    loaded = {}
    for path in directory.glob("*"):
        name = int(path.stem) if path.stem.isdigit() else path.stem
        if path.is_dir():
            inner = _load_parameters(path)
            numbered = inner and all(isinstance(key, int) for key in inner)
            loaded[name] = ParameterList(inner[key] for key in sorted(inner)) if numbered else inner
        elif path.suffix == ".tensorbin":
            loaded[name] = ttnn.load_tensor(str(path))
        elif path.suffix == ".pt":
            loaded[name] = torch.load(path)
        elif path.suffix == ".max_pool2d_module_args":
            loaded[name] = MaxPool2dArgs(pickle.loads(path.read_bytes()))
        elif path.name != "version.txt":
            raise RuntimeError("Unrecognized file extension!")
    return ParameterDict(loaded)


def _dump_parameters(directory, parameters):
    directory.mkdir(parents=True)
    for name, value in parameters.items() if isinstance(parameters, dict) else enumerate(parameters):
        path = directory / str(name)
        if isinstance(value, (ParameterDict, ParameterList)):
            _dump_parameters(path, value)
        elif isinstance(value, ttnn.Tensor):
            ttnn.dump_tensor("%s.tensorbin" % path, value)
        elif isinstance(value, torch.Tensor):
            torch.save(value, "%s.pt" % path)
        elif isinstance(value, MaxPool2dArgs):
            directory.joinpath("%s.max_pool2d_module_args" % name).write_bytes(pickle.dumps(dict(value)))
        else:
            raise RuntimeError("Unsupported type: %s" % type(value))


def _cached(model_name, version, make, can_make):
    directory = ttnn.CONFIG.model_cache_path / model_name.replace("/", "_")
    version = git_hash() if version is None else version
    kept = directory / "version.txt"
    if kept.exists() and kept.read_text() == str(version):
        return _load_parameters(directory)
    if not can_make:
        raise RuntimeError('Cached weights for the model %s (version "%s") don\'t exist' % (model_name, version))
    made = make()
    if directory.exists():
        shutil.rmtree(directory)
    _dump_parameters(directory, made)
    kept.write_text(str(version))
    return made


# The way in.


def preprocess_model(
    *,
    model_name=None,
    version=None,
    initialize_model=None,
    convert_to_ttnn=None,
    custom_preprocessor=None,
    device=None,
    prefix="",
    run_model=None,
    reader_patterns_cache=None,
):
    """The parameters of the model that `initialize_model` makes, on the device if one is given.

    `convert_to_ttnn(module, name)` says whose parameters become tensors of the device; `custom_preprocessor(module,
    name)` gives the parameters of modules that want their own way. With `model_name` and CONFIG.enable_model_cache
    they are kept for the next time. `run_model` adds how modules were called.
    """

    def make():
        model = initialize_model()
        model.eval()
        arguments = infer_ttnn_module_args(model=model, run_model=run_model, device=device)
        parameters = convert_torch_model_to_ttnn_model(
            model,
            convert_to_ttnn=convert_to_ttnn or (lambda *_: True),
            custom_preprocessor=custom_preprocessor,
            name=prefix or "",
            ttnn_module_args=arguments,
        )
        if arguments is not None:
            parameters = merge_ttnn_module_args_into_parameters(parameters, arguments)
        return parameters if isinstance(parameters, ParameterList) else make_parameter_dict(parameters)

    cached = model_name is not None and ttnn.CONFIG.enable_model_cache
    made = _cached(model_name, version, make, initialize_model is not None) if cached else make()
    return made if device is None else move_to_device(made, device)


from_torch = preprocess_model


def preprocess_model_parameters(
    *,
    model_name=None,
    version=None,
    initialize_model=None,
    convert_to_ttnn=None,
    custom_preprocessor=None,
    device=None,
    prefix="",
):
    """`preprocess_model` of the parameters alone."""
    return preprocess_model(
        model_name=model_name,
        version=version,
        initialize_model=initialize_model,
        convert_to_ttnn=convert_to_ttnn,
        custom_preprocessor=custom_preprocessor,
        device=device,
        prefix=prefix,
    )
