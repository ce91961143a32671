package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.mechanism.Options;
import org.jspecify.annotations.Nullable;

/** How a collective uses the Ethernet links between devices. */
public record LinkOptions(
    @Nullable Integer subdeviceId,
    @Nullable Integer numLinks,
    @Nullable Integer chunksPerSync,
    @Nullable Integer numWorkersPerLink,
    @Nullable Integer numBuffersPerChannel)
    implements Options, Withers.OfLinkOptions {
  public static final LinkOptions DEFAULT = new LinkOptions(null, null, null, null, null);
}
