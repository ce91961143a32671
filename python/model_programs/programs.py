"""Models of a tt-metal checkout, each run as its own tests run it: with random weights and what it says of torch.

A program is a function of the device that gives pairs of tensors: what torch says and what the device says. The code
of the models is imported from the checkout and is not changed; what they import of transformers and torchvision is
stood in for by python/tests/standins.
"""

import collections

import torch

import ttnn
from ttnn.model_preprocessing import preprocess_model_parameters

Program = collections.namedtuple("Program", "name source what run l1_small_size board")

PROGRAMS = []


def program(source, what, l1_small_size=24576, board="n150"):
    """Adds the function below to the programs: where in the checkout the model is, what is run, and on which board."""

    def add(function):
        PROGRAMS.append(Program(function.__name__, source, what, function, l1_small_size, board))
        return function

    return add


def _tokens(config, batch, length):
    ids = torch.randint(0, config.vocab_size, (batch, length), dtype=torch.int32)
    return ids, torch.zeros_like(ids), torch.arange(length, dtype=torch.int32).expand(batch, -1).contiguous()


@program("models/demos/vision/classification/mnist/tt/tt_mnist.py", "three linear layers, 128 pictures of 28x28")
def mnist(device):
    from models.demos.vision.classification.mnist.reference.mnist import MnistModel
    from models.demos.vision.classification.mnist.tt import tt_mnist

    linear = torch.nn.Linear
    layers = torch.nn.ModuleDict(dict(fc1=linear(784, 120), fc2=linear(120, 84), fc3=linear(84, 10)))
    model = MnistModel(layers.state_dict()).eval()
    x = torch.rand(128, 1, 28, 28)
    parameters = preprocess_model_parameters(initialize_model=lambda: model, device=device)
    given = ttnn.from_torch(x, dtype=ttnn.bfloat16, device=device)
    yield model(x), tt_mnist.mnist(device, 128, given, parameters)


@program("models/demos/wormhole/bert_tiny/tt/bert_tiny.py", "bert-tiny for question answering, 2 layers, batch 8, 128 tokens")
def bert_tiny(device):
    from transformers import BertForQuestionAnswering

    from models.demos.wormhole.bert_tiny.tt import bert_tiny as ttnn_bert_tiny

    model = BertForQuestionAnswering.from_pretrained("mrm8488/bert-tiny-finetuned-squadv2")
    ids, kinds, positions = _tokens(model.config, 8, 128)
    mask = torch.ones(8, 128)
    mask[:, 100:] = 0
    expected = model(ids, attention_mask=mask, token_type_ids=kinds, position_ids=positions)
    parameters = preprocess_model_parameters(initialize_model=lambda: model, device=device)
    inputs = ttnn_bert_tiny.preprocess_inputs(ids, kinds, positions, mask, device, None)
    output = ttnn_bert_tiny.bert_for_question_answering(model.config, *inputs, device=device, parameters=parameters)
    yield torch.stack((expected.start_logits, expected.end_logits), -1), output


def _bert_large(layers):
    from transformers import BertConfig, BertForQuestionAnswering

    name = "phiyodr/bert-large-finetuned-squad2"
    config = BertConfig.from_pretrained(name)
    config.num_hidden_layers = layers
    return BertForQuestionAnswering.from_pretrained(name, config=config)


@program("models/demos/bert/tt/ttnn_bert.py", "bert-large for question answering, 1 of 24 layers, batch 1, 384 tokens")
def bert(device):
    from models.demos.bert.tt import ttnn_bert

    model = _bert_large(1)
    ids, kinds, positions = _tokens(model.config, 1, 384)
    expected = model(ids, token_type_ids=kinds, position_ids=positions)
    parameters = preprocess_model_parameters(initialize_model=lambda: model, device=device)
    inputs = ttnn_bert.preprocess_inputs(ids, kinds, positions, None, device=device)
    output = ttnn_bert.bert_for_question_answering(model.config, *inputs, parameters=parameters)
    yield torch.stack((expected.start_logits, expected.end_logits), -1), output


@program(
    "models/demos/bert/tt/ttnn_optimized_bert.py",
    "bert-large for question answering with fused projections, bfloat8_b and L1, 2 of 24 layers, batch 8, 128 tokens",
)
def bert_optimized(device):
    from models.demos.bert.tt import ttnn_optimized_bert

    model = _bert_large(2)
    ids, kinds, positions = _tokens(model.config, 8, 128)
    mask = torch.ones(8, 128)
    expected = model(ids, attention_mask=mask, token_type_ids=kinds, position_ids=positions)
    parameters = preprocess_model_parameters(
        initialize_model=lambda: model, custom_preprocessor=ttnn_optimized_bert.custom_preprocessor, device=device
    )
    inputs = ttnn_optimized_bert.preprocess_inputs(ids, kinds, positions, mask, device=device)
    output = ttnn_optimized_bert.bert_for_question_answering(model.config, *inputs, parameters=parameters)
    yield torch.stack((expected.start_logits, expected.end_logits), -1), output


@program(
    "models/demos/wormhole/distilbert/tt/ttnn_optimized_distilbert.py",
    "DistilBERT for question answering, 2 of 6 layers, batch 2, 384 tokens",
)
def distilbert(device):
    from transformers import AutoTokenizer, DistilBertConfig, DistilBertForQuestionAnswering

    from models.demos.wormhole.distilbert.tt import ttnn_optimized_distilbert

    config = DistilBertConfig(n_layers=2)
    model = DistilBertForQuestionAnswering.from_pretrained("distilbert-base-uncased-distilled-squad", config=config)
    tokens = AutoTokenizer.from_pretrained("")(
        ["Where do I live?"] * 2, ["My name is Merve and I live in Istanbul."] * 2, padding="max_length", max_length=384
    )
    ids, mask = tokens.input_ids, tokens.attention_mask
    expected = model(ids, mask)
    positions = torch.arange(config.max_position_embeddings).expand(2, -1).contiguous()
    hidden = (mask == 0)[:, None, None, :].expand(2, config.n_heads, 384, 384)
    lowest = torch.zeros(hidden.shape).masked_fill(hidden, torch.finfo(torch.bfloat16).min)
    negative = torch.zeros(hidden.shape).masked_fill(hidden, -1)
    parameters = preprocess_model_parameters(
        initialize_model=lambda: model, custom_preprocessor=ttnn_optimized_distilbert.custom_preprocessor, device=device
    )
    inputs = ttnn_optimized_distilbert.preprocess_inputs(ids, positions, mask, device=device, mesh_mapper=None)
    lowest, negative = (
        ttnn.from_torch(each, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device) for each in (lowest, negative)
    )
    output = ttnn_optimized_distilbert.distilbert_for_question_answering(
        config,
        input_ids=inputs[0],
        attention_mask=inputs[2],
        position_ids=inputs[1],
        parameters=parameters,
        device=device,
        min_val_tensor=lowest,
        negative_val_tensor=negative,
    )
    yield torch.stack((expected.start_logits, expected.end_logits), -1), output


@program(
    "models/demos/squeezebert/tt/ttnn_functional_squeezebert.py",
    "SqueezeBERT for question answering, 2 of 12 layers, batch 2, 384 tokens",
    l1_small_size=16384,
)
def squeezebert(device):
    from transformers import SqueezeBertConfig, SqueezeBertForQuestionAnswering

    from models.demos.squeezebert.tt import ttnn_functional_squeezebert

    config = SqueezeBertConfig(num_hidden_layers=2)
    model = SqueezeBertForQuestionAnswering.from_pretrained("squeezebert/squeezebert-uncased", config=config)
    ids, kinds, positions = _tokens(config, 2, 384)
    mask = torch.ones(2, 384)
    expected = model(ids, attention_mask=mask, token_type_ids=kinds, position_ids=positions)
    parameters = preprocess_model_parameters(
        initialize_model=lambda: model, custom_preprocessor=ttnn_functional_squeezebert.custom_preprocessor, device=device
    )
    inputs = ttnn_functional_squeezebert.preprocess_inputs(ids, kinds, positions, mask, device=device)
    output = ttnn_functional_squeezebert.squeezebert_for_question_answering(
        config, *inputs, state_dict=model.state_dict(), base_addr="transformer.", parameters=parameters, device=device
    )
    yield torch.stack((expected.start_logits, expected.end_logits), -1), output


@program(
    "models/demos/vision/classification/vit/wormhole/tt/ttnn_optimized_sharded_vit_wh.py",
    "ViT base for classification, sharded in L1, 2 of 12 layers, 8 pictures of 224x224",
)
def vit(device):
    from transformers import ViTConfig, ViTForImageClassification

    from models.demos.vision.classification.vit.wormhole.tt import ttnn_optimized_sharded_vit_wh as ttnn_vit

    batch = 8
    config = ViTConfig(num_hidden_layers=2, num_labels=1000)
    model = ViTForImageClassification.from_pretrained("google/vit-base-patch16-224", config=config)
    config = ttnn_vit.update_model_config(config, batch)
    pixels = torch.rand(batch, 3, 224, 224) * 2 - 1
    parameters = preprocess_model_parameters(
        initialize_model=lambda: model, custom_preprocessor=ttnn_vit.custom_preprocessor, device=device
    )
    embeddings = model.vit.embeddings
    cls_token = embeddings.cls_token.expand(batch, -1, -1)
    cls_token = ttnn.from_torch(cls_token, dtype=ttnn.bfloat16, layout=ttnn.ROW_MAJOR_LAYOUT, device=device)
    positions = embeddings.position_embeddings.expand(batch, -1, -1)
    positions = ttnn.from_torch(positions, dtype=ttnn.bfloat8_b, layout=ttnn.TILE_LAYOUT, device=device)
    # Four channels, sixteen pixels side by side, the rows of each picture on two cores.
    rows = torch.nn.functional.pad(pixels.permute(0, 2, 3, 1), (0, 1)).reshape(batch, 224, 14, 64)
    cores = ttnn.CoreRangeSet({ttnn.CoreRange(ttnn.CoreCoord(0, 0), ttnn.CoreCoord(batch - 1, 1))})
    spec = ttnn.ShardSpec(cores, [224 * 14 // 2, 64], ttnn.ShardOrientation.ROW_MAJOR)
    given = ttnn.from_torch(
        rows,
        dtype=ttnn.bfloat16,
        layout=ttnn.ROW_MAJOR_LAYOUT,
        device=device,
        memory_config=ttnn.MemoryConfig(ttnn.TensorMemoryLayout.HEIGHT_SHARDED, ttnn.BufferType.L1, spec),
    )
    output = ttnn_vit.vit(config, given, cls_token, positions, parameters=parameters)
    yield model(pixels).logits, ttnn.to_torch(output)[:, 0, :1000]


@program(
    "models/demos/sentence_bert/ttnn/ttnn_sentence_bert_model.py",
    "Sentence-BERT base, sharded in L1, 2 of 12 layers, batch 8, 384 tokens, mean of the tokens",
    l1_small_size=79104,
)
def sentence_bert(device):
    from transformers import BertConfig
    from transformers._base import randomized

    from models.demos.sentence_bert.reference.sentence_bert import BertModel, custom_extended_mask
    from models.demos.sentence_bert.ttnn.ttnn_sentence_bert_model import TtnnSentenceBertModel
    from models.demos.wormhole.sentence_bert.ttnn.common import custom_preprocessor, preprocess_inputs

    config = BertConfig.from_pretrained("emrecan/bert-base-turkish-cased-mean-nli-stsb-tr")
    config.num_hidden_layers = 2
    model = randomized(BertModel(config)).eval()
    ids = torch.randint(0, config.vocab_size - 1, (8, 384))
    mask = torch.ones(8, 384)
    mask[:, 300:] = 0
    extended = custom_extended_mask(mask, dtype=torch.bfloat16)
    kinds, positions = torch.zeros_like(ids), torch.arange(384)[None]
    expected = model(
        ids, extended_attention_mask=extended, token_type_ids=kinds, position_ids=positions, attention_mask=mask
    )
    parameters = preprocess_model_parameters(
        initialize_model=lambda: model, custom_preprocessor=custom_preprocessor, device=device
    )
    ids, kinds, positions, extended, mask = preprocess_inputs(ids, kinds, positions, extended, mask, device)
    output = TtnnSentenceBertModel(parameters=parameters, config=config)(ids, extended, mask, kinds, positions, device=device)
    yield expected.post_processed_output, output[0]


@program("models/demos/vision/classification/vgg/tt/ttnn_vgg.py", "VGG-11 for classification, a picture of 224x224")
def vgg11(device):
    from torchvision import models as pictures
    from transformers._base import randomized

    from models.demos.vision.classification.vgg.tt import ttnn_vgg

    model = randomized(pictures.vgg11()).eval()
    x = torch.rand(1, 3, 224, 224)
    parameters = preprocess_model_parameters(
        initialize_model=lambda: model, custom_preprocessor=ttnn_vgg.custom_preprocessor, device=device
    )
    config = {
        "MATH_FIDELITY": ttnn.MathFidelity.LoFi,
        "WEIGHTS_DTYPE": ttnn.bfloat16,
        "ACTIVATIONS_DTYPE": ttnn.bfloat16,
    }
    given = ttnn.from_torch(x.permute(0, 2, 3, 1), ttnn.bfloat16)
    yield model(x), ttnn_vgg.ttnn_vgg11(device, given, parameters, 1, config)


@program(
    "models/demos/vision/classification/mobilenetv2/tt/ttnn_mobilenetv2.py",
    "MobileNetV2 for classification, 10 pictures of 224x224",
    l1_small_size=8192,
)
def mobilenetv2(device):
    from transformers._base import randomized

    from models.demos.vision.classification.mobilenetv2.reference.mobilenetv2 import Mobilenetv2
    from models.demos.vision.classification.mobilenetv2.tt import ttnn_mobilenetv2
    from models.demos.vision.classification.mobilenetv2.tt.model_preprocessing import (
        create_mobilenetv2_input_tensors,
        create_mobilenetv2_model_parameters,
    )

    model = randomized(Mobilenetv2()).eval()
    x, given = create_mobilenetv2_input_tensors(batch=10, input_height=224, input_width=224)
    parameters = create_mobilenetv2_model_parameters(model, device=device)
    yield model(x), ttnn_mobilenetv2.TtMobileNetV2(parameters, device, batchsize=10)(given)


@program(
    "models/demos/vision/classification/resnet50/ttnn_resnet/tt/ttnn_functional_resnet50.py",
    "ResNet-50 for classification, bfloat8_b, sharded in L1, 16 pictures of 224x224",
)
def resnet50(device):
    from models.demos.vision.classification.resnet50.ttnn_resnet.tests.common.resnet50_test_infra import create_test_infra

    infra = create_test_infra(device, 16, ttnn.bfloat8_b, ttnn.bfloat8_b, ttnn.MathFidelity.LoFi, use_pretrained_weight=False)
    host, memory_config = infra.setup_l1_sharded_input(device)
    infra.input_tensor = host.to(device, memory_config)
    output = ttnn.to_torch(infra.run())
    yield infra.torch_output_tensor, output.reshape(-1, 1000)


@program(
    "models/tt_transformers/tt/decoder.py",
    "tt_transformers, Llama 3.1 8B: 1 of 32 layers, three tokens of 32 users",
)
def llama_decode(device):
    from model_programs import llama

    yield from llama.decode(device)


@program(
    "models/tt_transformers/tt/decoder.py",
    "tt_transformers, Llama 3.1 8B on both chips of an n300: 1 of 32 layers, three tokens of 32 users",
    board="n300",
)
def llama_decode_n300(device):
    from model_programs import llama

    yield from llama.decode(device)


@program(
    "models/tt_transformers/tt/decoder.py",
    "tt_transformers, Llama 3.1 8B on a p150: 1 of 32 layers, three tokens of 32 users",
    board="p150",
)
def llama_decode_p150(device):
    from model_programs import llama

    yield from llama.decode(device)


@program(
    "models/tt_transformers/tt/decoder.py",
    "tt_transformers, Llama 3.1 8B: 1 of 32 layers, a prompt of 128 tokens",
)
def llama_prefill(device):
    from model_programs import llama

    yield from llama.prefill(device)
