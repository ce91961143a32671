"""TT-NN's own tests as the judge: `python -m conformance` says how."""
