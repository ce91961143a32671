"""Enumerations and records that Java has too, made from the generated table."""

import enum

from ttnn import _declared, _frames


class _Constant(enum.Enum):
    """An enumeration as nanobind makes them: printed with its class, compared by identity."""

    def _frame(self):
        return self._bytes

    def __str__(self):
        return "%s.%s" % (type(self).__name__, self.name)

    __repr__ = __str__

    def __int__(self):
        return self.value

    __hash__ = object.__hash__


def _enumeration(code, name, constants, more=()):
    made = _Constant(name, [(each, i) for i, each in enumerate(constants + more)], module="ttnn")
    members = list(made)
    for i, member in enumerate(members[: len(constants)]):
        member._bytes = _frames.constant(code, i)
    for member in members[len(constants) :]:
        member._bytes = None
    _frames.enumerations[code] = members
    _frames.encoders[made] = _constant_bytes
    return made


def _constant_bytes(member):
    if member._bytes is None:
        raise RuntimeError("%s is not supported by the modelled device" % member)
    return member._bytes


#: What upstream has and the modelled device has not: there to be named, refused when used.
_NAMED_ONLY = {
    "DataType": ("FP8_E4M3", "INVALID"),
    "Layout": ("INVALID",),
    "MathFidelity": ("Invalid",),
    "Topology": ("NeighborExchange", "Mesh", "Torus"),
}


def enumerations():
    """By name, all that the table has."""
    return {
        name: _enumeration(code, name, constants, _NAMED_ONLY.get(name, ()))
        for code, (name, constants) in enumerate(_declared.ENUMERATIONS)
    }


class Record:
    """A record of named values, given by position or by name; those left out have their defaults."""

    _fields = ()
    _code = None
    _defaults = {}

    def __init__(self, *args, **kwargs):
        fields = self._fields
        if len(args) > len(fields):
            raise TypeError(
                "%s takes %d arguments, got %d: %s" % (type(self).__name__, len(fields), len(args), ", ".join(fields))
            )
        for field, value in zip(fields, args):
            setattr(self, field, value)
        for field in fields[len(args) :]:
            if field in kwargs:
                setattr(self, field, kwargs.pop(field))
            elif field in self._defaults:
                setattr(self, field, self._defaults[field])
            else:
                raise TypeError("%s: the argument %s is missing" % (type(self).__name__, field))
        self._take_others(kwargs)

    def _take_others(self, kwargs):
        if kwargs:
            name = next(iter(kwargs))
            raise TypeError(
                "%s takes no argument %s; it takes %s" % (type(self).__name__, name, ", ".join(self._fields))
            )

    def _values(self):
        return [getattr(self, field) for field in self._fields]

    def _frame(self):
        return _frames.record(self._code, self._values())

    def __eq__(self, other):
        return type(other) is type(self) and self._values() == other._values()

    def __hash__(self):
        return hash((type(self), tuple(_hashable(value) for value in self._values())))

    def __repr__(self):
        return "%s(%s)" % (
            type(self).__name__,
            ", ".join("%s=%s" % (field, getattr(self, field)) for field in self._fields),
        )


def _hashable(value):
    return tuple(value) if isinstance(value, list) else value


_CODES = {name: code for code, (name, _) in enumerate(_declared.RECORDS)}
_COMPONENTS = dict(_declared.RECORDS)


def record(name, defaults=None, base=Record, **members):
    """A class for a record of the table, with its components as fields."""
    members.update(_fields=_COMPONENTS[name], _code=_CODES[name], _defaults=defaults or {}, __module__="ttnn")
    made = type(name, (base,), members)
    register(name, made, lambda values: made(*values))
    return made


def register(name, made, read):
    """Says how a record of the table is read, and that a class is encoded by itself."""
    _frames.records[_CODES[name]] = (read, len(_COMPONENTS[name]))
    if made is not None:
        _frames.encoders[made] = made._frame


def code(name):
    return _CODES[name]
