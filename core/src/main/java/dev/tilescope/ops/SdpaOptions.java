package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code scaled_dot_product_attention}.
 *
 * @param attnMask added to the scaled scores, {@code [b or 1, heads or 1, queries, keys]}; not with
 *     isCausal or a window
 * @param isCausal queries see the keys up to their own place
 * @param scale of the scores; null for 1 / sqrt(head size)
 * @param slidingWindowSize how many keys a query sees at most; null for all
 * @param memoryConfig of the result; null for DRAM
 */
public record SdpaOptions(
    @Nullable Tensor attnMask,
    boolean isCausal,
    @Nullable Float scale,
    @Nullable Integer slidingWindowSize,
    @Nullable MemoryConfig memoryConfig,
    @Nullable SdpaProgramConfig programConfig,
    @Nullable ComputeKernelConfig computeKernelConfig)
    implements Options {
  public static final SdpaOptions DEFAULT =
      new SdpaOptions(null, true, null, null, null, null, null);

  public SdpaOptions withAttnMask(Tensor value) {
    return new SdpaOptions(
        value,
        isCausal,
        scale,
        slidingWindowSize,
        memoryConfig,
        programConfig,
        computeKernelConfig);
  }

  public SdpaOptions withIsCausal(boolean value) {
    return new SdpaOptions(
        attnMask,
        value,
        scale,
        slidingWindowSize,
        memoryConfig,
        programConfig,
        computeKernelConfig);
  }

  public SdpaOptions withScale(float value) {
    return new SdpaOptions(
        attnMask,
        isCausal,
        value,
        slidingWindowSize,
        memoryConfig,
        programConfig,
        computeKernelConfig);
  }

  public SdpaOptions withSlidingWindowSize(int value) {
    return new SdpaOptions(
        attnMask, isCausal, scale, value, memoryConfig, programConfig, computeKernelConfig);
  }

  public SdpaOptions withMemoryConfig(MemoryConfig value) {
    return new SdpaOptions(
        attnMask, isCausal, scale, slidingWindowSize, value, programConfig, computeKernelConfig);
  }

  public SdpaOptions withProgramConfig(SdpaProgramConfig value) {
    return new SdpaOptions(
        attnMask, isCausal, scale, slidingWindowSize, memoryConfig, value, computeKernelConfig);
  }

  public SdpaOptions withComputeKernelConfig(ComputeKernelConfig value) {
    return new SdpaOptions(
        attnMask, isCausal, scale, slidingWindowSize, memoryConfig, programConfig, value);
  }
}
