package dev.tilescope.ops.internal.reduction;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the library of Moreh brought to TT-NN under names of its own. */
public final class MorehOperations {
  private MorehOperations() {}

  private static final List<DataType> HALVES = List.of(DataType.BFLOAT16, DataType.BFLOAT8_B);
  private static final ComputeKernelConfig USUAL =
      ComputeKernelConfig.DEFAULT.withMathFidelity(MathFidelity.HI_FI4);

  public record MorehDotParams(
      DataType dtype, MemoryConfig memoryConfig, ComputeKernelConfig computeKernelConfig) {}

  public static final DeviceOperation<MorehDotParams> MOREH_DOT_ON_DEVICE =
      DeviceOperation.<MorehDotParams>named("MorehDotOperation", "moreh_dot")
          .takes(
              Input.of("input_a").dtypes(HALVES).in(Layout.TILE),
              Input.of("input_b").dtypes(HALVES).in(Layout.TILE))
          .validation(MorehOperations::checkRows)
          .into("output")
          .output(MorehOperations::one)
          .circularBuffers(
              "Dataflow buffers on core (0, 0): two tiles of each input, one of ones, two of the"
                  + " result and one each of products and of sums.",
              MorehOperations::dotBuffers)
          .cost(call ->
              Costs.of(
                  new TileWork(
                      2, 0, 0, ComputeKernelConfig.passes(call.params().computeKernelConfig())),
                  tiles(call),
                  1,
                  Costs.inputs(call),
                  call.outputSpec()))
          .kernel(call -> {
            double sum = 0;
            float[] a = call.floats(0);
            float[] b = call.floats(1);
            for (int i = 0; i < a.length; i++) {
              sum += (double) a[i] * b[i];
            }
            call.out().floats()[0] = (float) sum;
          })
          .golden(MorehOperations::goldenDot)
          .declare();

  public record MorehDotArguments(
      Tensor inputTensorA,
      Tensor inputTensorB,
      @Nullable Tensor output,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final Operation<MorehDotArguments, Tensor> MOREH_DOT =
      Operation.of(
          "ttnn::moreh_dot", MorehDotArguments.class, MorehOperations::dot, MOREH_DOT_ON_DEVICE);

  private static Tensor dot(MorehDotArguments a) {
    Tensor first = a.inputTensorA();
    MOREH_DOT_ON_DEVICE.requireUsable(first, a.inputTensorB());
    MorehDotParams params =
        new MorehDotParams(
            a.dtype() == null ? first.dtype() : a.dtype(),
            placed(a.memoryConfig(), first),
            computing(a.computeKernelConfig()));
    return MOREH_DOT_ON_DEVICE.runInto(a.output(), params, first, a.inputTensorB());
  }

  static MemoryConfig placed(@Nullable MemoryConfig asked, Tensor input) {
    return asked == null ? input.memoryConfig() : asked;
  }

  static ComputeKernelConfig computing(@Nullable ComputeKernelConfig asked) {
    return asked == null ? USUAL : asked;
  }

  private static void checkRows(Call<MorehDotParams> call) {
    for (int input = 0; input < 2; input++) {
      Shape shape = call.spec(input).shape();
      Check.that(
          shape.rank() == 4 && shape.volume() == shape.dim(-1),
          "Invalid input tensor dimensions. [1, 1, 1, N] is needed, got %s",
          shape);
    }
    Check.that(
        call.spec(0).shape().equals(call.spec(1).shape()),
        "Shape without padding must be the same. Got %s and %s",
        call.spec(0).shape(),
        call.spec(1).shape());
  }

  /** Of the first input's type: what dtype says is a note that the program does not read. */
  private static TensorSpec one(Call<MorehDotParams> call) {
    return new TensorSpec(
        Shape.of(1, 1, 1, 1),
        call.spec(0).dtype(),
        call.spec(0).layout(),
        call.params().memoryConfig());
  }

  private static long tiles(Call<MorehDotParams> call) {
    return Math.max(1, call.spec(0).pageCount());
  }

  /** moreh_dot_program_factory.cpp. */
  private static List<CircularBuffer> dotBuffers(Call<MorehDotParams> call) {
    CoreRangeSet core = CoreRangeSet.grid(1, 1);
    DataType dtype = call.spec(0).dtype();
    return CircularBuffers.dataflow(
        List.of(
            CircularBuffers.tiles(core, dtype, 2),
            CircularBuffers.tiles(core, dtype, 2),
            CircularBuffers.tiles(core, dtype, 1),
            CircularBuffers.tiles(core, dtype, 2),
            CircularBuffers.tiles(core, dtype, 1),
            CircularBuffers.tiles(core, dtype, 1)));
  }

  private static double[] goldenDot(GoldenCall<MorehDotParams> call) {
    double[] a = call.values(0);
    double[] b = call.values(1);
    double[] sum = call.newOutput();
    for (int i = 0; i < a.length; i++) {
      sum[0] += a[i] * b[i];
    }
    return sum;
  }
}
