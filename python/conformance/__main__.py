"""Runs TT-NN's own unit tests through this package and writes what came of it.

    ./tilescope python -m conformance CHECKOUT [--directories D...] [--cases N] [--out docs/conformance.md]

CHECKOUT is one of tenstorrent/tt-metal; the Python needs torch 2, pytest and what the tests import (on Debian 13:
python3-torch python3-pytest python3-loguru python3-numpy python3-scipy python3-mpmath python3-networkx
python3-psutil python3-yaml). Each directory runs in a process of its own, on one device, and then what was skipped
there on a mesh of 2x4.
"""

import argparse
import collections
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

from conformance import reasons

_TESTS = "tests/ttnn/unit_tests"
_DIRECTORIES = (
    "base_functionality",
    "operations/eltwise",
    "operations/data_movement",
    "operations/matmul",
    "tensor",
    "operations/reduce",
    "operations/fused",
    "operations/conv",
    "operations/pool",
    "operations/sdpa",
    "operations/transformers",
    "operations/ccl",
    "operations/experimental",
    "operations/point_to_point",
    "operations/debug",
)
#: The directories that must hold together, and alone.
_FIRST = _DIRECTORIES[:5]
_BOARDS = ("n150", "t3000")
_KINDS = ("passed", "skipped", "missing", "refused", "wrong", "other")


def main():
    arguments = _arguments()
    checkout = pathlib.Path(arguments.checkout).resolve()
    if not (checkout / _TESTS).is_dir():
        sys.exit("%s has no %s: give a checkout of tenstorrent/tt-metal" % (checkout, _TESTS))
    results = {}
    for directory in arguments.directories or _DIRECTORIES:
        results[directory] = _run(checkout, directory, arguments)
        print("%s: %s" % (directory, _counts(results[directory])), flush=True)
    if arguments.out:
        pathlib.Path(arguments.out).write_text(_page(results, checkout, arguments))


def _arguments():
    parser = argparse.ArgumentParser(prog="conformance", description=__doc__.splitlines()[0])
    parser.add_argument("checkout", help="a checkout of tenstorrent/tt-metal")
    parser.add_argument("--directories", nargs="*", help="under %s; all if not given" % _TESTS)
    parser.add_argument("--cases", type=int, default=40, help="of a file at most; 0 is all (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=30, help="a case may take (default %(default)s)")
    parser.add_argument("--boards", nargs="*", default=_BOARDS, help="default: %s" % " ".join(_BOARDS))
    parser.add_argument("--out", help="a Markdown file to write")
    parser.add_argument("--keep", help="a folder for the lines of all cases")
    parser.add_argument("--again", action="store_true", help="run nothing: write the page of the lines that were kept")
    return parser.parse_args()


class Results:
    """How the cases of a directory went, by name."""

    def __init__(self):
        self.cases, self.not_collected, self.exist = {}, {}, 0

    def add(self, record):
        if "case" in record:
            name = record["case"]
            before = self.cases.get(name)
            if before is None or before["outcome"] == "skipped":
                self.cases[name] = record
        elif "not_collected" in record:
            self.not_collected[record["not_collected"]] = record["message"]
        else:
            self.exist += record["cases"]


def _run(checkout, directory, arguments):
    results, before = Results(), None
    with tempfile.TemporaryDirectory() as folder:
        for board in arguments.boards:
            lines = _lines(arguments.keep or folder, directory, board)
            if not arguments.again:
                lines.parent.mkdir(parents=True, exist_ok=True)
                lines.write_text("")
                _pytest(checkout, directory, board, lines, arguments, before)
            elif not lines.exists():
                print("%s was not run on %s: no %s" % (directory, board, lines), file=sys.stderr)
                continue
            before = lines
            results.exist = 0
            with open(lines) as file:
                for line in file:
                    results.add(json.loads(line))
    return results


def _lines(folder, directory, board):
    return pathlib.Path(folder).resolve() / ("%s-%s.jsonl" % (directory.replace("/", "-"), board))


def _pytest(checkout, directory, board, lines, arguments, ran):
    """Runs what was not run before, by the lines `ran` of another board."""
    ours = pathlib.Path(__file__).resolve().parent.parent
    environment = dict(
        os.environ,
        CONFORMANCE_OUT=str(lines),
        CONFORMANCE_CASES=str(arguments.cases),
        CONFORMANCE_SECONDS=str(arguments.seconds),
        CONFORMANCE_RAN=str(ran or ""),
        TILESCOPE_BOARD=board,
        TT_METAL_HOME=str(checkout),
        PYTHONPATH=os.pathsep.join([str(ours), str(checkout), os.environ.get("PYTHONPATH", "")]),
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "conformance.sampling", "-p", "no:cacheprovider"]
    command += ["--rootdir", str(checkout), "--continue-on-collection-errors", "--tb=no", "%s/%s" % (_TESTS, directory)]
    with open("%s.log" % lines, "w") as log:
        done = subprocess.run(command, cwd=checkout, env=environment, stdout=log, stderr=subprocess.STDOUT)
    if done.returncode not in (0, 1, 2, 5):
        print("%s on %s ended with %d: see %s.log" % (directory, board, done.returncode, lines), file=sys.stderr)


_MISSING = re.compile(r"(module|object|type object) '?.*'? has no attribute|not supported by the modelled device|takes no argument|No module named")


def kind(record):
    """What became of a case: a wrong answer, a refusal, a name that is missing."""
    if record["outcome"] in ("passed", "skipped"):
        return record["outcome"]
    error, message = record.get("error", ""), record.get("message", "")
    if error in ("AttributeError", "ImportError", "ModuleNotFoundError", "NotImplementedError") or _MISSING.search(message):
        return "missing"
    if error in ("RuntimeError", "TypeError", "ValueError"):
        return "refused"
    return "wrong" if error in ("AssertionError", "Failed") else "other"


def _counts(results):
    counted = collections.Counter(kind(each) for each in results.cases.values())
    return {each: counted.get(each, 0) for each in _KINDS}


def _share(counts):
    ran = sum(counts.values()) - counts["skipped"]
    return "%.1f %%" % (100 * counts["passed"] / ran) if ran else "-"


def _row(name, exist, counts, not_collected):
    cells = [name, exist] + [counts[each] for each in _KINDS] + [not_collected, _share(counts)]
    return "| %s |" % " | ".join("{:,}".format(each) if isinstance(each, int) else each for each in cells)


def _page(results, checkout, arguments):
    lines = _head(checkout, arguments)
    lines.append("| directory | cases exist | %s | files not read | passed of those that ran |" % " | ".join(_KINDS))
    lines.append("|---|" + "--:|" * (len(_KINDS) + 3))
    for directory, each in results.items():
        lines.append(_row(directory, each.exist, _counts(each), len(each.not_collected)))
    first = [results[each] for each in _FIRST if each in results]
    for name, group in (("the first five", first), ("all", list(results.values()))):
        counts = collections.Counter()
        for each in group:
            counts.update(_counts(each))
        counts = {each: counts.get(each, 0) for each in _KINDS}
        lines.append(_row("**%s**" % name, sum(g.exist for g in group), counts, sum(len(g.not_collected) for g in group)))
    return "\n".join(lines + _explained(results) + _failures(results)) + "\n"


def _head(checkout, arguments):
    torch = __import__("torch").__version__
    return [
        "# Conformance",
        "",
        "TT-NN's own unit tests, run through `import ttnn` on the modelled device: at most %d cases a file, on one device"
        % arguments.cases,
        "and on a mesh of 2x4 (%s). tt-metal %s, Python %s, torch %s, %s."
        % (
            ", ".join(arguments.boards),
            _commit(checkout),
            platform.python_version(),
            torch,
            datetime.date.today().strftime("%-d %B %Y"),
        ),
        "",
        "    ./tilescope python -m conformance CHECKOUT --out docs/conformance.md",
        "",
        "*missing*: a name, an argument or a feature that does not exist here. *refused*: an error where the test expects an",
        "answer. *wrong*: another value or another error than the test expects. *other*: too slow, or the test itself",
        "fails. Files that cannot be read import what is missing.",
        "",
    ]


def _commit(checkout):
    try:
        said = subprocess.run(["git", "-C", str(checkout), "log", "-1", "--format=%h of %as"], stdout=subprocess.PIPE)
        return said.stdout.decode().strip() or "at a commit that is not known"
    except OSError:
        return "at a commit that is not known"


def _explained(results):
    """The wrong results that stay, each test with its reason."""
    wrong = [name for each in results.values() for name, record in each.cases.items() if kind(record) == "wrong"]
    tests = collections.Counter(reasons.of_file(name) for name in wrong if reasons.of(name))
    lines = ["", "## Wrong, and why it stays", "", "%d of %d wrong results." % (sum(tests.values()), len(wrong)), ""]
    lines += ["| cases | test | reason |", "|--:|---|---|"]
    return lines + ["| %d | `%s` | %s |" % (count, test, reasons.of(test)) for test, count in sorted(tests.items())]


def _failures(results):
    """The most frequent reasons, with an example each."""
    groups = collections.defaultdict(list)
    for directory, each in results.items():
        for name, record in each.cases.items():
            if record["outcome"] == "failed":
                first = (record.get("message", "").strip().splitlines() or [""])[0]
                groups[kind(record), re.sub(r"\d+(\.\d+)?(e-?\d+)?", "#", first)[:110]].append(name)
    lines = ["", "## What fails most", "", "| cases | kind | message | for example |", "|--:|---|---|---|"]
    for (what, message), names in sorted(groups.items(), key=lambda group: -len(group[1]))[:40]:
        example = names[0].split("/")[-1].split("[")[0]
        lines.append("| %d | %s | %s | `%s` |" % (len(names), what, _cell(message), example))
    return lines


def _cell(text):
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("`", "'")


if __name__ == "__main__":
    main()
