package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.Tensor;

/** Tensors of the host copied to a device, as {@code to_device} and whatever makes tensors do. */
public final class Uploads {
  private static final Signature TENSOR_TO_DEVICE =
      Signature.of("Tensor::to_device", "tensor", "device", "memory_config");

  private Uploads() {}

  /** A tensor that is on the device already is returned as it is. */
  public static Tensor upload(Tensor tensor, MeshDevice device, MemoryConfig memory) {
    if (tensor.isOnDevice()) {
      MeshDevice holder = tensor.requireBuffer("tensor").device();
      if (holder != device) {
        throw new TilescopeException(
            "device: the tensor is on %s already, got %s; call Ttnn.fromDevice first"
                .formatted(holder.label(), device.label()));
      }
      return tensor;
    }
    return Tracker.on()
        ? Traced.call(
            TENSOR_TO_DEVICE, () -> copyToDevice(tensor, device, memory), tensor, device, memory)
        : copyToDevice(tensor, device, memory);
  }

  private static Tensor copyToDevice(Tensor tensor, MeshDevice device, MemoryConfig memory) {
    if (!Tracker.dispatchBlocked()) {
      tensor.requireParts("tensor");
    }
    device.refuseWhileRecording("Writes");
    TensorSpec spec = tensor.spec().withMemoryConfig(memory);
    return DeviceTensors.allocateCopy(tensor, spec, device, TENSOR_TO_DEVICE.name());
  }

  public static void copyParts(Tensor from, Tensor to) {
    DeviceTensors.copy(from.requireParts("tensor"), to.requireParts("tensor"));
  }
}
