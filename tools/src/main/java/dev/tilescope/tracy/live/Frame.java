package dev.tilescope.tracy.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Collects events to a frame, and sends it when the next one finds no room: events never straddle
 * two frames.
 *
 * <pre>
 * Frame --> packed bytes u32, packed: one LZ4 block of 1 to 262,144 bytes of whole events
 * </pre>
 *
 * <p>All numbers are little-endian.
 */
final class Frame {
  /** Takes what is to be sent; returns when it is. */
  interface Sink {
    void send(ByteBuffer bytes) throws IOException;
  }

  static final int MOST_BYTES = 1 << 18;
  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);

  private final Sink sink;
  private final Lz4Block packer = new Lz4Block();
  private final byte[] bytes = new byte[MOST_BYTES];
  private final byte[] packed = new byte[Integer.BYTES + Lz4Block.mostBytes(MOST_BYTES)];
  private int used;

  Frame(Sink sink) {
    this.sink = sink;
  }

  private static VarHandle view(Class<?> type) {
    return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
  }

  /** What follows is one event, and has so many bytes. */
  void event(int length) {
    if (used + length > MOST_BYTES) {
      flush();
    }
  }

  void put8(int value) {
    bytes[used++] = (byte) value;
  }

  void put16(int value) {
    SHORT.set(bytes, used, (short) value);
    used += Short.BYTES;
  }

  void put32(int value) {
    INT.set(bytes, used, value);
    used += Integer.BYTES;
  }

  void put64(long value) {
    LONG.set(bytes, used, value);
    used += Long.BYTES;
  }

  void put(byte[] value) {
    System.arraycopy(value, 0, bytes, used, value.length);
    used += value.length;
  }

  /** The bytes blue, green and red. */
  void putColour(int rgb) {
    put8(rgb);
    put8(rgb >>> 8);
    put8(rgb >>> 16);
  }

  void flush() {
    if (used == 0) {
      return;
    }
    int end = packer.pack(bytes, used, packed, Integer.BYTES);
    INT.set(packed, 0, end - Integer.BYTES);
    used = 0;
    try {
      sink.send(ByteBuffer.wrap(packed, 0, end));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
