package dev.tilescope.internal.demo;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Experimental;
import dev.tilescope.ops.Transformer;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.EmbeddingOptions;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.NormOptions;
import dev.tilescope.ops.options.PagedSdpaDecodeOptions;
import dev.tilescope.ops.options.PagedUpdateOptions;
import dev.tilescope.ops.options.RotaryOptions;
import dev.tilescope.ops.options.SliceOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Llama 3 generating one token for each user, as TT-NN's demo does: weights in block floats, keys
 * and values of earlier tokens in paged caches in DRAM, the heads of each user on a core of their
 * own. The caches start with random rows, as if a prompt had been read.
 *
 * <p>Longer than most: the shape of the network is stated next to the calls.
 */
public final class Llama implements DemoModel {
  private static final int MOST_USERS = 32;
  private static final int MOST_TOKENS = 131_072;
  private static final int BLOCK_ROWS = 32;
  private static final double THETA = 500_000;
  private static final float EPSILON = 1e-5f;

  private static final ComputeKernelConfig HI_FI_2 =
      ComputeKernelConfig.DEFAULT.withMathFidelity(MathFidelity.HI_FI2);
  private static final MatmulOptions TO_BFLOAT16 =
      MatmulOptions.DEFAULT
          .withMemoryConfig(MemoryConfig.L1)
          .withDtype(DataType.BFLOAT16)
          .withComputeKernelConfig(HI_FI_2);
  private static final MatmulOptions TO_BLOCK_FLOAT = TO_BFLOAT16.withDtype(DataType.BFLOAT8_B);
  private static final RotaryOptions DECODE = RotaryOptions.DEFAULT.withIsDecodeMode(true);

  /**
   * How large a model is and how much goes through it.
   *
   * @param inner width of the feed-forward layers
   * @param batch users, at most 32
   * @param sequence tokens of each user, with the one that is read
   */
  public record Size(
      String name,
      int layers,
      int hidden,
      int heads,
      int kvHeads,
      int inner,
      int batch,
      int sequence,
      int vocabulary) {
    public static final Size TINY = new Size("tiny", 2, 256, 4, 2, 512, 8, 64, 1024);

    /** Llama 3.2 1B. */
    public static final Size BASE = new Size("base", 16, 2048, 32, 8, 8192, 32, 128, 128_256);

    /** Llama 3.1 8B. */
    public static final Size LARGE = new Size("large", 32, 4096, 32, 8, 14_336, 32, 128, 128_256);

    public Size withBatch(int value) {
      return new Size(name, layers, hidden, heads, kvHeads, inner, value, sequence, vocabulary);
    }

    public Size withSequence(int value) {
      return new Size(name, layers, hidden, heads, kvHeads, inner, batch, value, vocabulary);
    }

    int headSize() {
      return hidden / heads;
    }

    int fusedWidth() {
      return (heads + 2 * kvHeads) * headSize();
    }

    int blocksPerUser() {
      return Math.ceilDiv(sequence, BLOCK_ROWS);
    }
  }

  /**
   * @param gate whose silu scales what up gives
   */
  private record Layer(
      Tensor attentionNorm,
      Tensor queryKeyValue,
      Tensor attention,
      Tensor innerNorm,
      Tensor gate,
      Tensor up,
      Tensor down,
      Tensor keys,
      Tensor values) {}

  /** What all layers of a step read; the angles in L1. */
  private record Step(Tensor positions, Tensor cos, Tensor sin, Tensor turning) {}

  private final Size size;
  private final MeshDevice device;
  private final Shards shards;
  private final Tensor words;
  private final List<Layer> layers = new ArrayList<>();
  private final Tensor norm;
  private final Tensor vocabulary;
  private final Tensor pages;

  public Llama(Size size, MeshDevice device) {
    this.size = checked(size);
    this.device = device;
    this.shards = new Shards(device);
    SeededWeights weights = new SeededWeights(device);
    this.words = weights.table(size.vocabulary(), size.hidden());
    for (int i = 0; i < size.layers(); i++) {
      layers.add(layer(weights));
    }
    this.norm = norm(weights);
    this.vocabulary = weights.matrix(DataType.BFLOAT8_B, size.hidden(), size.vocabulary());
    this.pages = pages();
  }

  private static Size checked(Size size) {
    if (size.batch() < 1 || size.batch() > MOST_USERS) {
      throw new TilescopeException(
          "batch: 1..%d users are needed, got %d".formatted(MOST_USERS, size.batch()));
    }
    if (size.sequence() < 1 || size.sequence() > MOST_TOKENS) {
      throw new TilescopeException(
          "sequence: 1..%d tokens are needed, got %d".formatted(MOST_TOKENS, size.sequence()));
    }
    return size;
  }

  private Layer layer(SeededWeights weights) {
    int hidden = size.hidden();
    return new Layer(
        norm(weights),
        weights.matrix(DataType.BFLOAT8_B, hidden, size.fusedWidth()),
        weights.matrix(DataType.BFLOAT8_B, hidden, hidden),
        norm(weights),
        weights.matrix(DataType.BFLOAT4_B, hidden, size.inner()),
        weights.matrix(DataType.BFLOAT4_B, hidden, size.inner()),
        weights.matrix(DataType.BFLOAT8_B, size.inner(), hidden),
        cache(weights),
        cache(weights));
  }

  private Tensor norm(SeededWeights weights) {
    return weights.row(DataType.BFLOAT16, size.hidden(), 0.9, 1.1);
  }

  private Tensor cache(SeededWeights weights) {
    int blocks = size.batch() * size.blocksPerUser();
    Shape shape = Shape.of(blocks, size.kvHeads(), BLOCK_ROWS, size.headSize());
    return weights.uniform(shape, DataType.BFLOAT8_B, Layout.TILE, -1, 1);
  }

  /** Blocks of the caches in no order, as users that come and go leave them. */
  private Tensor pages() {
    List<Integer> blocks =
        new ArrayList<>(IntStream.range(0, size.batch() * size.blocksPerUser()).boxed().toList());
    Collections.shuffle(blocks, new Random(2));
    int[] table = blocks.stream().mapToInt(Integer::intValue).toArray();
    return integers(table, DataType.INT32, size.batch(), size.blocksPerUser());
  }

  @Override
  public String title() {
    return ("Llama %s, one token for each user: %d layers, hidden %d, %d heads, %d of keys,"
            + " batch %d, sequence %d")
        .formatted(
            size.name(),
            size.layers(),
            size.hidden(),
            size.heads(),
            size.kvHeads(),
            size.batch(),
            size.sequence());
  }

  @Override
  public TorchTensor forward(Steps steps) {
    Step step = step();
    Tensor state = embed();
    for (int i = 0; i < layers.size(); i++) {
      steps.step("layer", i + 1, layers.size());
      state = decode(layers.get(i), state, step);
    }
    for (Tensor input : List.of(step.positions(), step.cos(), step.sin(), step.turning())) {
      input.close();
    }
    Tensor logits = next(state);
    Tensor host = Ttnn.fromDevice(logits);
    logits.close();
    return Ttnn.toTorch(host);
  }

  private Step step() {
    int[] positions = new int[size.batch()];
    Arrays.fill(positions, size.sequence() - 1);
    return new Step(
        integers(positions, DataType.INT32, size.batch()), angles(true), angles(false), turning());
  }

  private Tensor integers(int[] values, DataType dtype, int... shape) {
    return Ttnn.fromTorch(
        TorchTensor.of(values, Shape.of(shape)),
        FromTorchOptions.DEFAULT
            .withDtype(dtype)
            .withDevice(device)
            .withMemoryConfig(MemoryConfig.DRAM));
  }

  /** Cosines or sines of the angles by which each pair of a head's elements is turned. */
  private Tensor angles(boolean cosines) {
    int width = size.headSize();
    float[] values = new float[size.batch() * width];
    for (int i = 0; i < values.length; i++) {
      int pair = i % width / 2;
      double angle = (size.sequence() - 1) * Math.pow(THETA, -2.0 * pair / width);
      values[i] = (float) (cosines ? Math.cos(angle) : Math.sin(angle));
    }
    return onCores(values, Shape.of(1, size.batch(), 1, width), 1);
  }

  /** For each user the matrix that swaps the elements of pairs and negates one. */
  private Tensor turning() {
    int side = TensorSpec.TILE_SIDE;
    float[] values = new float[size.batch() * side * side];
    for (int row = 0; row < size.batch() * side; row += 2) {
      values[row * side + row % side + 1] = 1;
      values[(row + 1) * side + row % side] = -1;
    }
    return onCores(values, Shape.of(1, 1, size.batch() * side, side), side);
  }

  private Tensor onCores(float[] values, Shape shape, int rowsPerUser) {
    return Ttnn.fromTorch(
        TorchTensor.of(values, shape),
        FromTorchOptions.DEFAULT
            .withDtype(DataType.BFLOAT16)
            .withLayout(Layout.TILE)
            .withDevice(device)
            .withMemoryConfig(shards.perUser(size.batch(), rowsPerUser, shape.dim(-1))));
  }

  private Tensor embed() {
    int[] tokens = new Random(1).ints(size.batch(), 0, size.vocabulary()).toArray();
    Tensor ids = integers(tokens, DataType.UINT32, 1, 1, size.batch());
    Tensor state =
        Ttnn.embedding(
            ids,
            words,
            EmbeddingOptions.DEFAULT.withLayout(Layout.TILE).withMemoryConfig(MemoryConfig.L1));
    ids.close();
    return state;
  }

  private Tensor decode(Layer layer, Tensor state, Step step) {
    Tensor normal = normalized(state, layer.attentionNorm());
    Tensor attended = attend(layer, normal, step);
    Tensor sum = Ttnn.add(state, attended);
    Ttnn.deallocate(state);
    Ttnn.deallocate(attended);
    Tensor fed = feedForward(layer, normalized(sum, layer.innerNorm()));
    Tensor result = Ttnn.add(sum, fed);
    Ttnn.deallocate(sum);
    Ttnn.deallocate(fed);
    return result;
  }

  private static Tensor normalized(Tensor state, Tensor weight) {
    return Ttnn.rmsNorm(
        state,
        NormOptions.DEFAULT
            .withEpsilon(EPSILON)
            .withWeight(weight)
            .withMemoryConfig(MemoryConfig.L1)
            .withComputeKernelConfig(HI_FI_2));
  }

  private Tensor attend(Layer layer, Tensor normal, Step step) {
    Tensor fused = Ttnn.linear(normal, layer.queryKeyValue(), null, TO_BFLOAT16);
    Ttnn.deallocate(normal);
    Tensor perUser = Ttnn.reshape(fused, 1, 1, size.batch(), size.fusedWidth());
    List<Tensor> heads =
        Experimental.nlpCreateQkvHeadsDecode(perUser, size.heads(), size.kvHeads());
    Ttnn.deallocate(fused);
    Tensor query = turned(heads.get(0), step);
    Tensor key = turned(heads.get(1), step);
    remember(layer.keys(), key, step);
    remember(layer.values(), heads.get(2), step);
    Tensor context =
        Transformer.pagedScaledDotProductAttentionDecode(
            query,
            layer.keys(),
            layer.values(),
            pages,
            PagedSdpaDecodeOptions.DEFAULT.withCurPosTensor(step.positions()));
    Ttnn.deallocate(query);
    Tensor joined = joined(context);
    Tensor result = Ttnn.linear(joined, layer.attention(), null, TO_BFLOAT16);
    Ttnn.deallocate(joined);
    return result;
  }

  private static Tensor turned(Tensor heads, Step step) {
    Tensor turned =
        Experimental.rotaryEmbeddingLlama(heads, step.cos(), step.sin(), step.turning(), DECODE);
    Ttnn.deallocate(heads);
    return turned;
  }

  private void remember(Tensor cache, Tensor heads, Step step) {
    Experimental.pagedUpdateCache(
        cache,
        heads,
        PagedUpdateOptions.DEFAULT.withUpdateIdxsTensor(step.positions()).withPageTable(pages));
    Ttnn.deallocate(heads);
  }

  private Tensor joined(Tensor context) {
    MemoryConfig userPerCore = shards.perUser(size.batch(), size.heads(), size.headSize());
    Tensor sharded = Ttnn.toMemoryConfig(context, userPerCore);
    context.close();
    Tensor joined = Experimental.nlpConcatHeadsDecode(sharded, size.heads());
    Ttnn.deallocate(sharded);
    return size.batch() == MOST_USERS ? joined : users(joined);
  }

  /** Heads are joined for 32 users, however many there are. */
  private Tensor users(Tensor joined) {
    int[] end = joined.shape().toArray();
    end[2] = size.batch();
    Tensor users =
        Ttnn.slice(
            joined,
            new int[end.length],
            end,
            null,
            SliceOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1));
    Ttnn.deallocate(joined);
    return users;
  }

  private static Tensor feedForward(Layer layer, Tensor normal) {
    Tensor gate = Ttnn.linear(normal, layer.gate(), null, TO_BLOCK_FLOAT);
    Tensor up = Ttnn.linear(normal, layer.up(), null, TO_BLOCK_FLOAT);
    Ttnn.deallocate(normal);
    Tensor inner = Ttnn.mul(gate, up, BinaryOptions.DEFAULT.withInputTensorAActivations("silu"));
    Ttnn.deallocate(gate);
    Ttnn.deallocate(up);
    Tensor result = Ttnn.linear(inner, layer.down(), null, TO_BFLOAT16);
    Ttnn.deallocate(inner);
    return result;
  }

  private Tensor next(Tensor state) {
    Tensor normal = normalized(state, norm);
    Ttnn.deallocate(state);
    Tensor logits =
        Ttnn.linear(normal, vocabulary, null, TO_BFLOAT16.withMemoryConfig(MemoryConfig.DRAM));
    Ttnn.deallocate(normal);
    return logits;
  }
}
