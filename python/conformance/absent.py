"""Modules that programs of tt-metal import and hardly use: empty ones in their place let the programs run."""

import importlib.machinery
import sys
import types


def stand_in(*names):
    """Puts an empty module where there is none of that name."""
    for name in names:
        try:
            __import__(name)
        except ImportError:
            sys.modules[name] = _empty(name)


def _empty(name):
    module = types.ModuleType(name)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None)
    module.__path__ = []
    return module


class _Absent:
    """What was imported of a module that is not there; it cannot be used."""

    def __init__(self, name):
        self._name = name

    def __getattr__(self, name):
        """Annotations name what is in it: Image.Image."""
        if name.startswith("__"):
            raise AttributeError(name)
        return _Absent("%s.%s" % (self._name, name))

    def __call__(self, *_, **__):
        raise ImportError("%s is not installed" % self._name)


def stand_in_with(**names):
    """The same, with names that programs import of them: datasets=("load_dataset",)."""
    stand_in(*names)
    for module, members in names.items():
        for member in members:
            if not hasattr(sys.modules[module], member):
                setattr(sys.modules[module], member, _Absent("%s.%s" % (module, member)))
