"""The programs that the document on operation-parameter tracing prints, as they stand."""

import json
import re

import pytest
import ttnn
import ttnn.operation_tracer
from documents import run_printed

ADD = """
import ttnn
import ttnn.operation_tracer

# Enable tracing
ttnn.operation_tracer._ENABLE_TRACE = True

# Optionally set a custom trace directory
ttnn.CONFIG.root_report_path = "/path/to/trace/output"

# Your ttnn operations will now be traced
device = ttnn.open_device(device_id=0)
a = ttnn.rand(shape=[2, 3], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
b = ttnn.rand(shape=[2, 3], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
c = ttnn.add(a, b)
"""


@pytest.fixture(autouse=True)
def as_it_was(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = ttnn.CONFIG.root_report_path
    yield
    ttnn.operation_tracer._ENABLE_TRACE = False
    ttnn.operation_tracer.enable_tensor_value_serialization(False)
    ttnn.CONFIG.root_report_path = before
    ttnn.CONFIG.operation_parameter_log_dir = None


def files(folder):
    found = sorted(folder.glob("*.json"), key=lambda file: int(file.name.split("_")[0]))
    return [(re.sub(r"_\d{8}_\d{6}_\d{6}[.]json$", "", file.name), json.loads(file.read_text())) for file in found]


def test_running_your_own_code(tmp_path):
    left = run_printed(ADD.replace("/path/to/trace/output", str(tmp_path / "output")))
    written = files(tmp_path / "output" / "operation_parameters")
    assert [name for name, _ in written] == ["1_ttnn_rand", "2_ttnn_rand", "3_ttnn_add"]
    add = written[2][1]
    assert (add["operation_number"], add["operation_name"], add["num_tensors"]) == (3, "ttnn.add", 3)
    assert [argument["position"] for argument in add["args"]] == [0, 1]
    first = add["args"][0]["value"]
    assert (first["type"], first["shape"], first["original_shape"]) == ("ttnn.Tensor", [2, 3], [2, 3])
    assert (first["dtype"], first["layout"], first["storage_type"]) == (
        "DataType.BFLOAT16",
        "Layout.TILE",
        "StorageType.DEVICE",
    )
    assert "values" not in first
    assert add["return_value"]["shape"] == [2, 3]
    assert written[0][1]["kwargs"]["shape"] == [2, 3]
    ttnn.close_device(left["device"])


def test_values_are_written_if_asked_for(device, tmp_path):
    ttnn.CONFIG.root_report_path = tmp_path
    ttnn.operation_tracer.enable_tensor_value_serialization(True)
    ttnn.operation_tracer.enable_tracing(True)
    a = ttnn.full([2, 3], 1.5, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    ttnn.add(a, 1)
    add = files(tmp_path / "operation_parameters")[-1][1]
    assert add["args"][0]["value"]["values"] == [[1.5, 1.5, 1.5], [1.5, 1.5, 1.5]]
    assert add["args"][1] == {"position": 1, "value": 1}
    assert (add["return_value"]["dtype"], add["return_value"]["values"][1]) == ("float32", [2.5, 2.5, 2.5])


def test_arguments_given_by_name_are_not_among_those_given_by_place(device, tmp_path):
    ttnn.CONFIG.root_report_path = tmp_path
    ttnn.operation_tracer.enable_tracing(True)
    a = ttnn.zeros([2, 3], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    ttnn.add(a, input_tensor_b=a)
    ttnn.to_device(ttnn.from_device(a), device)
    written = dict((name.split("_", 1)[1], told) for name, told in files(tmp_path / "operation_parameters"))
    assert len(written["ttnn_add"]["args"]) == 1
    assert written["ttnn_add"]["kwargs"]["input_tensor_b"]["type"] == "ttnn.Tensor"
    assert written["ttnn_to_device"]["args"][1]["value"]["type"] == "MeshDevice"


def test_from_torch_and_to_device(tmp_path):
    pytest.importorskip("torch", reason="no torch: from_torch cannot be traced")
    ttnn.CONFIG.root_report_path = tmp_path
    left = run_printed(
        """
        import torch
        import ttnn
        import ttnn.operation_tracer

        # Enable tracing
        ttnn.operation_tracer._ENABLE_TRACE = True

        device = ttnn.open_device(device_id=0)
        torch_tensor = torch.randn([2, 3], dtype=torch.bfloat16)
        tensor_host = ttnn.from_torch(torch_tensor, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT)
        tensor_device = ttnn.to_device(tensor_host, device=device, memory_config=ttnn.DRAM_MEMORY_CONFIG)
        """
    )
    written = files(tmp_path / "operation_parameters")
    assert [name for name, _ in written] == ["1_ttnn_from_torch", "2_ttnn_to_device"]
    given = written[0][1]["args"][0]["value"]
    assert (given["type"], given["shape"], given["dtype"]) == ("torch.Tensor", [2, 3], "torch.bfloat16")
    assert written[1][1]["return_value"]["storage_type"] == "StorageType.DEVICE"
    ttnn.close_device(left["device"])


def test_the_folder_can_be_named(tmp_path, device):
    run_printed(
        """
        import ttnn

        # Set custom trace directory
        ttnn.CONFIG.root_report_path = "/path/to/my/traces"
        # Or specifically:
        ttnn.CONFIG.operation_parameter_log_dir = "/path/to/my/traces"
        """.replace("/path/to/my", str(tmp_path))
    )
    ttnn.operation_tracer.enable_tracing()
    ttnn.zeros([2, 3], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    assert [name for name, _ in files(tmp_path / "traces")] == ["1_ttnn_zeros"]


def test_my_operation(tmp_path, device):
    # Override the log directory
    original_path = ttnn.CONFIG.root_report_path
    ttnn.CONFIG.root_report_path = str(tmp_path)

    # Your operations here...
    ttnn.zeros([2, 3], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)

    # Restore original path
    ttnn.CONFIG.root_report_path = original_path
    assert not (tmp_path / "operation_parameters").exists()


def test_troubleshooting(capsys):
    run_printed(
        """
        import ttnn.operation_tracer
        print(ttnn.operation_tracer._ENABLE_TRACE)  # Should be True
        print(ttnn.CONFIG.root_report_path)  # Should point to your desired directory
        """
    )
    assert capsys.readouterr().out == "False\ngenerated/ttnn/reports\n"


TEST_OF_A_USER = """
import ttnn

def test_add():
    device = ttnn.open_device(device_id=0)
    a = ttnn.ones([2, 3], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
    ttnn.add(a, a)
    ttnn.close_device(device)
"""

CONFTEST_OF_TT_NN = """
def pytest_addoption(parser):
    parser.addoption("--trace-params", action="store_true", default=False)
    parser.addoption("--trace-params-with-values", action="store_true", default=False)
"""


@pytest.mark.parametrize("conftest", ["", CONFTEST_OF_TT_NN], ids=["plain", "with the options of TT-NN's conftest"])
@pytest.mark.parametrize("values", [False, True], ids=["metadata", "values"])
def test_pytest_trace_params(run, tmp_path, values, conftest):
    (tmp_path / "test_user.py").write_text(TEST_OF_A_USER)
    (tmp_path / "conftest.py").write_text(conftest)
    flags = ["--trace-params"] + ["--trace-params-with-values"] * values
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "ttnn.pytest_plugin", "test_user.py", *flags)
    assert done.returncode == 0, done.stdout + done.stderr
    written = files(tmp_path / "generated" / "ttnn" / "reports" / "operation_parameters")
    assert [name for name, _ in written] == ["1_ttnn_ones", "2_ttnn_add"]
    assert ("values" in written[1][1]["return_value"]) == values


def test_a_script_takes_the_flag_too(run_code, tmp_path):
    done = run_code(
        """
        import ttnn
        device = ttnn.open_device(device_id=0)
        ttnn.ones([2, 3], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)
        """,
        "--trace-params",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(files(tmp_path / "generated" / "ttnn" / "reports" / "operation_parameters")) == 1
