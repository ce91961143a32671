package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.DeviceTensors;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random shapes, types and device tensors for tests of operations. */
final class RandomTensors {
  static final List<DataType> FLOATS = List.of(DataType.FLOAT32, DataType.BFLOAT16);
  static final List<DataType> ALL =
      List.of(
          DataType.FLOAT32,
          DataType.BFLOAT16,
          DataType.UINT32,
          DataType.INT32,
          DataType.UINT16,
          DataType.UINT8);

  private static MeshDevice device;
  private static MeshDevice wide;

  private RandomTensors() {}

  /** What the tensors are on; opened when it is first asked for. */
  static MeshDevice device() {
    if (device == null || !device.isOpen()) {
      device = MeshDevice.open("n150");
    }
    return device;
  }

  /** One with twelve columns of cores, which no Wormhole has. */
  static MeshDevice wide() {
    if (wide == null || !wide.isOpen()) {
      wide = MeshDevice.open("e150");
    }
    return wide;
  }

  /** Gives back the numbers of both devices, which tests after these count on. */
  static void close() {
    for (MeshDevice each : new MeshDevice[] {device, wide}) {
      if (each != null) {
        each.close();
      }
    }
  }

  static <T> T pick(Random random, List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  static MemoryConfig memory(Random random) {
    return random.nextBoolean() ? MemoryConfig.DRAM : MemoryConfig.L1;
  }

  static int[] shape(Random random, int minRank) {
    return shape(random, minRank, 20, 4);
  }

  /** Odd sizes, ones and now and then a zero; about a tile in each of the last dimensions. */
  static int[] shape(Random random, int minRank, int maxDim, int maxRank) {
    int[] dims = new int[random.nextInt(minRank, maxRank + 1)];
    for (int i = 0; i < dims.length; i++) {
      int limit = i >= dims.length - 2 ? 2 * maxDim : 4;
      dims[i] = random.nextInt(40) == 0 ? 0 : random.nextInt(1, limit);
    }
    return dims;
  }

  /** The same shape with some dimensions of size 1. */
  static int[] squeezed(Random random, int[] shape) {
    return Arrays.stream(shape).map(dim -> random.nextInt(4) == 0 ? 1 : dim).toArray();
  }

  /** The same shape without some of its leading dimensions. */
  static int[] trimmed(Random random, int[] shape) {
    return Arrays.copyOfRange(shape, random.nextInt(shape.length), shape.length);
  }

  static TensorSpec spec(Random random, DataType dtype) {
    return new TensorSpec(
        Shape.of(shape(random, 0)), dtype, pick(random, List.of(Layout.values())), memory(random));
  }

  static Tensor any(Random random, int[] shape) {
    return tensor(random, pick(random, ALL), pick(random, List.of(Layout.values())), shape);
  }

  static Tensor tensor(Random random, DataType dtype, Layout layout, int... shape) {
    return floats(random, dtype, layout, -10, 10, shape);
  }

  /** Integers take their own range, without 0 so that they can divide. */
  static Tensor floats(
      Random random, DataType dtype, Layout layout, double low, double high, int... shape) {
    Tensor tensor = place(new TensorSpec(Shape.of(shape), dtype, layout, memory(random)));
    fill(random, tensor, low, high);
    return tensor;
  }

  static Tensor place(TensorSpec spec) {
    return DeviceTensors.allocate(spec, Distribution.REPLICATED, device(), "test");
  }

  static void fill(Random random, Tensor tensor, double low, double high) {
    switch (tensor.values()) {
      case Values.Floats(float[] array) -> {
        for (int i = 0; i < array.length; i++) {
          array[i] = (float) random.nextDouble(low, high);
        }
        Rounding.toType(tensor.spec(), tensor.values());
      }
      case Values.Integers(int[] array) -> {
        for (int i = 0; i < array.length; i++) {
          array[i] = integer(random, tensor.dtype());
        }
      }
    }
  }

  /** Small enough that products are exact in double precision. */
  static int integer(Random random, DataType dtype) {
    return switch (dtype) {
      case UINT32 -> random.nextInt(1, 1 << 26);
      case INT32 -> random.nextInt(-(1 << 26), 0);
      case UINT16 -> random.nextInt(1, 1 << 16);
      case UINT8 -> random.nextInt(1, 1 << 8);
      case INT8 -> random.nextInt(-(1 << 7), 0);
      case FLOAT32, BFLOAT16, BFLOAT8_B, BFLOAT4_B -> throw new AssertionError(dtype);
    };
  }
}
