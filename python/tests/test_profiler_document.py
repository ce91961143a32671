"""The programs that the document on the profiler prints, as they stand, in one run under `python -m tracy`."""

import csv
import json
import subprocess
import textwrap

import pytest

#: What the document leaves out.
BEFORE = """
import ttnn

mesh_device = ttnn.open_mesh_device(ttnn.MeshShape(1, 1))
input_tensor = ttnn.ones([32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=mesh_device)

def model(tensor):
    return ttnn.add(tensor, tensor)

def my_expensive_function():
    return model(input_tensor)

num_batches, input_batch = 101, input_tensor
"""

READ_MID_RUN = """
import ttnn

# Run some operations...
for batch in range(num_batches):
    result = model(input_batch)

    # Read profiler every N batches to avoid buffer overflow
    if batch % 100 == 0:
        ttnn.ReadDeviceProfiler(mesh_device)
"""

SIGNPOSTS_OF_A_WORKFLOW = """
from tracy import signpost

# Add markers in your code
signpost("Warmup Start")
for _ in range(5):
    model(input_tensor)

signpost("Measurement Start", "Beginning timed runs")
for _ in range(10):
    model(input_tensor)
signpost("Measurement End")
"""

SIGNPOSTS = """
from tracy import signpost

# Simple signpost with just a header
signpost("Warmup Start")

for i in range(5):
    model(input_tensor)

signpost("Warmup End")

# Signpost with header and detailed message
signpost("Measurement Phase", "Running 100 iterations for benchmarking")

for i in range(100):
    model(input_tensor)

signpost("Measurement Complete", f"Processed {100} iterations")
"""

PROFILER = """
from tracy import Profiler

profiler = Profiler()

# Profile a specific section
profiler.enable()
result = my_expensive_function()
profiler.disable()
"""

MESSAGES = """
import ttnn

# Send a simple message
ttnn.tracy_message("Starting batch processing")

# Send a message with custom color (RGB as integer)
ttnn.tracy_message("Critical section entered", color=0xFF0000)  # Red
"""

ZONES = """
import ttnn

# Start a zone
ttnn.start_tracy_zone("my_file.py", "MY_CUSTOM_ZONE", line_number=42)

# ... your code ...

# Stop the zone (with optional name and color)
ttnn.stop_tracy_zone("MY_CUSTOM_ZONE", color=0x00FF00)  # Green
"""

COMPLETE = """
import ttnn
from tracy import signpost, Profiler

def run_model_with_profiling(mesh_device, model, inputs, num_warmup=5, num_iterations=100):
    profiler = Profiler()

    # Warmup phase
    signpost("Warmup Phase Start", f"Running {num_warmup} warmup iterations")
    for i in range(num_warmup):
        _ = model(inputs)
    ttnn.synchronize_device(mesh_device)
    signpost("Warmup Phase End")

    # Measurement phase with detailed profiling
    signpost("Measurement Phase Start", f"Running {num_iterations} measured iterations")
    profiler.enable()

    for i in range(num_iterations):
        if i % 10 == 0:
            signpost(f"Iteration {i}")
        result = model(inputs)

    ttnn.synchronize_device(mesh_device)
    profiler.disable()
    signpost("Measurement Phase End")

    # Read profiler data
    ttnn.ReadDeviceProfiler(mesh_device)

    return result
"""

LONG_RUN = """
import ttnn

mesh_device = ttnn.open_mesh_device(...)

for epoch in range(100):
    for batch in dataloader:
        loss = train_step(batch)

    # Read profiler after each epoch to avoid buffer overflow
    ttnn.ReadDeviceProfiler(mesh_device)
    print(f"Epoch {epoch} complete, profiler data captured")

mesh_device.close()
"""

#: The names that each block leaves behind are those that the next one finds.
PROGRAM = [
    BEFORE,
    READ_MID_RUN,
    SIGNPOSTS_OF_A_WORKFLOW,
    SIGNPOSTS,
    PROFILER,
    MESSAGES,
    ZONES,
    COMPLETE,
    "run_model_with_profiling(mesh_device, model, input_tensor)",
    "dataloader, train_step = [], None",
    "del result, input_tensor, input_batch, _\nmesh_device.close()",
    LONG_RUN.replace("open_mesh_device(...)", "open_mesh_device(ttnn.MeshShape(1, 1))"),
    "print('done', __name__, __import__('sys').argv[1:])",
]


@pytest.fixture(scope="module")
def profiled(tmp_path_factory, run_in):
    folder = tmp_path_factory.mktemp("profiled")
    (folder / "your_script.py").write_text("\n".join(PROGRAM))
    words = ["-m", "tracy", "-p", "-r", "-v", "your_script.py", "an argument"]
    done = run_in(folder, *words, TT_METAL_DEVICE_PROFILER=1, TT_METAL_HOME=None)
    assert done.returncode == 0, done.stderr
    done.report = next(folder.glob("generated/profiler/reports/*"))
    return done


def rows(file, **how):
    with open(file, newline="") as opened:
        return list(csv.DictReader(opened, **how))


def zones(done):
    return rows(done.report / "tracy_ops_times.csv")


def messages(done):
    return [row["MessageName"] for row in rows(done.report / "tracy_ops_data.csv", delimiter=";", quotechar="`")]


def performance(done):
    return rows(next(done.report.glob("ops_perf_results_*.csv")))


def test_the_program_runs_to_its_end_as_if_it_were_alone(profiled):
    printed = profiled.stdout.splitlines()
    assert printed[0] == "Epoch 0 complete, profiler data captured"
    assert printed[-1] == "done __main__ ['an argument']"
    assert len(printed) == 101


def test_the_five_files_are_in_the_report(profiled):
    assert sorted(file.name for file in profiled.report.iterdir()) == [
        "ops_perf_results_%s.csv" % profiled.report.name,
        "profile_log_device.csv",
        "run.json",
        "tracy_ops_data.csv",
        "tracy_ops_times.csv",
        "tracy_profile_log_host.tracy",
    ]


def test_every_operation_has_a_row_with_its_device_time(profiled):
    operations = [row for row in performance(profiled) if row["OP TYPE"] == "tt_dnn_device"]
    added = [row for row in operations if row["OP CODE"] == "BinaryNgDeviceOperation"]
    assert len(added) == 101 + 15 + 105 + 1 + 105
    assert all(int(row["DEVICE KERNEL DURATION [ns]"]) > 0 for row in operations)


def test_signposts_are_rows_between_those_of_operations(profiled):
    codes = [(row["OP CODE"], row["OP TYPE"]) for row in performance(profiled)]
    signposts = [code for code, kind in codes if kind == "signpost"]
    assert signposts[:3] == ["Warmup Start", "Measurement Start", "Measurement End"]
    assert signposts[3:7] == ["Warmup Start", "Warmup End", "Measurement Phase", "Measurement Complete"]
    assert signposts[-12:-1] == ["Measurement Phase Start"] + ["Iteration %d" % i for i in range(0, 100, 10)]
    first = codes.index(("Measurement Start", "signpost"))
    assert codes.index(("Measurement End", "signpost")) == first + 11
    assert "TT_SIGNPOST: Measurement Start\nBeginning timed runs" in messages(profiled)


def test_messages_are_on_the_timeline(profiled):
    said = messages(profiled)
    assert said.index("Starting batch processing") + 1 == said.index("Critical section entered")


def test_a_zone_has_the_place_that_it_was_given(profiled):
    (zone,) = [row for row in zones(profiled) if row["name"] == "MY_CUSTOM_ZONE"]
    assert (zone["src_file"], zone["src_line"], zone["zone_name"]) == ("my_file.py", "42", "MY_CUSTOM_ZONE")


def test_functions_are_zones_between_enable_and_disable_only(profiled):
    called = [row["name"] for row in zones(profiled) if row["name"].startswith("PY_FUNC_")]
    assert called.count("PY_FUNC_my_expensive_function") == 1
    assert called.count("PY_FUNC_model") == 1 + 100
    assert not [name for name in called if "request" in name or name == "PY_FUNC_<module>"]


def test_operations_are_at_the_lines_that_call_them(profiled):
    places = {(row["src_file"].split("/")[-1], int(row["src_line"])) for row in zones(profiled) if row["name"] == "ttnn::add"}
    line = "\n".join(PROGRAM).splitlines().index("    return ttnn.add(tensor, tensor)") + 1
    assert places == {("your_script.py", line)}


def read_by(*words):
    from tracy.__main__ import tilescope

    done = subprocess.run(tilescope(*map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def test_tilescope_perf_reads_the_report(profiled):
    table = read_by("perf", "--start-signpost", "Measurement Start", "--end-signpost", "Measurement End", profiled.report)
    assert table.count("BinaryNg") >= 10


def test_tilescope_timeline_shows_host_and_device(profiled, tmp_path):
    shown = tmp_path / "timeline.json"
    read_by("timeline", profiled.report.parent.parent, "--format", "chrome", "-o", shown)
    names = [event.get("name") for event in json.loads(shown.read_text())["traceEvents"]]
    assert names.count("PY_FUNC_my_expensive_function") == 1
    assert "BinaryNgDeviceOperation" in names


def test_without_the_profiler_marks_do_nothing(run_code):
    code = textwrap.dedent(SIGNPOSTS.split("for i")[0]) + PROFILER.replace("my_expensive_function()", "1") + MESSAGES + ZONES
    code += "print(result, ttnn.stop_tracy_zone(), ttnn._door._call)"
    done = run_code(code, TT_METAL_DEVICE_PROFILER=None, TILESCOPE_PROFILE=None)
    assert (done.stdout, done.stderr, done.returncode) == ("1 True None\n", "", 0)
