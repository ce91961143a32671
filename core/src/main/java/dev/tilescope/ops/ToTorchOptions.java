package dev.tilescope.ops;

import dev.tilescope.tensor.TorchDtype;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code to_torch}.
 *
 * @param dtype of the result; null for PyTorch's counterpart of the tensor's type, which is float32
 *     for block floats
 * @param torchRank the greatest rank of the result: leading dimensions of size 1 are dropped
 */
public record ToTorchOptions(@Nullable TorchDtype dtype, @Nullable Integer torchRank)
    implements Options {
  public static final ToTorchOptions DEFAULT = new ToTorchOptions(null, null);

  public ToTorchOptions withDtype(TorchDtype value) {
    return new ToTorchOptions(value, torchRank);
  }

  public ToTorchOptions withTorchRank(int value) {
    return new ToTorchOptions(dtype, value);
  }
}
