package dev.tilescope.internal.python;

import static java.util.Map.entry;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.DramReaders;
import dev.tilescope.internal.python.Functions.Function;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.PrintOptions;
import dev.tilescope.tensor.PrintOptions.Profile;
import dev.tilescope.tensor.PrintOptions.Scientific;
import dev.tilescope.tensor.Sharding;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Python asks of tensors, and their elements. */
final class TensorFunctions {
  private TensorFunctions() {}

  static Map<String, Function> all() {
    return Map.ofEntries(
        entry("tensor.memory_config", a -> a.tensor(0).memoryConfig()),
        entry("tensor.nd_shard_spec", a -> a.tensor(0).spec().ndShardSpec()),
        entry("tensor.padded_shape", a -> a.tensor(0).spec().paddedShape()),
        entry("tensor.worker_cores", TensorFunctions::workerCores),
        entry("tensor.tile_padding", a -> a.tensor(0).tilePadding()),
        entry("tensor.tile", a -> a.tensor(0).spec().tile()),
        entry("tensor.is_allocated", a -> a.tensor(0).isAllocated()),
        entry("tensor.device", a -> device(a.tensor(0))),
        entry("tensor.address", a -> address(a.tensor(0))),
        entry("tensor.buffer_id", a -> bufferId(a.tensor(0))),
        entry("tensor.id", a -> a.tensor(0).tensorId()),
        entry("tensor.print_options", TensorFunctions::print),
        entry("tensor.text", a -> a.tensor(0).toString()),
        entry("tensor.spec_text", a -> a.tensor(0).spec().toString()),
        entry("tensor.placements", a -> a.tensor(0).distribution().placements()),
        entry("tensor.has_values", a -> a.tensor(0).hasValues()),
        entry("tensor.same", a -> a.tensor(0)),
        entry("tensor.page_bytes", a -> a.tensor(0).spec().pageBytes()),
        entry("tensor.aligned_page_bytes", a -> a.tensor(0).requireBuffer("tensor").pageBytes()),
        entry("tensor.pages", a -> a.tensor(0).spec().pageCount()),
        entry("tensor.compose", a -> a.get(1, MeshMapper.class).compose(a.tensor(0), null)),
        entry("tensor.distribute", a -> a.get(1, MeshMapper.class).distribute(a.tensor(0), null)),
        entry("tensor.parts", a -> a.tensor(0).ofDevices()),
        entry("tensor.combine", TensorFunctions::combined),
        entry("spec.memory_config", a -> spec(a).memoryConfig()),
        entry("spec.nd_shard_spec", a -> spec(a).ndShardSpec()),
        entry("spec.padded_shape", a -> spec(a).paddedShape()),
        entry("array.read", TensorFunctions::read));
  }

  private static Tensor combined(Arguments a) {
    List<Tensor> parts = a.list(0).stream().map(Tensor.class::cast).toList();
    if (parts.isEmpty()) {
      throw new TilescopeException("At least one tensor shard must be provided, got none");
    }
    return Tensor.ofParts(parts, a.small(1));
  }

  /** Of a shape, a type, a layout and a memory config. */
  private static TensorSpec spec(Arguments a) {
    TensorSpec spec =
        new TensorSpec(
            a.get(0, Shape.class),
            a.get(1, DataType.class),
            a.get(2, Layout.class),
            a.get(3, MemoryConfig.class));
    Sharding.check(spec);
    return spec;
  }

  /** The cores that have shards of a tensor, or those that read the banks that have. */
  private static List<CoreCoord> workerCores(Arguments a) {
    Tensor tensor = a.tensor(0);
    if (!tensor.isOnDevice() || !tensor.memoryConfig().isSharded()) {
      throw new TilescopeException(
          "Tensor must be %s to compute optimal worker cores."
              .formatted(tensor.isOnDevice() ? "sharded" : "on device"));
    }
    List<CoreCoord> holders = tensor.requireBuffer("tensor").coresWithShards();
    if (!tensor.memoryConfig().bufferType().isDram()) {
      return holders;
    }
    List<CoreCoord> readers = DramReaders.of(tensor.device().board(), a.small(1));
    return holders.stream().map(bank -> readers.get(bank.x())).toList();
  }

  private static @Nullable Integer device(Tensor tensor) {
    Buffer buffer = tensor.buffer();
    return buffer == null ? null : buffer.device().id();
  }

  /** By TT-NN's words for profiles, and true, false or default for exponents. */
  private static @Nullable Object print(Arguments a) {
    Scientific scientific =
        switch (a.text(1)) {
          case "true" -> Scientific.ALWAYS;
          case "false" -> Scientific.NEVER;
          default -> Scientific.DEFAULT;
        };
    Profile profile =
        switch (a.text(0)) {
          case "empty" -> Profile.EMPTY;
          case "short" -> Profile.SHORT;
          case "full" -> Profile.FULL;
          default ->
              throw new TilescopeException(
                  "profile: empty, short or full is expected, got " + a.text(0));
        };
    PrintOptions.use(new PrintOptions(profile, scientific, a.small(2)));
    return null;
  }

  private static long address(Tensor tensor) {
    return tensor.requireBuffer("tensor").address();
  }

  /** The number that views of a buffer share; null of what lies in none. */
  private static @Nullable Long bufferId(Tensor tensor) {
    Buffer buffer = tensor.buffer();
    return buffer != null && buffer.isAllocated() ? buffer.uniqueId() : null;
  }

  /** Copies all elements to memory of Python's. */
  @SuppressWarnings("restricted") // which is known by its address
  private static @Nullable Object read(Arguments a) {
    long bytes = a.integer(2);
    if (Tracker.dispatchBlocked()) {
      // Nothing is computed: what is read is of the right size, and zeros.
      MemorySegment.ofAddress(a.integer(1)).reinterpret(bytes).fill((byte) 0);
      return null;
    }
    MemorySegment elements = a.get(0, TorchTensor.class).elements();
    if (bytes != elements.byteSize()) {
      throw new TilescopeException(
          "the array has %d bytes, the memory for it %d".formatted(elements.byteSize(), bytes));
    }
    MemorySegment.ofAddress(a.integer(1)).reinterpret(bytes).copyFrom(elements);
    return null;
  }
}
