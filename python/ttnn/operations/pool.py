"""What goes with pools of images, goldens by upstream's names included."""

_GOLDENS = {
    "golden_maxpool2d": "max_pool2d",
    "golden_avg_pool2d": "avg_pool2d",
    "golden_global_avg_pool2d": "global_avg_pool2d",
    "golden_adaptive_avg_pool2d": "adaptive_avg_pool2d",
    "golden_adaptive_max_pool2d": "adaptive_max_pool2d",
    "golden_upsample": "upsample",
    "golden_grid_sample": "grid_sample",
    "golden_rotate": "rotate",
}


def __getattr__(name):
    import ttnn

    if name in _GOLDENS:
        from ttnn import _goldens

        return _goldens.of(_GOLDENS[name])
    return getattr(ttnn, name)
