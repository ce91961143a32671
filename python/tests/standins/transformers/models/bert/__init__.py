from transformers.models.bert import modeling_bert  # noqa: F401
