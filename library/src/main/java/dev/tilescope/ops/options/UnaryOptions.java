package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of an element-wise operation of one tensor. */
public record UnaryOptions(
    @Nullable MemoryConfig memoryConfig,
    @Nullable Tensor outputTensor,
    @Nullable CoreRangeSet subCoreGrids)
    implements Options, Withers.OfUnaryOptions, CoreLimited {
  public static final UnaryOptions DEFAULT = new UnaryOptions(null, null, null);

  public UnaryOptions(@Nullable MemoryConfig memoryConfig, @Nullable Tensor outputTensor) {
    this(memoryConfig, outputTensor, null);
  }

  /** Where the result of an operation of this input lies. */
  public MemoryConfig memoryFor(Tensor input) {
    return Placement.of(memoryConfig, outputTensor, input);
  }
}
