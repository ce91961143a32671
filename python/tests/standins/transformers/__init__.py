"""Models with random weights under the names of transformers: see ../README.md."""

from transformers import models
from transformers._base import AutoConfig, AutoImageProcessor, AutoTokenizer, PretrainedConfig, PreTrainedModel
from transformers.models.bert.modeling_bert import (
    BertConfig,
    BertForQuestionAnswering,
    BertForSequenceClassification,
    BertModel,
)
from transformers.models.distilbert.modeling_distilbert import (
    DistilBertConfig,
    DistilBertForQuestionAnswering,
    DistilBertModel,
)
from transformers.models.squeezebert.modeling_squeezebert import (
    SqueezeBertConfig,
    SqueezeBertForQuestionAnswering,
    SqueezeBertModel,
)
from transformers.models.vit.modeling_vit import ViTConfig, ViTForImageClassification, ViTModel

BertTokenizer = DistilBertTokenizer = AutoTokenizer
__version__ = "4.53.0"


class AutoModel(PreTrainedModel):
    """The model whose family is in the name."""

    @classmethod
    def from_pretrained(cls, name, config=None, **kwargs):
        for word, kind in (("distilbert", DistilBertModel), ("squeezebert", SqueezeBertModel), ("vit", ViTModel)):
            if word in str(name):
                return kind.from_pretrained(name, config=config, **kwargs)
        return BertModel.from_pretrained(name, config=config, **kwargs)
