package dev.tilescope.internal.demo;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Experimental;
import dev.tilescope.ops.Transformer;
import dev.tilescope.ops.Ttnn;
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
 * Layers of Llama 3.1 8B as tt_transformers calls them, for 32 users' next tokens and for a prompt,
 * with the shards and program configs that its model_config.py chooses (find_grid: 32 cores;
 * find_grid_k_n: 64). All layers share their weights. On several chips heads and the inner width
 * are cut between them, sums are scattered and gathered again before each norm.
 *
 * <p>Longer than most: the shape of the network is stated next to the calls.
 */
public final class TransformersLlama implements DemoModel {
  /** Those of the whole model. */
  public static final int LAYERS = 32;

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
  private final SeededWeights weights;
  private final int layers;
  private final int tokens;
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

  /**
   * @param layers how many a pass goes through
   * @param tokens of the prompt that is read before the next token, a multiple of 128
   */
  public TransformersLlama(MeshDevice device, int layers, int tokens) {
    this.device = device;
    this.layers = layers;
    this.tokens = checked(tokens);
    this.weights = new SeededWeights(device);
    this.chips = device.chips().size();
    this.heads = 32 / chips;
    this.kvHeads = 8 / chips;
    this.inner = 14_336 / chips;
    this.mlpCores = chips == 1 ? 64 : 32;
    this.norm = random(DataType.BFLOAT16, MemoryConfig.DRAM, 1, HIDDEN);
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

  private static int checked(int tokens) {
    if (tokens < 128 || tokens > 1024 || tokens % 128 != 0) {
      throw new TilescopeException(
          "sequence: a prompt of 128 to 1024 tokens, a multiple of 128, is needed, got %d"
              .formatted(tokens));
    }
    return tokens;
  }

  @Override
  public String title() {
    return ("Llama 3.1 8B as tt_transformers calls it: a prompt of %d tokens, then a token for each"
            + " of %d users, %d of %d layers")
        .formatted(tokens, USERS, layers, LAYERS);
  }

  @Override
  public TorchTensor forward(Steps steps) {
    UnaryOperator<Tensor> prompt = prompt();
    through(prompt, promptState(), steps, 0).deallocate();
    Tensor last = through(this::decode, decodeState(), steps, layers);
    Tensor host = Ttnn.fromDevice(last);
    last.deallocate();
    return Ttnn.toTorch(host);
  }

  private Tensor through(UnaryOperator<Tensor> layer, Tensor state, Steps steps, int done) {
    Tensor next = state;
    for (int i = 0; i < layers; i++) {
      steps.step("layer", done + i + 1, 2 * layers);
      Tensor result = layer.apply(next);
      next.deallocate();
      next = result;
    }
    return next;
  }

  /** The states of 32 users' tokens, as a layer takes them. */
  public Tensor decodeState() {
    return random(DataType.BFLOAT16, residual(), 1, 1, USERS, HIDDEN / chips);
  }

  /** The states of a prompt's tokens. */
  public Tensor promptState() {
    return random(DataType.BFLOAT16, MemoryConfig.DRAM, 1, 1, tokens, HIDDEN / chips);
  }

  /** A layer for a prompt, with the angles of its tokens. */
  public UnaryOperator<Tensor> prompt() {
    Prompt prompt =
        new Prompt(
            tokens,
            zeros(MemoryConfig.DRAM, 1, 1, tokens, HEAD),
            turning(MemoryConfig.DRAM, 1),
            rows(DataType.INT32, 1, tokens / BLOCK_ROWS));
    return input -> prefill(input, prompt);
  }

  // ---- one token for each user

  /** A layer for the next tokens. */
  public Tensor decode(Tensor state) {
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
    return random(DataType.BFLOAT8_B, memory, height, width);
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

  /** Between -1 and 1, or less for a matrix, which then keeps the size of what it is applied to. */
  private Tensor random(DataType dtype, MemoryConfig memory, int... shape) {
    double bound = dtype == DataType.BFLOAT8_B ? Math.sqrt(3.0 / shape[0]) : 1;
    return weights.uniform(Shape.of(shape), dtype, Layout.TILE, memory, -bound, bound);
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
