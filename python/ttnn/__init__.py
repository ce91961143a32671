"""TT-NN's programs on the modelled device of Tilescope.

    import ttnn
    device = ttnn.open_device(device_id=0)

Programs run as they are: values, memory and time come from a model of the board in a JVM of this process, which
starts at the first call. TILESCOPE_BOARD names the board: n150 (the default), n300, t3000, galaxy, p100, p150.
"""

import os
import sys

from ttnn._config import (
    CONFIG,
    CONFIG_OVERRIDES,
    CONFIG_PATH,
    Config,
    load_config_from_dictionary,
    load_config_from_json_file,
    manage_config,
    save_config_to_json_file,
)
from ttnn.types import *  # noqa: F401,F403
from ttnn.types import (  # noqa: F401
    BufferType,
    DataType,
    Layout,
    MathFidelity,
    ShardOrientation,
    TensorMemoryLayout,
    Topology,
    UnaryOpType,
)
from ttnn.decorators import (
    attach_golden_function,
    command_queue,
    create_module_if_not_exists,
    dump_operations,
    get_fallback_function,
    get_golden_function,
    query_registered_operations,
    register_cpp_operation,
    register_post_operation_hook,
    register_pre_operation_hook,
    register_python_operation,
)
from ttnn.tensor import Tensor
from ttnn import _operations, experimental, kv_cache, transformer
from ttnn._operations import allocate_tensor_on_host, from_buffer

_operations._install(globals())

from ttnn import cluster, core, device, distributed  # noqa: E402
from ttnn.core import (  # noqa: E402
    create_sharded_memory_config,
    create_sharded_memory_config_,
    dump_stack_trace_on_segfault,
    get_current_command_queue_id_for_thread,
    get_memory_config,
    get_optimal_worker_cores_for_sharded_tensor,
    grid_to_cores,
    has_storage_type_of,
    has_tile_padding,
    is_sharded,
    is_tensor_storage_on_device,
    num_cores_to_corerangeset,
    num_cores_to_corerangeset_in_subcoregrids,
    set_printoptions,
    split_work_to_cores,
    ttnn_dtype_to_torch_dtype,
)
from ttnn.device import (  # noqa: E402
    Arch,
    CloseDevice,
    CloseDevices,
    CreateDevice,
    CreateDevices,
    Device,
    DispatchCoreAxis,
    DispatchCoreConfig,
    DispatchCoreType,
    GetDefaultDevice,
    GetNumAvailableDevices,
    GetNumPCIeDevices,
    GetPCIeDeviceID,
    MeshDevice,
    ReadDeviceProfiler,
    SetDefaultDevice,
    SetRootDir,
    SubDevice,
    SubDeviceId,
    SubDeviceManagerId,
    close_device,
    disable_asynchronous_slow_dispatch,
    dump_device_memory_state,
    enable_asynchronous_slow_dispatch,
    get_allocator_base_address,
    get_arch_name,
    get_dram_alignment,
    get_l1_alignment,
    get_max_worker_l1_unreserved_size,
    get_memory_view,
    get_optimal_dram_bank_to_logical_worker_assignment,
    init_device_compute_kernel_config,
    manage_device,
    open_device,
    synchronize_device,
)
from ttnn.distributed import *  # noqa: E402,F401,F403
from ttnn._fabric import (  # noqa: E402
    FabricConfig,
    FabricManagerMode,
    FabricReliabilityMode,
    FabricRouterConfig,
    FabricTensixConfig,
    FabricType,
    FabricUDMMode,
    get_all_mgd_fabric_types,
    get_fabric_config,
    get_tt_fabric_max_payload_size_bytes,
    get_tt_fabric_packet_header_size_bytes,
    set_fabric_config,
)
from ttnn._runtime import (  # noqa: E402
    MeshEvent,
    MeshTraceId,
    apply_device_delay,
    begin_trace_capture,
    corruptible_allocation_scope,
    create_global_semaphore,
    end_trace_capture,
    event_synchronize,
    execute_trace,
    get_global_semaphore_address,
    get_trace_buffers_size,
    mark_corruptible,
    record_event,
    release_trace,
    reset_global_semaphore_value,
    wait_for_event,
)
from ttnn.trace_allocation_config import TRACE_ALLOC_TRACKING  # noqa: E402
from ttnn.profiler import start_tracy_zone, stop_tracy_zone, tracy_frame, tracy_message  # noqa: E402
from ttnn import _ttnn  # noqa: E402


#: Modules that few programs need, read when they are named.
_MODULES = (
    "dot_access",
    "graph",
    "graph_report",
    "graph_tracer_utils",
    "model_preprocessing",
    "operation_tracer",
    "operations",
    "tracer",
)

#: What else few programs need, by the module that has it.
_WHERE = {"get_conv_output_dim": "operations.conv2d", "pearson_correlation_coefficient": "operations.comparison"}
_WHERE.update(
    dict.fromkeys(
        (
            "create_group_norm_input_mask",
            "create_group_norm_input_negative_mask",
            "create_group_norm_reciprocals",
            "create_group_norm_weight_bias_rm",
            "create_layer_norm_reciprocals",
            "determine_expected_group_norm_dram_grid_size",
            "determine_expected_group_norm_sharded_config_and_grid_size",
            "dram_group_norm_params_from_torch",
            "get_group_norm_cores_across_channel",
        ),
        "operations.normalization",
    )
)


if CONFIG.enable_logging and CONFIG.enable_graph_report:
    from ttnn import _reports

    _reports.watch()
if os.environ.get("TILESCOPE_REPORT"):
    from ttnn import _reports

    _reports.watch_program(os.environ.pop("TILESCOPE_REPORT"))  # ours alone, not that of processes we start
if "--trace-params" in sys.argv:
    from ttnn import operation_tracer  # noqa: F401


def __getattr__(name):
    import importlib

    if name in _MODULES:
        return importlib.import_module("ttnn." + name)
    if name in _WHERE:
        return getattr(importlib.import_module("ttnn." + _WHERE[name]), name)
    unsupported = importlib.import_module("ttnn._kernels")
    if name in unsupported.CONSTANTS:
        return unsupported.CONSTANTS[name]
    if name in unsupported.WHY:
        return unsupported.Unsupported(name)
    raise AttributeError("module 'ttnn' has no attribute %r" % name)
