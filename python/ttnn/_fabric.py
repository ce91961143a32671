"""Names of the fabric between devices. The model's links need no setting up: they are kept to be read again."""

import enum


class FabricConfig(enum.Enum):
    DISABLED = 0
    FABRIC_1D = 1
    FABRIC_1D_RING = 2
    FABRIC_1D_NEIGHBOR_EXCHANGE = 3
    FABRIC_2D = 4
    FABRIC_2D_TORUS_XY = 5
    FABRIC_2D_TORUS_X = 6
    FABRIC_2D_TORUS_Y = 7
    CUSTOM = 8


class FabricType(enum.IntEnum):
    MESH = 1
    TORUS_X = 2
    TORUS_Y = 4
    TORUS_XY = 6


class FabricReliabilityMode(enum.Enum):
    STRICT_INIT = 0
    RELAXED_INIT = 1
    DYNAMIC_RECONFIG = 2


class FabricTensixConfig(enum.Enum):
    DISABLED = 0
    MUX = 1


class FabricUDMMode(enum.Enum):
    DISABLED = 0
    ENABLED = 1


class FabricManagerMode(enum.Enum):
    DEFAULT = 0
    ENABLED = 1
    INIT_FABRIC = 2
    TERMINATE_FABRIC = 3


class FabricRouterConfig:
    def __init__(self, max_packet_payload_size_bytes=None):
        self.max_packet_payload_size_bytes = max_packet_payload_size_bytes


_config = FabricConfig.DISABLED


def set_fabric_config(config, *args, **kwargs):
    global _config
    _config = config


def get_fabric_config():
    return _config


def get_all_mgd_fabric_types():
    """Of each mesh of the board: the model's links end at its edges, but for a galaxy's, which go round both ways."""
    from ttnn.device import board

    return [FabricType.TORUS_XY if board() == "galaxy" else FabricType.MESH]


def get_tt_fabric_packet_header_size_bytes():
    return 48


def get_tt_fabric_max_payload_size_bytes():
    return 4352
