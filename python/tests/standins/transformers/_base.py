"""Configurations by name, random weights, outputs by name, and a tokenizer without a vocabulary."""

import zlib

import torch


class PretrainedConfig:
    """Settings as attributes: the defaults of the family, those of the name, those given."""

    defaults = {}
    names = {}

    def __init__(self, **given):
        self.__dict__.update(output_attentions=False, output_hidden_states=False, use_return_dict=True, pad_token_id=0)
        self.__dict__.update(hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, is_decoder=False)
        self.__dict__.update(chunk_size_feed_forward=0, add_cross_attention=False, is_encoder_decoder=False)
        self.__dict__.update(_attn_implementation="eager", num_labels=2, id2label={0: "LABEL_0", 1: "LABEL_1"})
        self.__dict__.update(self.defaults)
        self.__dict__.update(given)

    @classmethod
    def from_pretrained(cls, name, **given):
        known = next((value for key, value in cls.names.items() if key in str(name)), {})
        return cls(**dict(known, **{key: value for key, value in given.items() if key in cls.defaults}))

    def to_dict(self):
        return dict(self.__dict__)


class AutoConfig(PretrainedConfig):
    @classmethod
    def from_pretrained(cls, name, **given):
        import transformers

        for word, kind in (("distilbert", "DistilBert"), ("squeezebert", "SqueezeBert"), ("vit", "ViT")):
            if word in str(name):
                return getattr(transformers, kind + "Config").from_pretrained(name, **given)
        return transformers.BertConfig.from_pretrained(name, **given)


class PreTrainedModel(torch.nn.Module):
    """A model whose weights follow from its name."""

    config_class = PretrainedConfig

    def __init__(self, config):
        super().__init__()
        self.config = config

    @classmethod
    def from_pretrained(cls, name="", config=None, torch_dtype=None, **_):
        config = config or cls.config_class.from_pretrained(name)
        model = randomized(cls(config), zlib.crc32(str(name).encode())).eval()
        return model if torch_dtype is None else model.to(torch_dtype)


def randomized(model, seed=0):
    """Gives weights that keep what flows through at its size: matrices by their inputs, norms about one."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, each in model.named_parameters():
            if each.dim() > 1:
                fan_in = each[0].numel() if "embed" not in name or each.dim() > 2 else 1
                each.copy_(torch.randn(each.shape, generator=generator) * fan_in**-0.5)
            else:
                center = 1.0 if name.endswith("weight") else 0.0
                each.copy_(center + 0.1 * torch.randn(each.shape, generator=generator))
    return model


class Output(dict):
    """What a model gives: by name, and by number for what is not None."""

    __getattr__ = dict.__getitem__

    def __getitem__(self, key):
        return dict.__getitem__(self, key) if isinstance(key, str) else self.to_tuple()[key]

    def __iter__(self):
        return iter(self.to_tuple())

    def to_tuple(self):
        return tuple(each for each in self.values() if each is not None)


class AutoTokenizer:
    """Numbers for words, by their letters; padded as asked."""

    def __init__(self, vocab_size=30522):
        self.vocab_size = vocab_size

    @classmethod
    def from_pretrained(cls, name="", **_):
        return cls()

    def __call__(self, first, second=None, padding=None, max_length=None, **_):
        firsts = [first] if isinstance(first, str) else list(first)
        seconds = [None] * len(firsts) if second is None else [second] if isinstance(second, str) else list(second)
        rows = [self._row(a, b) for a, b in zip(firsts, seconds)]
        length = max_length if padding == "max_length" else max(len(ids) for ids, _ in rows)
        rows = [(ids[:length], kinds[:length]) for ids, kinds in rows]
        return Output(
            input_ids=torch.tensor([ids + [0] * (length - len(ids)) for ids, _ in rows]),
            token_type_ids=torch.tensor([kinds + [0] * (length - len(kinds)) for _, kinds in rows]),
            attention_mask=torch.tensor([[1] * len(ids) + [0] * (length - len(ids)) for ids, _ in rows]),
        )

    batch_encode_plus = encode_plus = __call__

    def _row(self, first, second):
        ids = [101, *map(self._number, first.split()), 102]
        more = [] if second is None else [*map(self._number, second.split()), 102]
        return ids + more, [0] * len(ids) + [1] * len(more)

    def _number(self, word):
        return 1000 + zlib.crc32(word.encode()) % (self.vocab_size - 1000)


class AutoImageProcessor:
    """Pixels between -1 and 1, whatever the picture."""

    @classmethod
    def from_pretrained(cls, name="", **_):
        return cls()

    def __call__(self, images, size=224, **_):
        generator = torch.Generator().manual_seed(0)
        count = len(images) if isinstance(images, (list, tuple)) else 1
        return Output(pixel_values=torch.rand((count, 3, size, size), generator=generator) * 2 - 1)


def attention(query, key, value, mask=None):
    """Softmax of scaled products, with what is added to them."""
    scores = query @ key.transpose(-1, -2) * query.shape[-1] ** -0.5
    return torch.softmax(scores if mask is None else scores + mask, dim=-1) @ value


def split_heads(x, count):
    return x.reshape(x.shape[0], x.shape[1], count, -1).transpose(1, 2)


def join_heads(x):
    return x.transpose(1, 2).flatten(-2)


def added_mask(mask, dtype):
    """A mask of ones and zeros as what is added to scores: nothing and the least number."""
    if mask is None or mask.dim() > 2:
        return mask
    return (1.0 - mask[:, None, None, :].to(dtype)) * torch.finfo(dtype).min
