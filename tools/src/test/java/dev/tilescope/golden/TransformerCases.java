package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.device.Board;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.Experimental;
import dev.tilescope.ops.KvCache;
import dev.tilescope.ops.OperationCall;
import dev.tilescope.ops.Transformer;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.internal.mechanism.CoreSets;
import dev.tilescope.ops.options.AttentionSoftmaxOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.CreateHeadsOptions;
import dev.tilescope.ops.options.PagedFusedUpdateOptions;
import dev.tilescope.ops.options.PagedSdpaDecodeOptions;
import dev.tilescope.ops.options.PagedUpdateOptions;
import dev.tilescope.ops.options.RotaryOptions;
import dev.tilescope.ops.options.SdpaDecodeOptions;
import dev.tilescope.ops.options.SdpaOptions;
import dev.tilescope.ops.options.SoftmaxProgramConfig;
import dev.tilescope.ops.options.SplitHeadsOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Attention, heads, rotary embeddings and caches, composed of ONNX's plain operators. */
final class TransformerCases {
  static final List<GoldenCase> CASES =
      List.of(
          of("transformer::split_query_key_value_and_split_heads", TransformerCases::split),
          of("experimental::nlp_create_qkv_heads", TransformerCases::createHeads),
          of("experimental::nlp_create_qkv_heads_decode", TransformerCases::createHeadsDecode),
          of("transformer::concatenate_heads", TransformerCases::concatenate),
          of("experimental::nlp_concat_heads", TransformerCases::concat),
          of("experimental::nlp_concat_heads_decode", TransformerCases::concatDecode),
          of("transformer::attention_softmax", TransformerCases::softmax),
          of("transformer::attention_softmax_", TransformerCases::softmaxInPlace),
          of("transformer::scaled_dot_product_attention", TransformerCases::attention),
          of("transformer::chunked_scaled_dot_product_attention", TransformerCases::chunked),
          of("transformer::scaled_dot_product_attention_decode", TransformerCases::decode),
          of("transformer::paged_scaled_dot_product_attention_decode", TransformerCases::paged),
          of("experimental::rotary_embedding", TransformerCases::rotary),
          of("experimental::rotary_embedding_llama", TransformerCases::rotaryLlama),
          of(
              "experimental::deepseek_prefill::rotary_embedding_indexed",
              TransformerCases::rotaryIndexed),
          of("experimental::rotary_embedding_hf", TransformerCases::rotaryHf),
          new GoldenCase(
              "ttnn::experimental::rotary_embedding_llama_fused_qk",
              List.of(DataType.BFLOAT16),
              List.of(Layout.TILE),
              TransformerCases::rotaryFused),
          of("fill_cache", draw -> fill(draw, (c, x, b, u) -> Ttnn.fillCache(c, x, b, u))),
          of("kv_cache::fill_cache_for_user_", draw -> fill(draw, KvCache::fillCacheForUser)),
          of("update_cache", draw -> update(draw, (c, x, u, o) -> Ttnn.updateCache(c, x, u, o))),
          of("kv_cache::update_cache_for_token_", d -> update(d, KvCache::updateCacheForToken)),
          of("experimental::paged_update_cache", draw -> pagedUpdate(draw, false)),
          of("experimental::paged_fused_update_cache", draw -> pagedUpdate(draw, true)),
          of("experimental::paged_fill_cache", TransformerCases::pagedFill));

  private static final int BLOCK = 32;
  private static final int MANY = Integer.MAX_VALUE;

  private TransformerCases() {}

  private static GoldenCase of(String name, Function<Draw, GoldenTrial> draw) {
    List<DataType> blocks = List.of(DataType.BFLOAT8_B);
    GoldenCase plain = GoldenCase.of(name, draw).tiled();
    return plain.dtypes().containsAll(blocks) ? plain : plain.alsoIn(blocks);
  }

  private static Operand integers(int[] values, int... shape) {
    return Operand.of(values, DataType.INT32, Layout.ROW_MAJOR, shape);
  }

  private static OnnxCall slice(OnnxValue x, int axis, int from, int to) {
    return oracle("Slice").input(x).list(from).list(to).list(axis);
  }

  private static OnnxCall reshape(OnnxValue x, int... shape) {
    return oracle("Reshape").input(x).list(shape);
  }

  private static OnnxCall transpose(OnnxValue x, int... order) {
    return oracle("Transpose").ints("perm", order).input(x);
  }

  private static OnnxCall times(OnnxValue x, float factor) {
    return oracle("Mul").input(x).input(factor);
  }

  private static OnnxCall plus(OnnxValue a, OnnxValue b) {
    return oracle("Add").input(a).input(b);
  }

  // ---- heads

  private static OnnxCall heads(
      OnnxValue fused, int batch, int rows, int first, int heads, int dim, boolean transposed) {
    OnnxCall part = slice(reshape(fused, batch, rows, -1, dim), 2, first, first + heads);
    return transposed ? transpose(part, 0, 2, 3, 1) : transpose(part, 0, 2, 1, 3);
  }

  private static GoldenTrial split(Draw draw) {
    int kv = draw.between(1, 2);
    int heads = kv * draw.between(1, 3);
    int rows = draw.between(1, 70);
    int dim = 32 * draw.between(1, 2);
    boolean transposed = draw.flip();
    Operand x = draw.tensor(2, rows, (heads + 2 * kv) * dim);
    SplitHeadsOptions options =
        SplitHeadsOptions.DEFAULT.withNumKvHeads(kv).withTransposeKey(transposed);
    return draw.trials(
        "num_heads=" + heads + " num_kv_heads=" + kv + " transpose_key=" + transposed,
        on -> Transformer.splitQueryKeyValueAndSplitHeads(on.tensor(0), null, heads, options),
        List.of(
            heads(x.golden(), 2, rows, 0, heads, dim, false),
            heads(x.golden(), 2, rows, heads, kv, dim, transposed),
            heads(x.golden(), 2, rows, heads + kv, kv, dim, false)),
        x);
  }

  private static GoldenTrial createHeads(Draw draw) {
    int kv = draw.between(1, 2);
    int heads = kv * draw.between(1, 3);
    int rows = draw.between(1, 70);
    Operand q = draw.tensor(1, 1, rows, heads * 32);
    Operand both = draw.tensor(1, 1, rows, 2 * kv * 32);
    CreateHeadsOptions options =
        CreateHeadsOptions.DEFAULT.withNumKvHeads(kv).withTransposeKHeads(false);
    return draw.trials(
        "num_heads=" + heads + " num_kv_heads=" + kv,
        on -> Experimental.nlpCreateQkvHeads(on.tensor(0), on.tensor(1), heads, options),
        List.of(
            heads(q.golden(), 1, rows, 0, heads, 32, false),
            heads(both.golden(), 1, rows, 0, kv, 32, false),
            heads(both.golden(), 1, rows, kv, kv, 32, false)),
        q,
        both);
  }

  private static GoldenTrial createHeadsDecode(Draw draw) {
    int kv = draw.between(1, 2);
    int heads = kv * draw.between(1, 3);
    int users = draw.between(1, 32);
    Operand x = draw.tensor(1, 1, users, (heads + 2 * kv) * 64);
    OnnxCall all = reshape(x.golden(), 1, users, -1, 64);
    return draw.trials(
        "num_heads=" + heads + " num_kv_heads=" + kv,
        on -> Experimental.nlpCreateQkvHeadsDecode(on.tensor(0), heads, kv),
        List.of(
            slice(all, 2, 0, heads),
            slice(all, 2, heads, heads + kv),
            slice(all, 2, heads + kv, MANY)),
        x);
  }

  private static Operand manyHeads(Draw draw) {
    return draw.tensor(2, draw.between(1, 4), draw.between(1, 70), 32 * draw.between(1, 2));
  }

  private static GoldenTrial concatenate(Draw draw) {
    Operand x = manyHeads(draw);
    return draw.trial(
        Transformer::concatenateHeads,
        reshape(transpose(x.golden(), 0, 2, 1, 3), 2, x.shape()[2], -1),
        x);
  }

  private static GoldenTrial concat(Draw draw) {
    Operand x = manyHeads(draw);
    return draw.trial(
        t -> Experimental.nlpConcatHeads(t, MemoryConfig.L1),
        reshape(transpose(x.golden(), 0, 2, 1, 3), 2, 1, x.shape()[2], -1),
        x);
  }

  private static GoldenTrial concatDecode(Draw draw) {
    int users = draw.between(1, 32);
    int heads = draw.between(1, 8);
    Operand x = draw.tensor(1, users, heads, 64);
    return draw.trial(
        t -> perUser(t, sharded -> Experimental.nlpConcatHeadsDecode(sharded, heads)),
        oracle("Pad")
            .input(reshape(x.golden(), 1, 1, users, -1))
            .list(0, 0, 0, 0, 0, 0, 32 - users, 0),
        x);
  }

  /** Calls with the tensor in shards, a user to a core. */
  private static Tensor perUser(Tensor tensor, Function<Tensor, Tensor> call) {
    try (Tensor sharded = Ttnn.toMemoryConfig(tensor, userPerCore(tensor))) {
      return call.apply(sharded);
    }
  }

  private static MemoryConfig userPerCore(Tensor tensor) {
    Board.Grid grid = tensor.device().board().compute();
    int users = tensor.shape().dim(1);
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        BufferType.L1,
        new ShardSpec(
            CoreRangeSet.columnMajor(users, grid.width(), grid.height()),
            tensor.spec().paddedShape().dim(2),
            tensor.shape().dim(3),
            ShardOrientation.ROW_MAJOR));
  }

  // ---- attention

  private static GoldenTrial softmax(Draw draw) {
    Operand x = draw.tensor(2, 2, draw.between(1, 40), draw.between(2, 40));
    float scale = (float) (1 / Math.sqrt(20));
    if (draw.flip()) {
      return draw.trial(
          t -> Transformer.attentionSoftmax(t, AttentionSoftmaxOptions.DEFAULT.withHeadSize(20)),
          times(x.golden(), scale).then("Softmax"),
          x);
    }
    Operand mask = draw.tensor(2, 1, 1, x.shape()[3]);
    return draw.trial(
        (t, m) -> Transformer.attentionSoftmax(t, softmaxOptions(m)),
        plus(times(x.golden(), scale), mask.golden()).then("Softmax"),
        x,
        mask);
  }

  private static GoldenTrial softmaxInPlace(Draw draw) {
    Operand x = draw.tensor(2, 2, draw.between(1, 40), draw.between(2, 40));
    Operand mask = draw.tensor(2, 1, 1, x.shape()[3]);
    return draw.trial(
        (t, m) -> Transformer.attentionSoftmaxInPlace(t, softmaxOptions(m)),
        plus(times(x.golden(), (float) (1 / Math.sqrt(20))), mask.golden()).then("Softmax"),
        x,
        mask);
  }

  private static AttentionSoftmaxOptions softmaxOptions(Tensor mask) {
    return AttentionSoftmaxOptions.DEFAULT
        .withHeadSize(20)
        .withAttentionMask(mask)
        .withProgramConfig(new SoftmaxProgramConfig.ShardedMultiCore(new CoreGrid(8, 8), 1, 1, 1));
  }

  /** The heads of keys or values, each as often as there are query heads that share it. */
  private static OnnxValue shared(OnnxValue keys, int heads, int kv) {
    int[] indices = IntStream.range(0, heads).map(head -> head / (heads / kv)).toArray();
    return oracle("Gather").attribute("axis", 1).input(keys).list(indices);
  }

  private static OnnxValue attended(
      OnnxValue q, OnnxValue k, OnnxValue v, float scale, OnnxValue mask) {
    OnnxCall scores = oracle("MatMul").input(q).input(transpose(k, 0, 1, 3, 2));
    return plus(times(scores, scale), mask).then("Softmax").then("MatMul").input(v);
  }

  private static GoldenTrial attention(Draw draw) {
    int kv = draw.between(1, 2);
    int heads = kv * draw.between(1, 2);
    boolean masked = draw.flip();
    int rows = draw.between(2, 70);
    int window = masked || draw.flip() ? 0 : draw.between(1, 40);
    Operand q = draw.tensor(2, heads, rows, 64);
    Operand k = draw.tensor(2, kv, rows, 64);
    Operand v = draw.tensor(2, kv, rows, 64);
    Operand mask = draw.tensor(1, 1, rows, rows);
    OnnxValue added = masked ? mask.golden() : causal(rows, rows, window);
    SdpaOptions plain = SdpaOptions.DEFAULT.withIsCausal(!masked);
    SdpaOptions options = window == 0 ? plain : plain.withSlidingWindowSize(window);
    return draw.trial(
        "is_causal=" + !masked + " sliding_window_size=" + window,
        on ->
            Transformer.scaledDotProductAttention(
                on.tensor(0),
                on.tensor(1),
                on.tensor(2),
                masked ? options.withAttnMask(on.tensor(3)) : options),
        attended(
            q.golden(),
            shared(k.golden(), heads, kv),
            shared(v.golden(), heads, kv),
            0.125f,
            added),
        q,
        k,
        v,
        mask);
  }

  /** Of queries that are the last of the keys. */
  private static OnnxValue causal(int queries, int keys, int window) {
    float[] mask = new float[queries * keys];
    for (int i = 0; i < mask.length; i++) {
      int behind = keys - queries + i / keys - i % keys;
      boolean seen = behind >= 0 && (window == 0 || behind < window);
      mask[i] = seen ? 0 : Float.NEGATIVE_INFINITY;
    }
    return OnnxValue.Given.of(mask, 1, 1, queries, keys);
  }

  private static GoldenTrial chunked(Draw draw) {
    int kv = draw.between(1, 2);
    int heads = kv * draw.between(1, 2);
    int perUser = draw.between(2, 3);
    int start = BLOCK * draw.between(0, perUser - 1);
    int rows = draw.between(1, perUser * BLOCK - start);
    Operand table = table(draw, 2, perUser);
    Operand q = draw.tensor(2, heads, rows, 64);
    Operand k = draw.tensor(2 * perUser + 1, kv, BLOCK, 64);
    Operand v = draw.tensor(2 * perUser + 1, kv, BLOCK, 64);
    return draw.trial(
        "chunk_start_idx=" + start,
        on ->
            Transformer.chunkedScaledDotProductAttention(
                on.tensor(0), on.tensor(1), on.tensor(2), on.tensor(3), start),
        attended(
            q.golden(),
            shared(slice(gathered(k, table), 2, 0, start + rows), heads, kv),
            shared(slice(gathered(v, table), 2, 0, start + rows), heads, kv),
            0.125f,
            causal(rows, start + rows, 0)),
        q,
        k,
        v,
        table);
  }

  /** What users at these positions see of their rows. */
  private static OnnxValue seen(int[] positions, int rows) {
    float[] mask = new float[positions.length * rows];
    for (int i = 0; i < mask.length; i++) {
      mask[i] = i % rows <= positions[i / rows] ? 0 : Float.NEGATIVE_INFINITY;
    }
    return OnnxValue.Given.of(mask, positions.length, 1, 1, rows);
  }

  private static int[] positions(Draw draw, int users, int rows) {
    return IntStream.range(0, users).map(user -> draw.between(0, rows - 1)).toArray();
  }

  /** Attention with a query for each user: {@code [1, users, heads, d]}. */
  private static OnnxValue decoded(
      Operand q, OnnxValue k, OnnxValue v, int kv, int[] positions, int rows) {
    int users = q.shape()[1];
    int heads = q.shape()[2];
    OnnxValue perHead = reshape(q.golden(), users, heads, 1, 64);
    OnnxValue out =
        attended(
            perHead, shared(k, heads, kv), shared(v, heads, kv), 0.125f, seen(positions, rows));
    return reshape(out, 1, users, heads, 64);
  }

  private static GoldenTrial decode(Draw draw) {
    int users = draw.between(1, 5);
    int kv = draw.between(1, 2);
    int rows = 32 * draw.between(1, 3);
    int[] positions = positions(draw, users, rows);
    Operand q = draw.tensor(1, users, kv * draw.between(1, 4), 64);
    Operand k = draw.tensor(users, kv, rows, 64);
    Operand v = draw.tensor(users, kv, rows, 64);
    SdpaDecodeOptions options =
        SdpaDecodeOptions.DEFAULT.withCurPos(Arrays.stream(positions).boxed().toList());
    return draw.trial(
        "cur_pos=" + options.curPos(),
        on ->
            Transformer.scaledDotProductAttentionDecode(
                on.tensor(0), on.tensor(1), on.tensor(2), options),
        decoded(q, k.golden(), v.golden(), kv, positions, rows),
        q,
        k,
        v);
  }

  /** The rows of all users one after the other, out of a cache in blocks. */
  private static OnnxValue gathered(Operand cache, Operand table) {
    int[] dims = cache.shape();
    int[] users = table.shape();
    OnnxCall blocks =
        oracle("Gather").attribute("axis", 0).input(cache.golden()).input(table.golden());
    return reshape(
        transpose(blocks, 0, 2, 1, 3, 4), users[0], dims[1], users[1] * dims[2], dims[3]);
  }

  private static Operand table(Draw draw, int users, int perUser) {
    int[] order = draw.order(users * perUser + 1);
    return integers(Arrays.copyOf(order, users * perUser), users, perUser);
  }

  private static GoldenTrial paged(Draw draw) {
    int users = draw.between(1, 5);
    int kv = draw.between(1, 2);
    int perUser = draw.between(1, 3);
    int[] positions = positions(draw, users, perUser * BLOCK);
    Operand table = table(draw, users, perUser);
    Operand q = draw.tensor(1, users, kv * draw.between(1, 4), 64);
    Operand k = draw.tensor(users * perUser + 1, kv, BLOCK, 64);
    Operand v = draw.tensor(users * perUser + 1, kv, BLOCK, 64);
    return draw.trial(
        "cur_pos=" + Arrays.toString(positions),
        on ->
            Transformer.pagedScaledDotProductAttentionDecode(
                on.tensor(0),
                on.tensor(1),
                on.tensor(2),
                on.tensor(3),
                PagedSdpaDecodeOptions.DEFAULT.withCurPosTensor(on.tensor(4))),
        decoded(q, gathered(k, table), gathered(v, table), kv, positions, perUser * BLOCK),
        q,
        k,
        v,
        table,
        integers(positions, users));
  }

  // ---- rotary embeddings

  private static OnnxValue rotated(Operand x, OnnxValue cos, OnnxValue sin, float[] turn) {
    int dim = x.shape()[3];
    OnnxCall turned = oracle("MatMul").input(x.golden()).input(OnnxValue.Given.of(turn, dim, dim));
    return plus(oracle("Mul").input(x.golden()).input(cos), turned.then("Mul").input(sin));
  }

  private static GoldenTrial rotary(Draw draw) {
    int dim = 64 * draw.between(1, 2);
    Operand x = draw.tensor(2, 3, 32, dim);
    Operand cos = draw.tensor(-1.0, 1.0, 1, 1, 32, dim);
    Operand sin = draw.tensor(-1.0, 1.0, 1, 1, 32, dim);
    return draw.trial(
        "",
        on -> Experimental.rotaryEmbedding(on.tensor(0), on.tensor(1), on.tensor(2)),
        rotated(x, cos.golden(), sin.golden(), halves(dim)),
        x,
        cos,
        sin);
  }

  private static float[] halves(int dim) {
    float[] turn = new float[dim * dim];
    for (int i = 0; i < dim / 2; i++) {
      turn[(i + dim / 2) * dim + i] = -1;
      turn[i * dim + i + dim / 2] = 1;
    }
    return turn;
  }

  private static GoldenTrial rotaryHf(Draw draw) {
    boolean decode = draw.flip();
    int dim = decode ? 64 : 32 << draw.between(0, 2);
    int users = draw.between(1, 8);
    int rows = draw.between(1, 40);
    Operand x = draw.tensor(decode ? 1 : 2, users, rows, dim);
    Operand cos = draw.tensor(-1.0, 1.0, 1, decode ? users : 1, decode ? 1 : rows, dim);
    Operand sin = draw.tensor(-1.0, 1.0, cos.shape());
    return draw.trial(
        "is_decode_mode=" + decode,
        on -> decode ? decodedHf(on) : turnedHf(on.tensor(0), on.tensor(1), on.tensor(2), false),
        rotated(x, cos.golden(), sin.golden(), halves(dim)),
        x,
        cos,
        sin);
  }

  private static Tensor turnedHf(Tensor x, Tensor cos, Tensor sin, boolean decode) {
    return Experimental.rotaryEmbeddingHf(
        x, cos, sin, RotaryOptions.DEFAULT.withIsDecodeMode(decode));
  }

  private static Tensor decodedHf(GoldenTrial.Placed on) {
    return perUser(
        on.tensor(0),
        x ->
            perUser(
                on.tensor(1), cos -> perUser(on.tensor(2), sin -> turnedHf(x, cos, sin, true))));
  }

  /** Angles of the queries of all users, then of their keys. */
  private static GoldenTrial rotaryFused(Draw draw) {
    int users = draw.between(1, 8);
    int dim = 32 * draw.between(1, 4);
    Operand q = draw.tensor(1, users, draw.between(1, 40), dim);
    Operand k = draw.tensor(1, users, draw.between(1, 8), dim);
    Operand cos = draw.tensor(-1.0, 1.0, 1, 2 * users, 1, dim);
    Operand sin = draw.tensor(-1.0, 1.0, 1, 2 * users, 1, dim);
    float[] tiles = new float[2 * users * 32 * 32];
    for (int i = 0; i < 2 * users; i++) {
      System.arraycopy(pairs(32), 0, tiles, i * 32 * 32, 32 * 32);
    }
    return draw.trials(
        "",
        TransformerCases::fused,
        List.of(
            rotated(q, of(cos, 0, users), of(sin, 0, users), pairs(dim)),
            rotated(k, of(cos, users, 2 * users), of(sin, users, 2 * users), pairs(dim))),
        q,
        k,
        cos,
        sin,
        Operand.of(tiles, draw.dtype(), Layout.TILE, 1, 2 * users, 32, 32));
  }

  private static OnnxValue of(Operand angles, int from, int to) {
    return slice(angles.golden(), 1, from, to);
  }

  private static List<Tensor> fused(GoldenTrial.Placed on) {
    int users = on.tensor(0).shape().dim(1);
    try (Tensor q = onCores(on.tensor(0), 0);
        Tensor k = onCores(on.tensor(1), users);
        Tensor cos = onCores(on.tensor(2), 0);
        Tensor sin = onCores(on.tensor(3), 0);
        Tensor matrix = onCores(on.tensor(4), 0)) {
      return Experimental.rotaryEmbeddingLlamaFusedQk(q, k, cos, sin, matrix);
    }
  }

  /** A matrix of the second dimension to a core, behind the first ones of the grid. */
  private static Tensor onCores(Tensor tensor, int skip) {
    Board.Grid grid = tensor.device().board().compute();
    CoreRangeSet all = CoreRangeSet.grid(grid.width(), grid.height());
    return Ttnn.toMemoryConfig(
        tensor,
        MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            BufferType.L1,
            new ShardSpec(
                CoreSets.rowByRow(all, skip, tensor.shape().dim(1)),
                tensor.spec().paddedShape().dim(2),
                tensor.shape().dim(3),
                ShardOrientation.ROW_MAJOR)));
  }

  private static GoldenTrial rotaryLlama(Draw draw) {
    int dim = 32 * draw.between(1, 4);
    int rows = draw.between(1, 40);
    Operand matrix = Operand.of(pairs(32), draw.dtype(), Layout.TILE, 1, 1, 32, 32);
    Operand x = draw.tensor(2, 3, rows, dim);
    Operand cos = draw.tensor(-1.0, 1.0, 1, 1, rows, dim);
    Operand sin = draw.tensor(-1.0, 1.0, 1, 1, rows, dim);
    return draw.trial(
        "",
        on ->
            Experimental.rotaryEmbeddingLlama(
                on.tensor(0), on.tensor(1), on.tensor(2), on.tensor(3), RotaryOptions.DEFAULT),
        rotated(x, cos.golden(), sin.golden(), pairs(dim)),
        x,
        cos,
        sin,
        matrix);
  }

  private static GoldenTrial rotaryIndexed(Draw draw) {
    int dim = 32 * draw.between(1, 3);
    int length = 32 * draw.between(0, 2);
    Operand matrix = Operand.of(pairs(32), draw.dtype(), Layout.TILE, 1, 1, 32, 32);
    Operand x = draw.tensor(2, 3, 32, dim);
    Operand cos = draw.tensor(-1.0, 1.0, 1, 1, 96, dim);
    Operand sin = draw.tensor(-1.0, 1.0, 1, 1, 96, dim);
    return draw.trial(
        "kv_actual_global=" + length,
        on ->
            (Tensor)
                OperationCall.of("ttnn.experimental.deepseek_prefill.rotary_embedding_indexed")
                    .with(on.tensor(0), on.tensor(1), on.tensor(2), on.tensor(3), length, 0)
                    .run(),
        rotated(x, rowsFrom(cos, length), rowsFrom(sin, length), pairs(dim)),
        x,
        cos,
        sin,
        matrix);
  }

  private static OnnxValue rowsFrom(Operand angles, int first) {
    return oracle("Slice").input(angles.golden()).list(first).list(first + 32).list(2);
  }

  private static float[] pairs(int dim) {
    float[] turn = new float[dim * dim];
    for (int i = 0; i < dim; i += 2) {
      turn[i * dim + i + 1] = 1;
      turn[(i + 1) * dim + i] = -1;
    }
    return turn;
  }

  // ---- caches

  private interface CacheCall {
    Tensor call(Tensor cache, Tensor input, int index, int offset);
  }

  /** The cache where it is kept, and the input at its place in zeros. */
  private static OnnxValue written(Operand cache, OnnxValue placed, int[] from, int[] to) {
    int[] dims = cache.shape();
    float[] kept = new float[Draw.volume(dims)];
    for (int i = 0; i < kept.length; i++) {
      int row = i / dims[3] % dims[2];
      int user = i / (dims[3] * dims[2] * dims[1]);
      boolean over = user >= from[0] && user < to[0] && row >= from[1] && row < to[1];
      kept[i] = over ? 0 : 1;
    }
    OnnxCall pad =
        oracle("Pad")
            .input(placed)
            .list(from[0], 0, from[1], 0, dims[0] - to[0], 0, dims[2] - to[1], 0);
    return oracle("Mul")
        .input(cache.golden())
        .input(OnnxValue.Given.of(kept, dims))
        .then("Add")
        .input(pad);
  }

  private static GoldenTrial fill(Draw draw, CacheCall ours) {
    int users = draw.between(1, 4);
    int rows = 32 * draw.between(1, 3);
    int from = 32 * draw.between(0, rows / 32 - 1);
    int count = draw.between(1, rows - from);
    int user = draw.between(0, users - 1);
    Operand cache = draw.tensor(users, 2, rows, 64);
    Operand input = draw.tensor(1, 2, count, 64);
    int[] first = {user, from};
    int[] last = {user + 1, from + count};
    return draw.trial(
        "batch_idx=" + user + " update_idx=" + from,
        on -> ours.call(on.tensor(0), on.tensor(1), user, from),
        written(cache, input.golden(), first, last),
        cache,
        input);
  }

  private static GoldenTrial update(Draw draw, CacheCall ours) {
    int users = draw.between(1, 4);
    int rows = 32 * draw.between(1, 3);
    int at = draw.between(0, rows - 1);
    int offset = draw.between(0, 3);
    Operand cache = draw.tensor(users, 2, rows, 64);
    Operand input = draw.tensor(1, 2, users + offset, 64);
    OnnxCall used = slice(input.golden(), 2, offset, users + offset);
    return draw.trial(
        "update_idx=" + at + " batch_offset=" + offset,
        on -> ours.call(on.tensor(0), on.tensor(1), at, offset),
        written(cache, transpose(used, 2, 1, 0, 3), new int[] {0, at}, new int[] {users, at + 1}),
        cache,
        input);
  }

  /** Where each user's position lies: its block and the row in it. */
  private static OnnxValue places(int[] table, int perUser, int[] positions) {
    long[] places = new long[2 * positions.length];
    for (int user = 0; user < positions.length; user++) {
      places[2 * user] = table[user * perUser + positions[user] / BLOCK];
      places[2 * user + 1] = positions[user] % BLOCK;
    }
    return OnnxValue.Given.of(places, positions.length, 2);
  }

  /**
   * @param isFused with a second cache, which the same is written to and which is the result
   */
  private static GoldenTrial pagedUpdate(Draw draw, boolean isFused) {
    int users = draw.between(1, 5);
    int perUser = draw.between(1, 3);
    int heads = draw.between(1, 3);
    int[] positions = positions(draw, users, perUser * BLOCK);
    Operand table = table(draw, users, perUser);
    Operand cache = draw.tensor(users * perUser + 1, heads, BLOCK, 64);
    Operand input = draw.tensor(1, users, heads, 64);
    OnnxCall scattered =
        oracle("ScatterND")
            .input(transpose(cache.golden(), 0, 2, 1, 3))
            .input(places(Ttnn.toIntArray(table.host()), perUser, positions))
            .input(reshape(input.golden(), users, heads, 64));
    return draw.trial(
        "update_idxs=" + Arrays.toString(positions),
        on ->
            perUser(
                on.tensor(1),
                sharded ->
                    isFused
                        ? fusedUpdate(on, sharded)
                        : Experimental.pagedUpdateCache(
                            on.tensor(0),
                            sharded,
                            PagedUpdateOptions.DEFAULT
                                .withUpdateIdxsTensor(on.tensor(3))
                                .withPageTable(on.tensor(2)))),
        transpose(scattered, 0, 2, 1, 3),
        cache,
        input,
        table,
        integers(positions, users));
  }

  /** The second input is on the last columns of the grid, away from the first. */
  private static Tensor fusedUpdate(GoldenTrial.Placed on, Tensor sharded) {
    ShardSpec shards = Objects.requireNonNull(sharded.memoryConfig().shardSpec());
    Board.Grid grid = sharded.device().board().compute();
    int users = sharded.shape().dim(1);
    CoreRange last =
        new CoreRange(
            new CoreCoord(grid.width() - 1, 0), new CoreCoord(grid.width() - 1, users - 1));
    MemoryConfig elsewhere =
        MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            BufferType.L1,
            new ShardSpec(
                CoreRangeSet.of(last), shards.height(), shards.width(), shards.orientation()));
    try (Tensor second = Ttnn.toMemoryConfig(on.tensor(1), elsewhere)) {
      return Experimental.pagedFusedUpdateCache(
              Ttnn.clone(on.tensor(0)),
              sharded,
              on.tensor(0),
              second,
              PagedFusedUpdateOptions.DEFAULT
                  .withUpdateIdxsTensor(on.tensor(3))
                  .withPageTable(on.tensor(2)))
          .getLast();
    }
  }

  /** Whole blocks: ONNX has no word for a part of one. */
  private static GoldenTrial pagedFill(Draw draw) {
    int users = draw.between(1, 4);
    int perUser = draw.between(1, 3);
    int heads = draw.between(1, 3);
    int blocks = draw.between(1, perUser);
    int user = draw.between(0, users - 1);
    Operand table = table(draw, users, perUser);
    Operand cache = draw.tensor(users * perUser + 1, heads, BLOCK, 64);
    Operand input = draw.tensor(1, heads, blocks * BLOCK, 64);
    long[] places = new long[blocks];
    Arrays.setAll(places, i -> Ttnn.toIntArray(table.host())[user * perUser + i]);
    return draw.trial(
        "batch_idx=" + user,
        on -> Experimental.pagedFillCache(on.tensor(0), on.tensor(1), on.tensor(2), user),
        oracle("ScatterND")
            .input(cache.golden())
            .input(OnnxValue.Given.of(places, blocks, 1))
            .input(transpose(reshape(input.golden(), heads, blocks, BLOCK, 64), 1, 0, 2, 3)),
        cache,
        input,
        table);
  }
}
