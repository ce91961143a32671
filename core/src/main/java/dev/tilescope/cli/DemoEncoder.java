package dev.tilescope.cli;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.BinaryOptions;
import dev.tilescope.ops.MatmulOptions;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * A small transformer encoder with seeded weights: bfloat16, weights in DRAM, activations in L1.
 *
 * <p>It frees each activation when nothing needs it any more, as programs for these devices do.
 */
final class DemoEncoder {
  /**
   * @param width of the embedding, shared out among the heads
   */
  record Size(int layers, int sequence, int width, int heads) {
    int headWidth() {
      return width / heads;
    }
  }

  private record Layer(
      Tensor query,
      Tensor key,
      Tensor value,
      Tensor attention,
      Tensor inner,
      Tensor innerBias,
      Tensor outer,
      Tensor outerBias,
      Norm afterAttention,
      Norm afterFeedForward) {}

  private record Norm(Tensor gain, Tensor bias) {}

  private static final MatmulOptions TO_L1 =
      MatmulOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1);
  private static final float EPSILON = 1e-5f;

  private final Size size;
  private final MeshDevice device;
  private final List<Layer> layers = new ArrayList<>();
  private final Tensor averaging;
  private long seed;

  DemoEncoder(Size size, MeshDevice device) {
    this.size = size;
    this.device = device;
    this.averaging =
        Ttnn.full(
            Shape.of(size.width(), size.width()),
            1.0 / size.width(),
            DataType.BFLOAT16,
            Layout.TILE,
            device,
            MemoryConfig.DRAM);
    for (int i = 0; i < size.layers(); i++) {
      layers.add(layer());
    }
  }

  private Layer layer() {
    int width = size.width();
    return new Layer(
        weight(width, width),
        weight(width, width),
        weight(width, width),
        weight(width, width),
        weight(width, 4 * width),
        weight(1, 4 * width),
        weight(4 * width, width),
        weight(1, width),
        norm(),
        norm());
  }

  private Tensor weight(int rows, int columns) {
    double bound = Math.sqrt(3.0 / Math.max(rows, size.width()));
    return random(Shape.of(rows, columns), bound, MemoryConfig.DRAM);
  }

  private Tensor random(Shape shape, double bound, MemoryConfig memory) {
    return Ttnn.rand(shape, device, DataType.BFLOAT16, Layout.TILE, memory, -bound, bound, seed++);
  }

  private Norm norm() {
    Shape row = Shape.of(1, size.width());
    return new Norm(
        Ttnn.ones(row, DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM),
        Ttnn.zeros(row, DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM));
  }

  int layerCount() {
    return layers.size();
  }

  /** Something to encode. */
  Tensor input() {
    return random(Shape.of(1, size.sequence(), size.width()), 1, MemoryConfig.L1);
  }

  /** One layer; frees its input. */
  Tensor encode(int index, Tensor input) {
    Layer layer = layers.get(index);
    Tensor attended = attention(layer, input);
    Tensor normal = normalizedSum(input, attended, layer.afterAttention());
    Tensor fed = feedForward(layer, normal);
    return normalizedSum(normal, fed, layer.afterFeedForward());
  }

  private Tensor attention(Layer layer, Tensor input) {
    Tensor query = heads(Ttnn.matmul(input, layer.query(), TO_L1));
    Tensor key = heads(Ttnn.matmul(input, layer.key(), TO_L1));
    Tensor scores = Ttnn.matmul(query, key, TO_L1.withTransposeB(true));
    free(query, key);
    Tensor scaled = Ttnn.multiply(scores, (float) (1 / Math.sqrt(size.headWidth())));
    free(scores);
    Tensor weights = Ttnn.softmax(scaled);
    free(scaled);
    Tensor value = heads(Ttnn.matmul(input, layer.value(), TO_L1));
    Tensor context = Ttnn.matmul(weights, value, TO_L1);
    free(weights, value);
    Tensor joined = joined(context);
    Tensor result = Ttnn.matmul(joined, layer.attention(), TO_L1);
    free(joined);
    return result;
  }

  /** [1, sequence, width] to [1, heads, sequence, head width]; frees its input. */
  private Tensor heads(Tensor tensor) {
    Tensor split = Ttnn.reshape(tensor, 1, size.sequence(), size.heads(), size.headWidth());
    free(tensor);
    Tensor result = Ttnn.permute(split, 0, 2, 1, 3);
    free(split);
    return result;
  }

  /** The way back; frees its input. */
  private Tensor joined(Tensor heads) {
    Tensor rows = Ttnn.permute(heads, 0, 2, 1, 3);
    free(heads);
    Tensor result = Ttnn.reshape(rows, 1, size.sequence(), size.width());
    free(rows);
    return result;
  }

  private Tensor feedForward(Layer layer, Tensor input) {
    Tensor inner =
        Ttnn.linear(input, layer.inner(), layer.innerBias(), TO_L1.withActivation("gelu"));
    Tensor outer = Ttnn.linear(inner, layer.outer(), layer.outerBias(), TO_L1);
    free(inner);
    return outer;
  }

  /**
   * Layer normalization of a residual sum; frees both. The mean is a product with a matrix of
   * 1/width, which leaves it in every column.
   */
  private Tensor normalizedSum(Tensor a, Tensor b, Norm norm) {
    Tensor sum = Ttnn.add(a, b);
    free(a, b);
    Tensor mean = Ttnn.matmul(sum, averaging, TO_L1);
    Tensor centred = Ttnn.subtract(sum, mean);
    free(sum, mean);
    Tensor squares = Ttnn.multiply(centred, centred);
    Tensor variance = Ttnn.matmul(squares, averaging, TO_L1);
    free(squares);
    Tensor shifted = Ttnn.add(variance, EPSILON);
    Tensor deviation = Ttnn.sqrt(shifted);
    free(variance, shifted);
    Tensor scaled = Ttnn.divide(centred, deviation);
    free(centred, deviation);
    Tensor gained = Ttnn.multiply(scaled, norm.gain());
    free(scaled);
    Tensor result =
        Ttnn.add(gained, norm.bias(), BinaryOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1));
    free(gained);
    return result;
  }

  private static void free(Tensor... tensors) {
    for (Tensor tensor : tensors) {
      Ttnn.deallocate(tensor);
    }
  }
}
