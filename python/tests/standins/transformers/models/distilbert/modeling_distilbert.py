"""DistilBERT: BERT without token types and pooler, with other names."""

import torch
from torch.nn import Embedding, LayerNorm, Linear, Module, ModuleList

from transformers._base import Output, PretrainedConfig, PreTrainedModel, added_mask, attention, join_heads, split_heads


class DistilBertConfig(PretrainedConfig):
    defaults = dict(
        vocab_size=30522, dim=768, n_layers=6, n_heads=12, hidden_dim=3072, max_position_embeddings=512, activation="gelu"
    )

    def __init__(self, **given):
        super().__init__(**given)
        self.hidden_size, self.num_hidden_layers, self.num_attention_heads = self.dim, self.n_layers, self.n_heads


class Embeddings(Module):
    def __init__(self, config):
        super().__init__()
        self.word_embeddings = Embedding(config.vocab_size, config.dim)
        self.position_embeddings = Embedding(config.max_position_embeddings, config.dim)
        self.LayerNorm = LayerNorm(config.dim, eps=1e-12)

    def forward(self, input_ids):
        return self.LayerNorm(self.word_embeddings(input_ids) + self.position_embeddings(torch.arange(input_ids.shape[1]))[None])


class MultiHeadSelfAttention(Module):
    def __init__(self, config):
        super().__init__()
        self.heads = config.n_heads
        self.q_lin, self.k_lin, self.v_lin, self.out_lin = (Linear(config.dim, config.dim) for _ in range(4))

    def forward(self, x, mask=None):
        parts = (split_heads(each(x), self.heads) for each in (self.q_lin, self.k_lin, self.v_lin))
        return self.out_lin(join_heads(attention(*parts, mask)))


class FFN(Module):
    def __init__(self, config):
        super().__init__()
        self.lin1 = Linear(config.dim, config.hidden_dim)
        self.lin2 = Linear(config.hidden_dim, config.dim)

    def forward(self, x):
        return self.lin2(torch.nn.functional.gelu(self.lin1(x)))


class TransformerBlock(Module):
    def __init__(self, config):
        super().__init__()
        self.attention = MultiHeadSelfAttention(config)
        self.sa_layer_norm = LayerNorm(config.dim, eps=1e-12)
        self.ffn = FFN(config)
        self.output_layer_norm = LayerNorm(config.dim, eps=1e-12)

    def forward(self, x, mask=None):
        x = self.sa_layer_norm(self.attention(x, mask) + x)
        return self.output_layer_norm(self.ffn(x) + x)


class Transformer(Module):
    def __init__(self, config):
        super().__init__()
        self.layer = ModuleList(TransformerBlock(config) for _ in range(config.n_layers))

    def forward(self, x, mask=None):
        for each in self.layer:
            x = each(x, mask)
        return x


class DistilBertModel(PreTrainedModel):
    config_class = DistilBertConfig

    def __init__(self, config):
        super().__init__(config)
        self.embeddings = Embeddings(config)
        self.transformer = Transformer(config)

    def forward(self, input_ids, attention_mask=None, **_):
        x = self.embeddings(input_ids)
        return Output(last_hidden_state=self.transformer(x, added_mask(attention_mask, x.dtype)))


class DistilBertForQuestionAnswering(PreTrainedModel):
    config_class = DistilBertConfig

    def __init__(self, config):
        super().__init__(config)
        self.distilbert = DistilBertModel(config)
        self.qa_outputs = Linear(config.dim, 2)

    def forward(self, input_ids, attention_mask=None, **_):
        start, end = self.qa_outputs(self.distilbert(input_ids, attention_mask).last_hidden_state).unbind(-1)
        return Output(start_logits=start, end_logits=end)
