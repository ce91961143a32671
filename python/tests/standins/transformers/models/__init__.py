"""Families of models."""

from transformers.models import bert, distilbert, squeezebert, vit  # noqa: F401
