package dev.tilescope.ops.options;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.TorchDtype;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code to_torch}. */
public record ToTorchOptions(
    @Nullable TorchDtype dtype,
    @Nullable Integer torchRank,
    @Nullable MeshMapper meshComposer,
    @Nullable MeshDevice device)
    implements Options, Withers.OfToTorchOptions {
  public static final ToTorchOptions DEFAULT = new ToTorchOptions(null, null, null, null);
}
