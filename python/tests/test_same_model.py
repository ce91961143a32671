"""The BERT of `tilescope demo`, written in Python: its device operations and memory are those of the Java program."""

import json
import subprocess

import pytest
import ttnn

BATCH, SEQUENCE, HIDDEN, HEADS, INNER, LAYERS = 8, 128, 128, 2, 512, 2
L1 = ttnn.L1_MEMORY_CONFIG


class Weights:
    """Random parameters, the same for the same sequence of calls."""

    def __init__(self, device):
        self.device = device
        self.seed = 0

    def uniform(self, shape, layout, low, high):
        self.seed += 1
        return ttnn.rand(
            shape, self.device, dtype=ttnn.bfloat16, layout=layout, low=low, high=high, seed=self.seed
        )

    def table(self, rows):
        return self.uniform((rows, HIDDEN), ttnn.ROW_MAJOR_LAYOUT, -1, 1)

    def row(self, width, low, high):
        return self.uniform((1, width), ttnn.TILE_LAYOUT, low, high)

    def norm(self):
        return {"weight": self.row(HIDDEN, 0.9, 1.1), "bias": self.row(HIDDEN, -0.1, 0.1)}

    def dense(self, rows, width):
        bound = (3.0 / rows) ** 0.5
        return self.uniform((rows, width), ttnn.TILE_LAYOUT, -bound, bound), self.row(width, -0.1, 0.1)

    def layer(self):
        names = ("query_key_value", "attention", "norm", "inner", "outer", "output_norm")
        made = self.dense(HIDDEN, 3 * HIDDEN), self.dense(HIDDEN, HIDDEN), self.norm()
        return dict(zip(names, made + (self.dense(HIDDEN, INNER), self.dense(INNER, HIDDEN), self.norm())))


def fidelity(device, level, **more):
    return ttnn.init_device_compute_kernel_config(device.arch(), math_fidelity=level, **more)


class Bert:
    def __init__(self, device):
        self.device = device
        self.grid = ttnn.CoreGrid(y=8, x=8)
        self.precise = fidelity(device, ttnn.MathFidelity.HiFi4)
        weights = Weights(device)
        self.tables = [weights.table(rows) for rows in (30522, 2, 512)]
        self.embedding_norm = weights.norm()
        self.layers = [weights.layer() for _ in range(LAYERS)]
        self.answers = weights.dense(HIDDEN, 2)

    def linear(self, state, dense, dtype, **more):
        return ttnn.linear(
            state, dense[0], bias=dense[1], memory_config=L1, dtype=dtype, core_grid=self.grid, **more
        )

    def norm(self, state, norm, **more):
        return ttnn.layer_norm(
            state, epsilon=1e-12, memory_config=L1, compute_kernel_config=self.precise, **norm, **more
        )

    def embed(self, words, types, places):
        tiled = {"layout": ttnn.TILE_LAYOUT}
        word = ttnn.embedding(words, self.tables[0], padding_idx=0, **tiled)
        ttnn.deallocate(words)
        kind = ttnn.embedding(types, self.tables[1], **tiled)
        ttnn.deallocate(types)
        typed = ttnn.add(word, kind)
        ttnn.deallocate(word)
        ttnn.deallocate(kind)
        place = ttnn.embedding(places, self.tables[2], **tiled)
        ttnn.deallocate(places)
        total = ttnn.add(typed, place)
        ttnn.deallocate(typed)
        ttnn.deallocate(place)
        normal = ttnn.layer_norm(total, memory_config=L1, **self.embedding_norm)
        ttnn.deallocate(total)
        return normal

    def attend(self, layer, state, mask):
        joined = self.linear(state, layer["query_key_value"], ttnn.bfloat8_b)
        query, key, value = ttnn.transformer.split_query_key_value_and_split_heads(
            joined, num_heads=HEADS, memory_config=L1
        )
        ttnn.deallocate(joined)
        product = {"memory_config": L1, "dtype": ttnn.bfloat8_b, "core_grid": self.grid}
        scores = ttnn.matmul(query, key, **product)
        ttnn.deallocate(query)
        ttnn.deallocate(key)
        shares = ttnn.transformer.attention_softmax_(scores, head_size=HIDDEN // HEADS, attention_mask=mask)
        context = ttnn.matmul(shares, value, **product)
        ttnn.deallocate(shares)
        ttnn.deallocate(value)
        heads = ttnn.transformer.concatenate_heads(context, memory_config=L1)
        del context
        result = self.linear(heads, layer["attention"], ttnn.bfloat16)
        ttnn.deallocate(heads)
        return result

    def encode(self, layer, state, mask):
        attended = self.attend(layer, state, mask)
        total = ttnn.add(state, attended)
        normal = self.norm(total, layer["norm"])
        ttnn.deallocate(state)
        ttnn.deallocate(attended)
        del total
        fast = fidelity(
            self.device, ttnn.MathFidelity.HiFi2, math_approx_mode=False, packer_l1_acc=False
        )
        inner = self.linear(
            normal, layer["inner"], ttnn.bfloat8_b, activation="gelu_approx", compute_kernel_config=fast
        )
        outer = self.linear(inner, layer["outer"], ttnn.bfloat16)
        ttnn.deallocate(inner)
        result = self.norm(outer, layer["output_norm"], residual_input_tensor=normal)
        ttnn.deallocate(outer)
        ttnn.deallocate(normal)
        return ttnn.reallocate(result)

    def __call__(self, words, types, places, mask):
        state = self.embed(words, types, places)
        for layer in self.layers:
            state = self.encode(layer, state, mask)
        return ttnn.linear(state, self.answers[0], bias=self.answers[1], memory_config=L1)


def inputs(torch, device):
    """Indices and a mask in L1; which values they hold changes nothing that is compared."""
    shape = (BATCH, SEQUENCE)
    place = {"device": device, "memory_config": L1}
    indices = [torch.zeros(shape, dtype=torch.int32) for _ in range(3)]
    moved = [ttnn.from_torch(values, dtype=ttnn.uint32, **place) for values in indices]
    mask = torch.zeros((BATCH, 1, 1, SEQUENCE))
    return moved + [ttnn.from_torch(mask, dtype=ttnn.bfloat16, layout=ttnn.TILE_LAYOUT, **place)]


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The report of the Java program and that of the Python program."""
    torch = pytest.importorskip("torch")
    folder = tmp_path_factory.mktemp("same")
    tilescope("demo", "bert", "--report", folder / "java")
    device = ttnn.open_device(device_id=0)
    ttnn.graph.begin_graph_capture(ttnn.graph.RunMode.NORMAL)
    bert = Bert(device)
    ttnn.to_torch(ttnn.from_device(bert(*inputs(torch, device))))
    ttnn.graph.end_graph_capture_to_file(folder / "python.json")
    ttnn.close_device(device)
    return folder / "java" / "report.json", folder / "python.json"


def tilescope(*words):
    from tracy.__main__ import tilescope as command

    done = subprocess.run(
        command(*map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_diff_finds_no_difference_in_operations_memory_and_device_time(reports):
    metrics = ("operations", "changed", "peak-l1-per-core", "l1-headroom", "peak-dram-per-bank", "device-time")
    limits = [word for metric in metrics for word in ("--fail-if", metric + " != 0")]
    assert "The same operations, with the same memory." in tilescope("diff", *reports, *limits)


def test_device_operations_have_the_same_circular_buffers_and_cores(reports):
    java, python = [programs(json.loads(report.read_text())) for report in reports]
    assert len(java) > 100 and python == java


def programs(report):
    """What was allocated, in order and where: addresses tell what had been freed by then."""
    kinds = ("buffer_allocate", "circular_buffer_allocate")
    kept = ("size", "type", "layout", "page_size", "core_range_set", "num_cores", "globally_allocated", "address")
    return [
        (node["node_type"], {name: node["params"].get(name) for name in kept})
        for node in report["graph"]
        if node["node_type"] in kinds
    ]
