"""Values as bytes and back; `dev.tilescope.internal.python.Tag` says how they look."""

import os
import struct

from ttnn import _door

NONE, FALSE, TRUE, INTEGER, REAL, TEXT, LIST, MAP, HANDLE, CONSTANT, RECORD, ARRAY, TENSOR, SHAPE, BIG = range(15)

_integer = struct.Struct("<Bq").pack
_real = struct.Struct("<Bd").pack
_count = struct.Struct("<BI").pack
_handle = struct.Struct("<BQ").pack
_two = struct.Struct("<BBB").pack

encoders = {
    type(None): lambda value: b"\0",
    bool: lambda value: b"\2" if value else b"\1",
    int: lambda value: _integer(INTEGER, value) if -(1 << 63) <= value < 1 << 63 else _big(value),
    float: lambda value: _real(REAL, value),
    str: lambda value: _text(value),
    list: lambda value: _list(value),
    tuple: lambda value: _list(value),
    set: lambda value: _list(sorted(value)),
    dict: lambda value: _map(value),
}


def encode(value):
    encoder = encoders.get(type(value))
    return encoder(value) if encoder is not None else _other(value)


def _text(value):
    data = value.encode("utf-8", "surrogatepass")
    return _count(TEXT, len(data)) + data


def _big(value):
    data = value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)
    return _count(BIG, len(data)) + data


def _list(value):
    return _count(LIST, len(value)) + b"".join([encode(each) for each in value])


def _map(value):
    return _count(MAP, len(value)) + b"".join([encode(key) + encode(each) for key, each in value.items()])


def handle(number):
    return _handle(HANDLE, number)


def constant(type_code, code):
    return _two(CONSTANT, type_code, code)


def record(code, values):
    return bytes((RECORD, code)) + b"".join([encode(value) for value in values])


def shape(dims):
    return struct.pack("<BB%dq" % len(dims), SHAPE, len(dims), *dims)


def array(dtype, dims, address):
    return struct.pack("<BBB%dqQ" % len(dims), ARRAY, dtype, len(dims), *dims, address)


def _other(value):
    """Values of types that are not ours: subclasses, NumPy's scalars, paths."""
    if hasattr(value, "_frame"):
        return value._frame()
    for known, encoder in list(encoders.items()):
        if isinstance(value, known):
            return encoder(value)
    if isinstance(value, os.PathLike):
        return _text(os.fspath(value))
    if hasattr(value, "__index__"):
        return encode(int(value))
    if hasattr(value, "__float__") and not hasattr(value, "__len__"):
        return encode(float(value))
    if hasattr(value, "__iter__"):
        return _list(list(value))
    raise TypeError("%s: a value of %s cannot be an argument" % (value, type(value)))


class Reader:
    """Reads the value of an answer."""

    def __init__(self, data, at):
        self.data = data
        self.at = at

    def take(self, layout):
        values = layout.unpack_from(self.data, self.at)
        self.at += layout.size
        return values

    def value(self):
        tag = self.data[self.at]
        self.at += 1
        return decoders[tag](self)

    def bytes(self):
        (length,) = self.take(_u32)
        self.at += length
        return self.data[self.at - length : self.at]

    def dims(self):
        rank = self.data[self.at]
        dims = struct.unpack_from("<%dq" % rank, self.data, self.at + 1)
        self.at += 1 + 8 * rank
        return dims


_u32 = struct.Struct("<I")
_u64 = struct.Struct("<Q")
_i64 = struct.Struct("<q")
_f64 = struct.Struct("<d")
_u8 = struct.Struct("<B")
_u8u8 = struct.Struct("<BB")


def _items(reader):
    (count,) = reader.take(_u32)
    return [reader.value() for _ in range(count)]


def _entries(reader):
    (count,) = reader.take(_u32)
    return {reader.value(): reader.value() for _ in range(count)}


class Handle:
    """An object of Java's that has no class of its own here."""

    __slots__ = ("number",)

    def __init__(self, number):
        self.number = number

    def _frame(self):
        return handle(self.number)

    def __del__(self):
        if _door is not None:  # The interpreter may have ended.
            _door.dropped.append(self.number)


decoders = [None] * 15
decoders[NONE] = lambda reader: None
decoders[FALSE] = lambda reader: False
decoders[TRUE] = lambda reader: True
decoders[INTEGER] = lambda reader: reader.take(_i64)[0]
decoders[REAL] = lambda reader: reader.take(_f64)[0]
decoders[TEXT] = lambda reader: reader.bytes().decode("utf-8", "replace")
decoders[LIST] = _items
decoders[MAP] = _entries
decoders[HANDLE] = lambda reader: Handle(reader.take(_u64)[0])
decoders[BIG] = lambda reader: int.from_bytes(reader.bytes(), "big", signed=True)

#: By their numbers; the modules that have the classes put them here.
enumerations = {}
records = {}


def _constant(reader):
    type_code, code = reader.take(_u8u8)
    return enumerations[type_code][code]


def _record(reader):
    (code,) = reader.take(_u8)
    make, size = records[code]
    return make([reader.value() for _ in range(size)])


decoders[CONSTANT] = _constant
decoders[RECORD] = _record


def request(name, *args):
    """A request that calls a function of Java's by its name."""
    return b"\1" + encode(name) + bytes((len(args),)) + b"".join([encode(each) for each in args])


def function(name):
    """A function of Java's by its name, as one of Python's."""
    head = request(name)[:-1]

    def call(*args):
        answer = _door.request(head + bytes((len(args),)) + b"".join([encode(each) for each in args]))
        return Reader(answer, 2).value()

    call.__name__ = name
    return call
