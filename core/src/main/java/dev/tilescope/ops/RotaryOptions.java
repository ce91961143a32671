package dev.tilescope.ops;

import dev.tilescope.model.Changed;
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
    implements Options {
  public static final RotaryOptions DEFAULT = new RotaryOptions(false, null, null);

  public RotaryOptions withIsDecodeMode(boolean value) {
    return Changed.with(this, "isDecodeMode", value);
  }

  public RotaryOptions withMemoryConfig(MemoryConfig value) {
    return Changed.with(this, "memoryConfig", value);
  }

  public RotaryOptions withComputeKernelConfig(ComputeKernelConfig value) {
    return Changed.with(this, "computeKernelConfig", value);
  }
}
