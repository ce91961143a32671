"""Reports of Python programs: what they were called with, from where, and where they go."""

import json
import sqlite3

import pytest
import ttnn
from ttnn.graph_report import import_report


def ones(device):
    return ttnn.ones([32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)


def sidecar(path):
    return json.loads(path.with_suffix(".python_io.json").read_text())


def test_calls_have_their_named_arguments_tensors_and_lines(device, tmp_path):
    a = ones(device)
    ttnn.graph.begin_graph_capture()
    b = ttnn.add(a, 3, memory_config=ttnn.L1_MEMORY_CONFIG)
    ttnn.graph.end_graph_capture_to_file(tmp_path / "report.json")
    (call,) = sidecar(tmp_path / "report.json")
    assert call["name"] == "ttnn::add"
    assert list(call["arguments"]) == ["input_tensor_a", "input_tensor_b", "memory_config"]
    assert call["arguments"]["input_tensor_a"].startswith(
        "ttnn.Tensor(shape=Shape([32, 32]), dtype=DataType.BFLOAT16, layout=Layout.TILE, memory_config=MemoryConfig("
    )
    assert call["arguments"]["input_tensor_b"] == "3"
    assert (call["input_tensor_ids"], call["output_tensor_ids"]) == ([a.tensor_id], [b.tensor_id])
    frame = call["python_stack_trace"][0]
    assert frame.startswith('  File "%s", line ' % __file__)
    assert frame.endswith("    b = ttnn.add(a, 3, memory_config=ttnn.L1_MEMORY_CONFIG)\n")


def test_frames_of_ttnn_and_pytest_are_left_out(device, tmp_path):
    ttnn.graph.begin_graph_capture()
    kept = ones(device) + 1
    ttnn.graph.end_graph_capture_to_file(tmp_path / "report.json")
    frames = [frame for call in sidecar(tmp_path / "report.json") for frame in call["python_stack_trace"]]
    assert not any("/ttnn/" in frame.split(",")[0] or "/_pytest/" in frame or "/pluggy/" in frame for frame in frames)
    del kept


def test_stacks_can_be_left_out(device, tmp_path):
    ttnn.graph.disable_python_stack_traces()
    try:
        ttnn.graph.begin_graph_capture()
        kept = ones(device)
        ttnn.graph.end_graph_capture_to_file(tmp_path / "report.json")
    finally:
        ttnn.graph.enable_python_stack_traces()
    assert "python_stack_trace" not in sidecar(tmp_path / "report.json")[0]
    del kept


def test_an_operation_of_python_stands_around_those_that_it_calls(device, tmp_path):
    @ttnn.register_python_operation(name="ttnn.twice_more")
    def twice_more(tensor, *, by):
        return ttnn.add(ttnn.add(tensor, by), by)

    a = ones(device)
    ttnn.graph.begin_graph_capture()
    kept = twice_more(a, by=2)
    graph = ttnn.graph.end_graph_capture_to_file(tmp_path / "report.json")
    (call,) = sidecar(tmp_path / "report.json")
    assert (call["name"], call["arguments"]["by"]) == ("ttnn.twice_more", "2")
    assert ttnn.graph.extract_calltrace(graph).count("ttnn::add") == 2
    starts = [node for node in graph if node["node_type"] == "function_start" and node["stacking_level"] == 1]
    assert [node["params"]["name"] for node in starts] == ["ttnn.twice_more"]
    del kept


def test_from_torch_is_recorded_as_it_was_called(device, tmp_path):
    torch = pytest.importorskip("torch", reason="no torch: from_torch cannot be recorded")
    ttnn.graph.begin_graph_capture()
    kept = ttnn.from_torch(torch.ones(2, 3), layout=ttnn.TILE_LAYOUT, device=device)
    ttnn.graph.end_graph_capture_to_file(tmp_path / "report.json")
    (call,) = sidecar(tmp_path / "report.json")
    assert call["name"] == "ttnn.from_torch"
    assert call["arguments"]["tensor"] == "torch.Tensor(shape=[2, 3], dtype=torch.float32)"
    assert call["arguments"]["layout"] == "Layout.TILE"
    assert list(call["arguments"]) == ["tensor", "layout", "device"]
    del kept


def test_records_of_the_program_stand_behind_those_of_operations(device, tmp_path):
    a = ones(device)
    ttnn.graph.begin_graph_capture()
    kept = ttnn.add(a, 1)
    ttnn.graph.record_python_operation("my.step", (a, 2), {"mode": "fast"})
    ttnn.graph.store_output_tensor_ids([kept.tensor_id])
    ttnn.graph.end_graph_capture_to_file(tmp_path / "report.json")
    own = sidecar(tmp_path / "report.json")[1]
    assert (own["name"], own["arguments"]["1"], own["arguments"]["mode"]) == ("my.step", "2", "fast")
    assert (own["input_tensor_ids"], own["output_tensor_ids"]) == ([a.tensor_id], [kept.tensor_id])


def test_the_settings_write_a_report(device, tmp_path):
    ttnn.CONFIG.root_report_path, before = tmp_path, ttnn.CONFIG.root_report_path
    a = ones(device)
    try:
        with ttnn.manage_config("enable_logging", True), ttnn.manage_config("enable_graph_report", True):
            with ttnn.manage_config("report_name", "my run"):
                folder = ttnn.CONFIG.report_path
                kept = ttnn.add(a, 1)
    finally:
        ttnn.CONFIG.root_report_path = before
    assert folder.parent == tmp_path and folder.name.isdigit()
    assert json.loads((folder / "config.json").read_text())["report_name"] == "my run"
    with sqlite3.connect(str(folder / "db.sqlite")) as database:
        assert database.execute("SELECT name FROM operations").fetchall() == [("ttnn::add",)]
        (stack,) = database.execute("SELECT stack_trace FROM stack_traces").fetchone()
        assert "kept = ttnn.add(a, 1)" in stack
    ttnn.add(a, 1)
    assert not ttnn.graph.is_graph_capture_active()
    del kept


def test_a_program_that_the_environment_asks_for_a_report_writes_it_at_its_end(run_code, tmp_path):
    settings = dict(enable_logging=True, enable_graph_report=True, report_name="run", root_report_path=str(tmp_path))
    done = run_code(
        """
        import ttnn
        device = ttnn.open_device(device_id=0)
        a = ttnn.ones([32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
        print(ttnn.CONFIG.report_path)
        """,
        TTNN_CONFIG_OVERRIDES=json.dumps(settings),
    )
    assert (done.returncode, done.stderr) == (0, "")
    with sqlite3.connect(done.stdout.strip() + "/db.sqlite") as database:
        assert database.execute("SELECT name FROM operations").fetchone() == ("ttnn::ones",)


REPORTED = """
    import os
    import ttnn
    device = ttnn.open_device(device_id=0)
    os.chdir("/")
    a = ttnn.ones([32, 32], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    """


SAID = "tilescope: report in %s; tilescope memory explains its peak, serve shows it\n"


def names_of(report):
    starts = [node for node in json.loads(report.read_text())["graph"] if node["node_type"] == "function_start"]
    return [node["params"]["name"] for node in starts if node["stacking_level"] == 1]


def test_a_program_that_does_not_capture_itself_has_a_report_of_all_it_did(run_code, tmp_path):
    done = run_code(REPORTED + "b = ttnn.add(a, a)", TILESCOPE_REPORT="all of it.json")
    assert (done.returncode, done.stderr) == (0, SAID % (tmp_path / "all of it.json"))
    assert names_of(tmp_path / "all of it.json") == ["ttnn::ones", "ttnn::add"]
    (made, added) = sidecar(tmp_path / "all of it.json")
    assert added["python_stack_trace"][0].startswith('  File "%s", line ' % (tmp_path / "program.py"))


def test_captures_of_the_program_itself_stand_beside_its_report(run_code, tmp_path):
    own = """
    ttnn.graph.begin_graph_capture()
    b = ttnn.add(a, a)
    print(len(ttnn.graph.end_graph_capture()) > 0)
    ttnn.graph.begin_graph_capture()
    c = ttnn.multiply(a, a)
    """
    done = run_code(REPORTED + own, TILESCOPE_REPORT="report.json")
    assert (done.returncode, done.stdout) == (0, "True\n")
    assert names_of(tmp_path / "report.json") == ["ttnn::ones", "ttnn::add", "ttnn::multiply"]


def test_a_report_that_cannot_be_written_is_said_and_the_program_ends_as_it_would(run_code, tmp_path):
    done = run_code(REPORTED + "raise SystemExit(3)", TILESCOPE_REPORT="program.py/report.json")
    assert done.returncode == 3
    assert done.stderr.startswith("tilescope: there is no report of the program: ")
    assert "program.py" in done.stderr


def test_a_program_without_operations_writes_no_report(run_code, tmp_path):
    done = run_code("import ttnn", TILESCOPE_REPORT="report.json")
    assert (done.returncode, done.stderr, (tmp_path / "report.json").exists()) == (0, "", False)


def test_what_cannot_be_imported_is_said(tmp_path):
    with pytest.raises(FileNotFoundError):
        ttnn.graph_report.import_report(tmp_path / "none.json", tmp_path / "db")
    (tmp_path / "report.json").write_text("{}")
    with pytest.raises(RuntimeError):
        ttnn.graph_report.import_report(tmp_path / "report.json", tmp_path / "db")
    assert ttnn.graph_report.main([str(tmp_path / "report.json"), str(tmp_path / "db")]) == 1


def test_names_under_the_native_module():
    from ttnn._ttnn.graph import RunMode, begin_graph_capture  # noqa: F401

    assert ttnn._ttnn.graph.extract_calltrace is ttnn.graph.extract_calltrace


def test_settings_are_those_of_the_object_that_stands_in_ttnn():
    before, ttnn.CONFIG = ttnn.CONFIG, ttnn.Config(ttnn.CONFIG)
    try:
        with ttnn.manage_config("enable_detailed_tensor_report", True):
            assert ttnn.CONFIG.enable_detailed_tensor_report and not before.enable_detailed_tensor_report
        ttnn.load_config_from_dictionary({"enable_graph_python_stack_traces": True})
        assert ttnn.CONFIG.enable_graph_python_stack_traces and not before.enable_graph_python_stack_traces
    finally:
        ttnn.CONFIG = before


VIEWED = {
    "operations": "SELECT operation_id, name, duration, rank FROM operations WHERE operation_id = ?",
    "arguments": "SELECT name, value FROM operation_arguments WHERE operation_id = ?",
    "stack": "SELECT stack_trace, source_file_id FROM stack_traces WHERE operation_id = ?",
    "inputs": "SELECT input_index, tensor_id FROM input_tensors WHERE operation_id = ?",
    "outputs": "SELECT output_index, tensor_id FROM output_tensors WHERE operation_id = ?",
    "buffers": "SELECT device_id, address, max_size_per_bank, buffer_type, buffer_layout FROM buffers WHERE operation_id = ?",
    "graph": "SELECT captured_graph FROM captured_graph WHERE operation_id = ?",
}


def test_the_viewer_finds_an_operation_its_line_and_the_source(device, tmp_path):
    """As ttnn-visualizer 0.92 asks: ids from its addresses are text, and a source is read by the id of its file."""
    a, weight = ones(device), ones(device)
    ttnn.graph.begin_graph_capture()
    b = ttnn.matmul(a, weight, memory_config=ttnn.L1_MEMORY_CONFIG)
    ttnn.graph.end_graph_capture_to_file(tmp_path / "report.json")
    with sqlite3.connect(str(import_report(tmp_path / "report.json", tmp_path / "viewed"))) as database:
        seen = {what: database.execute(query, ["1"]).fetchall() for what, query in VIEWED.items()}
        ((stack, source),) = seen["stack"]
        read = "SELECT path, contents FROM source_files WHERE id = ? AND contents IS NOT NULL AND length(contents) > 0"
        ((path, contents),) = database.execute(read, [str(source)]).fetchall()
    assert [row[1] for row in seen["operations"]] == ["ttnn::matmul"]
    assert [name for name, _ in seen["arguments"]] == ["input_tensor_a", "input_tensor_b", "memory_config"]
    assert [tensor for _, tensor in seen["inputs"]] == [a.tensor_id, weight.tensor_id]
    assert [tensor for _, tensor in seen["outputs"]] == [b.tensor_id]
    assert {kind for _, _, _, kind, _ in seen["buffers"]} == {0, 1}
    started = [each["params"]["name"] for each in json.loads(seen["graph"][0][0]) if each["node_type"] == "function_start"]
    assert "MatmulDeviceOperation" in started
    assert path == __file__
    line = int(stack.split(", line ")[1].split(",")[0])
    assert contents.split("\n")[line - 1].strip() == "b = ttnn.matmul(a, weight, memory_config=ttnn.L1_MEMORY_CONFIG)"
