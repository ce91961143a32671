package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.CreateHeadsOptions;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.LayerNormProgramConfig;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastDramSharded;
import dev.tilescope.ops.options.NormOptions;
import dev.tilescope.ops.options.PagedSdpaDecodeOptions;
import dev.tilescope.ops.options.PagedUpdateOptions;
import dev.tilescope.ops.options.RotaryOptions;
import dev.tilescope.ops.options.SdpaOptions;
import dev.tilescope.ops.options.SdpaProgramConfig;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The calls of tt_transformers for a layer of Llama 3.1 8B, of 32 users' next tokens and of a
 * prompt, with the shards and program configs that its model_config.py chooses (find_grid: 32
 * cores; find_grid_k_n: 64), to see how large their traces are. All layers have the same weights,
 * which are zeros. On several chips heads and the inner width are cut between them, sums are
 * scattered and gathered again before each norm.
 */
final class TracedLlama {
  private static final int LAYERS = 32;
  private static final int USERS = 32;
  private static final int HIDDEN = 4096;
  private static final int HEAD = 128;
  private static final int BLOCK_ROWS = 32;
  private static final int BLOCKS = 4;
  private static final int TILE = 32;
  private static final int SIDE = 8;
  private static final MemoryConfig WITHOUT_SPEC =
      new MemoryConfig(TensorMemoryLayout.WIDTH_SHARDED, BufferType.L1, null);

  private final MeshDevice device;
  private final int chips;
  private final int heads;
  private final int kvHeads;
  private final int inner;
  private final int mlpCores;
  private final Tensor norm;
  private final Tensor queryKeyValue;
  private final Tensor attention;
  private final Tensor gate;
  private final Tensor down;
  private final Tensor keys;
  private final Tensor values;
  private final Tensor pages;
  private final Tensor positions;
  private final Tensor angles;
  private final Tensor turning;

  TracedLlama(MeshDevice device) {
    this.device = device;
    this.chips = device.chips().size();
    this.heads = 32 / chips;
    this.kvHeads = 8 / chips;
    this.inner = 14_336 / chips;
    this.mlpCores = chips == 1 ? 64 : 32;
    this.norm = zeros(DataType.BFLOAT16, Layout.TILE, MemoryConfig.DRAM, 1, HIDDEN);
    this.queryKeyValue = inBanks(HIDDEN, (heads + 2 * kvHeads) * HEAD);
    this.attention = inBanks(heads * HEAD, HIDDEN);
    this.gate = inBanks(HIDDEN, inner);
    this.down = inBanks(inner, HIDDEN);
    this.keys = cache();
    this.values = cache();
    this.pages = rows(DataType.INT32, USERS, BLOCKS);
    this.positions = rows(DataType.INT32, USERS);
    this.angles = zeros(perUser(HEAD), 1, USERS, 1, HEAD);
    this.turning = turning(perUser(TILE), USERS);
  }

  /** The bytes of a trace of the next tokens of 32 users. */
  long decodeBytes() {
    return traced(zeros(residual(), 1, 1, USERS, HIDDEN / chips), this::decode);
  }

  /** The bytes of a trace of a prompt of so many tokens. */
  long prefillBytes(int tokens) {
    Prompt prompt =
        new Prompt(
            tokens,
            zeros(MemoryConfig.DRAM, 1, 1, tokens, HEAD),
            turning(MemoryConfig.DRAM, 1),
            rows(DataType.INT32, 1, tokens / BLOCK_ROWS));
    Tensor state = zeros(MemoryConfig.DRAM, 1, 1, tokens, HIDDEN / chips);
    return traced(state, input -> prefill(input, prompt));
  }

  private long traced(Tensor state, UnaryOperator<Tensor> layer) {
    layer.apply(state).deallocate();
    long before = device.traceBuffersSize();
    MeshTrace trace = MeshTrace.beginCapture(device);
    Tensor next = state;
    for (int i = 0; i < LAYERS; i++) {
      Tensor result = layer.apply(next);
      if (next != state) {
        next.deallocate();
      }
      next = result;
    }
    trace.endCapture();
    next.deallocate();
    return device.traceBuffersSize() - before;
  }

  // ---- one token for each user

  private Tensor decode(Tensor state) {
    Tensor attended = attend(normalized(state, 32));
    Tensor sum = Ttnn.add(state, attended, BinaryOptions.DEFAULT.withMemoryConfig(residual()));
    attended.deallocate();
    Tensor fed = feedForward(normalized(sum, mlpCores));
    Tensor result = Ttnn.add(sum, fed, BinaryOptions.DEFAULT.withMemoryConfig(residual()));
    sum.deallocate();
    fed.deallocate();
    return result;
  }

  private Tensor normalized(Tensor state, int cores) {
    Tensor whole = chips == 1 ? state : gathered(state);
    MemoryConfig strips = strips(cores, HIDDEN);
    Tensor input = Ttnn.toMemoryConfig(whole, strips);
    if (whole != state) {
      whole.deallocate();
    }
    LayerNormProgramConfig config =
        new LayerNormProgramConfig.ShardedMultiCore(
            new CoreGrid(cores / 8, 8), 1, 1, HIDDEN / TILE / cores, false);
    Tensor result =
        Ttnn.rmsNorm(
            input,
            NormOptions.DEFAULT
                .withWeight(norm)
                .withMemoryConfig(strips)
                .withProgramConfig(config));
    if (input != state) {
      input.deallocate();
    }
    return result;
  }

  private static Tensor gathered(Tensor state) {
    Tensor interleaved = interleaved(state);
    Tensor whole = Ttnn.allGather(interleaved, 3);
    interleaved.deallocate();
    return whole;
  }

  private static Tensor interleaved(Tensor state) {
    return state.memoryConfig().isSharded()
        ? Ttnn.shardedToInterleaved(state, MemoryConfig.L1, null)
        : state;
  }

  private Tensor attend(Tensor normal) {
    Tensor strips = linear(normal, queryKeyValue, 32);
    normal.deallocate();
    Tensor fused = interleaved(strips);
    strips.deallocate();
    List<Tensor> split = Experimental.nlpCreateQkvHeadsDecode(fused, heads, kvHeads);
    fused.deallocate();
    Tensor query = turned(split.get(0));
    Tensor key = turned(split.get(1));
    remember(keys, key);
    remember(values, split.get(2));
    Tensor context =
        Transformer.pagedScaledDotProductAttentionDecode(
            query,
            keys,
            values,
            pages,
            PagedSdpaDecodeOptions.DEFAULT
                .withCurPosTensor(positions)
                .withProgramConfig(SdpaProgramConfig.of(new CoreGrid(8, 8), 0, 0)));
    query.deallocate();
    Tensor perUser = Ttnn.toMemoryConfig(context, perUser(HEAD));
    context.deallocate();
    Tensor joined = Experimental.nlpConcatHeadsDecode(perUser, heads);
    perUser.deallocate();
    Tensor result = linear(joined, attention, heads);
    joined.deallocate();
    return summed(result);
  }

  private Tensor turned(Tensor input) {
    Tensor turned =
        Experimental.rotaryEmbeddingLlama(
            input, angles, angles, turning, RotaryOptions.DEFAULT.withIsDecodeMode(true));
    input.deallocate();
    return turned;
  }

  private void remember(Tensor cache, Tensor row) {
    Experimental.pagedUpdateCache(
        cache,
        row,
        PagedUpdateOptions.DEFAULT.withUpdateIdxsTensor(positions).withPageTable(pages));
    row.deallocate();
  }

  private Tensor feedForward(Tensor normal) {
    Tensor first = linear(normal, gate, mlpCores);
    Tensor second = linear(normal, gate, mlpCores);
    normal.deallocate();
    Tensor product =
        Ttnn.mul(first, second, BinaryOptions.DEFAULT.withInputTensorAActivations("silu"));
    first.deallocate();
    second.deallocate();
    Tensor result = linear(product, down, mlpCores);
    product.deallocate();
    return summed(result);
  }

  /** What the chips have, added up, each its part, as the residual lies. */
  private Tensor summed(Tensor part) {
    Tensor own = part;
    if (chips > 1) {
      Tensor interleaved = interleaved(part);
      part.deallocate();
      own = Ttnn.reduceScatter(interleaved, 3);
      interleaved.deallocate();
    }
    Tensor placed = Ttnn.toMemoryConfig(own, residual());
    if (placed != own) {
      own.deallocate();
    }
    return placed;
  }

  private Tensor linear(Tensor input, Tensor weight, int cores) {
    int k = input.shape().dim(-1) / TILE / cores;
    int n = Math.ceilDiv(weight.shape().dim(-1) / TILE, cores);
    return Ttnn.linear(
        input,
        weight,
        null,
        MatmulOptions.DEFAULT
            .withMemoryConfig(WITHOUT_SPEC)
            .withDtype(DataType.BFLOAT16)
            .withProgramConfig(new MultiCoreReuseMultiCastDramSharded(k, 1, n, null)));
  }

  // ---- a prompt

  private record Prompt(int tokens, Tensor angles, Tensor turning, Tensor pages) {}

  private Tensor prefill(Tensor state, Prompt prompt) {
    Tensor attended = attend(normalized(state), prompt);
    Tensor sum = Ttnn.add(state, attended);
    attended.deallocate();
    Tensor fed = fed(normalized(sum));
    Tensor result = Ttnn.add(sum, fed);
    sum.deallocate();
    fed.deallocate();
    return result;
  }

  private Tensor normalized(Tensor state) {
    Tensor whole = chips == 1 ? state : Ttnn.allGather(state, 3);
    Tensor normal = Ttnn.rmsNorm(whole, NormOptions.DEFAULT.withWeight(norm));
    if (whole != state) {
      whole.deallocate();
    }
    return normal;
  }

  private Tensor attend(Tensor normal, Prompt prompt) {
    Tensor fused = product(normal, queryKeyValue);
    normal.deallocate();
    List<Tensor> split =
        Experimental.nlpCreateQkvHeads(
            fused,
            heads,
            CreateHeadsOptions.DEFAULT.withNumKvHeads(kvHeads).withTransposeKHeads(false));
    fused.deallocate();
    Tensor query = cast(turned(split.get(0), prompt));
    Tensor key = cast(turned(split.get(1), prompt));
    Tensor value = cast(split.get(2));
    Experimental.pagedFillCache(keys, key, prompt.pages());
    Experimental.pagedFillCache(values, value, prompt.pages());
    int chunk = prompt.tokens() >= 2048 ? 256 : 64;
    Tensor context =
        Transformer.scaledDotProductAttention(
            query,
            key,
            value,
            SdpaOptions.DEFAULT.withProgramConfig(
                SdpaProgramConfig.of(new CoreGrid(8, 8), chunk, chunk)));
    List.of(query, key, value).forEach(Tensor::deallocate);
    Tensor joined = Experimental.nlpConcatHeads(context);
    context.deallocate();
    Tensor result = product(joined, attention);
    joined.deallocate();
    return scattered(result);
  }

  private static Tensor turned(Tensor input, Prompt prompt) {
    Tensor turned =
        Experimental.rotaryEmbeddingLlama(
            input, prompt.angles(), prompt.angles(), prompt.turning());
    input.deallocate();
    return turned;
  }

  private static Tensor cast(Tensor input) {
    Tensor result = Ttnn.typecast(input, DataType.BFLOAT8_B);
    input.deallocate();
    return result;
  }

  private Tensor fed(Tensor normal) {
    Tensor first = product(normal, gate);
    Tensor second = product(normal, gate);
    normal.deallocate();
    Tensor inner =
        Ttnn.mul(first, second, BinaryOptions.DEFAULT.withInputTensorAActivations("silu"));
    first.deallocate();
    second.deallocate();
    Tensor result = product(inner, down);
    inner.deallocate();
    return scattered(result);
  }

  private static Tensor product(Tensor input, Tensor weight) {
    int k = input.shape().dim(-1) / TILE / SIDE;
    int m = Math.ceilDiv(input.shape().dim(-2) / TILE, SIDE);
    int n = Math.ceilDiv(weight.shape().dim(-1) / TILE, SIDE);
    MultiCoreReuseMultiCast config =
        MultiCoreReuseMultiCast.on(new CoreGrid(SIDE, SIDE))
            .withIn0BlockW(k % 4 == 0 ? 4 : 1)
            .withPerCore(m, n);
    return Ttnn.linear(input, weight, null, MatmulOptions.DEFAULT.withProgramConfig(config));
  }

  private Tensor scattered(Tensor part) {
    if (chips == 1) {
      return part;
    }
    Tensor own = Ttnn.reduceScatter(part, 3);
    part.deallocate();
    return own;
  }

  // ---- where tensors lie

  private Tensor inBanks(int height, int width) {
    int banks = device.board().dramViews();
    int columns = Math.ceilDiv(width / TILE, banks) * TILE;
    MemoryConfig memory =
        sharded(
            TensorMemoryLayout.WIDTH_SHARDED,
            BufferType.DRAM,
            CoreRangeSet.grid(banks, 1),
            height,
            columns);
    return zeros(DataType.BFLOAT8_B, Layout.TILE, memory, height, width);
  }

  private Tensor cache() {
    return zeros(
        DataType.BFLOAT8_B,
        Layout.TILE,
        MemoryConfig.DRAM,
        USERS * BLOCKS,
        kvHeads,
        BLOCK_ROWS,
        HEAD);
  }

  private Tensor rows(DataType dtype, int... shape) {
    return zeros(dtype, Layout.ROW_MAJOR, MemoryConfig.DRAM, shape);
  }

  private Tensor zeros(MemoryConfig memory, int... shape) {
    return zeros(DataType.BFLOAT16, Layout.TILE, memory, shape);
  }

  private Tensor zeros(DataType dtype, Layout layout, MemoryConfig memory, int... shape) {
    return Ttnn.zeros(Shape.of(shape), dtype, layout, device, memory);
  }

  /** The matrix that swaps the elements of pairs and negates one, once for each user. */
  private Tensor turning(MemoryConfig memory, int users) {
    float[] values = new float[users * TILE * TILE];
    for (int row = 0; row < users * TILE; row += 2) {
      values[row * TILE + row % TILE + 1] = 1;
      values[(row + 1) * TILE + row % TILE] = -1;
    }
    return Ttnn.fromTorch(
        TorchTensor.of(values, Shape.of(1, 1, users * TILE, TILE)),
        FromTorchOptions.DEFAULT
            .withDtype(DataType.BFLOAT16)
            .withLayout(Layout.TILE)
            .withDevice(device)
            .withMemoryConfig(memory));
  }

  private MemoryConfig residual() {
    return strips(32, HIDDEN / chips);
  }

  private static MemoryConfig strips(int cores, int width) {
    CoreRangeSet grid = CoreRangeSet.grid(SIDE, cores / SIDE);
    return sharded(TensorMemoryLayout.WIDTH_SHARDED, BufferType.L1, grid, TILE, width / cores);
  }

  private static MemoryConfig perUser(int width) {
    CoreRangeSet grid = CoreRangeSet.grid(SIDE, USERS / SIDE);
    return sharded(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1, grid, TILE, width);
  }

  private static MemoryConfig sharded(
      TensorMemoryLayout layout, BufferType type, CoreRangeSet grid, int height, int width) {
    return MemoryConfig.sharded(
        layout, type, new ShardSpec(grid, height, width, ShardOrientation.ROW_MAJOR));
  }
}
