package dev.tilescope.ops.internal.elementwise;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.kernel.ElementwiseGolden;
import dev.tilescope.ops.internal.kernel.GradientKind;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gradients of activation functions: that of the result, times the slope at the input. */
public final class GradientOperations {
  private GradientOperations() {}

  private static final double STEP = 1e-4;

  public record GradientParams(GradientKind function, MemoryConfig outputMemoryConfig) {}

  public static final DeviceOperation<GradientParams> GELU_BW_ON_DEVICE =
      declared("GeluBwDeviceOperation", "gelu_bw", "GELU_BW");
  public static final DeviceOperation<GradientParams> TANH_BW_ON_DEVICE =
      declared("TanhBwDeviceOperation", "tanh_bw", "TANH_BW");

  public record GeluBwArguments(
      Tensor gradTensor,
      Tensor inputTensor,
      @Default("none") String approximate,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor inputGrad) {}

  public record TanhBwArguments(
      Tensor gradTensor,
      Tensor inputTensor,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor inputGrad) {}

  public static final Operation<GeluBwArguments, List<Tensor>> GELU_BW =
      Operation.of(
          "ttnn::gelu_bw",
          GeluBwArguments.class,
          a ->
              List.of(
                  run(
                      GELU_BW_ON_DEVICE,
                      gelu(a.approximate()),
                      a.gradTensor(),
                      a.inputTensor(),
                      a.memoryConfig(),
                      a.inputGrad())),
          GELU_BW_ON_DEVICE);
  public static final Operation<TanhBwArguments, List<Tensor>> TANH_BW =
      Operation.of(
          "ttnn::tanh_bw",
          TanhBwArguments.class,
          a ->
              List.of(
                  run(
                      TANH_BW_ON_DEVICE,
                      GradientKind.TANH,
                      a.gradTensor(),
                      a.inputTensor(),
                      a.memoryConfig(),
                      a.inputGrad())),
          TANH_BW_ON_DEVICE);

  static GradientKind gelu(String approximate) {
    return switch (approximate) {
      case "none" -> GradientKind.GELU;
      case "tanh" -> GradientKind.GELU_TANH;
      default ->
          throw Check.failed(
              "Incorrect approximate mode (expected 'none', 'tanh'), got \"%s\"", approximate);
    };
  }

  static Tensor run(
      DeviceOperation<GradientParams> onDevice,
      GradientKind function,
      Tensor gradient,
      Tensor input,
      @Nullable MemoryConfig memory,
      @Nullable Tensor into) {
    onDevice.requireUsable(gradient, input);
    GradientParams params = new GradientParams(function, Placement.of(memory, into, input));
    return onDevice.runInto(into, params, gradient, input);
  }

  static DeviceOperation<GradientParams> declared(String name, String primitive, String called) {
    return DeviceOperation.<GradientParams>named(name, primitive)
        .takes(
            Input.of("grad_tensor").dtypes(Input.FLOATS).in(Layout.TILE),
            Input.of("input_tensor").dtypes(Input.FLOATS).in(Layout.TILE))
        .into("input_grad")
        .validation(call -> check(call, called))
        .output(call -> call.spec(1).withMemoryConfig(call.params().outputMemoryConfig()))
        .circularBuffers(
            "Two tiles of the gradient, two of the input and two out, on every core of the grid.",
            GradientOperations::circularBuffers)
        .cost(call ->
            Costs.of(
                TileWork.vector(4),
                CircularBuffers.wholeGrid(call).size(),
                Costs.inputs(call),
                call.outputSpec()))
        .kernel(call ->
            call.params().function().run(call.floats(0), call.floats(1), call.out().floats()))
        .golden(GradientOperations::golden)
        .declare();
  }

  private static void check(Call<GradientParams> call, String called) {
    Check.that(
        call.spec(0).shape().equals(call.spec(1).shape()),
        "%s operation requires grad_output and input to have the same shape. Grad output shape: %s,"
            + " Input shape: %s",
        called,
        call.spec(0).shape(),
        call.spec(1).shape());
    for (int i = 0; i < 2; i++) {
      Check.that(
          !call.spec(i).memoryConfig().isSharded(),
          "%s operation does not support sharded input tensor.",
          called);
    }
    Check.that(
        !call.params().outputMemoryConfig().isSharded(),
        "%s operation requires Input and Output memory layout to match. Input layout: %s, Output"
            + " layout: %s",
        called,
        call.spec(1).memoryConfig().memoryLayout(),
        call.params().outputMemoryConfig().memoryLayout());
  }

  private static List<CircularBuffer> circularBuffers(Call<GradientParams> call) {
    CoreRangeSet cores = CircularBuffers.wholeGrid(call);
    return List.of(
        CircularBuffers.doubled(cores, call.spec(0)),
        CircularBuffers.doubled(cores, call.spec(1)),
        CircularBuffers.doubled(cores, call.outputSpec()));
  }

  /** By differences of the function itself. */
  private static double[] golden(GoldenCall<GradientParams> call) {
    UnaryKind function = function(call.params().function());
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      double x = call.values(1)[i];
      double rise =
          ElementwiseGolden.unary(function, 0, 0, x + STEP)
              - ElementwiseGolden.unary(function, 0, 0, x - STEP);
      out[i] = call.values(0)[i] * rise / (2 * STEP);
    }
    return out;
  }

  private static UnaryKind function(GradientKind gradient) {
    return switch (gradient) {
      case TANH -> UnaryKind.TANH;
      case GELU -> UnaryKind.GELU;
      case GELU_TANH -> UnaryKind.GELU_APPROX;
    };
  }
}
