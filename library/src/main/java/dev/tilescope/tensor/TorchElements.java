package dev.tilescope.tensor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reads and writes elements of every type of PyTorch in the machine's byte order. Conversions are
 * PyTorch's: to floating point by way of float32, nearest even; to integers towards zero, then the
 * low bits.
 */
final class TorchElements {
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;

  private TorchElements() {}

  /** Arrays of the element's width, since an array of bytes would end at 2 GiB. */
  static MemorySegment allocate(TorchDtype dtype, int count) {
    return switch (dtype) {
      case FLOAT64, INT64 -> MemorySegment.ofArray(new long[count]);
      case FLOAT32, INT32, UINT32 -> MemorySegment.ofArray(new int[count]);
      case FLOAT16, BFLOAT16, INT16, UINT16 -> MemorySegment.ofArray(new short[count]);
      case INT8, UINT8, BOOL -> MemorySegment.ofArray(new byte[count]);
    };
  }

  static double real(TorchDtype dtype, MemorySegment from, long i) {
    return switch (dtype) {
      case FLOAT64 -> from.getAtIndex(DOUBLE, i);
      case FLOAT32 -> from.getAtIndex(FLOAT, i);
      case FLOAT16 -> Float.float16ToFloat(from.getAtIndex(SHORT, i));
      case BFLOAT16 -> Float.intBitsToFloat(from.getAtIndex(SHORT, i) << Short.SIZE);
      case INT64, INT32, INT16, INT8, UINT32, UINT16, UINT8, BOOL -> integer(dtype, from, i);
    };
  }

  static long integer(TorchDtype dtype, MemorySegment from, long i) {
    return switch (dtype) {
      case INT64 -> from.getAtIndex(LONG, i);
      case INT32 -> from.getAtIndex(INT, i);
      case INT16 -> from.getAtIndex(SHORT, i);
      case INT8 -> from.get(BYTE, i);
      case UINT32 -> Integer.toUnsignedLong(from.getAtIndex(INT, i));
      case UINT16 -> Short.toUnsignedLong(from.getAtIndex(SHORT, i));
      case UINT8 -> Byte.toUnsignedLong(from.get(BYTE, i));
      case BOOL -> from.get(BYTE, i) == 0 ? 0 : 1;
      case FLOAT64, FLOAT32, FLOAT16, BFLOAT16 -> (long) real(dtype, from, i);
    };
  }

  static void put(TorchDtype dtype, MemorySegment to, long i, double value) {
    switch (dtype) {
      case FLOAT64 -> to.setAtIndex(DOUBLE, i, value);
      case FLOAT32, FLOAT16, BFLOAT16 -> putFloat(dtype, to, i, (float) value);
      case BOOL -> to.set(BYTE, i, (byte) (value == 0 ? 0 : 1));
      case INT64, INT32, INT16, INT8, UINT32, UINT16, UINT8 -> put(dtype, to, i, (long) value);
    }
  }

  static void put(TorchDtype dtype, MemorySegment to, long i, long value) {
    switch (dtype) {
      case INT64 -> to.setAtIndex(LONG, i, value);
      case INT32, UINT32 -> to.setAtIndex(INT, i, (int) value);
      case INT16, UINT16 -> to.setAtIndex(SHORT, i, (short) value);
      case INT8, UINT8 -> to.set(BYTE, i, (byte) value);
      case BOOL -> to.set(BYTE, i, (byte) (value == 0 ? 0 : 1));
      case FLOAT64 -> to.setAtIndex(DOUBLE, i, (double) value);
      case FLOAT32, FLOAT16, BFLOAT16 -> putFloat(dtype, to, i, (float) value);
    }
  }

  private static void putFloat(TorchDtype dtype, MemorySegment to, long i, float value) {
    switch (dtype) {
      case FLOAT32 -> to.setAtIndex(FLOAT, i, value);
      case FLOAT16 -> to.setAtIndex(SHORT, i, Float.floatToFloat16(value));
      case BFLOAT16 ->
          to.setAtIndex(SHORT, i, Bfloat16Elements.ofBits(Float.floatToRawIntBits(value)));
      case FLOAT64, INT64, INT32, INT16, INT8, UINT32, UINT16, UINT8, BOOL ->
          put(dtype, to, i, (double) value);
    }
  }
}
