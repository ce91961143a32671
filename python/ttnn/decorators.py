"""Operations as objects that are called: arguments by position and by name, hooks around calls, goldens."""

import contextlib
import os
import struct
import sys
import threading

from ttnn import _declared, _door, _frames
from ttnn._frames import HANDLE, NONE, TENSOR

_PACKAGES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_OURS = (os.path.join(_PACKAGES, "ttnn", ""), os.path.join(_PACKAGES, "tracy", ""))
_slot_and_handle = struct.Struct("<BBQ").pack
_USUAL_QUEUE = 0xFF

_pre_hooks = []
_post_hooks = []
_of_thread = threading.local()

#: Accepted by every operation, as upstream's do: they name the command queue.
_QUEUE_NAMES = ("queue_id", "cq_id")

#: Set by ttnn.tensor, which has the class.
_tensor_class = None
_new_tensor = None


class _Golden:
    """The attribute `golden_function`: what was attached, or what torch has by the name of the operation."""

    def __get__(self, operation, kind=None):
        if operation is None:
            return self
        if "_golden_function" not in operation.__dict__:
            operation._golden_function = _golden_by_name(operation)
        return operation._golden_function

    def __set__(self, operation, function):
        operation._golden_function = function


def _golden_by_name(operation):
    try:
        from ttnn import _goldens
    except ImportError:  # Without torch there is nothing to compare with.
        return None
    return _goldens.of(operation.python_fully_qualified_name[len("ttnn.") :])


class _Operation:
    """What is called by its name; `golden_function` computes the same with torch."""

    golden_function = _Golden()

    def __init__(self, name, is_primitive):
        self.python_fully_qualified_name = name
        self.preprocess_golden_function_inputs = None
        self.postprocess_golden_function_outputs = None
        self.is_primitive = is_primitive
        self.is_experimental = name.startswith("ttnn.experimental.")

    @property
    def __name__(self):
        return self.python_fully_qualified_name

    def __repr__(self):
        return "<operation %s>" % self.python_fully_qualified_name

    def __gt__(self, other):
        return self.python_fully_qualified_name > other.python_fully_qualified_name

    def __call__(self, *args, **kwargs):
        if _pre_hooks or _post_hooks:
            return _hooked(self, args, kwargs)
        return self._run(args, kwargs)


class FastOperation(_Operation):
    """An operation of the device. `help` says what it does."""

    def __init__(self, name, number, names, required):
        super().__init__(name, is_primitive=True)
        self._number = struct.pack("<H", number)
        self._names = names
        self._slots = {each: i for i, each in enumerate(names)}
        self._required = required

    @property
    def __doc__(self):
        from ttnn._docs import DOCS

        return DOCS.get(self.python_fully_qualified_name)

    def _run(self, args, kwargs):
        tensor_class = _tensor_class
        parts = []
        slot = 0
        for value in args:
            if type(value) is tensor_class:
                parts.append(_slot_and_handle(slot, HANDLE, value._handle))
            else:
                parts.append(bytes((slot,)) + _frames.encode(value))
            slot += 1
        if slot > len(self._names):
            raise TypeError(
                "%s takes at most %d arguments, got %d: %s"
                % (self.python_fully_qualified_name, len(self._names), slot, ", ".join(self._names))
            )
        queue = getattr(_of_thread, "queue", None)
        for name, value in kwargs.items():
            place = self._slots.get(name)
            if place is None:
                if name in _QUEUE_NAMES:
                    queue = value if value is not None else queue
                    continue
                raise self._unknown(name)
            if place < slot:
                raise TypeError("%s: the argument %s is given twice" % (self.python_fully_qualified_name, name))
            if type(value) is tensor_class:
                parts.append(_slot_and_handle(place, HANDLE, value._handle))
            else:
                parts.append(bytes((place,)) + _frames.encode(value))
        caller = _caller(self, args, kwargs) if _door.heard else b"\0"
        head = b"\0" + caller + bytes((_USUAL_QUEUE if queue is None else int(queue),)) + self._number
        answer = _door.request(head + bytes((len(parts),)) + b"".join(parts))
        if answer[2] == TENSOR:
            return _new_tensor(answer, 3)
        return None if answer[2] == NONE else _frames.Reader(answer, 2).value()

    def _unknown(self, name):
        return TypeError(
            "%s(): incompatible function arguments. It takes no argument %s; it takes %s"
            % (self.python_fully_qualified_name, name, ", ".join(self._names))
        )


class PythonOperation(_Operation):
    """An operation that is written in Python, around others."""

    def __init__(self, name, function, golden_function=None):
        super().__init__(name, is_primitive=False)
        self.function = function
        if golden_function is not None:
            self.golden_function = golden_function
        self.__doc__ = function.__doc__
        self.__wrapped__ = function

    def _run(self, args, kwargs):
        if not _door.heard:
            return self.function(*args, **kwargs)
        return _heard(self, args, kwargs)


def _heard(operation, args, kwargs):
    """Calls an operation of Python's while somebody listens."""
    if operation.is_primitive:
        before = getattr(_of_thread, "outer", None)
        _of_thread.outer = (operation.python_fully_qualified_name, args, kwargs)
        try:
            return operation.function(*args, **kwargs)
        finally:
            _of_thread.outer = before
    if not recorded:
        return operation.function(*args, **kwargs)
    enter, leave = _frames.function("capture.enter"), _frames.function("capture.leave")
    enter(operation.python_fully_qualified_name, _how_called(operation, args, kwargs))
    try:
        return operation.function(*args, **kwargs)
    finally:
        leave()


#: True while a graph capture is open, which wants arguments as they print.
recorded = False


def _caller(operation, args, kwargs):
    outer = getattr(_of_thread, "outer", None)
    if outer is not None and outer[0] == operation.python_fully_qualified_name:
        args, kwargs = outer[1:]
    return _frames.encode(_how_called(operation, args, kwargs))


def _how_called(operation, args, kwargs):
    """For those who listen: from where, with what, and how many arguments by their places."""
    texts = None
    if recorded:
        from ttnn.graph import _safe_arg_str

        names = getattr(operation, "_names", ())
        texts = {names[i] if i < len(names) else str(i): _safe_arg_str(each) for i, each in enumerate(args)}
        texts.update((name, _safe_arg_str(each)) for name, each in kwargs.items())
    return [_callers(), texts, len(args)]


def _callers():
    """The frames of the program that led here, innermost first."""
    frame = sys._getframe(1)
    texts = []
    while frame is not None:
        text = _frame_text(frame.f_code, frame.f_lineno or 0)
        if text:
            texts.append(text)
        frame = frame.f_back
    return texts


_frame_texts = {}
_MOST_FRAME_TEXTS = 1 << 16


def _frame_text(code, line):
    """As tracebacks have it; nothing of frames that are not the program's."""
    text = _frame_texts.get((code, line))
    if text is None:
        if len(_frame_texts) > _MOST_FRAME_TEXTS:
            _frame_texts.clear()
        text = _frame_texts[(code, line)] = _new_frame_text(code.co_filename, line, code.co_name)
    return text


def _new_frame_text(file, line, name):
    if file.startswith(_OURS) or file[:1] == "<" or "/_pytest/" in file or "/pluggy/" in file or file.endswith("/bin/pytest"):
        return ""
    import linecache

    source = linecache.getline(file, line).strip()
    return '  File "%s", line %d, in %s\n%s' % (file, line, name, "    %s\n" % source if source else "")


# The hooks of a call run once, not again for the operations that it calls.
def _hooked(operation, args, kwargs):
    if getattr(_of_thread, "in_hook", False):
        return operation._run(args, kwargs)
    _of_thread.in_hook = True
    try:
        for hook in list(_pre_hooks):
            changed = hook(operation, args, kwargs)
            if changed is not None:
                args, kwargs = changed
        output = operation._run(args, kwargs)
        for hook in list(_post_hooks):
            changed = hook(operation, args, kwargs, output)
            output = output if changed is None else changed
        return output
    finally:
        _of_thread.in_hook = False


@contextlib.contextmanager
def register_pre_operation_hook(hook):
    """Within it `hook(operation, args, kwargs)` runs before every operation."""
    _pre_hooks.append(hook)
    try:
        yield
    finally:
        _pre_hooks.remove(hook)


@contextlib.contextmanager
def register_post_operation_hook(hook):
    """Within it `hook(operation, args, kwargs, output)` runs after every operation."""
    _post_hooks.append(hook)
    try:
        yield
    finally:
        _post_hooks.remove(hook)


@contextlib.contextmanager
def command_queue(cq_id):
    """What is called within it goes through this command queue."""
    before = getattr(_of_thread, "queue", None)
    _of_thread.queue = int(cq_id)
    try:
        yield
    finally:
        _of_thread.queue = before


def current_command_queue_id():
    return getattr(_of_thread, "queue", None) or 0


#: All operations by their names.
REGISTERED = {
    name: FastOperation(name, number, names, required)
    for number, (name, names, required) in enumerate(_declared.OPERATIONS)
}


def query_registered_operations(include_experimental=False):
    return sorted(each for each in REGISTERED.values() if include_experimental or not each.is_experimental)


def dump_operations(csv_file, include_experimental=False):
    import csv

    with open(csv_file, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["python_fully_qualified_name", "is_primitive", "is_experimental", "has_golden_function"])
        for each in query_registered_operations(include_experimental):
            writer.writerow(
                [
                    each.python_fully_qualified_name,
                    each.is_primitive,
                    each.is_experimental,
                    each.golden_function is not None,
                ]
            )


def attach_golden_function(
    operation,
    golden_function,
    *,
    preprocess_golden_function_inputs=None,
    postprocess_golden_function_outputs=None,
):
    operation.golden_function = golden_function
    operation.preprocess_golden_function_inputs = preprocess_golden_function_inputs
    operation.postprocess_golden_function_outputs = postprocess_golden_function_outputs


def get_golden_function(operation):
    """The function of torch that computes what the operation does."""
    if operation.golden_function is None:
        raise RuntimeError("%s does not have a golden function" % operation.python_fully_qualified_name)
    return operation.golden_function


def get_fallback_function(operation):
    """Runs the golden function on tensors of the device and gives tensors of the device."""
    golden = get_golden_function(operation)

    def fallback(*args, **kwargs):
        import ttnn

        def inward(value):
            if isinstance(value, ttnn.Tensor):
                return ttnn.to_torch(value)
            return type(value)(inward(each) for each in value) if isinstance(value, (list, tuple)) else value

        like = next((each for each in args if isinstance(each, ttnn.Tensor)), None)
        output = golden(*[inward(each) for each in args], **{key: inward(each) for key, each in kwargs.items()})
        if like is None:
            return output
        return ttnn.from_torch(output, dtype=like.dtype, layout=like.layout, device=like.device())

    return fallback


def register_python_operation(
    *,
    name,
    is_experimental=False,
    golden_function=None,
    preprocess_golden_function_inputs=None,
    postprocess_golden_function_outputs=None,
    doc=None,
    **_,
):
    """A decorator: the function becomes an operation of this name."""

    def register(function):
        operation = PythonOperation(name, function, golden_function)
        operation.is_experimental = is_experimental
        operation.preprocess_golden_function_inputs = preprocess_golden_function_inputs
        operation.postprocess_golden_function_outputs = postprocess_golden_function_outputs
        if doc is not None:
            operation.__doc__ = doc
        REGISTERED[name] = operation
        _place(name, operation)
        return operation

    return register


def register_cpp_operation(target_module, func_name, function):
    """Gives an operation another name."""
    setattr(target_module, func_name, function)
    return function


def create_module_if_not_exists(module_name):
    import importlib
    import types

    try:
        return importlib.import_module(module_name)
    except ModuleNotFoundError:
        made = types.ModuleType(module_name)
        sys.modules[module_name] = made
        parent, _, last = module_name.rpartition(".")
        if parent:
            setattr(create_module_if_not_exists(parent), last, made)
        return made


def _place(name, operation):
    module, _, last = name.rpartition(".")
    found = sys.modules.get(module)
    if found is not None:
        setattr(found, last, operation)
