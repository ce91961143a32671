"""A layer of Llama 3.1 8B as tt_transformers runs it: its decoder, its configuration, and random weights."""

import json
import math
import os
import pathlib
import sys
import types

import torch

import ttnn

_PAGE = 32
_POSITIONS = 3


class _Config(types.SimpleNamespace):
    """The configuration that the checkout has of a model, under the name of transformers."""

    @classmethod
    def from_pretrained(cls, folder, **_):
        return cls(**json.loads((pathlib.Path(folder) / "config.json").read_text()))

    def to_dict(self):
        return dict(vars(self))


def _stand_in():
    """What tt_transformers imports, and a program with random weights does not use."""
    import transformers
    import typing_extensions
    from conformance.absent import stand_in_with

    transformers.AutoConfig = _Config
    stand_in_with(tqdm=("tqdm",), yaml=(), safetensors=())
    stand_in_with(**{"safetensors.torch": ("load_file", "safe_open", "save_file"), "PIL.Image": ("Image",)})
    sys.modules["PIL"].Image = sys.modules["PIL.Image"]
    if not hasattr(typing_extensions, "deprecated"):
        typing_extensions.deprecated = lambda *_, **__: lambda function: function


def arguments(device, users, tokens):
    """The ModelArgs of a layer."""
    os.environ["HF_MODEL"] = "meta-llama/Llama-3.1-8B-Instruct"
    from models.tt_transformers.tt.model_config import ModelArgs

    args = ModelArgs(device, dummy_weights=True, max_batch_size=users, max_seq_len=tokens)
    args.n_layers = 1
    return args


def _weights(args):
    def linear(rows, columns):
        return torch.randn(rows, columns) / math.sqrt(columns)

    keys = args.n_kv_heads * args.head_dim
    sizes = {
        "attention.wq": (args.n_heads * args.head_dim, args.dim),
        "attention.wk": (keys, args.dim),
        "attention.wv": (keys, args.dim),
        "attention.wo": (args.dim, args.n_heads * args.head_dim),
        "feed_forward.w1": (args.hidden_dim, args.dim),
        "feed_forward.w2": (args.dim, args.hidden_dim),
        "feed_forward.w3": (args.hidden_dim, args.dim),
    }
    weights = {"layers.0.%s.weight" % name: linear(*size) for name, size in sizes.items()}
    for name in ("attention_norm", "ffn_norm"):
        weights["layers.0.%s.weight" % name] = 1 + torch.randn(args.dim) / 10
    return weights


class Reference:
    """What torch makes of users' tokens, one stretch after the other."""

    def __init__(self, args, weights):
        from models.tt_transformers.tt.common import precompute_freqs

        self.args = args
        self.weights = {name[len("layers.0.") : -len(".weight")]: each for name, each in weights.items()}
        scaling = args.rope_scaling
        cos, sin = precompute_freqs(
            args.head_dim,
            args.max_seq_len * 2,
            args.rope_theta,
            scaling.factor,
            scaling.original_max_position_embeddings,
            scaling.rope_type.value,
        )
        self.angles = torch.complex(cos, sin)
        self.keys = self.values = None

    def __call__(self, x, position):
        """Of [users, tokens, dim] at this position and those after it."""
        x = x + self._attend(self._norm(x, "attention_norm"), position)
        y = self._norm(x, "ffn_norm")
        inner = torch.nn.functional.silu(y @ self.weights["feed_forward.w1"].T) * (y @ self.weights["feed_forward.w3"].T)
        return x + inner @ self.weights["feed_forward.w2"].T

    def _norm(self, x, name):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.args.norm_eps) * self.weights[name]

    def _heads(self, x, name, turned, position):
        heads = (x @ self.weights["attention." + name].T).reshape(*x.shape[:2], -1, self.args.head_dim)
        if turned:
            pairs = torch.view_as_complex(heads.reshape(*heads.shape[:-1], -1, 2).contiguous())
            angles = self.angles[position : position + x.shape[1], None]
            heads = torch.view_as_real(pairs * angles).flatten(-2)
        return heads.transpose(1, 2)

    def _attend(self, x, position):
        queries = self._heads(x, "wq", True, position)
        keys, values = self._heads(x, "wk", True, position), self._heads(x, "wv", False, position)
        self.keys = keys if self.keys is None else torch.cat((self.keys, keys), 2)
        self.values = values if self.values is None else torch.cat((self.values, values), 2)
        shared = self.args.n_heads // self.args.n_kv_heads
        keys, values = (each.repeat_interleave(shared, 1) for each in (self.keys, self.values))
        scores = queries @ keys.transpose(-1, -2) / math.sqrt(self.args.head_dim)
        hidden = torch.ones(scores.shape[-2:], dtype=torch.bool).triu(1 + position)
        mixed = scores.masked_fill(hidden, -math.inf).softmax(-1) @ values
        return mixed.transpose(1, 2).flatten(-2) @ self.weights["attention.wo"].T


def _block(device, args, weights, mats, pages):
    from models.tt_transformers.tt.ccl import TT_CCL
    from models.tt_transformers.tt.common import PagedAttentionConfig
    from models.tt_transformers.tt.decoder import TransformerBlock

    return TransformerBlock(
        args=args,
        mesh_device=device,
        tt_ccl=TT_CCL(device),
        dtype=ttnn.bfloat8_b,
        state_dict=weights,
        layer_num=0,
        weight_cache_path=None,
        transformation_mats=mats,
        paged_attention_config=PagedAttentionConfig(block_size=_PAGE, max_num_blocks=pages),
    )


def _on_all(device, tensor, **how):
    return ttnn.from_torch(tensor, device=device, mesh_mapper=ttnn.ReplicateTensorToMesh(device), **how)


def _page_table(device, users, pages):
    table = torch.argsort(torch.randperm(users * pages)).reshape(users, pages)
    return _on_all(device, table, dtype=ttnn.int32, layout=ttnn.ROW_MAJOR_LAYOUT)


def _whole(device, args, output):
    composer = ttnn.ConcatMesh2dToTensor(device, dims=(1, 3), mesh_shape=args.cluster_shape)
    return ttnn.to_torch(output, mesh_composer=composer)[:, 0:1, :, : args.dim]


def decode(device):
    """The next tokens of 32 users, three times."""
    _stand_in()
    from models.tt_transformers.tt.common import Mode
    from models.tt_transformers.tt.rope import RotarySetup

    users, pages = 32, 4
    args = arguments(device, users, pages * _PAGE)
    weights = _weights(args)
    reference = Reference(args, weights)
    rope = RotarySetup(
        device, users, args.head_dim, args.max_seq_len, args.rope_theta, args.rope_scaling, args.use_qk_fused
    )
    block = _block(device, args, weights, rope.get_both_trans_mats(), users * pages)
    table = _page_table(device, users, pages)
    for position in range(_POSITIONS):
        x = torch.rand(users, 1, args.dim) * 2 - 1
        positions = torch.full((users,), position)
        output = block(
            args.prepare_residual_tensor_decode(x.clone(), args.get_residual_mem_config(Mode.DECODE, None)),
            _on_all(device, positions, dtype=ttnn.int32),
            rot_mats_global=rope.get_rot_mats(positions),
            mode=Mode.DECODE,
            page_table=table,
        )
        yield reference(x, position), _whole(device, args, output).reshape(users, 1, args.dim)


def prefill(device):
    """A prompt of 128 tokens."""
    _stand_in()
    from models.tt_transformers.tt.common import Mode, get_rot_transformation_mat
    from models.tt_transformers.tt.rope import get_rot_mats

    tokens = 128
    args = arguments(device, 1, tokens)
    weights = _weights(args)
    turning = _on_all(
        device, get_rot_transformation_mat(args.head_dim), dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT
    )
    block = _block(device, args, weights, {"prefill": turning}, tokens // _PAGE)
    x = torch.rand(1, tokens, args.dim) * 2 - 1
    output = block(
        args.prepare_residual_tensor_prefill(x.clone()),
        None,
        rot_mats_global=get_rot_mats(args.head_dim, device, tokens, args.rope_theta, args.rope_scaling),
        user_id=0,
        mode=Mode.PREFILL,
        page_table=_page_table(device, 1, tokens // _PAGE),
    )
    yield Reference(args, weights)(x, 0), _whole(device, args, output).reshape(1, tokens, args.dim)
