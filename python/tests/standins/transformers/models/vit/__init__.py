from transformers.models.vit import modeling_vit  # noqa: F401
