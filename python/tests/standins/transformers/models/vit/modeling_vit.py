"""ViT: patches of a picture, layers with their norms first, a classifier of the first position."""

import torch
from torch.nn import Conv2d, LayerNorm, Linear, Module, ModuleList

from transformers._base import Output, PretrainedConfig, PreTrainedModel
from transformers.models.bert.modeling_bert import BertSelfAttention as ViTSelfAttention


class ViTConfig(PretrainedConfig):
    defaults = dict(
        hidden_size=768,
        num_hidden_layers=12,
        num_attention_heads=12,
        intermediate_size=3072,
        hidden_act="gelu",
        layer_norm_eps=1e-12,
        image_size=224,
        patch_size=16,
        num_channels=3,
        num_labels=1152,
    )


class ViTPatchEmbeddings(Module):
    def __init__(self, config):
        super().__init__()
        self.projection = Conv2d(config.num_channels, config.hidden_size, config.patch_size, stride=config.patch_size)

    def forward(self, pixels):
        return self.projection(pixels).flatten(2).transpose(1, 2)


class ViTEmbeddings(Module):
    def __init__(self, config):
        super().__init__()
        patches = (config.image_size // config.patch_size) ** 2
        self.cls_token = torch.nn.Parameter(torch.zeros(1, 1, config.hidden_size))
        self.position_embeddings = torch.nn.Parameter(torch.zeros(1, patches + 1, config.hidden_size))
        self.patch_embeddings = ViTPatchEmbeddings(config)

    def forward(self, pixels):
        x = self.patch_embeddings(pixels)
        return torch.cat((self.cls_token.expand(len(x), -1, -1), x), dim=1) + self.position_embeddings


class ViTSelfOutput(Module):
    def __init__(self, config):
        super().__init__()
        self.dense = Linear(config.hidden_size, config.hidden_size)

    def forward(self, x):
        return self.dense(x)


class ViTMLP(Module):
    def __init__(self, config):
        super().__init__()
        self.fc1 = Linear(config.hidden_size, config.intermediate_size)
        self.fc2 = Linear(config.intermediate_size, config.hidden_size)

    def forward(self, x):
        return self.fc2(torch.nn.functional.gelu(self.fc1(x)))


class ViTAttention(Module):
    def __init__(self, config):
        super().__init__()
        self.attention = ViTSelfAttention(config)
        self.output = ViTSelfOutput(config)

    def forward(self, x, *_):
        return (self.output(self.attention(x)[0]),)


class ViTLayer(Module):
    def __init__(self, config):
        super().__init__()
        self.attention = ViTAttention(config)
        self.mlp = ViTMLP(config)
        self.layernorm_before = LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.layernorm_after = LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, x, *_):
        x = self.attention(self.layernorm_before(x))[0] + x
        return (self.mlp(self.layernorm_after(x)) + x,)


class ViTEncoder(Module):
    def __init__(self, config):
        super().__init__()
        self.layer = ModuleList(ViTLayer(config) for _ in range(config.num_hidden_layers))

    def forward(self, x, *_):
        for each in self.layer:
            x = each(x)[0]
        return Output(last_hidden_state=x)


class ViTModel(PreTrainedModel):
    config_class = ViTConfig

    def __init__(self, config, add_pooling_layer=False):
        super().__init__(config)
        self.embeddings = ViTEmbeddings(config)
        self.encoder = ViTEncoder(config)
        self.layernorm = LayerNorm(config.hidden_size, eps=config.layer_norm_eps)

    def forward(self, pixel_values, **_):
        x = self.encoder(self.embeddings(pixel_values)).last_hidden_state
        return Output(last_hidden_state=self.layernorm(x))


class ViTForImageClassification(PreTrainedModel):
    config_class = ViTConfig

    def __init__(self, config):
        super().__init__(config)
        self.vit = ViTModel(config)
        self.classifier = Linear(config.hidden_size, config.num_labels)

    def forward(self, pixel_values, **_):
        return Output(logits=self.classifier(self.vit(pixel_values).last_hidden_state[:, 0]))
