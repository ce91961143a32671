package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code rotary_embedding_llama}. */
public record RotaryOptions(
    boolean isDecodeMode,
    @Nullable MemoryConfig memoryConfig,
    @Nullable ComputeKernelConfig computeKernelConfig)
    implements Options, Withers.OfRotaryOptions {
  public static final RotaryOptions DEFAULT = new RotaryOptions(false, null, null);
}
