"""Names of TT-NN that need what the modelled device has not: each says so when it is used."""

import enum

_C_KERNELS = "it describes kernels in C++, and the modelled device runs none"
_SOCKETS = "it moves data between processes, and the modelled device is in one"
_PREFETCHER = "it keeps kernels running beside the program, and the modelled device runs one program at a time"
_MACHINES = "it moves caches between machines, and the modelled device is in one process"
_QUASAR = "it is for Quasar, and no board of it is modelled"

WHY = dict.fromkeys(
    (
        "CBDescriptor",
        "CBFormatDescriptor",
        "ComputeConfigDescriptor",
        "DataMovementConfigDescriptor",
        "KernelDescriptor",
        "MeshProgramDescriptor",
        "ProgramDescriptor",
        "ReaderConfigDescriptor",
        "RuntimeArgs",
        "SemaphoreDescriptor",
        "TensorAccessorArgs",
        "TileDescriptor",
        "WriterConfigDescriptor",
        "cb_descriptor_from_sharded_tensor",
        "generic_op",
        "get_cb_address",
        "get_forwarding_link_indices",
        "merge_program_descriptors",
        "setup_fabric_connection",
    ),
    _C_KERNELS,
)
WHY.update(
    dict.fromkeys(
        (
            "D2HSocket",
            "D2HStreamService",
            "H2DSocket",
            "H2DStreamService",
            "InterProcessCounterChannel",
            "MeshCoreCoord",
            "MeshSocket",
            "SocketConfig",
            "SocketConnection",
            "SocketEndpoint",
            "SocketMemoryConfig",
            "create_socket_pair",
        ),
        _SOCKETS,
    )
)
WHY.update(dict.fromkeys(("GlobalCircularBuffer", "create_global_circular_buffer", "dram_prefetcher"), _PREFETCHER))
WHY["experimental.quasar"] = _QUASAR
WHY["experimental.disaggregation"] = _MACHINES


#: Constants for these, which programs may name without using them.
CONSTANTS = {
    "H2DMode": enum.Enum("H2DMode", "HOST_PUSH DEVICE_PULL"),
    "NOC": enum.Enum("NOC", [("NOC_0", 0), ("NOC_1", 1)]),
    "NOC_MODE": enum.Enum("NOC_MODE", [("DM_DEDICATED_NOC", 0), ("DM_DYNAMIC_NOC", 1)]),
}


class Unsupported:
    """Stands for a name; calling it, or asking it for more, says why it cannot be used."""

    def __init__(self, name):
        self._name = name

    def _refuse(self):
        raise RuntimeError("ttnn.%s is not supported by the modelled device: %s." % (self._name, WHY[self._name]))

    def __call__(self, *_, **__):
        self._refuse()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        self._refuse()

    def __repr__(self):
        return "<ttnn.%s, not supported by the modelled device>" % self._name
