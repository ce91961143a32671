package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.TorchDtype;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code to_torch}.
 *
 * @param dtype of the result; null for PyTorch's counterpart of the tensor's type, which is float32
 *     for block floats
 * @param torchRank the greatest rank of the result: leading dimensions of size 1 are dropped
 * @param meshComposer how to put together what the devices of a mesh have, e.g. {@link
 *     MeshMapper#shard} for {@code ConcatMeshToTensor}; null for a tensor that is the same on all
 * @param device whose mesh a host tensor was cut for; null for that of the tensor
 */
public record ToTorchOptions(
    @Nullable TorchDtype dtype,
    @Nullable Integer torchRank,
    @Nullable MeshMapper meshComposer,
    @Nullable MeshDevice device)
    implements Options, Withers.OfToTorchOptions {
  public static final ToTorchOptions DEFAULT = new ToTorchOptions(null, null, null, null);
}
