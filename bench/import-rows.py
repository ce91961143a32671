#!/usr/bin/env python3
"""Holds `tilescope import --upstream-rows` to TT-NN's own importer: every row of generated reports, in its order.

  bench/import-rows.py UPSTREAM_IMPORTER [--reports N] [--from SEED] [REPORT ...]

UPSTREAM_IMPORTER is ttnn/ttnn/graph_report.py of a tt-metal checkout, which wants the package loguru;
import-vs-upstream.sh says how to get both. Reports are those named, or N (300) that a generator makes:
GEN_REPORT=gen_report.py, or the one beside this checkout. Its size and options follow from the seed.
Of a report with a difference the seed and the rows are printed, and the exit code is 1.
"""
import argparse
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
OPTIONS = ("--cpp", "--no-io", "--no-stacks", "--pages", "--unique-addr", "--legacy", "--compact")


def generated(seed, folder):
    """Writes the report of a seed: each option in one of three, one device in two of three."""
    choice = random.Random(seed)
    size = choice.choice((3, 17, 40, 120, 400))
    chosen = [option for option in OPTIONS if choice.random() < 1 / 3]
    chosen += ["--devices", str(choice.choice((1, 1, 2, 8))), "--seed", str(seed)]
    report = folder / "report.json"
    generator = os.environ.get("GEN_REPORT", ROOT.parent / "shared/tools/gen_report.py")
    run(sys.executable, generator, str(size), report, *chosen)
    return report, f"seed {seed}: {size} {' '.join(chosen)}"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def tables(database):
    """The database's schema, and its rows in their order with the type of each value."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as db:
        schema = db.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
        found = {"schema": [(kind, name, "".join((sql or "").split())) for kind, name, sql in schema]}
        for kind, name, _ in schema:
            if kind == "table":
                rows = db.execute(f'SELECT * FROM "{name}" ORDER BY rowid')
                found[name] = [tuple((type(value).__name__, value) for value in row) for row in rows]
    # Whose build wrote the database is no row of the report.
    ours = ("git_sha", "git_url")
    found["report_metadata"] = [row for row in found["report_metadata"] if row[0][1] not in ours]
    return found


def differences(upstream, ours):
    for name in sorted(upstream.keys() | ours.keys()):
        theirs, mine = upstream.get(name, []), ours.get(name, [])
        if theirs != mine:
            first = next((i for i, (a, b) in enumerate(zip(theirs, mine)) if a != b), min(len(theirs), len(mine)))
            yield f"  {name}: TT-NN {len(theirs)} rows, Tilescope {len(mine)}; the first that differs is {first}:"
            yield f"    TT-NN     {str(theirs[first:first + 1])[:600]}"
            yield f"    Tilescope {str(mine[first:first + 1])[:600]}"


def main():
    arguments = argparse.ArgumentParser(usage=__doc__)
    arguments.add_argument("importer", type=pathlib.Path)
    arguments.add_argument("report", nargs="*", type=pathlib.Path)
    arguments.add_argument("--reports", type=int, default=300)
    arguments.add_argument("--from", dest="first", type=int, default=1)
    chosen = arguments.parse_args()
    unequal = rows = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        # A folder of its own: another neighbour there, types.py, would hide Python's.
        for name in (chosen.importer.name, "stack_trace_source.py"):
            shutil.copy(chosen.importer.with_name(name), folder)
        wanted = chosen.report or range(chosen.first, chosen.first + chosen.reports)
        for one in wanted:
            work = folder / "run"
            work.mkdir()
            report, words = (one, str(one)) if chosen.report else generated(one, work)
            run(sys.executable, folder / chosen.importer.name, report, work / "upstream")
            run(ROOT / "tilescope", "import", report, work / "ours", "--upstream-rows")
            upstream = tables(work / "upstream" / "db.sqlite")
            found = list(differences(upstream, tables(work / "ours" / "db.sqlite")))
            rows += sum(map(len, upstream.values()))
            unequal += bool(found)
            if found:
                print(words, *found, sep="\n", flush=True)
            shutil.rmtree(work)
    print(f"{len(wanted)} reports, {rows:,} rows of TT-NN's: {len(wanted) - unequal} equal, {unequal} not")
    return unequal > 0


if __name__ == "__main__":
    sys.exit(main())
