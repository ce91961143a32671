"""A pytest plugin: runs a sample of the cases of each file and writes down how they went, a JSON line a case.

Set by the environment: CONFORMANCE_OUT, the file of lines; CONFORMANCE_CASES, how many cases of a file at most;
CONFORMANCE_SECONDS, how long a case may take; CONFORMANCE_RAN, a file of lines of another board, whose cases ran
there and are left out here.
"""

import json
import os
import signal

import pytest

from conformance.absent import stand_in, stand_in_with

_OUT = os.environ["CONFORMANCE_OUT"]
_CASES = int(os.environ.get("CONFORMANCE_CASES", "40"))
_SECONDS = float(os.environ.get("CONFORMANCE_SECONDS", "30"))
_RAN = os.environ.get("CONFORMANCE_RAN")

# Imported by upstream's tests, needed by few.
stand_in("IPython", "PIL", "pytz", "torchvision", "transformers", "graphviz", "torchviz")
stand_in_with(**{"IPython.display": ("SVG",), "PIL": ("Image",), "transformers": ("AutoImageProcessor",)})


def _write(record):
    with open(_OUT, "a") as file:
        file.write(json.dumps(record) + "\n")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    of_file = {}
    for item in items:
        of_file.setdefault(str(item.fspath), []).append(item)
    for file, cases in of_file.items():
        _write({"file": file, "cases": len(cases)})
    ran = _ran()
    items[:] = [item for cases in of_file.values() for item in _sample(cases) if item.nodeid not in ran]


def _ran():
    if not _RAN:
        return set()
    with open(_RAN) as file:
        records = [json.loads(line) for line in file]
    return {each["case"] for each in records if each.get("outcome", "skipped") != "skipped"}


def _sample(cases):
    """As many cases of each function of a file, spread evenly over its parameters."""
    if not _CASES or len(cases) <= _CASES:
        return cases
    of_function = {}
    for item in cases:
        of_function.setdefault(item.function.__qualname__, []).append(item)
    each = max(1, _CASES // len(of_function))
    taken = []
    for those in of_function.values():
        taken += those[:: max(1, len(those) // each)][:each]
    return taken[:_CASES]


class TooSlow(Exception):
    pass


def _too_slow(*_):
    raise TooSlow("the case took longer than %g s" % _SECONDS)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    signal.signal(signal.SIGALRM, _too_slow)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call" or report.outcome != "passed":
        record = {"case": item.nodeid, "outcome": report.outcome, "seconds": round(call.duration, 3)}
        if call.excinfo is not None:
            record["error"] = call.excinfo.typename
            record["message"] = str(call.excinfo.value)[:1500]
        if hasattr(report, "wasxfail"):
            record["outcome"] = "skipped"
        _write(record)
    return report


def pytest_collectreport(report):
    if report.failed:
        _write({"not_collected": report.nodeid, "message": str(report.longrepr)[-1500:]})
