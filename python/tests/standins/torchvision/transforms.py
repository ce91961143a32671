"""Pictures as tensors: imported by demos, which read them; models do not."""
