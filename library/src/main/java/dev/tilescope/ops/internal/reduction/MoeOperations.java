package dev.tilescope.ops.internal.reduction;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.ReductionKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How much the first expert counts among the best of a row. */
public final class MoeOperations {
  private MoeOperations() {}

  private static final int BEST = 32;

  public record MoeParams(int k, MemoryConfig outputMemoryConfig) {}

  public static final DeviceOperation<MoeParams> MOE_ON_DEVICE =
      DeviceOperation.<MoeParams>named("MoeDeviceOperation", "moe")
          .takes(
              Input.of("input_tensor").dtypes(List.of(DataType.BFLOAT16)).in(Layout.TILE),
              Input.of("expert_mask_tensor").dtypes(List.of(DataType.BFLOAT16)).in(Layout.TILE),
              Input.of("topk_mask_tensor").dtypes(List.of(DataType.BFLOAT16)).in(Layout.TILE))
          .validation(MoeOperations::check)
          .output(MoeOperations::output)
          .circularBuffers(
              "Dataflow buffers on one core: four tiles in, a row of tiles each of the mask, of"
                  + " values and of indices to sort in, and a tile for each 32 rows of the result"
                  + " three times.",
              MoeOperations::buffers)
          .cost(MoeOperations::cost)
          .kernel(MoeOperations::compute)
          .golden(MoeOperations::golden)
          .declare();

  public record MoeArguments(
      Tensor inputTensor,
      Tensor expertMaskTensor,
      Tensor topkMaskTensor,
      @Default("32") int k,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {}

  public static final Operation<MoeArguments, Tensor> MOE =
      Operation.of("ttnn::moe", MoeArguments.class, MoeOperations::moe, MOE_ON_DEVICE);

  private static Tensor moe(MoeArguments a) {
    MOE_ON_DEVICE.requireUsable(a.inputTensor(), a.expertMaskTensor(), a.topkMaskTensor());
    MemoryConfig memory = a.memoryConfig() == null ? MemoryConfig.DRAM : a.memoryConfig();
    return MOE_ON_DEVICE.runInto(
        a.outputTensor(),
        new MoeParams(a.k(), memory),
        a.inputTensor(),
        a.expertMaskTensor(),
        a.topkMaskTensor());
  }

  private static void check(Call<MoeParams> call) {
    Check.rankIs("input_tensor", call.input(0), 4);
    Shape padded = call.spec(0).paddedShape();
    int width = padded.dim(3);
    Check.that(
        call.params().k() == BEST,
        "K must be equal to 32, pad with -infinity if necessary to get 32, got %d",
        call.params().k());
    Check.that(
        width >= 2 * BEST && Integer.bitCount(width) == 1,
        "Input shape inner dim %d must be a power of 2 and a multiple of 64, pad with -infinity if"
            + " necessary",
        width);
    checkMask("topk_mask_tensor", call.spec(2).shape(), BEST);
    checkMask("expert_mask_tensor", call.spec(1).shape(), call.spec(0).shape().dim(3));
    Check.interleaved("memory_config", call.params().outputMemoryConfig());
  }

  private static void checkMask(String name, Shape shape, int width) {
    Check.that(
        shape.rank() >= 1 && shape.volume() == width && shape.dim(-1) == width,
        "%s: one row of %d is needed for all, got %s",
        name,
        width,
        shape);
  }

  private static TensorSpec output(Call<MoeParams> call) {
    Shape in = call.spec(0).shape();
    return call.spec(0)
        .withShape(Shape.of(in.dim(0), in.dim(1), in.dim(2), 1))
        .withMemoryConfig(call.params().outputMemoryConfig());
  }

  /** moe_program_factory.cpp. */
  private static List<CircularBuffer> buffers(Call<MoeParams> call) {
    CoreRangeSet core = CoreRangeSet.grid(1, 1);
    long across = call.spec(0).physicalWidth() / TensorSpec.TILE_SIDE;
    long results = call.outputSpec().pageCount();
    DataType value = DataType.BFLOAT16;
    DataType index = DataType.UINT16;
    return CircularBuffers.dataflow(
        List.of(
            CircularBuffers.tiles(core, value, 4),
            CircularBuffers.tiles(core, value, across),
            CircularBuffers.tiles(core, value, 4),
            CircularBuffers.tiles(core, value, 1),
            CircularBuffers.tiles(core, index, 4),
            CircularBuffers.tiles(core, value, across),
            CircularBuffers.tiles(core, index, across),
            CircularBuffers.tiles(core, value, 2),
            CircularBuffers.tiles(core, index, 2),
            CircularBuffers.tiles(core, value, results),
            CircularBuffers.tiles(core, value, results),
            CircularBuffers.tiles(core, value, results),
            CircularBuffers.tiles(core, value, 2)));
  }

  private static Work cost(Call<MoeParams> call) {
    return OrderOperations.sortCost(call, 1);
  }

  private static void compute(Call<MoeParams> call) {
    int width = call.spec(0).shape().dim(3);
    float[] out = call.out().floats();
    float[] masked = call.floats(0).clone();
    float[] mask = call.floats(1);
    for (int i = 0; i < masked.length; i++) {
      masked[i] += mask[i % width];
    }
    int count = Math.min(BEST, width);
    float[] values = new float[out.length * count];
    int[] indices = new int[values.length];
    ReductionKernels.topK(masked, out.length, width, count, true, values, indices);
    for (int row = 0; row < out.length; row++) {
      out[row] = weight(values, indices, row * count, count, call.floats(2));
    }
  }

  /** The softmax of the values where the index is 0. */
  private static float weight(float[] values, int[] indices, int first, int count, float[] mask) {
    double greatest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      greatest = Math.max(greatest, values[first + i] + mask[i]);
    }
    double sum = 0;
    double own = 0;
    for (int i = 0; i < count; i++) {
      double part = Math.exp(values[first + i] + mask[i] - greatest);
      sum += part;
      own += indices[first + i] == 0 ? part : 0;
    }
    return (float) (own / sum);
  }

  private static double[] golden(GoldenCall<MoeParams> call) {
    int width = call.input(0).spec().shape().dim(3);
    double[] out = call.newOutput();
    double[] in = call.values(0);
    for (int row = 0; row < out.length; row++) {
      int first = row * width;
      Comparator<Integer> byValue =
          Comparator.comparingDouble(i -> in[first + i] + call.values(1)[i]);
      List<Integer> best =
          IntStream.range(0, width).boxed().sorted(byValue.reversed()).limit(BEST).toList();
      double sum = 0;
      for (int i = 0; i < best.size(); i++) {
        int at = best.get(i);
        double part = Math.exp(in[first + at] + call.values(1)[at] + call.values(2)[i]);
        sum += part;
        out[row] += at == 0 ? part : 0;
      }
      out[row] /= sum;
    }
    return out;
  }
}
