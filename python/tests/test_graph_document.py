"""The programs that the document on graph tracing prints, as they stand."""

import json
import os
import sqlite3
import subprocess
import sys

import pytest
import ttnn
from conftest import environment
from documents import run_printed

BEGIN = "ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)\n"


@pytest.fixture
def tensors(device):
    def made():
        return ttnn.rand([32, 64], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)

    return made(), made()


@pytest.fixture
def graph(tensors):
    ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
    kept = ttnn.add(tensors[0], ttnn.multiply(*tensors))
    assert kept.shape == ttnn.Shape([32, 64])
    return ttnn.graph.end_graph_capture()


@pytest.fixture(autouse=True)
def nothing_stays_open():
    yield
    while ttnn.graph.is_graph_capture_active():
        ttnn.graph.end_graph_capture()


def names_of(graph):
    return [node["params"]["name"] for node in graph if node["node_type"] == "function_start"]


def test_quick_start(tensors, capsys):
    left = run_printed(
        """
        import ttnn

        ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
        result = ttnn.add(tensor_a, tensor_b)  # Your operations here
        graph = ttnn.graph.end_graph_capture()
        print(graph)  # List of traced nodes
        """,
        tensor_a=tensors[0],
        tensor_b=tensors[1],
    )
    assert names_of(left["graph"]) == [
        "ttnn::add",
        "ttnn::prim::binary_ng",
        "BinaryNgDeviceOperation",
        "tt::tt_metal::create_device_tensor",
    ]
    assert capsys.readouterr().out.startswith("[{'arguments': [], 'connections': [1")
    assert [node["counter"] for node in left["graph"]] == list(range(len(left["graph"])))


def test_save_to_file_and_import_into_the_visualizer_database(tensors, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run_printed(
        """
        ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
        kept = ttnn.add(tensor_a, tensor_b)
        ttnn.graph.end_graph_capture_to_file("my_report.json")
        """,
        ttnn=ttnn,
        tensor_a=tensors[0],
        tensor_b=tensors[1],
    )
    report = json.loads((tmp_path / "my_report.json").read_text())
    assert report["version"] == 1
    assert {"graph", "devices", "metadata", "cluster_descriptor"} <= set(report)

    done = python_m("ttnn.graph_report", "--svg", "my_report.json", "./visualizer_db/", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 operations" in done.stdout
    assert (tmp_path / "visualizer_db" / "graphs" / "my_report.svg").read_text().startswith("<?xml")
    with sqlite3.connect(str(tmp_path / "visualizer_db" / "db.sqlite")) as database:
        tables = {row[0] for row in database.execute("SELECT name FROM sqlite_master")}
        assert {"operations", "operation_arguments", "tensors", "device_tensors", "buffers"} <= tables
        assert {"buffer_chunks", "stack_traces", "errors"} <= tables
        assert database.execute("SELECT name FROM operations").fetchall() == [("ttnn::add",)]
        (trace,) = database.execute("SELECT stack_trace FROM stack_traces").fetchone()
        assert 'File "document", line 3, in <module>' in trace


def python_m(*words, cwd):
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=str(cwd),
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
        timeout=120,
    )


def test_a_folder_of_reports_is_imported(tensors, tmp_path):
    for name in ("one", "two"):
        ttnn.graph.begin_graph_capture()
        kept = ttnn.add(*tensors)
        ttnn.graph.end_graph_capture_to_file(tmp_path / "reports" / (name + ".json"))
        del kept
    database = ttnn.graph_report.import_report(tmp_path / "reports", tmp_path / "visualizer_db")
    with sqlite3.connect(str(database)) as read:
        assert read.execute("SELECT COUNT(*) FROM operations").fetchone() == (2,)


def test_run_modes(device):
    for mode in ("NO_DISPATCH", "NORMAL"):
        run_printed("ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.%s)" % mode, ttnn=ttnn)
        assert ttnn.graph.is_graph_capture_active()
        made = ttnn.zeros([32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
        graph = ttnn.graph.end_graph_capture()
        addresses = [node["params"]["address"] for node in graph if node["node_type"] == "buffer_allocate"]
        assert (addresses[0] == 0) == (mode == "NO_DISPATCH")
        del made


def test_unrealistically_large_tensors_are_traced_without_dispatch(device):
    ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NO_DISPATCH)
    huge = ttnn.zeros([1024, 1024, 1024, 1024], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    ttnn.add(huge, huge)
    graph = ttnn.graph.end_graph_capture()
    assert max(int(node["params"]["size"]) for node in graph if node["node_type"] == "buffer_allocate") == 2 << 40


def test_operation_durations(tensors, capsys):
    run_printed(
        BEGIN
        + "ttnn.add(a, b)\n"
        + """graph = ttnn.graph.end_graph_capture()

for node in graph:
    if node["node_type"] == "function_end" and "duration_ns" in node:
        name = node["params"]["name"]
        duration_ms = node["duration_ns"] / 1_000_000
        print(f"{name}: {duration_ms:.2f} ms")
""",
        ttnn=ttnn,
        a=tensors[0],
        b=tensors[1],
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("ttnn::add: ") and lines[-1].endswith(" ms")
    assert len(lines) == 4


def test_peak_memory(graph):
    left = run_printed(
        """
        def get_peak_memory(graph):
            total_buffer = 0
            peak_buffer = 0

            for node in graph:
                if node["node_type"] == "buffer_allocate":
                    total_buffer += int(node["params"]["size"])
                    peak_buffer = max(peak_buffer, total_buffer)
                elif node["node_type"] == "buffer_deallocate":
                    # Get size from connected buffer node
                    buffer_id = node["connections"][0]
                    buffer_node = graph[buffer_id]
                    total_buffer -= int(buffer_node["params"]["size"])

            return peak_buffer

        peak = get_peak_memory(graph)
        """,
        graph=graph,
    )
    assert left["peak"] >= 2 * 32 * 64 * 2


def test_stack_traces(tensors, capsys):
    left = run_printed(
        """
        # Enable before capture
        ttnn.graph.enable_stack_traces()

        ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
        ttnn.add(a, b)
        graph = ttnn.graph.end_graph_capture()

        status = ttnn.graph.is_stack_trace_enabled()
        # Disable when done (removes overhead)
        ttnn.graph.disable_stack_traces()

        # Check status
        if ttnn.graph.is_stack_trace_enabled():
            print("Stack traces enabled")
        """,
        ttnn=ttnn,
        a=tensors[0],
        b=tensors[1],
    )
    assert left["status"] is True
    assert capsys.readouterr().out == ""
    with_stacks = [node for node in left["graph"] if "stack_trace" in node]
    assert [node["params"]["name"] for node in with_stacks] == ["ttnn::add"]
    assert with_stacks[0]["stack_trace"][0] == '  File "document", line 6, in <module>\n'


def test_buffer_pages(device, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run_printed(
        """
        ttnn.graph.enable_buffer_pages()

        ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
        kept = ttnn.zeros([64, 64], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device, memory_config=ttnn.L1_MEMORY_CONFIG)
        ttnn.graph.end_graph_capture_to_file("report.json")

        ttnn.graph.disable_buffer_pages()
        """,
        ttnn=ttnn,
        device=device,
    )
    pages = json.loads((tmp_path / "report.json").read_text())["buffer_pages"]
    assert len(pages) == 4
    fields = ("device_id", "address", "core_x", "core_y", "bank_id", "page_index", "page_address", "page_size")
    assert all(field in pages[0] for field in fields)
    assert {page["buffer_type"] for page in pages} == {1}


def test_operation_arguments(tensors, capsys):
    run_printed(
        """
        ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
        ttnn.add(a, b)
        graph = ttnn.graph.end_graph_capture()

        for node in graph:
            if node["node_type"] == "function_start" and "arguments" in node:
                print(f"{node['params']['name']}: {node['arguments']}")
        """,
        ttnn=ttnn,
        a=tensors[0],
        b=tensors[1],
    )
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("ttnn::add: ['Tensor(storage=DeviceStorage(),tensor_spec=TensorSpec(logical_shape=Shape([32, 64])")


def test_a_failing_operation_leaves_its_trace(tensors, device, capsys):
    def some_operation(tensor):
        return ttnn.reshape(tensor, [7, 7])

    with pytest.raises(RuntimeError):
        run_printed(
            """
            ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
            try:
                result = some_operation(tensor)
                ttnn._ttnn.device.synchronize_device(device)
            except Exception as e:
                graph = ttnn.graph.end_graph_capture()
                print(f"Operation hung. Captured trace: {graph}")
                raise
            """,
            ttnn=ttnn,
            some_operation=some_operation,
            tensor=tensors[0],
            device=device,
        )
    assert "'node_type': 'error'" in capsys.readouterr().out


def test_levelized_graph(graph, capsys):
    run_printed(
        """
        # Extract with max_level=1 (top-level operations only)
        levelized = ttnn.graph.extract_levelized_graph(graph)

        # Or expand to see internal operations
        levelized = ttnn.graph.extract_levelized_graph(graph, max_level=2)

        for vertex in levelized:
            print(f"{vertex['name']} (level {vertex['stacking_level']})")
            print(f"  inputs: {vertex['in_edges']}")
            print(f"  outputs: {vertex['out_edges']}")
            print(f"  internals: {vertex['internals']}")
        """,
        ttnn=ttnn,
        graph=graph,
    )
    told = capsys.readouterr().out
    assert "ttnn::multiply (level 1)" in told and "ttnn::prim::binary_ng (level 2)" in told
    names = [vertex["name"] for vertex in ttnn.graph.extract_levelized_graph(graph)]
    assert [name for name in names if not name.startswith("tensor[")] == ["ttnn::multiply", "ttnn::add"]
    for field in ("counter", "stacking_level", "name", "in_edges", "out_edges", "internals", "output_shape", "arguments"):
        assert field in ttnn.graph.extract_levelized_graph(graph)[0]


def test_what_graphs_tell(graph):
    assert ttnn.graph.extract_calltrace(graph)[:2] == ["ttnn::multiply", "ttnn::prim::binary_ng"]
    assert ttnn.graph.count_intermediate_and_output_tensors(graph) == (1, 1)
    (output,) = ttnn.graph.extract_output_info(graph)
    assert (output.shape, output.size, output.type) == (ttnn.Shape([32, 64]), 4096, ttnn.BufferType.DRAM)
    assert repr(output) == "TensorInfo(shape=Shape([32, 64]), size=4096, type=DRAM)"
    usage = ttnn.graph.extract_resource_usage_per_core(graph)
    assert usage.peak_cb == 3 * 4096 and usage.peak_total == usage.peak_cb + usage.peak_l1
    assert ttnn.graph.extract_peak_L1_memory_usage(graph) == usage.peak_cb
    (last,) = ttnn.graph.extract_output_tensors(graph)
    assert graph[last]["node_type"] == "tensor"


def test_pretty_print_indents_by_calls(graph, capsys):
    ttnn.graph.pretty_print(graph)
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines[0] == "Capture Start"
    assert lines[1] == "Function Start: ttnn::multiply"
    assert "            Function Start: tt::tt_metal::create_device_tensor" in lines
    assert "Function End:   ttnn::add" in lines


def test_graphs_are_drawn(graph, tmp_path):
    ttnn.graph.visualize(graph, file_name=tmp_path / "graph.svg")
    assert "ttnn::multiply" in (tmp_path / "graph.svg").read_text()
    with pytest.raises(ValueError, match="file_name must have a .svg, .png or .pdf suffix"):
        ttnn.graph.visualize(graph, file_name=tmp_path / "graph.txt")


def test_an_end_without_a_begin_says_so():
    with pytest.raises(RuntimeError, match="No graph capture is open"):
        ttnn.graph.end_graph_capture()


def test_the_sample_of_the_document(device):
    """The two adds that need a repeat: the call hierarchy of the reference."""
    a = ttnn.rand([1, 1, 32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    b = ttnn.rand([4, 1, 32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
    ttnn.add(a, b, use_legacy=True)
    names = names_of(ttnn.graph.end_graph_capture())
    assert [names[0], names[1]] == ["ttnn::add", "ttnn::repeat"]
    assert "ttnn::prim::binary" in names
    assert os.sep not in names
