"""The JVM in this process, and the one function of it that is called.

ctypes loads libjvm, which starts at the first call of anything that needs it. Java gives the address of a
function that takes a request and answers it; `dev.tilescope.internal.python.Door` says what both look like.

What a JVM in a Python process must be protected from is done here: handlers of signals that others replace,
children of fork, and the end of the interpreter.
"""

import atexit
import ctypes
import faulthandler
import glob
import os
import struct
import sys
import threading

from ttnn._declared import FINGERPRINT

_JAVA = 25
_JNI_VERSION = 0x00150000
_DESTROY_VM, _DETACH_THREAD = 3, 5
_FIND_CLASS, _GET_STATIC_METHOD, _CALL_STATIC_LONG, _EXCEPTION_DESCRIBE = 6, 113, 134, 16
_SIGILL, _SIGBUS, _SIGFPE, _SIGSEGV = 4, 7, 8, 11
_HANDLED = (_SIGSEGV, _SIGBUS, _SIGFPE, _SIGILL)
_SIGACTION_BYTES = 152
_ERRORS = {1: RuntimeError, 2: TypeError}
_DROPS_AT_ONCE = 0xFFFF
_PLACE_BYTES = 512
_FETCH = b"\0\0\2"
_DOOR = b"dev/tilescope/internal/python/Door"
_OTHER_BUILD = (
    "The jar %s and the package in %s are not of the same build. In a checkout, run ./tilescope --version once to "
    "build it anew; else install the wheel again."
)

#: Places for answers that are free.
_places = []

#: Handles that nobody refers to any more; they go with the next request.
dropped = []

#: Whether anybody listens to what operations do, as of the last answer.
heard = False

_trained = None
_call = None
_vm = None
_env = None
_starting = threading.Lock()
_ended = None
_libc = None
_handlers = {}
_now = ctypes.create_string_buffer(_SIGACTION_BYTES)
_handler_now = ctypes.c_uint64.from_buffer(_now)  # the first field; what the C library leaves in others varies
_handler_of_jvm = 0


def request(body):
    """Sends a request and gives the bytes of its answer, status and flags first."""
    global heard
    if _call is None:
        start()
    if _ended is not None:
        raise RuntimeError(_ended)
    if dropped:
        head = _drops()
    else:
        head = b"\0\0"
    _keep_handlers()
    frame = head + body
    # A place of its own for each answer: a handler of a signal may call before this one is read.
    try:
        place = _places.pop()
    except IndexError:
        place = ctypes.create_string_buffer(_PLACE_BYTES)
    length = _call(frame, len(frame), place, _PLACE_BYTES)
    answer = ctypes.string_at(place, length) if length <= _PLACE_BYTES else _fetched(place, length)
    _places.append(place)
    heard = answer[1] == 1
    if answer[0]:
        raise _ERRORS[answer[0]](answer[7:].decode("utf-8", "replace"))
    return answer


def _fetched(place, length):
    """An answer that is longer than its place."""
    larger = ctypes.create_string_buffer(length)
    fetch = _FETCH + place.raw[:8]
    _call(fetch, len(fetch), larger, length)
    return larger.raw


def _drops():
    # One by one: other threads and handlers of signals take from the same list.
    gone = []
    try:
        while len(gone) < _DROPS_AT_ONCE:
            gone.append(dropped.pop())
    except IndexError:
        pass
    return struct.pack("<H%dQ" % len(gone), len(gone), *gone)


def _keep_handlers():
    """Puts the handler of the JVM back if somebody has replaced it: it needs it in harmless code."""
    _libc.sigaction(_SIGSEGV, None, _now)
    if _handler_now.value != _handler_of_jvm:
        _restore_handlers()


def _restore_handlers():
    for signal, action in _handlers.items():
        _libc.sigaction(signal, action, None)


def start():
    """Starts the JVM, unless that was done before."""
    global _call, _handler_of_jvm, _libc
    if _ended is not None:
        raise RuntimeError(_ended)
    with _starting:
        if _call is not None:
            return
        _import_torch_first()
        _libc = _c_library()
        if not faulthandler.is_enabled() and sys.stderr is not None:
            _enable_faulthandler()
        call = _create()
        for signal in _HANDLED:
            action = ctypes.create_string_buffer(_SIGACTION_BYTES)
            _libc.sigaction(signal, None, action)
            _handlers[signal] = action.raw
        (_handler_of_jvm,) = struct.unpack_from("<Q", _handlers[_SIGSEGV])
        _guard_faulthandler()
        _call = call


def _c_library():
    """That of the system itself: UCX, which some builds of torch bring, has a sigaction of its own."""
    try:
        return ctypes.CDLL("libc.so.6")
    except OSError:
        return ctypes.CDLL(None)


def _import_torch_first():
    """Libraries that torch brings install handlers of their own; the JVM is to come after them."""
    try:
        import torch  # noqa: F401
    except Exception:  # absent, or a broken installation, which is not ours to report
        pass


def _enable_faulthandler():
    try:
        faulthandler.enable()
    except (RuntimeError, ValueError, OSError, AttributeError):
        pass  # no standard error to write to


def _guard_faulthandler():
    """Whoever turns faulthandler on or off later takes the handlers of the JVM away with it."""

    def guarded(function):
        def then_restore(*args, **kwargs):
            result = function(*args, **kwargs)
            if _ended is None:
                _restore_handlers()
            return result

        return then_restore

    faulthandler.enable = guarded(faulthandler.enable)
    faulthandler.disable = guarded(faulthandler.disable)


def _forked():
    """The JVM does not come along, nor does the thread that is starting it, and so it is of no use here."""
    global _ended
    if _call is None and not _starting.locked():
        return
    _ended = (
        "Tilescope does not work in a forked process: the JVM of process %d did not come along. "
        'Use multiprocessing with the start method "spawn", or fork before the first call of ttnn.' % os.getppid()
    )


class _Option(ctypes.Structure):
    _fields_ = [("text", ctypes.c_char_p), ("extra", ctypes.c_void_p)]


class _Arguments(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_int32),
        ("count", ctypes.c_int32),
        ("options", ctypes.POINTER(_Option)),
        ("ignore_unknown", ctypes.c_uint8),
    ]


def _create():
    global _vm, _env
    library = ctypes.CDLL(_libjvm(), mode=ctypes.RTLD_GLOBAL)
    texts = [option.encode() for option in _options()]
    options = (_Option * len(texts))(*[_Option(text, None) for text in texts])
    arguments = _Arguments(_JNI_VERSION, len(texts), options, 0)
    vm, env = ctypes.c_void_p(), ctypes.c_void_p()
    with _QuietStart():
        code = library.JNI_CreateJavaVM(ctypes.byref(vm), ctypes.byref(env), ctypes.byref(arguments))
    if code:
        raise RuntimeError(
            "The JVM did not start: JNI_CreateJavaVM gave %d. %s" % (code, "Its options: " + " ".join(_options()))
        )
    _vm, _env = vm, env
    if _static_long(_DOOR, b"fingerprint") != FINGERPRINT:
        raise RuntimeError(_OTHER_BUILD % (_jar(), os.path.dirname(__file__)))
    address = _static_long(_DOOR, b"open")
    if threading.current_thread() is not threading.main_thread():
        _tell_vm(_DETACH_THREAD)  # The JVM waits for the thread that made it; calls attach threads without that.
    return ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_char_p, ctypes.c_int64, ctypes.c_char_p, ctypes.c_int64)(address)


def _table(of):
    """The functions that an object of JNI begins with."""
    return ctypes.cast(ctypes.cast(of, ctypes.POINTER(ctypes.c_void_p))[0], ctypes.POINTER(ctypes.c_void_p))


def _tell_vm(index):
    ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(_table(_vm)[index])(_vm)


def _static_long(class_name, method):
    table = _table(_env)

    def function(index, result, *types):
        return ctypes.CFUNCTYPE(result, ctypes.c_void_p, *types)(table[index])

    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    found = function(_FIND_CLASS, pointer, text)(_env, class_name)
    identity = found and function(_GET_STATIC_METHOD, pointer, pointer, text, text)(_env, found, method, b"()J")
    if not identity:
        function(_EXCEPTION_DESCRIBE, None)(_env)
        raise RuntimeError(_OTHER_BUILD % (_jar(), os.path.dirname(__file__)))
    return function(_CALL_STATIC_LONG, ctypes.c_int64, pointer, pointer, pointer)(_env, found, identity, None)


def _libjvm():
    for home in _java_homes():
        library = os.path.join(home, "lib", "server", "libjvm.so")
        if os.path.exists(library):
            return library
    raise RuntimeError(
        "No Java %d was found, and Tilescope's modelled device runs on it. Install a JDK or JRE of that version or "
        "newer, and set JAVA_HOME or TILESCOPE_JAVA to its folder. Looked at: %s"
        % (_JAVA, ", ".join(_homes_to_try()) or "nothing")
    )


def _homes_to_try():
    named = [os.environ[name] for name in ("TILESCOPE_JAVA", "JAVA_HOME") if os.environ.get(name)]
    return named + sorted(glob.glob("/usr/lib/jvm/*"))


def _java_homes():
    return [home for home in _homes_to_try() if _java_version(home) >= _JAVA]


def _java_version(home):
    """The first number of its version; 0 if there is no Java."""
    try:
        with open(os.path.join(home, "release")) as release:
            versions = [line[14:].split(".")[0].strip('"\n') for line in release if line.startswith('JAVA_VERSION="')]
        return int(versions[0])
    except (OSError, ValueError, IndexError):
        return 0


def _jar():
    """In the folder that the launcher names, or in this package; it names the jars beside it that it needs."""
    folder = os.environ.get("TILESCOPE_APP") or os.path.join(os.path.dirname(__file__), "_jars")
    jar = os.path.join(folder, "tilescope-tools.jar")
    return jar if os.path.exists(jar) else _built_beside()


def _built_beside():
    """In a checkout: what its build or its launcher made last."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    launched = glob.glob(os.path.join(root, "tools", "target", "launcher", "*", "tilescope-tools.jar"))
    if not launched:
        raise RuntimeError(
            "Tilescope's jars are missing. In a checkout, run programs with ./tilescope python SCRIPT, or build "
            "them by running ./tilescope --version once."
        )
    return max(launched, key=os.path.getmtime)


def _options():
    options = [
        "-Djava.class.path=" + (os.environ.get("TILESCOPE_CLASSPATH") or _jar()),
        "-Xrs",
        "--enable-native-access=ALL-UNNAMED",
        "--add-modules=jdk.incubator.vector",
        "-XX:+UseSerialGC",
        "-Xss4m",
    ]
    return options + _cache_options() + os.environ.get("TILESCOPE_JAVA_OPTS", "").split()


def _cache_options():
    """A start-up cache that does not fit (another Java, other options) is passed over without a word."""
    if _trained is not None:
        return ["-XX:AOTCacheOutput=" + _trained]
    named = os.environ.get("TILESCOPE_PYTHON_CACHE")
    if not named and os.environ.get("TILESCOPE_CLASSPATH"):
        return []
    beside = [named] if named else sorted(glob.glob(os.path.join(glob.escape(os.path.dirname(_jar())), "python-*.aot")))
    usable = [cache for cache in beside if os.path.exists(cache) and os.path.getsize(cache)]
    return ["-XX:AOTCache=" + usable[0], "-Xlog:aot=off", "-Xlog:cds=off"] if usable else []


def train(cache):
    """Lets the JVM, which must not have started, write down at its end what it has loaded and compiled."""
    global _trained
    _trained = cache


class _QuietStart:
    """Drops the one line that the JVM prints of the Vector API; what else it says goes on to standard error."""

    _WARNING = b"WARNING: Using incubator modules: jdk.incubator.vector\n"

    def __enter__(self):
        import tempfile

        try:
            self._kept = os.dup(2)
        except OSError:
            self._kept = None
            return
        self._said = tempfile.TemporaryFile()
        os.dup2(self._said.fileno(), 2)

    def __exit__(self, *_):
        if self._kept is None:
            return
        os.dup2(self._kept, 2)
        os.close(self._kept)
        self._said.seek(0)
        said = self._said.read().replace(self._WARNING, b"")
        self._said.close()
        if said:
            os.write(2, said)


def _end():
    """Lets Java finish what it has open: captures, profiles, journals."""
    global _ended
    if _vm is None or _ended is not None:
        return
    _ended = "Tilescope has ended with the interpreter: nothing can be called any more."
    _restore_handlers()
    _tell_vm(_DESTROY_VM)


# At import: handlers that the program registers later run before.
atexit.register(_end)
os.register_at_fork(after_in_child=_forked)
