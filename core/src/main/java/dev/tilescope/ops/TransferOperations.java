package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import dev.tilescope.track.Tracker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Between Java arrays, host and device, and the end of a tensor. */
abstract class TransferOperations extends CreationOperations {
  private static final Signature TENSOR_TO_DEVICE =
      Signature.of("Tensor::to_device", "tensor", "device", "memory_config");
  private static final Signature TENSOR_CPU = Signature.of("Tensor::cpu", "tensor", "blocking");

  record ToDeviceArguments(Tensor tensor, MeshDevice device, @Nullable MemoryConfig memoryConfig) {}

  record TensorArguments(Tensor tensor) {}

  private static final Operation<ToDeviceArguments, Tensor> TO_DEVICE_OPERATION =
      Operation.of("ttnn::to_device", ToDeviceArguments.class, TransferOperations::toDevice);
  private static final Operation<TensorArguments, Tensor> FROM_DEVICE_OPERATION =
      Operation.of(
          "ttnn::from_device", TensorArguments.class, a -> TransferOperations.download(a.tensor()));
  private static final Operation<TensorArguments, Tensor> TO_ARRAY_OPERATION =
      Operation.of(
          "ttnn::to_array", TensorArguments.class, a -> TransferOperations.download(a.tensor()));
  private static final Operation<TensorArguments, Boolean> DEALLOCATE_OPERATION =
      Operation.of("ttnn::deallocate", TensorArguments.class, TransferOperations::free);
  private static final Signature FROM_ARRAY =
      Signature.of("ttnn::from_array", "shape", "dtype", "layout");

  /** A row-major float32 host tensor. */
  public static Tensor fromArray(float[] values, Shape shape) {
    return fromArray(values, shape, DataType.FLOAT32, Layout.ROW_MAJOR);
  }

  /** A host tensor of any floating-point type; values are rounded to it. */
  public static Tensor fromArray(float[] values, Shape shape, DataType dtype, Layout layout) {
    Check.that(dtype.isFloat(), "dtype: a floating-point type is needed, got %s", dtype);
    return fromArray(new Values.Floats(values.clone()), shape, dtype, layout);
  }

  /** A host tensor of any integer type; values are cut to it. */
  public static Tensor fromArray(int[] values, Shape shape, DataType dtype, Layout layout) {
    Check.that(!dtype.isFloat(), "dtype: an integer type is needed, got %s", dtype);
    return fromArray(new Values.Integers(values.clone()), shape, dtype, layout);
  }

  private static Tensor fromArray(Values values, Shape shape, DataType dtype, Layout layout) {
    return Tracker.on()
        ? Traced.call(
            FROM_ARRAY, () -> hostTensor(values, shape, dtype, layout), shape, dtype, layout)
        : hostTensor(values, shape, dtype, layout);
  }

  private static Tensor hostTensor(Values values, Shape shape, DataType dtype, Layout layout) {
    TensorSpec spec = new TensorSpec(shape, dtype, layout, MemoryConfig.DRAM);
    values.requireFit(spec);
    if (dtype.isBlockFloat() && Tracker.dispatchBlocked()) {
      return Tensor.onHostUncomputed(spec);
    }
    Rounding.toType(spec, values);
    return Tensor.onHost(spec, values);
  }

  /** The values of a floating-point tensor, row-major, without padding; read from the device. */
  public static float[] toArray(Tensor tensor) {
    Check.that(
        tensor.dtype().isFloat(),
        "tensor: a floating-point tensor is needed, got %s; use Ttnn.toIntArray",
        tensor.dtype());
    return TO_ARRAY_OPERATION.call(new TensorArguments(tensor)).values().floats().clone();
  }

  /** The values of an integer tensor; read from the device. */
  public static int[] toIntArray(Tensor tensor) {
    Check.that(
        !tensor.dtype().isFloat(),
        "tensor: an integer tensor is needed, got %s; use Ttnn.toArray",
        tensor.dtype());
    return TO_ARRAY_OPERATION.call(new TensorArguments(tensor)).values().integers().clone();
  }

  /** To interleaved DRAM. */
  public static Tensor toDevice(Tensor tensor, MeshDevice device) {
    return toDevice(tensor, device, MemoryConfig.DRAM);
  }

  /** A tensor that is on the device already is returned as it is. */
  public static Tensor toDevice(
      Tensor tensor, MeshDevice device, @Nullable MemoryConfig memoryConfig) {
    return TO_DEVICE_OPERATION.call(new ToDeviceArguments(tensor, device, memoryConfig));
  }

  private static Tensor toDevice(ToDeviceArguments a) {
    MemoryConfig memory = a.memoryConfig() == null ? MemoryConfig.DRAM : a.memoryConfig();
    return upload(a.tensor(), a.device(), memory);
  }

  static Tensor upload(Tensor tensor, MeshDevice device, MemoryConfig memory) {
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
    Tensor target =
        DeviceTensors.allocate(
            tensor.spec().withMemoryConfig(memory),
            tensor.distribution(),
            device,
            TENSOR_TO_DEVICE.name());
    if (target.hasValues()) {
      copyParts(tensor, target);
    }
    return target;
  }

  private static void copyParts(Tensor from, Tensor to) {
    List<Values> source = from.requireParts("tensor");
    List<Values> target = to.requireParts("tensor");
    for (int i = 0; i < target.size(); i++) {
      source.get(i).copyTo(target.get(i));
    }
  }

  /** A host tensor is returned as it is. */
  public static Tensor fromDevice(Tensor tensor) {
    return FROM_DEVICE_OPERATION.call(new TensorArguments(tensor));
  }

  private static Tensor download(Tensor tensor) {
    if (!tensor.isOnDevice()) {
      return tensor;
    }
    tensor.requireBuffer("tensor");
    return Tracker.on()
        ? Traced.call(TENSOR_CPU, () -> copyToHost(tensor), tensor, true)
        : copyToHost(tensor);
  }

  private static Tensor copyToHost(Tensor tensor) {
    if (Tracker.dispatchBlocked()) {
      return Tensor.onHostUncomputed(tensor.spec(), tensor.distribution());
    }
    List<Values> copies = tensor.requireParts("tensor").stream().map(Values::copy).toList();
    return Tensor.onHost(tensor.spec(), tensor.distribution(), copies);
  }

  /** Frees a tensor's device memory; freeing it twice is an error. */
  public static void deallocate(Tensor tensor) {
    if (!tensor.isOnDevice()) {
      throw new TilescopeException(
          "tensor: only a device tensor holds device memory, got a host tensor");
    }
    DEALLOCATE_OPERATION.call(new TensorArguments(tensor));
  }

  private static Boolean free(TensorArguments a) {
    a.tensor().deallocate();
    return true;
  }
}
