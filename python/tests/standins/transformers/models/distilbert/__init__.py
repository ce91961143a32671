from transformers.models.distilbert import modeling_distilbert  # noqa: F401
