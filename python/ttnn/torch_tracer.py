"""Another name of ttnn.tracer, which programs import."""

from ttnn.tracer import *  # noqa: F401,F403
