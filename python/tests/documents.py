"""Programs and commands as documents print them."""

import pathlib
import re
import textwrap

ROOT = pathlib.Path(__file__).resolve().parents[2]

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_NOTES = re.compile(r"(?:<!--(?:(?!-->).)*-->\s*)+\Z", re.DOTALL)
_NOTE = re.compile(r"<!--\s*([a-z ]+):\s*(.*?)\s*-->", re.DOTALL)

# What may stand in an HTML comment right before a block, where readers do not see it.
NOTES = {
    "not run": "why the block is not run, or what it prints not compared",
    "given": "lines of the block's language that run before it: what the reader has already",
    "fails": "the exit code that the block ends with",
}


def run_printed(text, **names):
    """Runs the program; gives the names that it leaves behind."""
    exec(compile(textwrap.dedent(text), "document", "exec"), names)
    return names


class Block:
    """A block of code in a document, with the notes right before it."""

    def __init__(self, document, line, language, text, notes):
        self.document, self.line, self.language, self.text = document, line, language, text
        unknown = set(notes) - set(NOTES)
        if unknown:
            raise ValueError("%s: no such note: %s; there are %s" % (self, ", ".join(unknown), ", ".join(NOTES)))
        self.given = notes.get("given", "")
        self.exit_code = int(notes.get("fails", 0))
        self.is_run = "not run" not in notes

    def __str__(self):
        return "%s:%d" % (self.document, self.line)


def blocks_of(document):
    """All blocks of a document, named by its path below the root, in their order."""
    markdown = (ROOT / document).read_text()
    blocks = []
    for found in _FENCE.finditer(markdown):
        before = _NOTES.search(markdown, 0, found.start())
        notes = dict(_NOTE.findall(before.group())) if before else {}
        line = markdown.count("\n", 0, found.start()) + 1
        blocks.append(Block(document, line, found.group(1), found.group(2), notes))
    return blocks


def all_documents():
    """What people read, but decisions, which are history, and what `model_programs` prints of each model."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    names = [page.relative_to(ROOT).as_posix() for page in pages]
    return [name for name in names if not name.startswith(("docs/decisions/", "docs/models/"))]


def is_printed(expected, printed):
    """Whether the lines are among those that were printed, one after the other; `...` stands for anything, lines too."""
    lines = [line.rstrip() for line in expected.strip("\n").splitlines()]
    pattern = "\n".join(
        r"(?:.*\n)*?.*" if line.strip() == "..." else ".*?".join(re.escape(part) for part in line.split("..."))
        for line in lines
    )
    whole = "\n".join(line.rstrip() for line in printed.splitlines())
    return re.search("(?m)^" + pattern + "$", whole) is not None
