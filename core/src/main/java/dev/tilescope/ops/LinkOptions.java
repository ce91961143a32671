package dev.tilescope.ops;

import dev.tilescope.ops.mechanism.Options;
import org.jspecify.annotations.Nullable;

/**
 * How a collective uses the Ethernet links between devices.
 *
 * @param subdeviceId the modelled device has one sub-device, number 0
 * @param numLinks how many links to each neighbour carry data; null for 1
 * @param chunksPerSync how much is sent between two signals; traced, the model has no signals
 * @param numWorkersPerLink cores that feed each link in each direction; null for 1
 * @param numBuffersPerChannel of a link; traced, the model has no such buffers
 */
public record LinkOptions(
    @Nullable Integer subdeviceId,
    @Nullable Integer numLinks,
    @Nullable Integer chunksPerSync,
    @Nullable Integer numWorkersPerLink,
    @Nullable Integer numBuffersPerChannel)
    implements Options, Withers.OfLinkOptions {
  public static final LinkOptions DEFAULT = new LinkOptions(null, null, null, null, null);
}
