package dev.tilescope.internal.python;

import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.TorchDtype;
import dev.tilescope.tensor.TorchTensor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a request of Python's; {@link Door} says what is in one, {@link Tag} what values look like.
 * Every read is checked against the end of the frame.
 */
final class FrameReader {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final MemorySegment frame;
  private final Handles handles;
  private long at;

  FrameReader(MemorySegment frame, Handles handles) {
    this.frame = frame;
    this.handles = handles;
  }

  int u8() {
    return Byte.toUnsignedInt(frame.get(ValueLayout.JAVA_BYTE, take(Byte.BYTES)));
  }

  int u16() {
    return Short.toUnsignedInt(frame.get(SHORT, take(Short.BYTES)));
  }

  long i64() {
    return frame.get(LONG, take(Long.BYTES));
  }

  private int count() {
    int count = frame.get(INT, take(Integer.BYTES));
    if (count < 0 || count > frame.byteSize() - at) {
      throw new TilescopeException(
          "frame: %d values or bytes are said to follow where %d bytes do"
              .formatted(count, frame.byteSize() - at));
    }
    return count;
  }

  String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  private byte[] bytes() {
    int length = count();
    byte[] read = new byte[length];
    MemorySegment.copy(frame, ValueLayout.JAVA_BYTE, take(length), read, 0, length);
    return read;
  }

  @Nullable Object value() {
    return switch (Tag.of(u8())) {
      case NONE -> null;
      case FALSE -> false;
      case TRUE -> true;
      case INTEGER -> i64();
      case REAL -> frame.get(DOUBLE, take(Double.BYTES));
      case TEXT -> text();
      case LIST -> list();
      case MAP -> map();
      case HANDLE -> handles.get(i64());
      case CONSTANT -> PythonTypes.constant(u8(), u8());
      case RECORD -> record(PythonTypes.record(u8()));
      case ARRAY -> array();
      case TENSOR -> throw new TilescopeException("frame: tensors are sent by their handles");
      case SHAPE -> shape();
      case BIG -> new BigInteger(bytes());
    };
  }

  private List<@Nullable Object> list() {
    int count = count();
    List<@Nullable Object> items = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      items.add(value());
    }
    return Collections.unmodifiableList(items);
  }

  private Map<@Nullable Object, @Nullable Object> map() {
    Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
    for (int left = count(); left > 0; left--) {
      Object key = value();
      entries.put(key, value());
    }
    return entries;
  }

  private Record record(RecordType type) {
    Object[] values = new Object[type.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value();
    }
    return type.make(values);
  }

  private Shape shape() {
    int[] dims = new int[u8()];
    for (int i = 0; i < dims.length; i++) {
      dims[i] = Math.toIntExact(i64());
    }
    return Shape.of(dims);
  }

  @SuppressWarnings("restricted") // elements lie in memory of Python's
  private TorchTensor array() {
    TorchDtype dtype = PythonTypes.torchDtype(u8());
    Shape shape = shape();
    long address = i64();
    if (address == 0 && shape.volume() > 0) {
      return TorchTensor.meta(shape, dtype);
    }
    MemorySegment elements =
        MemorySegment.ofAddress(address).reinterpret(shape.volume() * dtype.elementBytes());
    return TorchTensor.of(shape, dtype, elements);
  }

  private long take(long bytes) {
    long from = at;
    if (bytes > frame.byteSize() - from) {
      throw new TilescopeException(
          "frame: ends after %d bytes, within a value".formatted(frame.byteSize()));
    }
    at = from + bytes;
    return from;
  }
}
