package dev.tilescope.ops.options;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.MeshMapper;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code rand}. */
public record RandOptions(
    DataType dtype,
    Layout layout,
    MemoryConfig memoryConfig,
    double low,
    double high,
    long seed,
    @Nullable MeshMapper meshMapper)
    implements Options, Withers.OfRandOptions {
  public static final RandOptions DEFAULT =
      new RandOptions(DataType.BFLOAT16, Layout.TILE, MemoryConfig.DRAM, 0, 1, 0, null);
}
