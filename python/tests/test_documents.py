"""Every command and program that the documents print runs as it stands, and prints what they say it prints.

Each document has a folder of its own that looks like a fresh clone. What cannot run there says why in a comment
before its block: `documents.NOTES`. Queries in SQL are held by SqlPageTest.
"""

import os
import pathlib
import re
import subprocess
import sys

import pytest
from conftest import PACKAGES, environment
from documents import ROOT, all_documents, blocks_of, is_printed
from ttnn import _door

pytest.importorskip("torch")

LIMIT_SECONDS = 300  # a block of several commands, on a machine that is busy with other tests
RUN = ("sh", "java", "python")
OUTPUT = ("", "text")

COMMAND = """#!/bin/sh
# As ./tilescope starts it, but with the jars of this build.
set -uf
app={app} java={java} scratch=${{TMPDIR:-/tmp}} packages={packages} cache=
. {launch}/start.sh
choose_profile "$@"
start "$@"
"""

# Servers run until they have answered once.
LAUNCHER = """#!/bin/sh
case ${{1-}} in
serve) exec {python} {tests}/first_answer.py {command} "$@" ;;
*) exec {command} "$@" ;;
esac
"""


# The reader's own program, app.jar.
PROGRAM = """
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.*;
import dev.tilescope.ops.Ttnn;

public class Main {
  public static void main(String[] args) {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Ttnn.add(Ttnn.ones(Shape.of(64, 64), device), Ttnn.ones(Shape.of(64, 64), device));
    }
  }
}
"""


@pytest.fixture(scope="session")
def program(tmp_path_factory, tools):
    folder = tmp_path_factory.mktemp("app")
    (folder / "Main.java").write_text(PROGRAM)
    (folder / "manifest").write_text("Main-Class: Main\nClass-Path: %s\n" % (ROOT / "library/target/tilescope.jar"))
    subprocess.run([str(tools / "javac"), "-cp", _door._jar(), "Main.java"], cwd=str(folder), check=True)
    jar = [str(tools / "jar"), "--create", "--file=app.jar", "--manifest=manifest", "Main.class"]
    subprocess.run(jar, cwd=str(folder), check=True)
    return folder / "app.jar"


@pytest.fixture(scope="session")
def tools(tmp_path_factory):
    """A folder of commands: tilescope, those of a JDK, python and what opens a browser."""
    folder = tmp_path_factory.mktemp("bin")
    java = pathlib.Path(next(iter(_door._java_homes())))
    names = dict(
        app=pathlib.Path(_door._jar()).parent,
        java=java,
        packages=PACKAGES,
        launch=ROOT / "tools/src/main/launch",
        python=sys.executable,
        tests=pathlib.Path(__file__).parent,
        command=folder / "started-tilescope",
    )
    script(names["command"], COMMAND.format(**names))
    script(folder / "tilescope", LAUNCHER.format(**names))
    script(folder / "xdg-open", "#!/bin/sh\n")
    for python in ("python", "python3"):
        script(folder / python, '#!/bin/sh\nexec {python} "$@"\n'.format(**names))
    for command in ("java", "javac", "jar"):
        (folder / command).symlink_to(java / "bin" / command)
    return folder


def script(file, text):
    file.write_text(text)
    file.chmod(0o755)


@pytest.fixture
def clone(tools, program, tmp_path):
    """A folder with what commands of the documents name in a clone, and the reader's program."""
    (tmp_path / "tilescope").symlink_to(tools / "tilescope")
    (tmp_path / "app.jar").symlink_to(program)
    for name in ("docs", "library", "tools", "agent", "junit", "analysis"):
        (tmp_path / name).symlink_to(ROOT / name)
    return tmp_path


@pytest.mark.parametrize("document", all_documents())
def test_what_a_document_prints_runs(document, tools, clone):
    printed = None
    for block in blocks_of(document):
        if block.language in OUTPUT and block.is_run:
            assert printed is not None, "%s: output of nothing that ran" % block
            assert is_printed(block.text, printed), "%s: this is not what was printed:\n%s" % (block, printed)
        elif block.language in RUN:
            printed = run(block, tools, clone) if block.is_run else None


def run(block, tools, folder):
    words = {"sh": shell_words, "java": java_words, "python": python_words}[block.language](block, folder)
    done = subprocess.run(
        words,
        cwd=str(folder),
        env=environment(PATH="%s:%s" % (tools, os.environ["PATH"]), TERM="dumb", COLUMNS="200"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
        timeout=LIMIT_SECONDS,
    )
    assert done.returncode == block.exit_code, "%s: exit code %d\n%s" % (block, done.returncode, done.stdout)
    return done.stdout


def shell_words(block, folder):
    return ["bash", "-euo", "pipefail", "-c", block.given + "\n" + block.text]


def python_words(block, folder):
    program = folder / "program.py"
    program.write_text(block.given + "\n" + block.text)
    return [sys.executable, str(program)]


def java_words(block, folder):
    """A program of its own, or statements: these become one, with the imports before them."""
    text = block.given + "\n" + block.text
    name = re.search(r"^public class (\w+)", text, re.MULTILINE)
    if name is None and "void main()" not in text:
        imports = [line for line in text.splitlines() if line.startswith("import ")]
        rest = [line for line in text.splitlines() if not line.startswith("import ")]
        text = "\n".join([*imports, "void main() throws Exception {", *rest, "}"])
    program = folder / ((name.group(1) if name else "Program") + ".java")
    program.write_text(text)
    jars = [_door._jar(), str(ROOT / "junit/target/tilescope-junit.jar")]
    return ["java", "--add-modules", "jdk.incubator.vector", "-cp", os.pathsep.join(jars), str(program)]


LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@pytest.mark.parametrize("document", all_documents())
def test_the_links_of_a_document_lead_somewhere(document):
    page = ROOT / document
    for path, anchor in LINK.findall(without_code(page.read_text())):
        if "://" in path:
            continue
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), "%s links to %s" % (document, path)
        if anchor:
            assert anchor in anchors_of(target), "%s links to %s#%s" % (document, path, anchor)


def without_code(markdown):
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```$", "", markdown, flags=re.DOTALL | re.MULTILINE))


def anchors_of(page):
    """As GitHub makes them of headings."""
    headings = HEADING.findall(re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.DOTALL | re.MULTILINE))
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


def test_every_picture_is_shown_somewhere():
    shown = "".join((ROOT / document).read_text() for document in all_documents())
    pictures = sorted(picture.name for picture in (ROOT / "docs/pictures").iterdir())
    assert pictures and [name for name in pictures if name not in shown] == []


def test_every_page_is_in_the_index():
    index = (ROOT / "docs/README.md").read_text()
    pages = [page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs").glob("*.md")]
    tutorials = [page.relative_to(ROOT / "docs").as_posix() for page in (ROOT / "docs/tutorials").glob("*.md")]
    missing = [page for page in pages + tutorials if page != "README.md" and "(%s" % page not in index]
    assert missing == []
