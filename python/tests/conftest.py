"""Fixtures of all tests. Tests of how programs start and end run them in processes of their own."""

import os
import pathlib
import subprocess
import sys
import textwrap

import pytest

try:
    import torch.nn
except ImportError:
    sys.modules["torch"] = None  # without PyTorch, the folder of this checkout that has its name would pass for it

PACKAGES = pathlib.Path(__file__).resolve().parent.parent
if str(PACKAGES) not in sys.path:
    sys.path.insert(0, str(PACKAGES))


def environment(**changes):
    """That of a child that finds the packages of this tree; a change to None takes a variable away."""
    made = dict(os.environ, PYTHONPATH=os.pathsep.join([str(PACKAGES), os.environ.get("PYTHONPATH", "")]))
    made["UCX_DEBUG_SIGNO"] = "0"  # UCX, which some builds of torch bring, takes SIGHUP for itself.
    made["PYTHONWARNINGS"] = "ignore::DeprecationWarning"  # Python 3.12 warns of every fork beside threads.
    made.update(changes)
    return {name: str(value) for name, value in made.items() if value is not None}


@pytest.fixture(scope="session")
def run_in():
    """Runs words after `python` in a folder and gives what came of it."""

    def run_in(folder, *words, timeout=120, **variables):
        return subprocess.run(
            [sys.executable, *[str(word) for word in words]],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
            cwd=str(folder),
            env=environment(**variables),
            timeout=timeout,
        )

    return run_in


@pytest.fixture
def run(run_in, tmp_path):
    """Runs words after `python` in an empty folder and gives what came of it."""

    def run(*words, cwd=None, **more):
        return run_in(cwd or tmp_path, *words, **more)

    return run


@pytest.fixture
def run_code(run, tmp_path):
    """Runs a program given as text."""

    def run_code(code, *words, **more):
        script = tmp_path / "program.py"
        script.write_text(textwrap.dedent(code))
        return run(script, *words, **more)

    return run_code


@pytest.fixture
def device():
    import ttnn

    device = ttnn.open_device(device_id=0, trace_region_size=1 << 20)
    yield device
    ttnn.close_device(device)
