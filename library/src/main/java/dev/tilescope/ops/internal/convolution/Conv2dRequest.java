package dev.tilescope.ops.internal.convolution;

import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.internal.convolution.Conv2dWeights.Form;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations.Conv2dArguments;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations.Sizes;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * A convolution whose arguments are sound, with its weights on the device.
 *
 * @param dtype of the result
 */
record Conv2dRequest(
    Conv2dArguments call,
    Sizes sizes,
    Form form,
    DataType dtype,
    @Nullable UnaryKind activation,
    ComputeKernelConfig compute,
    Tensor weight,
    @Nullable Tensor bias) {
  Tensor input() {
    return call.inputTensor();
  }

  Conv2dOptions options() {
    return call.options();
  }

  Conv2dConfig config() {
    return options().config();
  }

  boolean isTransposed() {
    return form != Form.OIHW;
  }

  /** Whether a matrix product does it: use_matmul_for_1x1_conv of conv2d_utils.cpp. */
  boolean isProduct() {
    return options().groups() == 1
        && sizes.spread().equals(Spread.NONE)
        && sizes.window().equals(Window.of(1, 1))
        && config().shardLayout() != TensorMemoryLayout.WIDTH_SHARDED;
  }

  Conv2dPlan plan() {
    return Conv2dPlan.of(call, sizes, dtype, compute);
  }

  Conv2dRequest with(Conv2dConfig config) {
    return with(input(), sizes, options().withConvConfig(config));
  }

  /** The same of other pixels. */
  Conv2dRequest with(Tensor pixels, Sizes part, Conv2dOptions options) {
    Conv2dArguments other =
        new Conv2dArguments(pixels, call.weightTensor(), call.sizes(), options, false, false);
    return new Conv2dRequest(other, part, form, dtype, activation, compute, weight, bias);
  }

  /** A tensor in DRAM stays: deallocate_activation is about L1. */
  void freeInputIfAsked() {
    if (config().deallocateActivation() && input().memoryConfig().bufferType().isL1()) {
      input().close();
    }
  }
}
