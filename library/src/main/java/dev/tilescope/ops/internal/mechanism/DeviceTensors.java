package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Operands.Operand;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Sharding;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Makes the tensors that operations write to. */
public final class DeviceTensors {
  private static final Signature CREATE_DEVICE_TENSOR =
      Signature.of(
          "tt::tt_metal::create_device_tensor",
          "shape",
          "dtype",
          "layout",
          "device",
          "memory_config");

  private DeviceTensors() {}

  /** Allocates a device tensor, announced as TT-NN announces it. */
  public static Tensor create(
      TensorSpec spec, Distribution distribution, MeshDevice device, String madeBy) {
    return announced(spec, device, () -> allocate(spec, distribution, device, madeBy));
  }

  private static Tensor announced(TensorSpec spec, MeshDevice device, Supplier<Tensor> making) {
    return Tracker.on()
        ? Traced.call(
            CREATE_DEVICE_TENSOR,
            making,
            spec.shape(),
            spec.dtype(),
            spec.layout(),
            device,
            spec.memoryConfig())
        : making.get();
  }

  /** Allocates a device tensor without announcing more than its buffer. Its values are zero. */
  public static Tensor allocate(
      TensorSpec spec, Distribution distribution, MeshDevice device, String madeBy) {
    int parts = parts(distribution, device);
    return allocate(spec, distribution, device, madeBy, () -> zeros(spec, parts));
  }

  /** The same with the values of another tensor. */
  static Tensor allocateCopy(Tensor source, TensorSpec spec, MeshDevice device, String madeBy) {
    return allocate(spec, source.distribution(), device, madeBy, () -> source.copyParts("tensor"));
  }

  private static int parts(Distribution distribution, MeshDevice device) {
    return distribution.isReplicated() ? 1 : device.chips().size();
  }

  private static Tensor allocate(
      TensorSpec spec,
      Distribution distribution,
      MeshDevice device,
      String madeBy,
      Supplier<List<Values>> contents) {
    Buffer buffer = place(spec, device, madeBy);
    if (buffer.isBlocked()) {
      return Tensor.onDevice(spec, buffer, distribution, null);
    }
    try {
      long began = System.nanoTime();
      List<Values> values = values(buffer, kind(spec, parts(distribution, device)), contents);
      device.computed(System.nanoTime() - began);
      return Tensor.onDevice(spec, buffer, distribution, values);
    } catch (Throwable tooLarge) {
      buffer.deallocate();
      throw tooLarge;
    }
  }

  /**
   * A device tensor whose values nobody set, and each device can be written its own. One that is
   * too large for this host has its place on the device, but no values to compute with.
   */
  public static Tensor createUnset(TensorSpec spec, MeshDevice device, String madeBy) {
    return createUnset(spec, Distribution.REPLICATED, device, madeBy);
  }

  /**
   * The same for parts of something.
   *
   * @param shared how the axes of the mesh share it out
   */
  public static Tensor createUnset(
      TensorSpec spec, Distribution shared, MeshDevice device, String madeBy) {
    Distribution distribution = unset(spec, shared, device);
    return Values.fits(spec.shape().volume())
        ? create(spec, distribution, device, madeBy)
        : announced(spec, device, () -> Tensor.onDevice(spec, place(spec, device, madeBy), null));
  }

  private static Distribution unset(TensorSpec spec, Distribution shared, MeshDevice device) {
    int chips = device.chips().size();
    boolean isSeparate = chips > 1 && Values.fits(spec.shape().volume() * chips);
    return isSeparate ? shared.separate() : Distribution.REPLICATED;
  }

  private static Buffer place(TensorSpec spec, MeshDevice device, String madeBy) {
    Tensor.requireDeviceRank(spec);
    Sharding.check(spec);
    return device.allocate(spec, madeBy);
  }

  /** What tensors must have in common to lie in the same place, one after the other. */
  record Kind(boolean isFloat, long volume, int parts) {}

  /** The values of a tensor that programs of a trace may use. */
  record Contents(List<Values> parts) {}

  /** One that was made while dispatch was blocked has no values, and only its size counts. */
  static Operand operand(Tensor tensor, Buffer buffer) {
    List<Values> parts =
        buffer.isBlocked() && !tensor.hasValues() ? List.of() : tensor.requireParts("tensor");
    int batch = batch(tensor.spec().shape());
    return new Operand(buffer, batch, kind(tensor.spec(), parts.size()), new Contents(parts));
  }

  private static int batch(Shape shape) {
    int batch = 1;
    for (int dim = 0; dim < shape.rank() - 2; dim++) {
      batch *= shape.dim(dim);
    }
    return batch;
  }

  private static Kind kind(TensorSpec spec, int parts) {
    return new Kind(spec.dtype().isFloat(), spec.shape().volume(), parts);
  }

  /** The contents; in a place that a live trace uses, they are where its programs will look. */
  private static List<Values> values(Buffer buffer, Kind kind, Supplier<List<Values>> contents) {
    if (buffer.device().traceContentsAt(buffer, kind) instanceof Contents(List<Values> held)) {
      if (buffer.device().recording() == null) {
        copy(contents.get(), held);
      }
      return held;
    }
    return contents.get();
  }

  static void copy(List<Values> from, List<Values> to) {
    for (int i = 0; i < to.size(); i++) {
      from.get(from.size() == 1 ? 0 : i).copyTo(to.get(i));
    }
  }

  private static List<Values> zeros(TensorSpec spec, int parts) {
    List<Values> values = new ArrayList<>(parts);
    for (int i = 0; i < parts; i++) {
      values.add(Values.zeros(spec.dtype(), spec.shape().volume()));
    }
    return values;
  }
}
