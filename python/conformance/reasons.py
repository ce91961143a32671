"""Why results that a test calls wrong stay as they are, by the beginning of the test's name in its file.

A reason cites what tt-metal or the test computes, and what ours is instead.
"""

_DRAWS = (
    "torch 2.13's `randn` draws bfloat16 numbers up to 5.3, torch 1.13's ends at 3.33. A block of bfloat8_b with a"
    " number beyond 4 has steps of 1/16 (`blockfloat_common.cpp`: 7 bits under the shared exponent, to nearest), so its"
    " small numbers are off by up to 0.03125, and the test takes 0.025. torch 1.13's numbers come back within 0.0156."
)

REASONS = (
    (
        "test_softmax.py::test_softmax_stable_with_program_cache",
        "The reference is the softmax of bfloat16 values, whose steps between 512 and 1024 are 4; bfloat8_b, the input's"
        " type, has steps of 8 there, and `blockfloat_common.cpp` rounds ties to even, as we do: 996 becomes 992, and"
        " exp(4) is 55. `uniform_` of torch 1.13 gave multiples of 8 there, which both types hold.",
    ),
    (
        "test_softmax.py::test_softmax_sharded_stable_with_program_cache",
        "As above: the reference is not rounded to bfloat8_b.",
    ),
    (
        "test_reduction.py::test_sum_4d_tensor_dims",
        "torch adds up 2.4 million bfloat16 to -2,272; their sum is -2,263.35, which rounds to -2,256, ours.",
    ),
    (
        "test_gelu_fw_variants.py::test_gelu_variant_accuracy",
        "The reference is torch's float32 formula, in which `1 + erf` and `1 + tanh` cancel: 0 below -5.54, and"
        " -0.00383 at -2.984375. `ckernel_sfpu_gelu.h` follows it down to the same limit. Ours has what exact arithmetic"
        " rounds to: -6.2e-8 at -5.6, and -0.003815 (exactly -0.0038223) at -2.984375.",
    ),
    (
        "test_unary_pow.py::test_pow",
        "torch rounds the exponent of a bfloat16 power to bfloat16, -3.56 to -3.5625. `ckernel_sfpu_unary_power.h` takes"
        " it as float32, and so do we: 0.0546875 ** -3.56 is 31,126, which rounds to 31,104, not to 31,360.",
    ),
    (
        "test_graph_capture.py::test_graph_capture_with_all_parameters_json_output",
        "`device_operation.hpp` tells the graph of device operations only. Ours also has what the program called"
        " (`ttnn::transpose`) and its primitive around them, as the documents and their viewers show them.",
    ),
    (
        "test_graph_capture.py::test_graph_capture_without_dtype_json_output",
        "As above: `ttnn::moreh_full_like` and its primitive are in the graph too.",
    ),
    (
        "test_graph_capture.py::test_graph_capture_without_memory_config_json_output",
        "As above: `ttnn::moreh_dot` and its primitive are in the graph too.",
    ),
    ("test_copy.py::test_copy_tile_interleaved_to_width_sharded_bf8", _DRAWS),
    ("test_to_memory_config.py::test_to_memory_config_tile_interleaved_to_width_sharded_bf8", _DRAWS),
    ("test_to_layout.py::test_to_layout_sharded", _DRAWS),
    ("test_to_layout.py::test_to_layout_sharded_batched_unpad", _DRAWS),
    ("test_interleaved_to_sharded.py::test_interleaved_to_dram_height_sharded", _DRAWS),
    ("test_interleaved_to_sharded.py::test_interleaved_to_dram_sharded_convert_dtype", _DRAWS),
    ("test_interleaved_to_sharded.py::test_interleaved_to_dram_sharded_via_to_memory_layout", _DRAWS),
    (
        "test_print_tensor.py::test_advanced_print_options",
        "The test prints what torch draws in bfloat16 from seed 0: 1.46, 0.291, ... in torch 1.13 and in the test,"
        " -1.12, -1.16, ... in torch 2.13.",
    ),
)


def of_file(case):
    """The test of a case, as it is called in its file."""
    return case.split("[")[0].rpartition("/")[2]


def of(case):
    """The reason of a case, or None."""
    name = of_file(case)
    return next((reason for test, reason in REASONS if name == test), None)
