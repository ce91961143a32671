"""Parameters of models of torch become tensors under their names."""

import pytest

torch = pytest.importorskip("torch")
import ttnn  # noqa: E402
from ttnn.model_preprocessing import (  # noqa: E402
    Conv2dArgs,
    MaxPool2dArgs,
    ParameterDict,
    ParameterList,
    convert_torch_model_to_ttnn_model,
    fold_batch_norm2d_into_conv2d,
    infer_ttnn_module_args,
    make_parameter_dict,
    preprocess_linear_weight,
    preprocess_model_parameters,
)


class Small(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = torch.nn.Embedding(8, 32)
        self.layers = torch.nn.ModuleList([torch.nn.Linear(32, 64), torch.nn.Linear(64, 32, bias=False)])
        self.after = torch.nn.Sequential(torch.nn.LayerNorm(32), torch.nn.ReLU())
        self.scale = torch.nn.Parameter(torch.ones(32))

    def forward(self, x):
        x = self.embedding(x)
        for each in self.layers:
            x = each(x)
        return self.after(x) * self.scale


class Convolutions(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = torch.nn.Sequential(torch.nn.Conv2d(3, 8, 3, padding=1, bias=False), torch.nn.BatchNorm2d(8))
        self.pool = torch.nn.MaxPool2d(2)

    def forward(self, x):
        return self.pool(self.blocks(x))


@pytest.fixture(scope="module")
def device():
    opened = ttnn.open_device(device_id=0)
    yield opened
    ttnn.close_device(opened)


def test_parameters_have_the_names_and_shapes_that_operations_want(device):
    model = Small()
    parameters = preprocess_model_parameters(initialize_model=lambda: model, device=device)
    assert isinstance(parameters, ParameterDict) and isinstance(parameters.layers, ParameterList)
    assert list(parameters.layers[0].weight.shape) == [32, 64]
    assert list(parameters.layers[0].bias.shape) == [1, 64]
    assert "bias" not in parameters.layers[1]
    assert list(parameters.after[0].weight.shape) == [1, 32]
    assert 1 not in parameters.after
    assert parameters.embedding.weight.layout == ttnn.ROW_MAJOR_LAYOUT
    assert parameters.scale.dtype == ttnn.bfloat16
    assert parameters.scale.device() is not None


def test_a_linear_layer_gives_what_torch_gives(device):
    torch.manual_seed(0)
    model = torch.nn.Linear(32, 64)
    parameters = preprocess_model_parameters(initialize_model=lambda: model, device=device)
    x = torch.rand(1, 32, 32)
    given = ttnn.from_torch(x, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    output = ttnn.to_torch(given @ parameters.weight + parameters.bias)
    assert ttnn.pearson_correlation_coefficient(model(x), output) > 0.999


def test_a_custom_preprocessor_goes_first():
    def custom(module, name, ttnn_module_args):
        assert ttnn_module_args is None
        if isinstance(module, torch.nn.Linear):
            return {"mine": name}
        return {}

    parameters = preprocess_model_parameters(initialize_model=Small, custom_preprocessor=custom, prefix="top")
    assert parameters.layers[1].mine == "top.layers.1"
    with pytest.raises(RuntimeError, match="Unsupported parameter: other"):
        preprocess_model_parameters(initialize_model=Small, custom_preprocessor=lambda model, name, other: {})
    with pytest.raises(RuntimeError, match="must have at least two parameters"):
        preprocess_model_parameters(initialize_model=Small, custom_preprocessor=lambda model: {})


def test_what_is_not_converted_stays_with_torch():
    parameters = convert_torch_model_to_ttnn_model(
        Small(), convert_to_ttnn=lambda module, name: name != "layers.0", custom_preprocessor=None, name="", ttnn_module_args=None
    )
    assert isinstance(parameters.layers[0].weight, torch.Tensor)
    assert list(parameters.layers[0].weight.shape) == [32, 64]
    assert isinstance(parameters.layers[1].weight, ttnn.Tensor)


def test_a_norm_is_folded_into_the_convolution_before_it():
    torch.manual_seed(0)
    model = Convolutions().eval()
    conv, norm = model.blocks
    with torch.no_grad():
        norm.running_mean.uniform_()
        norm.running_var.uniform_(0.5, 1.5)
    weight, bias = fold_batch_norm2d_into_conv2d(conv, norm)
    x = torch.rand(1, 3, 8, 8)
    folded = torch.nn.functional.conv2d(x, weight, bias, padding=1)
    assert torch.allclose(folded, norm(conv(x)), atol=1e-5)


def test_module_arguments_are_those_of_the_run():
    args = infer_ttnn_module_args(model=Convolutions(), run_model=lambda model: model(torch.rand(2, 3, 8, 16)), device=None)
    conv = args.blocks[0]
    assert isinstance(conv, Conv2dArgs) and conv is args.blocks["0"]
    assert (conv.batch_size, conv.input_height, conv.input_width, conv.out_channels) == (2, 8, 16, 8)
    assert isinstance(args.pool, MaxPool2dArgs)
    assert (args.pool.input_channels, args.pool.kernel_size) == (8, 2)


def test_the_cache_keeps_parameters(tmp_path):
    before = ttnn.CONFIG.model_cache_path
    with ttnn.manage_config("enable_model_cache", True):
        ttnn.CONFIG.model_cache_path = tmp_path
        try:
            first = preprocess_model_parameters(model_name="a/b", version="1", initialize_model=Small)
            again = preprocess_model_parameters(model_name="a/b", version="1")
            with pytest.raises(RuntimeError, match="Cached weights for the model a/b"):
                preprocess_model_parameters(model_name="a/b", version="2")
        finally:
            ttnn.CONFIG.model_cache_path = before
    assert repr(again.layers[0].weight.shape) == repr(first.layers[0].weight.shape)
    assert torch.equal(ttnn.to_torch(first.layers[1].weight), ttnn.to_torch(again.layers[1].weight))
    assert isinstance(again.layers, ParameterList)


def test_parameters_print_as_a_tree():
    tree = make_parameter_dict({"a": {"weight": torch.zeros(2)}, "b": ParameterList([make_parameter_dict({})])})
    assert repr(tree) == (
        "{\n  a: {\n    weight: torch.Tensor(shape=torch.Size([2]), dtype=torch.float32)\n  },\n  b: [\n    {}\n  ]\n}"
    )


def test_a_weight_is_turned():
    weight = preprocess_linear_weight(torch.arange(6.0).reshape(2, 3), dtype=ttnn.float32)
    assert ttnn.to_torch(weight).tolist() == [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]


def test_masks_and_grids_of_group_norm(device):
    mask = ttnn.to_torch(ttnn.create_group_norm_input_mask(64, 4, 1)).float()
    assert list(mask.shape) == [1, 4, 32, 32]
    assert [int(mask[0, group, 0].argmax()) for group in range(4)] == [0, 16, 0, 16]
    assert mask.sum() == 4 * 32 * 16
    weight = ttnn.create_group_norm_weight_bias_rm(torch.arange(80.0), 80, 2)
    assert list(weight.shape) == [1, 1, 4, 32] and weight[0, 0, 2, 0] == 40.0
    config, grid = ttnn.determine_expected_group_norm_sharded_config_and_grid_size(
        device=device, num_channels=320, num_groups=32, input_nhw=4096, is_height_sharded=False
    )
    assert (grid.x, grid.y) == (8, 8)
    assert list(config.shard_spec.shape) == [40, 512]
    dram = ttnn.determine_expected_group_norm_dram_grid_size(device=device, num_channels=320, num_groups=32, input_nhw=4096)
    assert (dram.x, dram.y) == (8, 8)
