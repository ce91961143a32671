package dev.tilescope.internal.tracy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A sequence of bytes that grows at its end, and may be changed anywhere. Only the last extent is
 * in memory, the others are in the spill file. Numbers are little-endian.
 */
final class SpilledBytes {
  static final int EXTENT_BYTES = 1 << 16;
  private static final int FIRST_BYTES = 1 << 8;

  /** Numbers may reach beyond an extent; what does moves to the next one. */
  private static final int SLACK_BYTES = Long.BYTES;

  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);

  private final SpillFile file;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int used;
  private long[] extents = new long[0];
  private int extentCount;
  private long spilled;

  SpilledBytes(SpillFile file) {
    this.file = file;
  }

  private static VarHandle view(Class<?> array) {
    return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.LITTLE_ENDIAN);
  }

  long size() {
    return spilled + used;
  }

  void put8(int value) {
    makeRoom(Byte.BYTES);
    buffer[used++] = (byte) value;
  }

  void put16(int value) {
    makeRoom(Short.BYTES);
    SHORT.set(buffer, used, (short) value);
    used += Short.BYTES;
  }

  void put24(int value) {
    put16(value);
    put8(value >>> Short.SIZE);
  }

  void put32(int value) {
    makeRoom(Integer.BYTES);
    INT.set(buffer, used, value);
    used += Integer.BYTES;
  }

  void put64(long value) {
    makeRoom(Long.BYTES);
    LONG.set(buffer, used, value);
    used += Long.BYTES;
  }

  void put(byte[] bytes) {
    int done = 0;
    while (done < bytes.length) {
      makeRoom(1);
      int part = Math.min(bytes.length - done, buffer.length - used);
      System.arraycopy(bytes, done, buffer, used, part);
      used += part;
      done += part;
    }
  }

  private void makeRoom(int bytes) {
    while (buffer.length - used < bytes) {
      if (used >= EXTENT_BYTES) {
        spill(EXTENT_BYTES);
      } else {
        int most = EXTENT_BYTES + SLACK_BYTES;
        buffer = Arrays.copyOf(buffer, Math.min(2 * buffer.length, most));
      }
    }
  }

  private void spill(int length) {
    if (extentCount == extents.length) {
      extents = Arrays.copyOf(extents, Math.max(1, 2 * extentCount));
    }
    extents[extentCount++] = file.append(buffer, length);
    System.arraycopy(buffer, length, buffer, 0, used - length);
    used -= length;
    spilled += length;
  }

  /** Nothing follows: all goes to the file, and no memory is held. */
  void seal() {
    while (used > 0) {
      spill(Math.min(used, EXTENT_BYTES));
    }
    buffer = new byte[0];
  }

  /** Replaces eight bytes. */
  void patch64(long position, long value) {
    if (position >= spilled) {
      LONG.set(buffer, (int) (position - spilled), value);
      return;
    }
    for (int i = 0; i < Long.BYTES; i++) {
      patch8(position + i, (byte) (value >>> i * Byte.SIZE));
    }
  }

  /** Replaces two bytes. */
  void patch16(long position, int value) {
    patch8(position, (byte) value);
    patch8(position + 1, (byte) (value >>> Byte.SIZE));
  }

  private void patch8(long position, byte value) {
    if (position >= spilled) {
      buffer[(int) (position - spilled)] = value;
    } else {
      long extent = extents[(int) (position / EXTENT_BYTES)];
      file.write(extent + position % EXTENT_BYTES, new byte[] {value}, 0, 1);
    }
  }

  void copyTo(BlockOutput out) {
    byte[] extent = new byte[(int) Math.min(EXTENT_BYTES, spilled)];
    for (int i = 0; i < extentCount; i++) {
      int length = (int) Math.min(EXTENT_BYTES, spilled - (long) i * EXTENT_BYTES);
      file.read(extents[i], extent, length);
      out.put(extent, length);
    }
    out.put(buffer, used);
  }
}
