from transformers.models.squeezebert import modeling_squeezebert  # noqa: F401
