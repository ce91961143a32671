package dev.tilescope.tensor;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorRef;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A tensor on the host or on a device. Immutable but for being freed.
 *
 * <p>A device tensor made while dispatch was blocked (NO_DISPATCH) has a buffer at address 0 and no
 * values. Views share the buffer: freeing one frees all.
 */
public final class Tensor implements TensorRef, AutoCloseable {
  /** From 1: TT-NN's importer takes a tensor numbered 0 for one without a number. */
  private static final AtomicLong NEXT_ID = new AtomicLong(1);

  private final long id = NEXT_ID.getAndIncrement();
  private final TensorSpec spec;
  private final @Nullable Buffer buffer;
  private final List<DeviceTensor> deviceTensors;
  private Distribution distribution;

  /** Whether there are views: one flag for all tensors of the buffer. */
  private final AtomicBoolean shared;

  /** One for every device of the mesh, or a single one that all of them have. */
  private @Nullable List<Values> parts;

  private double tilePadding;

  private Tensor(
      TensorSpec spec,
      @Nullable Buffer buffer,
      Distribution distribution,
      @Nullable List<Values> parts,
      AtomicBoolean shared) {
    if (buffer != null) {
      requireDeviceRank(spec);
    }
    this.spec = spec;
    this.shared = shared;
    this.buffer = buffer;
    this.distribution = distribution;
    this.parts = parts;
    this.deviceTensors = buffer == null ? List.of() : buffer.deviceTensors();
  }

  /** Throws unless a device holds tensors of so many dimensions. */
  public static void requireDeviceRank(TensorSpec spec) {
    int rank = spec.shape().rank();
    if (rank > Shape.MAX_DEVICE_RANK) {
      throw new TilescopeException(
          "shape: rank must be <= %d on a device, got rank %d; use Ttnn.reshape on the host"
              .formatted(Shape.MAX_DEVICE_RANK, rank));
    }
  }

  public static Tensor onHost(TensorSpec spec, Values values) {
    return onHost(spec, Distribution.REPLICATED, List.of(values));
  }

  /** Parts for the devices of a mesh, not yet on it. */
  public static Tensor onHost(TensorSpec spec, Distribution distribution, List<Values> parts) {
    parts.forEach(part -> part.requireFit(spec));
    return new Tensor(spec, null, distribution, List.copyOf(parts), new AtomicBoolean());
  }

  /** With the elements of a bfloat16 array, which are copied. */
  public static Tensor onHost(TensorSpec spec, TorchTensor bfloat16) {
    List<Values> packed = new PackedValues(bfloat16.toShorts());
    return new Tensor(spec, null, Distribution.REPLICATED, packed, new AtomicBoolean());
  }

  /** What a read from the device gives while dispatch is blocked: no values. */
  public static Tensor onHostUncomputed(TensorSpec spec) {
    return onHostUncomputed(spec, Distribution.REPLICATED);
  }

  public static Tensor onHostUncomputed(TensorSpec spec, Distribution distribution) {
    return new Tensor(spec, null, distribution, null, new AtomicBoolean());
  }

  /**
   * @param values null if dispatch was blocked when the buffer was made
   */
  public static Tensor onDevice(TensorSpec spec, Buffer buffer, @Nullable Values values) {
    return onDevice(spec, buffer, Distribution.REPLICATED, values == null ? null : List.of(values));
  }

  /**
   * @param parts one for every device, or one for all; null if dispatch was blocked when the buffer
   *     was made
   */
  public static Tensor onDevice(
      TensorSpec spec, Buffer buffer, Distribution distribution, @Nullable List<Values> parts) {
    List<Values> held = parts == null || parts instanceof PackedValues ? parts : List.copyOf(parts);
    return new Tensor(spec, buffer, distribution, held, new AtomicBoolean());
  }

  /**
   * Gives each device values of its own, which begin as those that all of them have: for what is
   * written next differs from device to device.
   *
   * @param devices how many there are
   * @throws TilescopeException if views of the tensor would keep the values of before
   */
  public void separate(String argument, int devices) {
    if (!distribution.isReplicated()) {
      return;
    }
    if (isShared() && devices > 1) {
      throw new TilescopeException(
          "%s: what is written differs from device to device, got a tensor that is the same on all and has views; write before it is viewed"
              .formatted(argument));
    }
    distribution = distribution.separate();
    if (parts != null) {
      Values all = parts.getFirst();
      List<Values> own = new ArrayList<>(List.of(all));
      while (own.size() < devices) {
        own.add(all.copy());
      }
      parts = List.copyOf(own);
    }
  }

  /** The same buffer and values under another shape. */
  public Tensor view(TensorSpec other) {
    shared.set(true);
    return new Tensor(other, buffer, distribution, parts, shared);
  }

  /**
   * A part of the elements in the same memory: freeing one frees all. What is written to one later
   * does not show in the other.
   *
   * @param first where the part begins in each dimension
   */
  public Tensor stretch(TensorSpec other, int[] first) {
    shared.set(true);
    List<Values> cut =
        parts == null
            ? null
            : parts.stream()
                .map(part -> Blocks.cut(part, spec.shape(), other.shape(), first))
                .toList();
    return new Tensor(other, buffer, distribution, cut, shared);
  }

  /**
   * The part of each device as a tensor of its own, in the same memory: freeing one frees all. A
   * host tensor that is the same everywhere has one.
   */
  public List<Tensor> ofDevices() {
    if (parts == null) {
      return List.of(this);
    }
    List<Values> held = parts;
    int devices = buffer == null ? held.size() : buffer.device().board().chips();
    shared.set(true);
    return IntStream.range(0, devices)
        .mapToObj(i -> held.get(held.size() == 1 ? 0 : i))
        .map(part -> new Tensor(spec, buffer, Distribution.REPLICATED, List.of(part), shared))
        .toList();
  }

  /**
   * The tensor of which each device of a mesh has one of these, in their order: the inverse of
   * {@link #ofDevices}.
   *
   * @param dim along which they are parts of a whole
   */
  public static Tensor ofParts(List<Tensor> tensors, int dim) {
    Tensor first = tensors.getFirst();
    for (Tensor each : tensors) {
      if (!each.spec.equals(first.spec) || each.buffer != first.buffer) {
        throw new TilescopeException(
            "All tensor shards must have the same spec, and lie on the host or in the same memory of a mesh: got %s and %s"
                .formatted(first.spec, each.spec));
      }
    }
    List<Values> parts = tensors.stream().map(each -> each.requireValues("tensors")).toList();
    Distribution distribution = Distribution.of(new Distribution.Placement.Shard(dim));
    return new Tensor(first.spec, first.buffer, distribution, parts, first.shared);
  }

  /**
   * The same values under the same address, whatever becomes of the buffer: what a trace has that
   * was captured with this tensor. It is not to be freed.
   */
  public Tensor frozen() {
    return buffer == null ? this : new Tensor(spec, buffer.ghost(), distribution, parts, shared);
  }

  /**
   * What the rest of the last tiles holds: 0, or what an operation filled it with. Only who reads
   * whole tiles sees it.
   */
  public double tilePadding() {
    return tilePadding;
  }

  /** As an operation that writes the rest of the last tiles does. */
  public Tensor withTilePadding(double value) {
    tilePadding = value;
    return this;
  }

  /** True for a view, and for a tensor that has had one. */
  public boolean isShared() {
    return shared.get();
  }

  @Override
  public long tensorId() {
    return id;
  }

  @Override
  public TensorSpec spec() {
    return spec;
  }

  public Shape shape() {
    return spec.shape();
  }

  public DataType dtype() {
    return spec.dtype();
  }

  public Layout layout() {
    return spec.layout();
  }

  public MemoryConfig memoryConfig() {
    return spec.memoryConfig();
  }

  @Override
  public @Nullable Buffer buffer() {
    return buffer;
  }

  @Override
  public List<DeviceTensor> deviceTensors() {
    return deviceTensors;
  }

  public boolean isOnDevice() {
    return buffer != null;
  }

  /** False once the buffer is freed, here or through another view, or its device is closed. */
  public boolean isAllocated() {
    return buffer == null || buffer.isAllocated();
  }

  /** The device buffer, or an error that says why there is none to use. */
  public Buffer requireBuffer(String argument) {
    if (buffer == null) {
      throw new TilescopeException(
          argument + ": a device tensor is needed, got a host tensor; call Ttnn.toDevice first");
    }
    buffer.requireAllocated(argument);
    return buffer;
  }

  public MeshDevice device() {
    return requireBuffer("tensor " + id).device();
  }

  /** How the tensor lies over the devices of its mesh. */
  public Distribution distribution() {
    return distribution;
  }

  /** The elements of a tensor that is the same on every device. */
  public Values values() {
    return requireValues("tensor " + id);
  }

  /** The elements, or an error that says why there are none. */
  public Values requireValues(String argument) {
    List<Values> held = requireParts(argument);
    if (held.size() > 1) {
      throw new TilescopeException(
          "%s: the tensor has a part on each of %d devices; put it together with a mesh composer"
              .formatted(argument, held.size()));
    }
    return held.getFirst();
  }

  /** The elements on each device, or a single set that all of them have. */
  public List<Values> requireParts(String argument) {
    if (buffer != null) {
      buffer.requireReadable(argument);
    }
    List<Values> held = parts;
    if (held == null && buffer != null && !buffer.isBlocked()) {
      throw new TilescopeException(
          "%s: nobody set its %d elements, and they are too many for this host to compute with;"
                  .formatted(argument, spec.shape().volume())
              + " trace the program in RunMode.NO_DISPATCH");
    }
    if (held == null) {
      throw new TilescopeException(
          argument
              + ": the tensor has no values: it was made in NO_DISPATCH, where nothing is computed;"
              + " run the program in RunMode.NORMAL to read it");
    }
    return held;
  }

  /** The elements on each device, for another tensor to have. */
  public List<Values> copyParts(String argument) {
    List<Values> held = requireParts(argument);
    return held instanceof PackedValues packed
        ? packed.copy()
        : held.stream().map(Values::copy).toList();
  }

  public boolean hasValues() {
    return parts != null && isAllocated();
  }

  /** Frees the buffer; an error if it was freed before. A host tensor has none and stays usable. */
  public void deallocate() {
    if (buffer != null && buffer.deallocate()) {
      parts = null;
    }
  }

  /** Frees the buffer unless that has happened. */
  @Override
  public void close() {
    if (buffer != null && buffer.isAllocated()) {
      deallocate();
    }
  }

  @Override
  public String toString() {
    return TensorText.of(this);
  }
}
