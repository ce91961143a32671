package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.Changed;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code conv2d} that have defaults.
 *
 * @param stride height and width
 * @param padding height and width, or top, bottom, left and right
 * @param dilation height and width
 * @param dtype of the result; null for that of the input
 * @param biasTensor one summand for each output channel, {@code [1, 1, 1, O]}, on host or device
 * @param convConfig null for {@link Conv2dConfig#DEFAULT}
 * @param computeConfig null for HiFi4
 * @param memoryConfig of the result; null for that of the input, interleaved
 * @param device that of the input; null for the same
 * @param sliceConfig one slice, as the modelled programs need no more
 */
public record Conv2dOptions(
    List<Integer> stride,
    List<Integer> padding,
    List<Integer> dilation,
    int groups,
    @Nullable DataType dtype,
    @Nullable Tensor biasTensor,
    @Nullable Conv2dConfig convConfig,
    @Nullable ComputeKernelConfig computeConfig,
    @Nullable MemoryConfig memoryConfig,
    @Nullable MeshDevice device,
    @Nullable Conv2dSliceConfig sliceConfig)
    implements Options {
  public static final Conv2dOptions DEFAULT =
      new Conv2dOptions(
          List.of(1, 1), List.of(0, 0), List.of(1, 1), 1, null, null, null, null, null, null, null);

  public Conv2dOptions withStride(int height, int width) {
    return moving(List.of(height, width), padding, dilation);
  }

  public Conv2dOptions withPadding(int height, int width) {
    return moving(stride, List.of(height, width), dilation);
  }

  public Conv2dOptions withPadding(int top, int bottom, int left, int right) {
    return moving(stride, List.of(top, bottom, left, right), dilation);
  }

  public Conv2dOptions withDilation(int height, int width) {
    return moving(stride, padding, List.of(height, width));
  }

  private Conv2dOptions moving(
      List<Integer> newStride, List<Integer> newPadding, List<Integer> newDilation) {
    return new Conv2dOptions(
        newStride,
        newPadding,
        newDilation,
        groups,
        dtype,
        biasTensor,
        convConfig,
        computeConfig,
        memoryConfig,
        device,
        sliceConfig);
  }

  public Conv2dOptions withGroups(int value) {
    return giving(value, dtype, biasTensor, convConfig, computeConfig, memoryConfig);
  }

  public Conv2dOptions withDtype(DataType value) {
    return giving(groups, value, biasTensor, convConfig, computeConfig, memoryConfig);
  }

  public Conv2dOptions withBiasTensor(@Nullable Tensor value) {
    return giving(groups, dtype, value, convConfig, computeConfig, memoryConfig);
  }

  public Conv2dOptions withConvConfig(Conv2dConfig value) {
    return giving(groups, dtype, biasTensor, value, computeConfig, memoryConfig);
  }

  public Conv2dOptions withComputeConfig(ComputeKernelConfig value) {
    return giving(groups, dtype, biasTensor, convConfig, value, memoryConfig);
  }

  public Conv2dOptions withMemoryConfig(MemoryConfig value) {
    return giving(groups, dtype, biasTensor, convConfig, computeConfig, value);
  }

  public Conv2dOptions withDevice(MeshDevice value) {
    return Changed.with(this, "device", value);
  }

  public Conv2dOptions withSliceConfig(Conv2dSliceConfig value) {
    return Changed.with(this, "sliceConfig", value);
  }

  private Conv2dOptions giving(
      int count,
      @Nullable DataType type,
      @Nullable Tensor bias,
      @Nullable Conv2dConfig config,
      @Nullable ComputeKernelConfig compute,
      @Nullable MemoryConfig memory) {
    return new Conv2dOptions(
        stride, padding, dilation, count, type, bias, config, compute, memory, device, sliceConfig);
  }

  public Conv2dConfig config() {
    return convConfig == null ? Conv2dConfig.DEFAULT : convConfig;
  }
}
