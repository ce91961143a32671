"""What kind of system programs find."""

import enum

from ttnn.device import board


class ClusterType(enum.Enum):
    INVALID = 0
    N150 = 1
    N300 = 2
    T3K = 3
    GALAXY = 4
    TG = 5
    P100 = 6
    P150 = 7
    P150_X2 = 8
    P150_X4 = 9
    P150_X8 = 10
    SIMULATOR_WORMHOLE_B0 = 11
    SIMULATOR_BLACKHOLE = 12
    N300_2x2 = 13
    P300 = 14
    SIMULATOR_QUASAR = 15
    BLACKHOLE_GALAXY = 16
    P300_X2 = 17
    CUSTOM = 18


_OF_BOARD = {"t3000": "T3K", "e150": "INVALID"}


def get_cluster_type():
    name = board()
    return ClusterType[_OF_BOARD.get(name, name.upper())]


def serialize_cluster_descriptor():
    raise RuntimeError("open a device first: its report has the cluster descriptor")
