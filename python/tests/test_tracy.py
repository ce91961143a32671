"""Functions and lines of programs as zones, and how `python -m tracy` runs programs."""

import collections
import csv
import json
import signal
import subprocess
import sys
import textwrap

import pytest
from conftest import environment

WHOLE = """
import os, sys, threading
import ttnn

def numbers():
    yield 1
    yield 2

def fails():
    raise KeyError("as planned")

def inner():
    try:
        fails()
    except KeyError:
        pass
    return list(numbers())

def in_thread():
    ttnn.add(a, a)

def in_child():
    inner()

device = ttnn.open_device(device_id=0)
a = ttnn.ones([32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
inner()
thread = threading.Thread(target=in_thread, name="my worker")
thread.start()
thread.join()
if os.fork() == 0:
    in_child()
    os._exit(0)
print("child", os.wait()[1])
sys.exit(3)
"""

LINES = """
import ttnn
from tracy import Profiler

def helper(number):
    number += 1
    return number

def test_lines():
    profiler = Profiler()
    profiler.enable()
    assert helper(1) == 2
    profiler.disable()
    assert helper(2) == 3

def test_others():
    assert False
"""


def zones_in(folder):
    (file,) = folder.glob("tracy_ops_times.csv")
    with open(file, newline="") as opened:
        return list(csv.DictReader(opened))


@pytest.fixture(scope="module")
def whole(tmp_path_factory, run_in):
    folder = tmp_path_factory.mktemp("whole")
    (folder / "program.py").write_text(WHOLE)
    done = run_in(folder, "-m", "tracy", "-r", "--no-device", "program.py", TT_METAL_HOME=None)
    done.folder = folder / "generated" / "profiler"
    done.zones = zones_in(next(done.folder.glob("reports/*")))
    return done


def test_the_exit_code_is_the_programs(whole):
    assert (whole.returncode, whole.stdout) == (3, "child 0\n"), whole.stderr


def test_without_partial_every_function_is_a_zone_at_its_line(whole):
    named = {each["name"]: each for each in whole.zones}
    assert named["PY_FUNC_inner"]["src_file"].endswith("/program.py")
    assert int(named["PY_FUNC_inner"]["src_line"]) == WHOLE.splitlines().index("def inner():") + 1
    counts = collections.Counter(each["name"] for each in whole.zones)
    assert (counts["PY_FUNC_<module>"], counts["PY_FUNC_inner"]) == (1, 1)
    assert counts["PY_FUNC_fails"] == 1, "a function that raises ends"
    assert counts["PY_FUNC_numbers"] == 3, "a generator runs until each yield, and to its end"


def test_zones_lie_inside_those_that_called_them(whole):
    def span(name):
        (zone,) = [each for each in whole.zones if each["name"] == name]
        start = int(zone["ns_since_start"])
        return start, start + int(zone["exec_time_ns"])

    outer, inner, fails = span("PY_FUNC_<module>"), span("PY_FUNC_inner"), span("PY_FUNC_fails")
    assert outer[0] < inner[0] < fails[0] < fails[1] < inner[1] < outer[1]


def test_functions_of_threads_are_zones_of_their_threads(whole):
    (zone,) = [each for each in whole.zones if each["name"] == "PY_FUNC_in_thread"]
    (module,) = [each for each in whole.zones if each["name"] == "PY_FUNC_<module>"]
    (add,) = [each for each in whole.zones if each["name"] == "ttnn::add"]
    assert zone["thread"] == add["thread"] != module["thread"]


def test_threads_have_the_names_that_python_gives_them(whole, tmp_path):
    from tracy.__main__ import tilescope

    shown = tmp_path / "timeline.json"
    subprocess.run(tilescope("timeline", str(whole.folder), "--format", "chrome", "-o", str(shown)), check=True)
    named = [each for each in json.loads(shown.read_text())["traceEvents"] if each.get("name") == "thread_name"]
    assert {"main", "my worker"} <= {each["args"]["name"] for each in named}


def test_a_forked_child_runs_on_without_zones(whole):
    assert "PY_FUNC_in_child" not in [each["name"] for each in whole.zones]


def test_what_the_hooks_cost_is_said(whole):
    (said,) = [line for line in whole.stderr.splitlines() if "Python's hooks took about" in line]
    events = int(said.split("an estimate: ")[1].split(" ")[0].replace(",", ""))
    assert events >= 2 * len([each for each in whole.zones if each["name"].startswith("PY_FUNC_")])


def test_our_own_code_is_no_zone(whole):
    assert not [each for each in whole.zones if "/ttnn/" in each["src_file"] or "/tracy/" in each["src_file"]]


def test_lines_of_a_test_that_a_module_runs_are_zones(run, tmp_path):
    (tmp_path / "test_it.py").write_text(LINES)
    options = ["-p", "-l", "-r", "--no-device", "-n", "mine", "-o", tmp_path / "out"]
    target = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py::test_lines"]
    done = run("-m", "tracy", *options, *target)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
    zones = zones_in(next((tmp_path / "out" / "reports" / "mine").iterdir()))
    lines = [(each["name"], int(each["src_line"])) for each in zones if each["src_file"].endswith("/test_it.py")]
    first = LINES.splitlines().index("def helper(number):") + 1
    assert lines == [("PY_LINE_helper", first + 1), ("PY_LINE_helper", first + 2), ("PY_FUNC_helper", first)]


@pytest.mark.parametrize(
    "words, meant",
    [
        (["a.py", "-m", "x y"], (False, "a.py", ["-m", "x y"])),
        (["-m", "pytest", "t.py", "-k", "a or b"], (True, "pytest", ["t.py", "-k", "a or b"])),
        (["-m", "pytest t.py -k 'a or b'"], (True, "pytest", ["t.py", "-k", "a or b"])),
    ],
)
def test_a_module_may_be_one_word_with_its_arguments(words, meant):
    from tracy import _program

    assert _program.read(words) == meant


def test_control_c_ends_program_and_profiler(tmp_path):
    (tmp_path / "program.py").write_text(
        "import signal, ttnn\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "ttnn.tracy_message('begun')\nprint('ready', flush=True)\nwhile True:\n    signal.pause()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "tracy", "-p", "--no-device", "program.py"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        universal_newlines=True,
        cwd=str(tmp_path),
        env=environment(),
    )
    try:
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.read() == "", "until the program has ended too"
        assert process.wait(timeout=60) == 3
    finally:
        process.kill()


def test_no_words_are_a_mistake_that_shows_the_usage(run):
    done = run("-m", "tracy")
    assert done.returncode == 2
    assert done.stdout.startswith("Usage: python -m tracy [OPTIONS] [-m MODULE | SCRIPT] [ARGUMENTS...]\n")


def test_a_script_that_is_missing_is_named(run):
    done = run("-m", "tracy", "-p", "--no-device", "missing.py")
    assert done.returncode != 0
    assert "missing.py" in done.stderr.splitlines()[-1]


def test_other_profilers_are_left_alone(run_code):
    code = """
        import sys
        from tracy import Profiler
        mine = lambda *_: None
        sys.setprofile(mine)
        profiler = Profiler()
        profiler.enable()
        profiler.disable()
        print(sys.getprofile() is mine)
    """
    done = run_code(textwrap.dedent(code), TILESCOPE_PROFILE_PARTIAL=1)
    assert (done.stdout, done.stderr) == ("True\n", "")
