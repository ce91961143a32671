"""The programs that the older document on graph traces prints, as they stand."""

import types

import pytest
import ttnn
from documents import run_printed

PROCESS_ALLOCATIONS = '''
def process_allocations(graph):
   df = pd.DataFrame(columns=['current_op', 'event', 'total_cb', 'total_buffer', 'info'])

   cur_op = []
   total_cb = 0
   total_buffer = 0
   tensors = set()
   i = 1 # lets skip initial node
   while i < len(graph):
       params = ''
       v = graph[i]
       params = v.params
       print(v, len(df))
       i += 1
       if v.node_type == 'function_start':
           if len(cur_op) == 0:
               #entring first op, lets get all input tensors
               while i < len(graph):
                   print(graph[i], len(df))
                   if graph[i].node_type == 'buffer':
                       total_buffer += int(graph[i].params['size'])
                       i += 1
                   elif graph[i].node_type == 'tensor':
                       i += 1
                   else:
                       break
           name = v.params['name']
           if name == "ttnn::prim::old_infra_device_operation":
               name = "ttnn::prim::old_infra_op"
           cur_op.append(name)
       if v.node_type == 'circular_buffer_allocate':
           total_cb += int(v.params['size'])
       if v.node_type == 'circular_buffer_deallocate_all':
           total_cb = 0
       if v.node_type == 'buffer_allocate':
           total_buffer += int(v.params['size'])
       if v.node_type == 'function_end':
           cur_op.pop()
           #continue
       if v.node_type == 'tensor':
           continue
       if v.node_type == 'buffer_deallocate':
           total_buffer -= int(graph[v.connections[0]].params['size'])
       if v.node_type == 'buffer':
           continue
       if len(cur_op) > 0:
           data =  {'current_op': cur_op[-1], 'event' : v.node_type, 'total_cb': total_cb, 'total_buffer': total_buffer, 'info' : params}
           df.loc[len(df)] = data
   return df
'''

BERT = '''
def run_bert_question_and_answering_inference(
    device,
    use_program_cache,
    model_name,
    batch_size,
    sequence_size,
    bert,
    model_location_generator,
    input_path,
):
    disable_persistent_kernel_cache()
    ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
    model = str(model_location_generator(model_name, model_subdir="Bert"))
    hugging_face_reference_model = BertForQuestionAnswering.from_pretrained(model, torchscript=False)
    hugging_face_reference_model.eval()

    # set up tokenizer
    tokenizer_name = str(model_location_generator(model_name, model_subdir="Bert"))
    tokenizer = BertTokenizer.from_pretrained(tokenizer_name)
    config = hugging_face_reference_model.config
    nlp = pipeline("question-answering", model=hugging_face_reference_model, tokenizer=tokenizer)

    if bert == ttnn_bert:
        tt_model_name = f"ttnn_{model_name}"
    elif bert == ttnn_optimized_bert:
        tt_model_name = f"ttnn_{model_name}_optimized"
    else:
        raise ValueError(f"Unknown bert: {bert}")

    profiler.start(f"preprocessing_parameter")
    parameters = preprocess_model_parameters(
        model_name=tt_model_name,
        initialize_model=lambda: transformers.BertForQuestionAnswering.from_pretrained(
            model_name, torchscript=False
        ).eval(),
        custom_preprocessor=bert.custom_preprocessor,
        device=device,
    )
    profiler.end(f"preprocessing_parameter")

    context, question = load_inputs(input_path, batch_size)

    preprocess_params, _, postprocess_params = nlp._sanitize_parameters()
    preprocess_params["max_seq_len"] = sequence_size
    inputs = nlp._args_parser({"context": context, "question": question})
    preprocessed_inputs = []
    for i in range(batch_size):
        model_input = next(nlp.preprocess(inputs[0][i], **preprocess_params))
        single_input = {
            "example": model_input["example"],
            "inputs": model_input,
        }
        preprocessed_inputs.append(single_input)

    bert_input = tokenizer.batch_encode_plus(
        zip(question, context),
        max_length=sequence_size,
        padding="max_length",
        truncation=True,
        return_attention_mask=True,
        return_token_type_ids=True,
        return_tensors="pt",
    )

    position_ids = positional_ids(config, bert_input.input_ids)
    profiler.start(f"preprocessing_input")
    ttnn_bert_inputs = bert.preprocess_inputs(
        bert_input["input_ids"],
        bert_input["token_type_ids"],
        position_ids,
        bert_input["attention_mask"],
        device=device,
    )
    profiler.end(f"preprocessing_input")

    profiler.start(f"inference_time")
    tt_output = bert.bert_for_question_answering(
        config,
        *ttnn_bert_inputs,
        parameters=parameters,
    )
    profiler.end(f"inference_time")

    tt_output = ttnn.to_torch(ttnn.from_device(tt_output)).reshape(batch_size, 1, sequence_size, -1).to(torch.float32)

    tt_start_logits = tt_output[..., :, 0].squeeze(1)
    tt_end_logits = tt_output[..., :, 1].squeeze(1)

    model_answers = {}
    profiler.start("post_processing_output_to_string")
    for i in range(batch_size):
        tt_res = {
            "start": tt_start_logits[i],
            "end": tt_end_logits[i],
            "example": preprocessed_inputs[i]["example"],
            **preprocessed_inputs[i]["inputs"],
        }

        tt_answer = nlp.postprocess([tt_res], **postprocess_params)

        logger.info(f"answer: {tt_answer['answer']}\\n")
        model_answers[i] = tt_answer["answer"]

    profiler.end("post_processing_output_to_string")
    captured_graph = ttnn.graph.end_graph_capture()
    data = GraphTracerUtils.serialize_graph(captured_graph)
    measurements = {
        "preprocessing_parameter": profiler.get("preprocessing_parameter"),
        "preprocessing_input": profiler.get("preprocessing_input"),
        "inference_time": profiler.get("inference_time"),
        "post_processing": profiler.get("post_processing_output_to_string"),
    }
    logger.info(f"preprocessing_parameter: {measurements['preprocessing_parameter']} s")
    logger.info(f"preprocessing_input: {measurements['preprocessing_input']} s")
    logger.info(f"inference_time: {measurements['inference_time']} s")
    logger.info(f"post_processing : {measurements['post_processing']} s")
'''


@pytest.fixture(autouse=True)
def nothing_stays_open():
    yield
    while ttnn.graph.is_graph_capture_active():
        ttnn.graph.end_graph_capture()


@pytest.fixture
def tensors(device):
    def made():
        return ttnn.rand([32, 64], dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, device=device)

    return made(), made()


class Frame:
    """As much of a pandas.DataFrame as the document uses; pandas itself if it is there."""

    def __init__(self, columns):
        self.columns, self.loc = columns, {}

    def __len__(self):
        return len(self.loc)


def test_captures_nest_and_the_last_ends_first(tensors):
    left = run_printed(
        """
        ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
        ttnn.add(a, b) # Your code here
        ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
        captured_graph = ttnn.graph.end_graph_capture()
        """,
        ttnn=ttnn,
        a=tensors[0],
        b=tensors[1],
    )
    assert [node["node_type"] for node in left["captured_graph"]] == ["capture_start", "capture_end"]
    outer = ttnn.graph.end_graph_capture()
    assert "ttnn::add" in ttnn.graph.extract_calltrace(outer)


def test_arguments_as_json(tensors):
    left = run_printed("from ttnn.graph_tracer_utils import GraphTracerUtils")
    ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
    ttnn.add(*tensors, memory_config=ttnn.L1_MEMORY_CONFIG)
    data = left["GraphTracerUtils"].serialize_graph(ttnn.graph.end_graph_capture())
    by_name = {each["operation"]: each["arguments"] for each in data["content"]}
    assert list(by_name) == [
        "ttnn::add",
        "ttnn::prim::binary_ng",
        "BinaryNgDeviceOperation",
        "tt::tt_metal::create_device_tensor",
    ]
    shape, dtype, layout, _, memory = by_name["tt::tt_metal::create_device_tensor"]
    assert (shape, dtype, layout) == (
        {"arg0": {"Shape": [32, 64]}},
        {"arg1": "DataType::BFLOAT16"},
        {"arg2": "Layout::TILE"},
    )
    assert memory["arg4"]["MemoryConfig"]["buffer_type"] == "BufferType::L1"
    assert memory["arg4"]["MemoryConfig"]["shard_spec"] == "std::nullopt"
    spec = by_name["ttnn::add"][0]["arg0"]["Tensor"]["tensor_spec"]
    assert spec["logical_shape"] == [32, 64]


@pytest.mark.parametrize("text", ["", "(", "a(b", "]", "x{y=", "[1, 2", "\0", "((((" * 2000])
def test_arguments_that_cannot_be_read_stay_texts(text):
    from ttnn.graph_tracer_utils import GraphTracerUtils

    assert GraphTracerUtils.serialize_arguments_to_json("op", [text]) == {"operation": "op", "arguments": [{"arg0": text}]}


def test_a_table_of_allocations(tensors):
    ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
    ttnn.add(*tensors)
    graph = ttnn.graph.end_graph_capture()
    left = run_printed(PROCESS_ALLOCATIONS, pd=types.SimpleNamespace(DataFrame=Frame))
    table = left["process_allocations"](graph)
    rows = [table.loc[i] for i in range(len(table))]
    assert (rows[0]["current_op"], rows[0]["event"], rows[0]["total_buffer"]) == ("ttnn::add", "function_start", 8192)
    assert max(row["total_cb"] for row in rows) == 3 * 4096
    assert {"current_op", "event", "total_cb", "total_buffer", "info"} == set(rows[0])


def test_the_model_of_the_document(device):
    torch = pytest.importorskip("torch", reason="no torch: the model of the document cannot run")
    names = stand_ins(torch)
    names["seen"] = []
    left = run_printed(BERT.replace("    measurements = {", "    seen.append((data, model_answers))\n    measurements = {"), **names)
    left["run_bert_question_and_answering_inference"](
        device, True, "bert", 2, 32, names["ttnn_bert"], lambda name, model_subdir: name, "inputs.json"
    )
    ((data, answers),) = names["seen"]
    assert answers == {0: "answer", 1: "answer"}
    operations = [each["operation"] for each in data["content"]]
    assert [name for name in operations if name.startswith("ttnn::linear")] == ["ttnn::linear"]
    assert operations[-1].startswith("tt::tt_metal::detail::convert_tt_tensor_to")


def stand_ins(torch):
    """What the document imports: a model of one embedding and one linear, and what surrounds it."""
    encoded = types.SimpleNamespace(input_ids=torch.arange(64, dtype=torch.int32).reshape(2, 32))

    class Model:
        config = types.SimpleNamespace()
        from_pretrained = classmethod(lambda cls, name, torchscript: cls())
        eval = lambda self: self  # noqa: E731

    class Tokenizer:
        from_pretrained = classmethod(lambda cls, name: cls())

        def batch_encode_plus(self, pairs, **_):
            return Encoded(input_ids=encoded.input_ids, token_type_ids=encoded.input_ids, attention_mask=encoded.input_ids)

    class Encoded(dict):
        __getattr__ = dict.__getitem__

    class Pipeline:
        def _sanitize_parameters(self):
            return {}, {}, {}

        def _args_parser(self, asked):
            return [list(zip(asked["context"], asked["question"]))]

        def preprocess(self, example, max_seq_len):
            yield {"example": example}

        def postprocess(self, results):
            assert results[0]["start"].shape == (32,)
            return {"answer": "answer"}

    def preprocess_inputs(*arrays, device):
        return [ttnn.from_torch(each, dtype=ttnn.uint32, device=device) for each in arrays[:1]]

    def bert_for_question_answering(config, input_ids, *, parameters):
        hidden = ttnn.embedding(input_ids, parameters["words"], layout=ttnn.TILE_LAYOUT)
        return ttnn.linear(hidden, parameters["weight"])

    def preprocess_model_parameters(*, model_name, initialize_model, custom_preprocessor, device):
        def on_device(*shape, layout):
            return ttnn.from_torch(torch.rand(*shape), dtype=ttnn.bfloat16, layout=layout, device=device)

        return {
            "words": on_device(64, 32, layout=ttnn.ROW_MAJOR_LAYOUT),
            "weight": on_device(32, 32, layout=ttnn.TILE_LAYOUT),
        }

    bert = types.SimpleNamespace(
        custom_preprocessor=None,
        preprocess_inputs=preprocess_inputs,
        bert_for_question_answering=bert_for_question_answering,
    )
    from ttnn.graph_tracer_utils import GraphTracerUtils

    return dict(
        torch=torch,
        ttnn=ttnn,
        GraphTracerUtils=GraphTracerUtils,
        BertForQuestionAnswering=Model,
        BertTokenizer=Tokenizer,
        pipeline=lambda *_, **__: Pipeline(),
        ttnn_bert=bert,
        ttnn_optimized_bert=None,
        preprocess_model_parameters=preprocess_model_parameters,
        load_inputs=lambda path, count: (["c"] * count, ["q"] * count),
        positional_ids=lambda config, ids: ids,
        profiler=types.SimpleNamespace(start=lambda name: None, end=lambda name: None, get=lambda name: 0.0),
        logger=types.SimpleNamespace(info=lambda text: None),
        disable_persistent_kernel_cache=lambda: None,
    )
