package dev.tilescope.args;

import dev.tilescope.args.CallRecord.Mapping;
import dev.tilescope.args.CallRecord.Mesh;
import dev.tilescope.args.CallRecord.OtherObject;
import dev.tilescope.args.CallRecord.TensorSnapshot;
import dev.tilescope.args.CallRecord.TorchSnapshot;
import dev.tilescope.device.Board;
import dev.tilescope.device.Buffer;
import dev.tilescope.device.Chip;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.tensor.Values;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes of an argument what a file will say of it, so that it may change afterwards. Runs on the
 * thread of the call: what is immutable is kept as it is, and turned into text later.
 *
 * <p>Values of tensors are copied as long as they are few; a call with more is written before it
 * returns ({@link #isHeavy}), from the tensors themselves.
 */
final class Freezer {
  private static final int COPIED_ELEMENTS = 1 << 14;
  private static final int MOST_COPIED_ELEMENTS = 1 << 23;
  private static final int MAX_DEPTH = 32;

  private final boolean withValues;
  private long elements;
  private boolean isImmutable;

  Freezer(boolean withValues) {
    this.withValues = withValues;
    this.isImmutable = !withValues;
  }

  /** Whether all that was frozen stays as it is, and is equal only to what has the same text. */
  boolean isImmutable() {
    return isImmutable;
  }

  /** Whether there are more values than are copied. */
  boolean isHeavy() {
    return elements > COPIED_ELEMENTS;
  }

  @Nullable Object freeze(@Nullable Object value) {
    return freeze(value, 0);
  }

  private @Nullable Object freeze(@Nullable Object value, int depth) {
    if (depth > MAX_DEPTH) {
      return new OtherObject("nesting", "deeper than " + MAX_DEPTH);
    }
    return switch (value) {
      case null -> null;
      case Tensor tensor -> tensor(tensor);
      case TorchTensor tensor -> torch(tensor);
      case MeshDevice device -> mesh(device);
      case Number number -> plain(number);
      case Boolean flag -> flag;
      case CharSequence text -> text.toString();
      case Enum<?> constant -> constant;
      case Path path -> new OtherObject("PosixPath", path.toString());
      case Record record -> plain(record);
      case Shape shape -> shape;
      case Map<?, ?> map -> mapping(map, depth);
      case Collection<?> items -> list(items, depth);
      case Object array when array.getClass().isArray() -> array(array, depth);
      case Object other -> byItsText(other);
    };
  }

  /** Kept as it is, whether it can change or not. */
  private Object plain(Object value) {
    isImmutable &= ImmutableTypes.contain(value.getClass());
    return value;
  }

  private TensorSnapshot tensor(Tensor tensor) {
    // A freed tensor has no device to ask for any more, but its buffer knows where it was.
    Buffer buffer = tensor.buffer();
    Mesh mesh = buffer == null ? null : mesh(buffer.device());
    return new TensorSnapshot(
        tensor.spec(), placements(tensor, mesh), mesh, withValues ? parts(tensor) : null);
  }

  /** A tensor that was never given to a mesh is the same everywhere. */
  private static List<String> placements(Tensor tensor, @Nullable Mesh mesh) {
    List<String> placements = new ArrayList<>();
    for (Distribution.Placement placement : tensor.distribution().placements()) {
      placements.add(
          switch (placement) {
            case Distribution.Placement.Replicate() -> "PlacementReplicate";
            case Distribution.Placement.Shard(int dim) -> "PlacementShard(" + dim + ")";
          });
    }
    if (placements.isEmpty()) {
      placements.add("PlacementReplicate");
      if (mesh != null) {
        placements.add("PlacementReplicate");
      }
    }
    return placements;
  }

  /** A freed tensor and one of NO_DISPATCH have none. */
  private @Nullable List<Values> parts(Tensor tensor) {
    if (!tensor.hasValues() || (tensor.isOnDevice() && !tensor.isAllocated())) {
      return null;
    }
    List<Values> parts = tensor.requireParts("tensor");
    for (Values part : parts) {
      elements += part.size();
    }
    return isHeavy() ? parts : parts.stream().map(Values::copy).toList();
  }

  /**
   * The values as they are now; null as for {@link #parts}, and if there are so many that a second
   * set of them might be too much for the program's heap.
   */
  static @Nullable List<Values> copies(Tensor tensor) {
    if (!tensor.hasValues()) {
      return null;
    }
    List<Values> parts = tensor.requireParts("tensor");
    long elements = parts.stream().mapToLong(Values::size).sum();
    return elements > MOST_COPIED_ELEMENTS ? null : parts.stream().map(Values::copy).toList();
  }

  private TorchSnapshot torch(TorchTensor tensor) {
    if (!withValues) {
      return new TorchSnapshot(tensor.shape(), tensor.dtype(), null);
    }
    elements += tensor.shape().volume();
    TorchTensor held = tensor;
    if (!isHeavy()) {
      byte[] copy = tensor.elements().toArray(ValueLayout.JAVA_BYTE);
      held = TorchTensor.of(tensor.shape(), tensor.dtype(), MemorySegment.ofArray(copy));
    }
    return new TorchSnapshot(tensor.shape(), tensor.dtype(), held);
  }

  private static Mesh mesh(MeshDevice device) {
    Board board = device.board();
    return new Mesh(
        board.meshRows(), board.meshColumns(), device.chips().stream().map(Chip::id).toList());
  }

  private List<@Nullable Object> list(Collection<?> items, int depth) {
    List<@Nullable Object> frozen = new ArrayList<>(items.size());
    items.forEach(item -> frozen.add(freeze(item, depth + 1)));
    return Collections.unmodifiableList(frozen);
  }

  private List<@Nullable Object> array(Object array, int depth) {
    List<@Nullable Object> frozen = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      frozen.add(freeze(Array.get(array, i), depth + 1));
    }
    return Collections.unmodifiableList(frozen);
  }

  /** Maps are equal in whatever order their entries stand. */
  private Mapping mapping(Map<?, ?> map, int depth) {
    isImmutable = false;
    Map<String, @Nullable Object> entries = new LinkedHashMap<>();
    map.forEach((key, item) -> entries.put(String.valueOf(key), freeze(item, depth + 1)));
    return new Mapping(entries);
  }

  /** A text that cannot be made must not reach the program that is traced. */
  private static OtherObject byItsText(Object other) {
    String type = other.getClass().getSimpleName();
    try {
      return new OtherObject(type, String.valueOf(other));
    } catch (RuntimeException e) {
      return new OtherObject(type, "toString failed: " + e.getClass().getName());
    }
  }
}
