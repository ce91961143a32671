"""Runs models of a tt-metal checkout unchanged, and writes a page of what Tilescope shows of each.

    ./tilescope python -m model_programs CHECKOUT [--programs NAME...] [--out docs]

Each runs in a process of its own, with random weights and python/tests/standins for transformers and torchvision. With
--out, models.md and models/NAME.md are written there.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

_HERE = pathlib.Path(__file__).resolve().parent.parent
_RESULT = "model_programs: "


def main():
    arguments = _arguments()
    if arguments.one:
        return _run_one(arguments.one, arguments.report)
    checkout = pathlib.Path(arguments.checkout).resolve()
    if not (checkout / "models").is_dir():
        sys.exit("%s has no models: give a checkout of tenstorrent/tt-metal" % checkout)
    from model_programs.programs import PROGRAMS

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for program in PROGRAMS:
            if arguments.programs and program.name not in arguments.programs:
                continue
            report = os.path.join(folder, program.name + ".json")
            result = _in_a_process(checkout, program, report)
            print(program.name, result, flush=True)
            rows.append((program, result))
            if arguments.out and "error" not in result:
                _write_page(pathlib.Path(arguments.out), checkout, program, result, report)
    if arguments.out:
        (pathlib.Path(arguments.out) / "models.md").write_text(_index(rows))


def _arguments():
    parser = argparse.ArgumentParser(prog="model_programs", description=__doc__.splitlines()[0])
    parser.add_argument("checkout", help="a checkout of tenstorrent/tt-metal")
    parser.add_argument("--programs", nargs="*", help="all if not given")
    parser.add_argument("--out", help="a folder for the pages")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--report", help=argparse.SUPPRESS)
    return parser.parse_args()


def _in_a_process(checkout, program, report):
    packages = [_HERE, _HERE / "tests" / "standins", checkout, os.environ.get("PYTHONPATH", "")]
    path = os.pathsep.join(str(each) for each in packages)
    environment = dict(os.environ, PYTHONPATH=path, TILESCOPE_BOARD=program.board)
    words = ["-m", "model_programs", checkout, "--one", program.name, "--report", report]
    done = subprocess.run(
        [sys.executable, *[str(each) for each in words]],
        cwd=str(checkout),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )
    for line in done.stdout.splitlines():
        if line.startswith(_RESULT):
            return json.loads(line[len(_RESULT) :])
    said = [line for line in done.stderr.splitlines() if re.match(r"[\w.]*(Error|Exception)\b", line)]
    return {"error": said[-1][:300] if said else "ended with %d" % done.returncode}


def _run_one(name, report):
    from conformance.absent import stand_in_with

    stand_in_with(cv2=("IMREAD_COLOR",), datasets=("load_dataset",), PIL=("Image",), tqdm=("tqdm",))
    import torch
    import ttnn
    from model_programs.programs import PROGRAMS
    from ttnn import _frames

    program = next(each for each in PROGRAMS if each.name == name)
    torch.manual_seed(0)
    device = _opened(program)
    began = time.time()
    with ttnn.graph.full_graph_capture(report):
        correlations = [_correlation(*pair) for pair in program.run(device)]
    seconds = time.time() - began
    nanos = _frames.function("device.modelled_nanos")(device)
    result = {"pcc": min(correlations), "seconds": seconds, "device_us": nanos / 1e3}
    print(_RESULT + json.dumps(result), flush=True)


def _opened(program):
    import ttnn

    if ttnn.get_num_devices() == 1:
        return ttnn.open_device(device_id=0, l1_small_size=program.l1_small_size)
    return ttnn.open_mesh_device(ttnn.MeshShape(1, ttnn.get_num_devices()), l1_small_size=program.l1_small_size)


def _correlation(expected, actual):
    import ttnn

    actual = ttnn.to_torch(actual) if isinstance(actual, ttnn.Tensor) else actual
    actual = actual.float().reshape(expected.shape)
    return float(ttnn.pearson_correlation_coefficient(expected.float(), actual))


def _tilescope(*words):
    """What the command line prints."""
    java = os.path.join(os.environ["TILESCOPE_JAVA"], "bin", "java")
    place = os.environ.get("TILESCOPE_CLASSPATH") or os.path.join(os.environ["TILESCOPE_APP"], "tilescope-tools.jar")
    done = subprocess.run(
        [java, "-cp", place, "dev.tilescope.internal.cli.Main", *words],
        stdout=subprocess.PIPE,
        universal_newlines=True,
        check=True,
    )
    return done.stdout


def _write_page(folder, checkout, program, result, report):
    shown = _tilescope("memory", "--limit", "5", report).replace(str(checkout) + "/", "")
    shown = shown.replace(str(_HERE) + "/", "python/")
    calls = collections.Counter(_tilescope("calltrace", "--depth", "1", report).split())
    most = ["%d %s" % (count, name) for name, count in calls.most_common(12) if "::" in name or name.startswith("ttnn.")]
    lines = [
        "# %s" % program.name,
        "",
        "%s: `%s` of tt-metal, unchanged, with random weights, on a modelled %s."
        % (program.what, program.source, program.board),
        "",
        "| | |",
        "|---|--:|",
        "| correlation with torch | %.5f |" % result["pcc"],
        "| device time, modelled, weights' set-up included | %s us |" % "{:,.0f}".format(result["device_us"]),
        "| calls | %s |" % ", ".join(most),
        "",
        "`./tilescope memory --limit 5` on its report:",
        "",
        "```text",
        *["\n".join(line.rstrip() for line in shown.strip().splitlines())],
        "```",
        "",
    ]
    (folder / "models").mkdir(exist_ok=True)
    (folder / "models" / (program.name + ".md")).write_text("\n".join(lines))


def _index(rows):
    lines = [
        "# Models",
        "",
        "Programs of tt-metal (its checkout of 22 August 2026), run through `import ttnn` without a change on a",
        "modelled n150, or on the board that stands beside them. Weights are random and `transformers` and `torchvision` are stood in for; what torch computes with",
        "the same weights is what results are compared with.",
        "",
        "    ./tilescope python -m model_programs CHECKOUT --out docs",
        "",
        "| model | what is run | program | correlation with torch |",
        "|---|---|---|--:|",
    ]
    for program, result in rows:
        name = program.name if "error" in result else "[%s](models/%s.md)" % (program.name, program.name)
        came = "not yet: %s" % result["error"].split(" (")[0].replace("|", "\\|") if "error" in result else "%.5f" % result["pcc"]
        lines.append("| %s | %s | `%s` | %s |" % (name, program.what, program.source, came))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
