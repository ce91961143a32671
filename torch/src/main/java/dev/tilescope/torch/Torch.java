package dev.tilescope.torch;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.ToTorchOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;

/**
 * TT-NN's {@code from_torch} and {@code to_torch} for DJL's arrays.
 *
 * <pre>{@code
 * NDArray weights = manager.create(new float[] {1, 2, 3, 4}, new Shape(2, 2));
 * Tensor tensor = Torch.fromTorch(weights,
 *     FromTorchOptions.DEFAULT.withDtype(DataType.BFLOAT16).withLayout(Layout.TILE).withDevice(device));
 * NDArray back = Torch.toTorch(Ttnn.exp(tensor), manager);
 * }</pre>
 */
public final class Torch {
  private Torch() {}

  /** A row-major host tensor of TT-NN's counterpart of the array's type. */
  public static Tensor fromTorch(NDArray array) {
    return fromTorch(array, FromTorchOptions.DEFAULT);
  }

  public static Tensor fromTorch(NDArray array, FromTorchOptions options) {
    return Ttnn.fromTorch(torchTensor(array), options);
  }

  /** The elements of a tensor, without padding, as an array that the manager will close. */
  public static NDArray toTorch(Tensor tensor, NDManager manager) {
    return toTorch(tensor, manager, ToTorchOptions.DEFAULT);
  }

  /**
   * The elements of a tensor in the type that is asked for. What DJL's PyTorch cannot hold comes in
   * the next wider type that it can: bfloat16 as float32, uint16 and int16 as int32, uint32 as
   * int64.
   */
  public static NDArray toTorch(Tensor tensor, NDManager manager, ToTorchOptions options) {
    return DjlArrays.create(Ttnn.toTorch(tensor, options), manager);
  }

  /** An array as operations take it; its elements are read when a tensor is made. */
  public static TorchTensor torchTensor(NDArray array) {
    return DjlArrays.describe(array);
  }
}
