package dev.tilescope.internal.demo;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Transformer;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.AttentionSoftmaxOptions;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.EmbeddingOptions;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.NormOptions;
import dev.tilescope.ops.options.SplitHeadsOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * BERT for question answering, as TT-NN's optimised demo runs it: activations in L1, most of them
 * bfloat8_b, and 24 calls for each encoder layer, 11 of which free something. Above 300 lines: a
 * model is best read in one piece.
 */
public final class Bert implements DemoModel {
  private static final int VOCABULARY = 30_522;
  private static final int POSITIONS = 512;
  private static final int TYPES = 2;
  private static final float EPSILON = 1e-12f;
  private static final float MASKED = -100_000f;

  private static final ComputeKernelConfig HI_FI_4 =
      ComputeKernelConfig.DEFAULT.withMathFidelity(MathFidelity.HI_FI4);
  private static final ComputeKernelConfig HI_FI_2 =
      ComputeKernelConfig.DEFAULT
          .withMathFidelity(MathFidelity.HI_FI2)
          .withMathApproxMode(false)
          .withPackerL1Acc(false);

  /**
   * How large a model is and how much goes through it.
   *
   * @param inner width of the feed-forward layers
   */
  public record Size(
      String name, int layers, int hidden, int heads, int inner, int batch, int sequence) {
    public static final Size TINY = new Size("tiny", 2, 128, 2, 512, 8, 128);
    public static final Size BASE = new Size("base", 12, 768, 12, 3072, 8, 384);
    public static final Size LARGE = new Size("large", 24, 1024, 16, 4096, 8, 384);

    public Size withLayers(int value) {
      return new Size(name, value, hidden, heads, inner, batch, sequence);
    }

    public Size withBatch(int value) {
      return new Size(name, layers, hidden, heads, inner, value, sequence);
    }

    public Size withSequence(int value) {
      return new Size(name, layers, hidden, heads, inner, batch, value);
    }

    int headSize() {
      return hidden / heads;
    }
  }

  private record Dense(Tensor weight, Tensor bias) {}

  private record Layer(
      Dense queryKeyValue,
      Dense attention,
      Dense norm,
      Dense inner,
      Dense outer,
      Dense outputNorm) {}

  private final Size size;
  private final MeshDevice device;
  private final MatmulOptions toBlockFloat;
  private final MatmulOptions toBfloat16;
  private final Tensor words;
  private final Tensor types;
  private final Tensor positions;
  private final Dense embeddingNorm;
  private final List<Layer> layers = new ArrayList<>();
  private final Dense answers;

  public Bert(Size size, MeshDevice device) {
    this.size = size;
    this.device = device;
    MatmulOptions toL1 =
        MatmulOptions.DEFAULT
            .withMemoryConfig(MemoryConfig.L1)
            .withCoreGrid(SeededWeights.grid(device));
    this.toBlockFloat = toL1.withDtype(DataType.BFLOAT8_B);
    this.toBfloat16 = toL1.withDtype(DataType.BFLOAT16);
    SeededWeights weights = new SeededWeights(device);
    this.words = weights.table(VOCABULARY, size.hidden());
    this.types = weights.table(TYPES, size.hidden());
    this.positions = weights.table(Math.max(POSITIONS, size.sequence()), size.hidden());
    this.embeddingNorm = norm(weights);
    for (int i = 0; i < size.layers(); i++) {
      layers.add(layer(weights));
    }
    this.answers = dense(weights, size.hidden(), 2);
  }

  private Layer layer(SeededWeights weights) {
    int hidden = size.hidden();
    return new Layer(
        dense(weights, hidden, 3 * hidden),
        dense(weights, hidden, hidden),
        norm(weights),
        dense(weights, hidden, size.inner()),
        dense(weights, size.inner(), hidden),
        norm(weights));
  }

  private static Dense dense(SeededWeights weights, int in, int out) {
    return new Dense(
        weights.matrix(DataType.BFLOAT16, in, out), weights.row(DataType.BFLOAT16, out, -0.1, 0.1));
  }

  private Dense norm(SeededWeights weights) {
    return new Dense(
        weights.row(DataType.BFLOAT16, size.hidden(), 0.9, 1.1),
        weights.row(DataType.BFLOAT16, size.hidden(), -0.1, 0.1));
  }

  @Override
  public String title() {
    return "BERT %s for question answering: %d %s, hidden %d, %d heads, batch %d, sequence %d"
        .formatted(
            size.name(),
            size.layers(),
            size.layers() == 1 ? "layer" : "layers",
            size.hidden(),
            size.heads(),
            size.batch(),
            size.sequence());
  }

  /** What goes in, in L1 of the device. */
  public record Inputs(Tensor ids, Tensor typeIds, Tensor places, Tensor mask) {}

  /** Seeded inputs on the device. */
  public Inputs inputs(long seed) {
    Random random = new Random(seed);
    return new Inputs(
        toL1(indices(random, VOCABULARY), DataType.UINT32),
        toL1(indices(random, TYPES), DataType.UINT32),
        places(),
        mask());
  }

  /** Words of another seed, on the host, to be written over those of {@link #inputs}. */
  public Tensor otherIds(long seed) {
    return Ttnn.fromTorch(
        indices(new Random(seed), VOCABULARY), FromTorchOptions.DEFAULT.withDtype(DataType.UINT32));
  }

  @Override
  public TorchTensor forward(Steps steps) {
    Inputs inputs = inputs(1);
    Tensor logits = logits(inputs, true, steps);
    inputs.mask().close();
    Tensor host = Ttnn.fromDevice(logits);
    logits.close();
    return Ttnn.toTorch(host);
  }

  /** From inputs, which stay as they are, to a result on the device: what a trace captures. */
  public Tensor logits(Inputs inputs, Steps steps) {
    return logits(inputs, false, steps);
  }

  private Tensor logits(Inputs inputs, boolean frees, Steps steps) {
    Tensor state = embed(inputs, frees);
    for (int i = 0; i < layers.size(); i++) {
      steps.step("layer", i + 1, layers.size());
      state = encode(layers.get(i), state, inputs.mask());
    }
    Tensor logits =
        Ttnn.linear(
            state,
            answers.weight(),
            answers.bias(),
            MatmulOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1));
    state.close();
    return logits;
  }

  private TorchTensor indices(Random random, int below) {
    int[] values = random.ints((long) size.batch() * size.sequence(), 0, below).toArray();
    return TorchTensor.of(values, Shape.of(size.batch(), size.sequence()));
  }

  private Tensor places() {
    int[] values = new int[size.batch() * size.sequence()];
    Arrays.setAll(values, i -> i % size.sequence());
    return toL1(TorchTensor.of(values, Shape.of(size.batch(), size.sequence())), DataType.UINT32);
  }

  /** The last eighth of each sequence is padding. */
  private Tensor mask() {
    float[] values = new float[size.batch() * size.sequence()];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % size.sequence() < size.sequence() - size.sequence() / 8 ? 0 : MASKED;
    }
    TorchTensor mask = TorchTensor.of(values, Shape.of(size.batch(), 1, 1, size.sequence()));
    return Ttnn.fromTorch(
        mask,
        FromTorchOptions.DEFAULT
            .withDtype(DataType.BFLOAT16)
            .withLayout(Layout.TILE)
            .withDevice(device)
            .withMemoryConfig(MemoryConfig.L1));
  }

  private Tensor toL1(TorchTensor tensor, DataType dtype) {
    return Ttnn.fromTorch(
        tensor,
        FromTorchOptions.DEFAULT
            .withDtype(dtype)
            .withDevice(device)
            .withMemoryConfig(MemoryConfig.L1));
  }

  private Tensor embed(Inputs inputs, boolean frees) {
    EmbeddingOptions tiled = EmbeddingOptions.DEFAULT.withLayout(Layout.TILE);
    Tensor word = Ttnn.embedding(inputs.ids(), words, tiled.withPaddingIdx(0));
    freeIf(frees, inputs.ids());
    Tensor type = Ttnn.embedding(inputs.typeIds(), types, tiled);
    freeIf(frees, inputs.typeIds());
    Tensor typed = Ttnn.add(word, type);
    Ttnn.deallocate(word);
    Ttnn.deallocate(type);
    Tensor place = Ttnn.embedding(inputs.places(), positions, tiled);
    freeIf(frees, inputs.places());
    Tensor sum = Ttnn.add(typed, place);
    Ttnn.deallocate(typed);
    Ttnn.deallocate(place);
    Tensor normal =
        Ttnn.layerNorm(
            sum,
            NormOptions.DEFAULT
                .withWeight(embeddingNorm.weight())
                .withBias(embeddingNorm.bias())
                .withMemoryConfig(MemoryConfig.L1));
    Ttnn.deallocate(sum);
    return normal;
  }

  private static void freeIf(boolean frees, Tensor tensor) {
    if (frees) {
      Ttnn.deallocate(tensor);
    }
  }

  private Tensor encode(Layer layer, Tensor state, Tensor mask) {
    Tensor attended = attend(layer, state, mask);
    Tensor sum = Ttnn.add(state, attended);
    Tensor normal = Ttnn.layerNorm(sum, norm(layer.norm()));
    Ttnn.deallocate(state);
    Ttnn.deallocate(attended);
    // TT-NN's demo leaves this one to Python, which frees it when nothing refers to it.
    sum.close();
    Tensor inner =
        Ttnn.linear(
            normal,
            layer.inner().weight(),
            layer.inner().bias(),
            toBlockFloat.withActivation("gelu_approx").withComputeKernelConfig(HI_FI_2));
    Tensor outer = Ttnn.linear(inner, layer.outer().weight(), layer.outer().bias(), toBfloat16);
    Ttnn.deallocate(inner);
    Tensor result = Ttnn.layerNorm(outer, norm(layer.outputNorm()).withResidualInputTensor(normal));
    Ttnn.deallocate(outer);
    Ttnn.deallocate(normal);
    return Ttnn.reallocate(result);
  }

  private static NormOptions norm(Dense norm) {
    return NormOptions.DEFAULT
        .withEpsilon(EPSILON)
        .withWeight(norm.weight())
        .withBias(norm.bias())
        .withMemoryConfig(MemoryConfig.L1)
        .withComputeKernelConfig(HI_FI_4);
  }

  private Tensor attend(Layer layer, Tensor state, Tensor mask) {
    Dense fused = layer.queryKeyValue();
    Tensor queryKeyValue = Ttnn.linear(state, fused.weight(), fused.bias(), toBlockFloat);
    List<Tensor> split =
        Transformer.splitQueryKeyValueAndSplitHeads(
            queryKeyValue,
            null,
            size.heads(),
            SplitHeadsOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1));
    Ttnn.deallocate(queryKeyValue);
    Tensor scores = Ttnn.matmul(split.get(0), split.get(1), toBlockFloat);
    Ttnn.deallocate(split.get(0));
    Ttnn.deallocate(split.get(1));
    Tensor shares =
        Transformer.attentionSoftmaxInPlace(
            scores,
            AttentionSoftmaxOptions.DEFAULT.withHeadSize(size.headSize()).withAttentionMask(mask));
    Tensor context = Ttnn.matmul(shares, split.get(2), toBlockFloat);
    Ttnn.deallocate(shares);
    Ttnn.deallocate(split.get(2));
    Tensor joined = Transformer.concatenateHeads(context, MemoryConfig.L1);
    context.close();
    Tensor result =
        Ttnn.linear(joined, layer.attention().weight(), layer.attention().bias(), toBfloat16);
    Ttnn.deallocate(joined);
    return result;
  }
}
