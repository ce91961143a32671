"""BERT: embeddings, layers of attention and two products, a pooler, heads."""

import torch
from torch.nn import Embedding, LayerNorm, Linear, Module, ModuleList

from transformers._base import Output, PretrainedConfig, PreTrainedModel, added_mask, attention, join_heads, split_heads


class BertConfig(PretrainedConfig):
    defaults = dict(
        vocab_size=30522,
        hidden_size=768,
        num_hidden_layers=12,
        num_attention_heads=12,
        intermediate_size=3072,
        hidden_act="gelu",
        max_position_embeddings=512,
        type_vocab_size=2,
        layer_norm_eps=1e-12,
        position_embedding_type="absolute",
    )
    names = {
        "bert-tiny": dict(hidden_size=128, num_hidden_layers=2, num_attention_heads=2, intermediate_size=512),
        "bert-large": dict(hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096),
        "bge-large": dict(hidden_size=1024, num_hidden_layers=24, num_attention_heads=16, intermediate_size=4096),
        "bert-base-turkish": dict(vocab_size=32000),
    }


class BertEmbeddings(Module):
    def __init__(self, config):
        super().__init__()
        self.word_embeddings = Embedding(config.vocab_size, config.hidden_size)
        self.position_embeddings = Embedding(config.max_position_embeddings, config.hidden_size)
        self.token_type_embeddings = Embedding(config.type_vocab_size, config.hidden_size)
        self.LayerNorm = LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, input_ids, token_type_ids=None, position_ids=None):
        if position_ids is None:
            position_ids = torch.arange(input_ids.shape[1])[None]
        if token_type_ids is None:
            token_type_ids = torch.zeros_like(input_ids)
        words = self.word_embeddings(input_ids) + self.token_type_embeddings(token_type_ids)
        return self.LayerNorm(words + self.position_embeddings(position_ids))


class BertSelfAttention(Module):
    def __init__(self, config):
        super().__init__()
        self.heads = config.num_attention_heads
        self.query = Linear(config.hidden_size, config.hidden_size)
        self.key = Linear(config.hidden_size, config.hidden_size)
        self.value = Linear(config.hidden_size, config.hidden_size)

    def forward(self, x, attention_mask=None):
        parts = (split_heads(each(x), self.heads) for each in (self.query, self.key, self.value))
        return (join_heads(attention(*parts, attention_mask)),)


class BertSelfOutput(Module):
    def __init__(self, config, inputs=None):
        super().__init__()
        self.dense = Linear(inputs or config.hidden_size, config.hidden_size)
        self.LayerNorm = LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, x, residual):
        return self.LayerNorm(self.dense(x) + residual)


class BertOutput(BertSelfOutput):
    def __init__(self, config):
        super().__init__(config, config.intermediate_size)


class BertAttention(Module):
    def __init__(self, config):
        super().__init__()
        self.self = BertSelfAttention(config)
        self.output = BertSelfOutput(config)

    def forward(self, x, attention_mask=None):
        return (self.output(self.self(x, attention_mask)[0], x),)


class BertIntermediate(Module):
    def __init__(self, config):
        super().__init__()
        self.dense = Linear(config.hidden_size, config.intermediate_size)

    def forward(self, x):
        return torch.nn.functional.gelu(self.dense(x))


class BertLayer(Module):
    def __init__(self, config):
        super().__init__()
        self.attention = BertAttention(config)
        self.intermediate = BertIntermediate(config)
        self.output = BertOutput(config)

    def forward(self, x, attention_mask=None):
        x = self.attention(x, attention_mask)[0]
        return (self.output(self.intermediate(x), x),)


class BertEncoder(Module):
    def __init__(self, config):
        super().__init__()
        self.layer = ModuleList(BertLayer(config) for _ in range(config.num_hidden_layers))

    def forward(self, x, attention_mask=None):
        for each in self.layer:
            x = each(x, attention_mask)[0]
        return Output(last_hidden_state=x)


class BertPooler(Module):
    def __init__(self, config):
        super().__init__()
        self.dense = Linear(config.hidden_size, config.hidden_size)

    def forward(self, x):
        return torch.tanh(self.dense(x[:, 0]))


class BertModel(PreTrainedModel):
    config_class = BertConfig

    def __init__(self, config, add_pooling_layer=True):
        super().__init__(config)
        self.embeddings = BertEmbeddings(config)
        self.encoder = BertEncoder(config)
        self.pooler = BertPooler(config) if add_pooling_layer else None

    def forward(self, input_ids, attention_mask=None, token_type_ids=None, position_ids=None, **_):
        x = self.embeddings(input_ids, token_type_ids, position_ids)
        x = self.encoder(x, added_mask(attention_mask, x.dtype)).last_hidden_state
        return Output(last_hidden_state=x, pooler_output=None if self.pooler is None else self.pooler(x))


class BertForQuestionAnswering(PreTrainedModel):
    config_class = BertConfig

    def __init__(self, config):
        super().__init__(config)
        self.bert = BertModel(config, add_pooling_layer=False)
        self.qa_outputs = Linear(config.hidden_size, 2)

    def forward(self, input_ids, attention_mask=None, token_type_ids=None, position_ids=None, **_):
        x = self.bert(input_ids, attention_mask, token_type_ids, position_ids).last_hidden_state
        start, end = self.qa_outputs(x).unbind(-1)
        return Output(start_logits=start, end_logits=end)


class BertForSequenceClassification(PreTrainedModel):
    config_class = BertConfig

    def __init__(self, config):
        super().__init__(config)
        self.bert = BertModel(config)
        self.classifier = Linear(config.hidden_size, config.num_labels)

    def forward(self, input_ids, attention_mask=None, token_type_ids=None, position_ids=None, **_):
        pooled = self.bert(input_ids, attention_mask, token_type_ids, position_ids).pooler_output
        return Output(logits=self.classifier(pooled))
