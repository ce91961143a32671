"""Reports of graph captures as databases that ttnn-visualizer opens.

    python -m ttnn.graph_report REPORT.json OUTPUT_FOLDER
"""

import os
import pathlib
import sys

from ttnn._frames import function

SUPPORTED_REPORT_VERSION = 1
DATABASE_SCHEMA_VERSION = "3.3"
PYTHON_IO_SIDECAR_SUFFIX = ".python_io.json"
COMPARISON_RECORDS_SIDECAR_SUFFIX = ".comparison_records.json"
COMPARISON_RECORDS_FALLBACK_NAME = "comparison_records.json"

_import = function("report.import")
_TOLD = ("devices", "operations", "tensors", "buffers", "edges", "errors", "stack_traces")


def import_report(report_path, output_dir, db_name="db.sqlite", generate_svgs=False):
    """Imports a report, or all reports of a folder, into a database; gives its path. One that is there is replaced."""
    rows = _imported(report_path, output_dir, db_name, generate_svgs)
    del rows
    return pathlib.Path(output_dir) / db_name


def _imported(report_path, output_dir, db_name, generate_svgs):
    source = os.path.abspath(os.fspath(report_path))
    if not os.path.exists(source):
        raise FileNotFoundError("Report not found: %s" % report_path)
    return _import(source, os.path.abspath(os.fspath(output_dir)), str(db_name), bool(generate_svgs))


def extract_total_duration_from_graph(graph):
    """How long the capture took, in seconds."""
    ends = [node for node in graph if node.get("node_type") == "capture_end"]
    return ends[-1].get("duration_ns", 0) / 1e9 if ends else 0.0


def extract_operation_durations(graph):
    """How long each function took the last time, in seconds, by its name."""
    return {
        (node.get("params") or {}).get("name", "unknown"): node.get("duration_ns", 0) / 1e9
        for node in graph
        if node.get("node_type") == "function_end"
    }


def generate_svg(graph, output_path):
    """Draws the graph."""
    import ttnn.graph

    ttnn.graph.visualize(graph, file_name=output_path)
    return pathlib.Path(output_path)


def run_pytest_graph_report_fixture(request):
    """The body of a fixture: what a test does is written as a report if ttnn.CONFIG asks for one."""
    import ttnn
    from ttnn import _reports

    if not _reports.wanted() or ttnn.graph.is_graph_capture_active():
        yield
        return
    for name in ("mesh_device", "device"):
        if name in request.fixturenames:
            request.getfixturevalue(name)  # so that it is closed after the report is written
    with _reports.report(ttnn.CONFIG):
        yield


def main(arguments=None):
    import argparse

    parser = argparse.ArgumentParser(
        prog="python -m ttnn.graph_report",
        description="Import reports of graph captures into a database that ttnn-visualizer opens.",
    )
    parser.add_argument("report_path", help="a report, or a folder of reports")
    parser.add_argument("output_dir", help="the folder for the database; it is made if it is missing")
    parser.add_argument("--db-name", default="db.sqlite", help="the file name of the database")
    parser.add_argument("--svg", action="store_true", help="also draw each report: OUTPUT_DIR/graphs/NAME.svg")
    given = parser.parse_args(arguments)
    try:
        rows = _imported(given.report_path, given.output_dir, given.db_name, given.svg)
    except (RuntimeError, OSError) as error:
        print("error: %s" % error, file=sys.stderr)
        return 1
    print("Imported %s into %s" % (given.report_path, os.path.join(given.output_dir, given.db_name)))
    for table in _TOLD:
        if rows.get(table):
            print("  - %d %s" % (rows[table], table.replace("_", " ")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
