package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.ops.internal.mechanism.Placement;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of reductions. */
public record ReduceOptions(
    @Nullable MemoryConfig memoryConfig,
    @Nullable ComputeKernelConfig computeKernelConfig,
    float scalar,
    boolean correction,
    @Nullable CoreRangeSet subCoreGrids,
    boolean fastAndApproximateMode,
    @Nullable Layout outputLayout)
    implements Options, Withers.OfReduceOptions, CoreLimited {
  public static final ReduceOptions DEFAULT =
      new ReduceOptions(null, null, 1, true, null, false, null);

  public ReduceOptions(
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig,
      float scalar,
      boolean correction) {
    this(memoryConfig, computeKernelConfig, scalar, correction, null, false, null);
  }

  public MemoryConfig memoryConfigOr(MemoryConfig fallback) {
    return memoryConfig == null ? Placement.interleaved(fallback) : memoryConfig;
  }
}
