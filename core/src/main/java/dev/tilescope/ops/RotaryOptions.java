package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code rotary_embedding_llama}.
 *
 * @param isDecodeMode whether the input is one token for each user, {@code [1, users, heads, d]}
 * @param memoryConfig of the result; null for that of the input
 */
public record RotaryOptions(
    boolean isDecodeMode,
    @Nullable MemoryConfig memoryConfig,
    @Nullable ComputeKernelConfig computeKernelConfig)
    implements Options, Withers.OfRotaryOptions {
  public static final RotaryOptions DEFAULT = new RotaryOptions(false, null, null);
}
