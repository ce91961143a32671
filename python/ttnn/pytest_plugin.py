"""pytest --trace-params [--trace-params-with-values]: the parameters of all operations that tests call.

    python -m pytest -p ttnn.pytest_plugin tests --trace-params
"""

_OPTIONS = {
    "--trace-params": "write the arguments and the result of each call of an operation to a file",
    "--trace-params-with-values": "with --trace-params: the values of tensors too",
}


def pytest_addoption(parser):
    add = parser.addoption
    for name, help_text in _OPTIONS.items():
        add(name, action="store_true", default=False, help=help_text)

    def add_others(*names, **attributes):
        """A conftest of TT-NN's adds the same options."""
        if not any(name in _OPTIONS for name in names):
            add(*names, **attributes)

    parser.addoption = add_others


def pytest_configure(config):
    if config.getoption("--trace-params"):
        import ttnn.operation_tracer

        ttnn.operation_tracer.enable_tensor_value_serialization(config.getoption("--trace-params-with-values"))
        ttnn.operation_tracer.enable_tracing(True)


def pytest_unconfigure(config):
    if config.getoption("--trace-params"):
        import ttnn.operation_tracer

        ttnn.operation_tracer.enable_tracing(False)
