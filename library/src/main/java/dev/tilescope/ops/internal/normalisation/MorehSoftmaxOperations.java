package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Lines;
import dev.tilescope.ops.internal.kernel.NormKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.MorehSoftmaxStrategy;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Softmax as Moreh's programs make it, of the negated input and as a logarithm too. */
public final class MorehSoftmaxOperations {
  private MorehSoftmaxOperations() {}

  public enum MorehSoftmaxOp {
    SOFTMAX,
    SOFTMIN,
    LOGSOFTMAX;

    @Override
    public String toString() {
      return "MorehSoftmaxOp::" + name();
    }
  }

  public record MorehSoftmaxParams(
      int dim,
      MorehSoftmaxOp op,
      MorehSoftmaxStrategy strategy,
      MemoryConfig memoryConfig,
      ComputeKernelConfig computeKernelConfig) {}

  public static final DeviceOperation<MorehSoftmaxParams> MOREH_SOFTMAX_ON_DEVICE =
      DeviceOperation.<MorehSoftmaxParams>named("MorehSoftmaxOperation", "moreh_softmax")
          .takes(
              Input.of("input")
                  .dtypes(List.of(DataType.BFLOAT16, DataType.BFLOAT8_B, DataType.FLOAT32))
                  .in(Layout.TILE))
          .validation(MorehSoftmaxOperations::check)
          .into("output")
          .output(call -> call.spec(0).withMemoryConfig(call.params().memoryConfig()))
          .circularBuffers(
              "Dataflow buffers on as many cores as there are lines of tiles: the whole line four"
                  + " times within 512 KiB, else two tiles in and out.",
              MorehSoftmaxOperations::circularBuffers)
          .cost(call ->
              Costs.of(
                  new TileWork(
                      3, 1, 0, ComputeKernelConfig.passes(call.params().computeKernelConfig())),
                  cores(call).size(),
                  Costs.inputs(call),
                  call.outputSpec()))
          .kernel(MorehSoftmaxOperations::compute)
          .golden(MorehSoftmaxOperations::golden)
          .declare();

  public record MorehSoftmaxArguments(
      Tensor inputTensor,
      int dim,
      @Nullable Tensor outputTensor,
      @Default("none") MorehSoftmaxStrategy strategy,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final Operation<MorehSoftmaxArguments, Tensor> MOREH_SOFTMAX =
      declared("ttnn::moreh_softmax", MorehSoftmaxOp.SOFTMAX);
  public static final Operation<MorehSoftmaxArguments, Tensor> MOREH_SOFTMIN =
      declared("ttnn::moreh_softmin", MorehSoftmaxOp.SOFTMIN);
  public static final Operation<MorehSoftmaxArguments, Tensor> MOREH_LOGSOFTMAX =
      declared("ttnn::moreh_logsoftmax", MorehSoftmaxOp.LOGSOFTMAX);

  private static Operation<MorehSoftmaxArguments, Tensor> declared(String name, MorehSoftmaxOp op) {
    return Operation.of(
        name, MorehSoftmaxArguments.class, a -> run(a, op), MOREH_SOFTMAX_ON_DEVICE);
  }

  private static Tensor run(MorehSoftmaxArguments a, MorehSoftmaxOp op) {
    Tensor input = a.inputTensor();
    MOREH_SOFTMAX_ON_DEVICE.requireUsable(input);
    MorehSoftmaxParams params =
        new MorehSoftmaxParams(
            Shapes.dimension("dim", a.dim(), input.shape()),
            op,
            a.strategy(),
            a.memoryConfig() == null ? input.memoryConfig() : a.memoryConfig(),
            a.computeKernelConfig() == null ? usual(input.dtype()) : a.computeKernelConfig());
    return MOREH_SOFTMAX_ON_DEVICE.runInto(a.outputTensor(), params, input);
  }

  private static ComputeKernelConfig usual(DataType dtype) {
    return ComputeKernelConfig.DEFAULT
        .withMathFidelity(MathFidelity.HI_FI4)
        .withFp32DestAccEn(dtype == DataType.FLOAT32);
  }

  /** 1 for the width, 2 for the height, more for what lies before them. */
  private static int fromEnd(Call<MorehSoftmaxParams> call) {
    return call.spec(0).shape().rank() - call.params().dim();
  }

  private static void check(Call<MorehSoftmaxParams> call) {
    MorehSoftmaxStrategy strategy = call.params().strategy();
    boolean small =
        strategy == MorehSoftmaxStrategy.SMALL_W || strategy == MorehSoftmaxStrategy.SMALL_H;
    boolean fits =
        switch (strategy) {
          case NONE -> true;
          case SMALL_W, LARGE_W -> fromEnd(call) == 1;
          case SMALL_H, LARGE_H -> fromEnd(call) == 2;
          case LARGE_C -> fromEnd(call) > 2;
        };
    Check.that(
        fits,
        "Invalid parallelization strategy. %s is not for dim %d of %s",
        strategy,
        call.params().dim(),
        call.spec(0).shape());
    Check.that(!small || fitsSmall(call), "not enough circular buffer memory for %s", strategy);
  }

  private static DataType inner(Call<MorehSoftmaxParams> call) {
    boolean wide = call.params().computeKernelConfig().fp32DestAccEn();
    return wide ? DataType.FLOAT32 : call.spec(0).dtype();
  }

  private static long lineTiles(Call<MorehSoftmaxParams> call) {
    Shape shape = call.spec(0).shape();
    return fromEnd(call) > 2
        ? 1
        : Math.max(1, Math.ceilDiv(shape.dim(call.params().dim()), TensorSpec.TILE_SIDE));
  }

  private static boolean fitsSmall(Call<MorehSoftmaxParams> call) {
    DataType dtype = call.spec(0).dtype();
    return SoftmaxBuffers.fitsSmall(call.device(), lineTiles(call), dtype, dtype, inner(call));
  }

  private static CoreRangeSet cores(Call<MorehSoftmaxParams> call) {
    long tiles = call.spec(0).withMemoryConfig(MemoryConfig.DRAM).pageCount();
    return CircularBuffers.sharing(Math.max(1, tiles / lineTiles(call)), call);
  }

  /** softmax_{w,h}_{small,large}.cpp and softmax_c_large.cpp of moreh_softmax. */
  private static List<CircularBuffer> circularBuffers(Call<MorehSoftmaxParams> call) {
    DataType dtype = call.spec(0).dtype();
    if (fromEnd(call) > 2) {
      return SoftmaxBuffers.overChannels(cores(call), dtype, inner(call));
    }
    boolean small =
        switch (call.params().strategy()) {
          case NONE -> fitsSmall(call);
          case SMALL_W, SMALL_H -> true;
          case LARGE_W, LARGE_H, LARGE_C -> false;
        };
    return SoftmaxBuffers.alongLines(
        cores(call), small ? lineTiles(call) : 0, dtype, dtype, inner(call));
  }

  private static void compute(Call<MorehSoftmaxParams> call) {
    Lines lines = Lines.along(call.spec(0).shape().toArray(), call.params().dim());
    float[] in = call.floats(0);
    float[] out = call.out().floats();
    switch (call.params().op()) {
      case SOFTMAX -> NormKernels.softmax(in, lines, out);
      case SOFTMIN -> NormKernels.softmax(negated(in), lines, out);
      case LOGSOFTMAX -> logarithms(in, lines, out);
    }
  }

  private static float[] negated(float[] in) {
    float[] negated = new float[in.length];
    for (int i = 0; i < in.length; i++) {
      negated[i] = -in[i];
    }
    return negated;
  }

  /** Not by way of quotients, whose logarithm would be lost where they are too small. */
  private static void logarithms(float[] in, Lines lines, float[] out) {
    for (int line = 0; line < lines.outer() * lines.inner(); line++) {
      int first = line / lines.inner() * lines.length() * lines.inner() + line % lines.inner();
      double max = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < lines.length(); i++) {
        max = Math.max(max, in[first + i * lines.inner()]);
      }
      double sum = 0;
      for (int i = 0; i < lines.length(); i++) {
        sum += Math.exp(in[first + i * lines.inner()] - max);
      }
      double subtracted = max + Math.log(sum);
      for (int i = 0; i < lines.length(); i++) {
        out[first + i * lines.inner()] = (float) (in[first + i * lines.inner()] - subtracted);
      }
    }
  }

  /** Element by element: each asks its whole line. */
  private static double[] golden(GoldenCall<MorehSoftmaxParams> call) {
    MorehSoftmaxOp op = call.params().op();
    int[] dims = call.output().shape().toArray();
    int stride = Shapes.strides(dims)[call.params().dim()];
    int length = dims[call.params().dim()];
    double sign = op == MorehSoftmaxOp.SOFTMIN ? -1 : 1;
    double[] in = call.values(0);
    double[] out = new double[in.length];
    for (int i = 0; i < in.length; i++) {
      int first = i - i / stride % length * stride;
      double parts = 0;
      for (int j = 0; j < length; j++) {
        parts += Math.exp(sign * (in[first + j * stride] - in[i]));
      }
      out[i] = op == MorehSoftmaxOp.LOGSOFTMAX ? -Math.log(parts) : 1 / parts;
    }
    return out;
  }
}
