"""The wheel that the build makes: installed into an empty folder it needs nothing else but a Java."""

import base64
import csv
import hashlib
import importlib.util
import io
import os
import pathlib
import subprocess
import zipfile

import pytest
from conftest import PACKAGES

ADD = """
import ttnn
device = ttnn.open_device(device_id=0)
a = ttnn.ones([32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
print(ttnn.add(a, a).to_list()[31][31], ttnn.__file__, ttnn._door._jar())
"""

PROGRAM = PACKAGES.parent / "dist/src/main/java/dev/tilescope/dist/Wheel.java"


def made(folder, **variables):
    """Makes the wheel as `mvn -Pdist package` does, of the jars that these tests run with."""
    from tracy.__main__ import tilescope
    from ttnn import _door

    app = pathlib.Path(_door._jar()).parent
    words = [PACKAGES, app, "0.1.0-SNAPSHOT", "2026-11-15T00:00:00Z", folder]
    command = [tilescope()[0], "-XX:TieredStopAtLevel=1", str(PROGRAM), *map(str, words)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, **variables))
    (wheel,) = folder.iterdir()
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    if os.environ.get("TILESCOPE_CLASSPATH") and not os.environ.get("TILESCOPE_APP"):
        pytest.skip("the tests run on classes, not on jars: set TILESCOPE_APP to the folder of tilescope-tools.jar")
    return made(tmp_path_factory.mktemp("wheel"))


def test_the_same_sources_give_the_same_bytes(wheel, tmp_path):
    assert wheel.name == "tilescope_ttnn-0.1.0.dev0-py3-none-any.whl"
    assert made(tmp_path, TZ="Asia/Tokyo").read_bytes() == wheel.read_bytes()


def test_every_file_is_listed_with_its_hash(wheel):
    with zipfile.ZipFile(str(wheel)) as opened:
        assert opened.testzip() is None
        names = opened.namelist()
        listed = list(csv.reader(io.StringIO(opened.read(names[-1]).decode())))
        assert [path for path, _, _ in listed] == names
        for path, hashed, size in listed[:-1]:
            content = opened.read(path)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            assert (hashed, int(size)) == ("sha256=" + digest, len(content))
        assert listed[-1][1:] == ["", ""]
    assert not [name for name in names if "/tests/" in name or name.endswith(".pyc")]
    assert {"ttnn/__init__.py", "tracy/__main__.py", "tt_lib/utils.py", "dump_trace_info.py"} <= set(names)


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory, run_in):
    folder = tmp_path_factory.mktemp("installed")
    if importlib.util.find_spec("pip"):
        options = ["--quiet", "--no-index", "--no-deps", "--disable-pip-version-check", "--target", folder]
        done = run_in(folder, "-m", "pip", "install", *options, wheel)
        assert done.returncode == 0, done.stderr
    else:
        with zipfile.ZipFile(str(wheel)) as opened:
            opened.extractall(str(folder))
    return folder


def test_a_program_finds_all_that_it_needs_in_it(installed, run_in, tmp_path):
    alone = dict(PYTHONPATH=installed, TILESCOPE_CLASSPATH=None, TILESCOPE_APP=None, TILESCOPE_PYTHON_CACHE=None)
    done = run_in(tmp_path, "-c", ADD, **alone)
    expected = "2.0 %s/ttnn/__init__.py %s/ttnn/_jars/tilescope-tools.jar\n" % (installed, installed)
    assert (done.stdout, done.stderr, done.returncode) == (expected, "", 0)
    helped = run_in(tmp_path, "-m", "tracy", "--help", **alone)
    assert helped.stdout.startswith("Usage: python -m tracy"), helped.stderr
