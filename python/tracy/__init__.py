"""TT-Metal's Python interface to its profiler."""
