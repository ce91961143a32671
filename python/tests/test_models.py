"""Models of a checkout of tenstorrent/tt-metal run unchanged and give what torch gives with the same random weights.

The checkout is where TT_METAL_HOME says, as for tt-metal itself; without one these tests are skipped. The Python needs
torch 2 and what the models import (on Debian 13: python3-torch, python3-typing-extensions).
"""

import ast
import os
import pathlib

import pytest

pytest.importorskip("torch")
from model_programs.programs import PROGRAMS


def checkout_with(source):
    home = pathlib.Path(os.environ.get("TT_METAL_HOME", ""))
    if not os.environ.get("TT_METAL_HOME") or not (home / source).is_file():
        pytest.skip("needs %s: set TT_METAL_HOME to a checkout of tenstorrent/tt-metal" % source)
    return home


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_a_model_of_a_checkout_gives_what_torch_gives(run, program):
    home = checkout_with(program.source)
    done = run("-m", "model_programs", home, "--programs", program.name, timeout=900)
    assert done.stdout.startswith(program.name + " "), done.stderr
    result = ast.literal_eval(done.stdout.split(" ", 1)[1])
    assert result.get("pcc", 0) > 0.99, result
    assert result["device_us"] > 0


def test_every_model_has_a_page_that_the_index_names():
    docs = pathlib.Path(__file__).resolve().parents[2] / "docs"
    index = (docs / "models.md").read_text()
    for program in PROGRAMS:
        page = docs / "models" / (program.name + ".md")
        assert program.source in page.read_text() and "[%s](models/%s.md)" % (program.name, program.name) in index
