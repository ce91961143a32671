package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of reductions.
 *
 * @param memoryConfig of the result; null for that of the input, interleaved
 * @param scalar what the result is multiplied with; extrema are those of the multiplied input
 * @param correction whether {@code var} and {@code std} divide by one less than the count; others
 *     ignore it
 */
public record ReduceOptions(
    @Nullable MemoryConfig memoryConfig,
    @Nullable ComputeKernelConfig computeKernelConfig,
    float scalar,
    boolean correction)
    implements Options {
  public static final ReduceOptions DEFAULT = new ReduceOptions(null, null, 1, true);

  public ReduceOptions withMemoryConfig(MemoryConfig value) {
    return new ReduceOptions(value, computeKernelConfig, scalar, correction);
  }

  public ReduceOptions withComputeKernelConfig(ComputeKernelConfig value) {
    return new ReduceOptions(memoryConfig, value, scalar, correction);
  }

  public ReduceOptions withScalar(float value) {
    return new ReduceOptions(memoryConfig, computeKernelConfig, value, correction);
  }

  public ReduceOptions withCorrection(boolean value) {
    return new ReduceOptions(memoryConfig, computeKernelConfig, scalar, value);
  }

  MemoryConfig memoryConfigOr(MemoryConfig fallback) {
    return memoryConfig == null ? Chain.interleaved(fallback) : memoryConfig;
  }
}
