"""ttnn.CONFIG: what is written down of a run, and where; set by name, by file or by the environment."""

import contextlib
import json
import os
import pathlib
import sys

#: Settings that begin or end a report.
_REPORTED = ("enable_logging", "enable_graph_report", "report_name", "root_report_path")


class Config:
    """Settings with upstream's names and defaults."""

    _DEFAULTS = dict(
        cache_path=pathlib.Path.home() / ".cache" / "ttnn",
        model_cache_path=pathlib.Path.home() / ".cache" / "ttnn" / "models",
        tmp_dir=pathlib.Path("/tmp/ttnn"),
        enable_model_cache=False,
        enable_fast_runtime_mode=True,
        validate_program_args=False,
        throw_exception_on_fallback=False,
        enable_logging=False,
        enable_graph_report=False,
        enable_graph_python_stack_traces=False,
        enable_detailed_buffer_report=False,
        enable_detailed_tensor_report=False,
        enable_comparison_mode=False,
        comparison_mode_should_raise_exception=False,
        comparison_mode_pcc=0.9999,
        root_report_path=pathlib.Path("generated/ttnn/reports"),
        report_name=None,
        report_path=None,
        operation_parameter_log_dir=None,
    )

    def __init__(self, other=None):
        self.__dict__.update(self._DEFAULTS if other is None else other.__dict__)

    def __setattr__(self, name, value):
        if name not in self._DEFAULTS:
            raise AttributeError("ttnn.CONFIG has no setting %s; it has %s" % (name, ", ".join(self._DEFAULTS)))
        if isinstance(self._DEFAULTS[name], pathlib.Path) and value is not None:
            value = pathlib.Path(value)
        self.__dict__[name] = value
        if name in _REPORTED and "ttnn._ttnn" in sys.modules:
            from ttnn import _reports

            _reports.watch()

    def __getattribute__(self, name):
        if name == "report_path":
            named = object.__getattribute__(self, "__dict__")
            if named["report_path"] is None and named["report_name"]:
                return named["root_report_path"] / _folder_name(str(named["report_name"]))
        return object.__getattribute__(self, name)

    def __dir__(self):
        return list(self._DEFAULTS)

    def __repr__(self):
        return "Config{%s}" % ",".join("%s=%s" % (name, getattr(self, name)) for name in self._DEFAULTS)


def _folder_name(report_name):
    """A number, the same in every run."""
    import hashlib

    return str(int.from_bytes(hashlib.sha256(report_name.encode()).digest()[:8], "big"))


CONFIG = Config()
CONFIG_PATH = pathlib.Path(os.environ["TTNN_CONFIG_PATH"]) if "TTNN_CONFIG_PATH" in os.environ else None
CONFIG_OVERRIDES = os.environ.get("TTNN_CONFIG_OVERRIDES")


def _current():
    """ttnn.CONFIG, which programs may have replaced."""
    return getattr(sys.modules.get("ttnn"), "CONFIG", CONFIG)


def load_config_from_dictionary(config, from_file=False):
    current = _current()
    for name, value in config.items():
        if hasattr(current, name):
            before = getattr(current, name)
            setattr(current, name, value if before is None or value is None else type(before)(value))
        elif not from_file:
            raise ValueError("Unknown configuration key: %s" % name)


def load_config_from_json_file(json_path):
    with open(json_path) as file:
        load_config_from_dictionary(json.load(file), from_file=True)


def save_config_to_json_file(json_path):
    current = _current()
    values = {name: getattr(current, name) for name in dir(current)}
    with open(json_path, "w") as file:
        json.dump({name: str(v) if isinstance(v, pathlib.Path) else v for name, v in values.items()}, file, indent=4)


@contextlib.contextmanager
def manage_config(name, value):
    """Within it the setting has another value."""
    before = getattr(_current(), name)
    setattr(_current(), name, value)
    try:
        yield
    finally:
        setattr(_current(), name, before)


if CONFIG_PATH is not None and CONFIG_PATH.exists():
    load_config_from_json_file(CONFIG_PATH)
if CONFIG_OVERRIDES:
    load_config_from_dictionary(json.loads(CONFIG_OVERRIDES))
