package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code all_reduce}.
 *
 * @param clusterAxis 0 for the devices of a column of the mesh, 1 for those of a row, null for all
 * @param subdeviceId the modelled device has one sub-device, number 0
 * @param memoryConfig of the result; null for that of the input
 * @param numLinks how many links to each neighbour carry data; null for 1
 * @param topology null for a line
 */
public record AllReduceOptions(
    @Nullable Integer clusterAxis,
    @Nullable Integer subdeviceId,
    @Nullable MemoryConfig memoryConfig,
    @Nullable Integer numLinks,
    @Nullable Topology topology)
    implements Options, Withers.OfAllReduceOptions {
  public static final AllReduceOptions DEFAULT = new AllReduceOptions(null, null, null, null, null);
}
