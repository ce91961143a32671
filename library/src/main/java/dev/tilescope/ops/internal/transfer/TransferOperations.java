package dev.tilescope.ops.internal.transfer;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.internal.mechanism.Traced;
import dev.tilescope.ops.internal.mechanism.Uploads;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Between Java arrays, host and device, and the end of a tensor. Above 300 lines: nine small
 * operations that share how values are copied.
 */
public final class TransferOperations {
  private TransferOperations() {}

  private static final Signature TENSOR_CPU = Signature.of("Tensor::cpu", "tensor", "blocking");
  private static final Signature COPY_TO_DEVICE =
      Signature.of("tt::tt_metal::copy_to_device", "host_tensor", "device_tensor");
  private static final Signature COPY_TO_HOST =
      Signature.of("tt::tt_metal::copy_to_host", "device_tensor", "host_tensor", "blocking");
  private static final Signature CONVERSION =
      Signature.of("tt::tt_metal::to_dtype", "tensor", "dtype");

  @Form("tensor, device, memoryConfig")
  public record ToDeviceArguments(
      Tensor tensor, MeshDevice device, @Nullable MemoryConfig memoryConfig) {}

  public record TensorArguments(Tensor tensor) {}

  public record FromDeviceArguments(Tensor tensor, @Default("true") boolean blocking) {}

  public record DeallocateArguments(Tensor tensor, @Default("true") boolean force) {}

  public record HostToDeviceArguments(Tensor hostTensor, Tensor deviceTensor) {}

  public record DeviceToHostArguments(
      Tensor deviceTensor, Tensor hostTensor, @Default("true") boolean blocking) {}

  public record ToDtypeArguments(Tensor tensor, DataType dtype) {}

  public static final Operation<ToDeviceArguments, Tensor> TO_DEVICE =
      Operation.of("ttnn::to_device", ToDeviceArguments.class, TransferOperations::toDevice);
  public static final Operation<FromDeviceArguments, Tensor> FROM_DEVICE =
      Operation.of(
          "ttnn::from_device", FromDeviceArguments.class, a -> download(a.tensor(), a.blocking()));
  public static final Operation<TensorArguments, Tensor> TO_ARRAY =
      Operation.of("ttnn::to_array", TensorArguments.class, a -> download(a.tensor(), true))
          .byHand();
  public static final Operation<DeallocateArguments, Boolean> DEALLOCATE =
      Operation.of("ttnn::deallocate", DeallocateArguments.class, TransferOperations::free);
  public static final Operation<HostToDeviceArguments, Boolean> COPY_HOST_TO_DEVICE_TENSOR =
      Operation.of(
              "ttnn::copy_host_to_device_tensor",
              HostToDeviceArguments.class,
              TransferOperations::write)
          .overwriting("device_tensor");
  public static final Operation<DeviceToHostArguments, Boolean> COPY_DEVICE_TO_HOST_TENSOR =
      Operation.of(
              "ttnn::copy_device_to_host_tensor",
              DeviceToHostArguments.class,
              TransferOperations::read)
          .overwriting("host_tensor");
  public static final Operation<ToDtypeArguments, Tensor> TO_DTYPE =
      Operation.of("ttnn::to_dtype", ToDtypeArguments.class, TransferOperations::toDtype);
  private static final Signature FROM_ARRAY =
      Signature.ofOperation("ttnn::from_array", List.of("shape", "dtype", "layout"));

  @DoorMethod(
      operation = "ttnn::from_array",
      value = "A host tensor of any floating-point type; values are rounded to it.",
      orElse = "DataType.FLOAT32, Layout.ROW_MAJOR")
  public static Tensor fromArray(float[] values, Shape shape, DataType dtype, Layout layout) {
    Check.that(dtype.isFloat(), "dtype: a floating-point type is needed, got %s", dtype);
    return fromArray(new Values.Floats(values.clone()), shape, dtype, layout);
  }

  @DoorMethod(
      operation = "ttnn::from_array",
      value = "A host tensor of any integer type; values are cut to it.")
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

  @DoorMethod(
      operation = "ttnn::to_array",
      value =
          "The values of a floating-point tensor, row-major, without padding; read from the device.")
  public static float[] toArray(Tensor tensor) {
    Check.that(
        tensor.dtype().isFloat(),
        "tensor: a floating-point tensor is needed, got %s; use Ttnn.toIntArray",
        tensor.dtype());
    return TO_ARRAY.call(new TensorArguments(tensor)).values().floats().clone();
  }

  @DoorMethod(
      operation = "ttnn::to_array",
      value =
          "The values of an integer tensor, row-major, without padding; read from the device. Values of uint32 from 2^31 on are negative.")
  public static int[] toIntArray(Tensor tensor) {
    Check.that(
        !tensor.dtype().isFloat(),
        "tensor: an integer tensor is needed, got %s; use Ttnn.toArray",
        tensor.dtype());
    return TO_ARRAY.call(new TensorArguments(tensor)).values().integers().clone();
  }

  private static Tensor toDevice(ToDeviceArguments a) {
    MemoryConfig memory = a.memoryConfig() == null ? MemoryConfig.DRAM : a.memoryConfig();
    return Uploads.upload(a.tensor(), a.device(), memory);
  }

  /** As composites call it. */
  public static Tensor fromDevice(Tensor tensor) {
    return FROM_DEVICE.call(new FromDeviceArguments(tensor, true));
  }

  private static Tensor download(Tensor tensor, boolean blocking) {
    if (!tensor.isOnDevice()) {
      return tensor;
    }
    tensor.requireBuffer("tensor");
    return Tracker.on()
        ? Traced.call(TENSOR_CPU, () -> copyToHost(tensor), tensor, blocking)
        : copyToHost(tensor);
  }

  private static Tensor copyToHost(Tensor tensor) {
    if (Tracker.dispatchBlocked()) {
      return Tensor.onHostUncomputed(tensor.spec(), tensor.distribution());
    }
    tensor.device().refuseWhileRecording("Reads");
    List<Values> copies = tensor.requireParts("tensor").stream().map(Values::copy).toList();
    return Tensor.onHost(tensor.spec(), tensor.distribution(), copies)
        .withTilePadding(tensor.tilePadding());
  }

  private static Boolean write(HostToDeviceArguments a) {
    checkPair(a.hostTensor(), a.deviceTensor(), "device_tensor", a.deviceTensor());
    if (Tracker.on()) {
      return Traced.call(
          COPY_TO_DEVICE,
          () -> overwrite(a.hostTensor(), a.deviceTensor()),
          a.hostTensor(),
          a.deviceTensor());
    }
    return overwrite(a.hostTensor(), a.deviceTensor());
  }

  private static Boolean read(DeviceToHostArguments a) {
    checkPair(a.hostTensor(), a.deviceTensor(), "host_tensor", a.hostTensor());
    if (Tracker.on()) {
      return Traced.call(
          COPY_TO_HOST,
          () -> overwrite(a.deviceTensor(), a.hostTensor()),
          a.deviceTensor(),
          a.hostTensor(),
          a.blocking());
    }
    return overwrite(a.deviceTensor(), a.hostTensor());
  }

  static void checkPair(Tensor host, Tensor device, String written, Tensor target) {
    Check.that(
        !host.isOnDevice(),
        "host_tensor: a host tensor is needed, got a device tensor; swap the arguments or call"
            + " Ttnn.fromDevice first");
    device.requireBuffer("device_tensor");
    Tensor source = target == host ? device : host;
    Check.that(
        host.shape().equals(device.shape())
            && host.dtype() == device.dtype()
            && host.layout() == device.layout(),
        "%s: the copy is %s %s %s, got %s %s %s",
        written,
        source.shape(),
        source.dtype(),
        source.layout(),
        target.shape(),
        target.dtype(),
        target.layout());
    Check.that(
        source.distribution().isReplicated() || !target.distribution().isReplicated(),
        "%s: the copy is distributed over the mesh as %s, got %s",
        written,
        source.distribution(),
        target.distribution());
  }

  private static Boolean overwrite(Tensor from, Tensor to) {
    if (!Tracker.dispatchBlocked()) {
      if (to.isOnDevice()) {
        to.device().refuseWhileRecording("Writes");
        to.requireBuffer("device_tensor").written();
      } else {
        from.device().refuseWhileRecording("Reads");
      }
      Uploads.copyParts(from, to);
    }
    return true;
  }

  private static Tensor toDtype(ToDtypeArguments a) {
    Check.that(
        !a.tensor().isOnDevice(),
        "tensor: a host tensor is needed, got a device tensor; use Ttnn.typecast");
    return Tracker.on()
        ? Traced.call(CONVERSION, () -> converted(a), a.tensor(), a.dtype())
        : converted(a);
  }

  private static Tensor converted(ToDtypeArguments a) {
    Tensor tensor = a.tensor();
    Layout layout = a.dtype().isBlockFloat() ? Layout.TILE : tensor.layout();
    TensorSpec spec = tensor.spec().withLayout(layout).withDtype(a.dtype());
    if (tensor.dtype() == a.dtype()) {
      return tensor;
    }
    if (Tracker.dispatchBlocked() && !tensor.hasValues()) {
      return Tensor.onHostUncomputed(spec, tensor.distribution());
    }
    List<Values> parts = new ArrayList<>();
    for (Values part : tensor.requireParts("tensor")) {
      Values values = Values.zeros(a.dtype(), part.size());
      Rounding.convert(part, tensor.dtype(), a.dtype(), values);
      Rounding.toType(spec, values);
      parts.add(values);
    }
    return Tensor.onHost(spec, tensor.distribution(), parts);
  }

  private static Boolean free(DeallocateArguments a) {
    Check.that(
        a.tensor().isOnDevice(),
        "tensor: only a device tensor holds device memory, got a host tensor");
    if (a.force() || !a.tensor().isShared()) {
      a.tensor().deallocate();
      return true;
    }
    a.tensor().requireBuffer("tensor");
    return false;
  }
}
