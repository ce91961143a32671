package dev.tilescope.internal.python;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes an answer to its place, or, if that is too small, to memory that is kept until it is
 * fetched. {@link Door} says what is in an answer, {@link Tag} what values look like.
 */
final class FrameWriter {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Handles handles;
  private final MemorySegment place;
  private MemorySegment memory;
  private long used;

  FrameWriter(Handles handles, MemorySegment place) {
    this.handles = handles;
    this.place = place;
    this.memory = place;
  }

  FrameWriter begin(Status status, boolean isHeard) {
    memory = place;
    used = 0;
    return u8(status.ordinal()).u8(isHeard ? 1 : 0);
  }

  /** The length of the answer. */
  long end() {
    if (used > place.byteSize()) {
      place.set(LONG, 0, handles.add(memory.asSlice(0, used)));
    }
    return used;
  }

  /** An answer that was kept, to a place that is large enough. */
  long repeat(MemorySegment kept) {
    place.copyFrom(kept);
    return kept.byteSize();
  }

  FrameWriter value(@Nullable Object value) {
    return switch (value) {
      case null -> tag(Tag.NONE);
      case Boolean truth -> tag(truth ? Tag.TRUE : Tag.FALSE);
      case Byte _, Short _, Integer _, Long _ -> tag(Tag.INTEGER).i64(((Number) value).longValue());
      case Float _, Double _ -> real(((Number) value).doubleValue());
      case BigInteger big -> tag(Tag.BIG).bytes(big.toByteArray());
      case CharSequence text -> text(text.toString());
      case Tensor tensor -> tensor(tensor);
      case Shape shape -> tag(Tag.SHAPE).dims(shape);
      case int[] integers -> integers(integers);
      case Collection<?> items -> items(items);
      case Map<?, ?> entries -> entries(entries);
      case Enum<?> constant when PythonTypes.codeOf(constant.getDeclaringClass()) >= 0 ->
          tag(Tag.CONSTANT)
              .u8(PythonTypes.codeOf(constant.getDeclaringClass()))
              .u8(constant.ordinal());
      case Record record when PythonTypes.codeOf(record.getClass()) >= 0 -> record(record);
      case TorchTensor array -> array(array);
      default -> tag(Tag.HANDLE).i64(handles.add(value));
    };
  }

  private FrameWriter real(double value) {
    tag(Tag.REAL);
    long at = room(Double.BYTES);
    memory.set(DOUBLE, at, value);
    return this;
  }

  FrameWriter text(String text) {
    return tag(Tag.TEXT).bytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private FrameWriter bytes(byte[] bytes) {
    u32(bytes.length);
    long at = room(bytes.length);
    MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, at, bytes.length);
    return this;
  }

  private FrameWriter integers(int[] integers) {
    tag(Tag.LIST).u32(integers.length);
    for (int each : integers) {
      tag(Tag.INTEGER).i64(each);
    }
    return this;
  }

  private FrameWriter items(Collection<?> items) {
    tag(Tag.LIST).u32(items.size());
    items.forEach(this::value);
    return this;
  }

  private FrameWriter entries(Map<?, ?> entries) {
    tag(Tag.MAP).u32(entries.size());
    entries.forEach((key, value) -> value(key).value(value));
    return this;
  }

  private FrameWriter record(Record record) {
    int code = PythonTypes.codeOf(record.getClass());
    tag(Tag.RECORD).u8(code);
    for (Object component : PythonTypes.record(code).components(record)) {
      value(component);
    }
    return this;
  }

  private FrameWriter tensor(Tensor tensor) {
    DataType dtype = tensor.dtype();
    return tag(Tag.TENSOR)
        .i64(handles.add(tensor))
        .u8(dtype.ordinal())
        .u8(tensor.layout().ordinal())
        .u8(tensor.isOnDevice() ? 1 : 0)
        .dims(tensor.shape());
  }

  /** Its elements are fetched by a function of their own, into memory of Python's. */
  private FrameWriter array(TorchTensor array) {
    return tag(Tag.ARRAY).u8(array.dtype().ordinal()).dims(array.shape()).i64(handles.add(array));
  }

  private FrameWriter dims(Shape shape) {
    u8(shape.rank());
    for (int i = 0; i < shape.rank(); i++) {
      i64(shape.dim(i));
    }
    return this;
  }

  private FrameWriter tag(Tag tag) {
    return u8(tag.ordinal());
  }

  private FrameWriter u8(int value) {
    long at = room(Byte.BYTES);
    memory.set(ValueLayout.JAVA_BYTE, at, (byte) value);
    return this;
  }

  private FrameWriter u32(int value) {
    long at = room(Integer.BYTES);
    memory.set(INT, at, value);
    return this;
  }

  private FrameWriter i64(long value) {
    long at = room(Long.BYTES);
    memory.set(LONG, at, value);
    return this;
  }

  private long room(long bytes) {
    if (used + bytes > memory.byteSize()) {
      grow(used + bytes);
    }
    long from = used;
    used += bytes;
    return from;
  }

  private void grow(long needed) {
    long bytes = Math.max(needed, 2 * memory.byteSize());
    MemorySegment larger = Arena.ofAuto().allocate(bytes, Long.BYTES);
    MemorySegment.copy(memory, 0, larger, 0, used);
    memory = larger;
  }
}
