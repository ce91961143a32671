package dev.tilescope.ops.internal.elementwise;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.elementwise.GradientOperations.GradientParams;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Gradients by the names that they have under {@code ttnn.experimental}. */
public final class ExperimentalGradientOperations {
  private ExperimentalGradientOperations() {}

  public static final DeviceOperation<GradientParams> GELU_BW_ON_DEVICE =
      GradientOperations.declared("GeluBackwardDeviceOperation", "gelu_backward", "GELU_BW");

  public record GeluBwArguments(
      Tensor gradOutputTensor,
      Tensor inputTensor,
      @Default("none") String approximate,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor inputGrad) {}

  public static final Operation<GeluBwArguments, Tensor> GELU_BW =
      Operation.of(
          "ttnn::experimental::gelu_bw",
          GeluBwArguments.class,
          a ->
              GradientOperations.run(
                  GELU_BW_ON_DEVICE,
                  GradientOperations.gelu(a.approximate()),
                  a.gradOutputTensor(),
                  a.inputTensor(),
                  a.memoryConfig(),
                  a.inputGrad()),
          GELU_BW_ON_DEVICE);
}
