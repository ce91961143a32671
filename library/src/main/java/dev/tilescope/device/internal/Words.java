package dev.tilescope.device.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Unsigned little-endian fields at any address of an array, without allocation. */
final class Words {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Words() {}

  static int u8(byte[] bytes, int at) {
    return bytes[at] & 0xFF;
  }

  static int u16(byte[] bytes, int at) {
    return (short) SHORT.get(bytes, at) & 0xFFFF;
  }

  /** The 32 bits as they are, for words that are no number. */
  static int bits32(byte[] bytes, int at) {
    return (int) INT.get(bytes, at);
  }

  static long u32(byte[] bytes, int at) {
    return bits32(bytes, at) & 0xFFFF_FFFFL;
  }

  static long bits64(byte[] bytes, int at) {
    return (long) LONG.get(bytes, at);
  }

  static void put8(byte[] bytes, int at, int value) {
    bytes[at] = (byte) value;
  }

  static void put16(byte[] bytes, int at, int value) {
    SHORT.set(bytes, at, (short) value);
  }

  static void put32(byte[] bytes, int at, long value) {
    INT.set(bytes, at, (int) value);
  }

  static void put64(byte[] bytes, int at, long value) {
    LONG.set(bytes, at, value);
  }

  static long roundUp(long value, int multiple) {
    return (multiple & multiple - 1) == 0
        ? value + multiple - 1 & -multiple
        : (value + multiple - 1) / multiple * multiple;
  }

  static int roundUp(int value, int multiple) {
    return Math.toIntExact(roundUp((long) value, multiple));
  }
}
