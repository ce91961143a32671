package dev.tilescope.golden;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A value in a graph: given from outside, or computed by a node. Values are compared by identity,
 * so that one used twice is one input or one node.
 */
sealed interface OnnxValue permits OnnxCall, OnnxValue.Given, OnnxValue.Result, OnnxValue.Absent {
  /** An input of the graph: row-major little-endian elements. */
  record Given(OnnxType type, byte[] elements, long[] dims) implements OnnxValue {
    static Given of(float[] values, int... dims) {
      ByteBuffer buffer = buffer(values.length, Float.BYTES);
      buffer.asFloatBuffer().put(values);
      return new Given(OnnxType.FLOAT, buffer.array(), longs(dims));
    }

    static Given of(int[] values, int... dims) {
      ByteBuffer buffer = buffer(values.length, Integer.BYTES);
      buffer.asIntBuffer().put(values);
      return new Given(OnnxType.INT32, buffer.array(), longs(dims));
    }

    static Given of(long[] values, int... dims) {
      ByteBuffer buffer = buffer(values.length, Long.BYTES);
      buffer.asLongBuffer().put(values);
      return new Given(OnnxType.INT64, buffer.array(), longs(dims));
    }

    static Given of(boolean[] values, int... dims) {
      byte[] bytes = new byte[values.length];
      for (int i = 0; i < values.length; i++) {
        bytes[i] = (byte) (values[i] ? 1 : 0);
      }
      return new Given(OnnxType.BOOL, bytes, longs(dims));
    }

    private static ByteBuffer buffer(int count, int elementBytes) {
      return ByteBuffer.allocate(count * elementBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long[] longs(int[] dims) {
      return Arrays.stream(dims).asLongStream().toArray();
    }
  }

  /** One of several outputs of a node; the node itself stands for its first. */
  record Result(OnnxCall call, int index) implements OnnxValue {}

  /** An optional input that is left out. */
  enum Absent implements OnnxValue {
    ABSENT
  }
}
