"""What goes with operations between devices."""

from ttnn.types import Topology  # noqa: F401
