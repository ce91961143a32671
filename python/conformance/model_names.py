"""Counts the models of a tt-metal checkout whose every name of `ttnn` is in this package.

    ./tilescope python -m conformance.model_names CHECKOUT [--folders NAME...] [--files]

Reads models/**/*.py and runs none of them. A model is a folder of models/demos or models/experimental, or another folder
of models. For each it prints what is missing, with the number of uses, then what is refused: names that are there and
say when they are used why the modelled device has not what they need.
"""

import argparse
import ast
import collections
import pathlib
import sys
import warnings

#: Folders of models that hold models, not one model.
_SHELVES = ("demos", "experimental")


def main():
    arguments = _arguments()
    models = pathlib.Path(arguments.checkout).resolve() / "models"
    if not models.is_dir():
        sys.exit("%s has no models: give a checkout of tenstorrent/tt-metal" % models.parent)
    folders = {}
    for file in sorted(models.rglob("*.py")):
        uses = names_of(file)
        folder = _folder(file.relative_to(models))
        if uses and (not arguments.folders or folder in arguments.folders):
            folders.setdefault(folder, {})[str(file.relative_to(models))] = uses
    _report(folders, arguments.files)


def _arguments():
    parser = argparse.ArgumentParser(prog="conformance.model_names", description=__doc__.splitlines()[0])
    parser.add_argument("checkout", help="a checkout of tenstorrent/tt-metal")
    parser.add_argument("--folders", nargs="*", help="for example tt_transformers demos/bert; all if not given")
    parser.add_argument("--files", action="store_true", help="also say which files use what is missing")
    return parser.parse_args()


def _folder(path):
    return "/".join(path.parts[: 2 if path.parts[0] in _SHELVES and len(path.parts) > 2 else 1])


def names_of(file):
    """The names of ttnn that a file reads, with how often: ttnn.add, ttnn.BufferType.L1."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(file.read_text(errors="replace"))
        except SyntaxError:
            return collections.Counter()
    inner = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Attribute)}
    uses = collections.Counter()
    for each in ast.walk(tree):
        if isinstance(each, ast.Attribute) and id(each) not in inner and isinstance(each.ctx, ast.Load):
            uses[_dotted(each)] += 1
        elif isinstance(each, ast.ImportFrom) and (each.module or "").split(".")[0] == "ttnn" and not each.level:
            uses.update("%s.%s" % (each.module, alias.name) for alias in each.names if alias.name != "*")
    del uses[""]
    return uses


def _dotted(attribute):
    """The name of an attribute of an attribute of ttnn; empty for one of anything else."""
    parts = []
    while isinstance(attribute, ast.Attribute):
        parts.append(attribute.attr)
        attribute = attribute.value
    if not isinstance(attribute, ast.Name) or attribute.id != "ttnn":
        return ""
    return ".".join(["ttnn", *reversed(parts)])


class Names:
    """Says of a name whether the package has it: which part is missing, or is refused."""

    def __init__(self):
        self._known = {}

    def lacking(self, name):
        if name not in self._known:
            self._known[name] = self._look_up(name)
        return self._known[name]

    def _look_up(self, name):
        import ttnn
        from ttnn._kernels import Unsupported

        at, reached = ttnn, "ttnn"
        for part in name.split(".")[1:]:
            reached += "." + part
            if not hasattr(at, part) and not _imports(reached):
                return "missing", reached
            at = getattr(at, part)
            if isinstance(at, Unsupported):
                return "refused", reached
        return "there", name


def _imports(module):
    import importlib

    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


def _report(folders, with_files):
    names, complete, refused = Names(), 0, 0
    for folder, files in sorted(folders.items()):
        found, where = {"missing": collections.Counter(), "refused": collections.Counter()}, collections.defaultdict(set)
        for file, uses in files.items():
            for name, count in uses.items():
                kind, reached = names.lacking(name)
                if kind in found:
                    found[kind][reached] += count
                    where[reached].add(file)
        complete += not found["missing"]
        refused += not found["missing"] and bool(found["refused"])
        print("%s: %s" % (folder, _said(found)))
        for name in sorted(found["missing"]) if with_files else ():
            print("    %s: %s" % (name, " ".join(sorted(where[name]))))
    print("%d of %d folders: every name is there, in %d of them some are refused" % (complete, len(folders), refused))


def _said(found):
    parts = [
        "%s %s" % (kind, ", ".join("%s %d" % each for each in counts.most_common()))
        for kind, counts in found.items()
        if counts
    ]
    return "; ".join(parts) or "every name is there"


if __name__ == "__main__":
    main()
