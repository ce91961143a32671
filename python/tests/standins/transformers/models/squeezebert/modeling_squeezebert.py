"""SqueezeBERT: BERT whose products are convolutions in groups, with channels before positions."""

import torch
from torch.nn import Conv1d, LayerNorm, Linear, Module, ModuleList

from transformers._base import Output, PretrainedConfig, PreTrainedModel, added_mask, attention
from transformers.models.bert.modeling_bert import BertEmbeddings as SqueezeBertEmbeddings
from transformers.models.bert.modeling_bert import BertPooler as SqueezeBertPooler


class SqueezeBertConfig(PretrainedConfig):
    defaults = dict(
        vocab_size=30528,
        hidden_size=768,
        num_hidden_layers=12,
        num_attention_heads=12,
        intermediate_size=3072,
        hidden_act="gelu",
        max_position_embeddings=512,
        type_vocab_size=2,
        layer_norm_eps=1e-12,
        q_groups=4,
        k_groups=4,
        v_groups=4,
        post_attention_groups=1,
        intermediate_groups=4,
        output_groups=4,
    )


class SqueezeBertSelfAttention(Module):
    def __init__(self, config, cin, q_groups=1, k_groups=1, v_groups=1):
        super().__init__()
        self.heads = config.num_attention_heads
        self.query = Conv1d(cin, cin, 1, groups=q_groups)
        self.key = Conv1d(cin, cin, 1, groups=k_groups)
        self.value = Conv1d(cin, cin, 1, groups=v_groups)

    def forward(self, x, attention_mask=None):
        parts = (
            each(x).reshape(x.shape[0], self.heads, -1, x.shape[-1]).transpose(-1, -2)
            for each in (self.query, self.key, self.value)
        )
        return {"context_layer": attention(*parts, attention_mask).transpose(-1, -2).flatten(1, 2)}


class ConvDropoutLayerNorm(Module):
    def __init__(self, cin, cout, groups, dropout_prob=0.0):
        super().__init__()
        self.conv1d = Conv1d(cin, cout, 1, groups=groups)
        self.layernorm = LayerNorm(cout, eps=1e-12)

    def forward(self, x, residual):
        return self.layernorm((self.conv1d(x) + residual).transpose(-1, -2)).transpose(-1, -2)


class ConvActivation(Module):
    def __init__(self, cin, cout, groups, act="gelu"):
        super().__init__()
        self.conv1d = Conv1d(cin, cout, 1, groups=groups)

    def forward(self, x):
        return torch.nn.functional.gelu(self.conv1d(x))


class SqueezeBertModule(Module):
    def __init__(self, config):
        super().__init__()
        inner, outer = config.hidden_size, config.intermediate_size
        self.attention = SqueezeBertSelfAttention(config, inner, config.q_groups, config.k_groups, config.v_groups)
        self.post_attention = ConvDropoutLayerNorm(inner, inner, config.post_attention_groups)
        self.intermediate = ConvActivation(inner, outer, config.intermediate_groups)
        self.output = ConvDropoutLayerNorm(outer, inner, config.output_groups)

    def forward(self, x, attention_mask=None, *_):
        x = self.post_attention(self.attention(x, attention_mask)["context_layer"], x)
        return {"feature_map": self.output(self.intermediate(x), x)}


class SqueezeBertEncoder(Module):
    def __init__(self, config):
        super().__init__()
        self.layers = ModuleList(SqueezeBertModule(config) for _ in range(config.num_hidden_layers))

    def forward(self, x, attention_mask=None, **_):
        x = x.transpose(-1, -2)
        for each in self.layers:
            x = each(x, attention_mask)["feature_map"]
        return Output(last_hidden_state=x.transpose(-1, -2))


class SqueezeBertModel(PreTrainedModel):
    config_class = SqueezeBertConfig

    def __init__(self, config):
        super().__init__(config)
        self.embeddings = SqueezeBertEmbeddings(config)
        self.encoder = SqueezeBertEncoder(config)
        self.pooler = SqueezeBertPooler(config)

    def forward(self, input_ids, attention_mask=None, token_type_ids=None, position_ids=None, **_):
        x = self.embeddings(input_ids, token_type_ids, position_ids)
        x = self.encoder(x, added_mask(attention_mask, x.dtype)).last_hidden_state
        return Output(last_hidden_state=x, pooler_output=self.pooler(x))


class SqueezeBertForQuestionAnswering(PreTrainedModel):
    config_class = SqueezeBertConfig

    def __init__(self, config):
        super().__init__(config)
        self.transformer = SqueezeBertModel(config)
        self.qa_outputs = Linear(config.hidden_size, 2)

    def forward(self, input_ids, attention_mask=None, token_type_ids=None, position_ids=None, **_):
        x = self.transformer(input_ids, attention_mask, token_type_ids, position_ids).last_hidden_state
        start, end = self.qa_outputs(x).unbind(-1)
        return Output(start_logits=start, end_logits=end)
