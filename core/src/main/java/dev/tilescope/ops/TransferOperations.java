package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import dev.tilescope.track.Tracker;
import org.jspecify.annotations.Nullable;

/** Between host and device, and the end of a tensor. */
final class TransferOperations {
  private static final Signature TENSOR_TO_DEVICE =
      Signature.of("Tensor::to_device", "tensor", "device", "memory_config");
  private static final Signature TENSOR_CPU = Signature.of("Tensor::cpu", "tensor", "blocking");

  private TransferOperations() {}

  /** A tensor that is on a device already is returned as it is. */
  static Tensor toDevice(Tensor tensor, MeshDevice device, @Nullable MemoryConfig memoryConfig) {
    if (tensor.isOnDevice()) {
      MeshDevice holder = tensor.requireBuffer("tensor").device();
      if (holder != device) {
        throw new TilescopeException(
            "device: the tensor is on %s already, got %s; call Ttnn.fromDevice first"
                .formatted(holder.label(), device.label()));
      }
      return tensor;
    }
    MemoryConfig memory = memoryConfig == null ? MemoryConfig.DRAM : memoryConfig;
    return Tracker.on()
        ? Traced.call(
            TENSOR_TO_DEVICE, () -> upload(tensor, device, memory), tensor, device, memory)
        : upload(tensor, device, memory);
  }

  private static Tensor upload(Tensor tensor, MeshDevice device, MemoryConfig memory) {
    if (!Tracker.dispatchBlocked()) {
      tensor.requireValues("tensor");
    }
    Tensor target =
        DeviceOperation.allocate(
            tensor.spec().withMemoryConfig(memory), device, TENSOR_TO_DEVICE.name());
    if (target.hasValues()) {
      MovementOperations.copy(tensor.values(), target.values());
    }
    return target;
  }

  static Tensor fromDevice(Tensor tensor) {
    if (!tensor.isOnDevice()) {
      return tensor;
    }
    tensor.requireBuffer("tensor");
    return Tracker.on()
        ? Traced.call(TENSOR_CPU, () -> download(tensor), tensor, true)
        : download(tensor);
  }

  private static Tensor download(Tensor tensor) {
    if (Tracker.dispatchBlocked()) {
      return Tensor.onHostUncomputed(tensor.spec());
    }
    Values held = tensor.requireValues("tensor");
    Values values = Values.zeros(tensor.dtype(), tensor.shape().volume());
    MovementOperations.copy(held, values);
    return Tensor.onHost(tensor.spec(), values);
  }
}
