package dev.tilescope.bench;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;

/**
 * What does {@code Ttnn.add} of two tiles cost, the free of its result included, in microseconds?
 * {@code bench/python-door.sh} runs it by turns with the same add from Python.
 */
public final class AddFromJava {
  private static final int ADDS = 20_000;
  private static final int ROUNDS = 5;

  private AddFromJava() {}

  public static void main(String[] args) {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = ones(device);
        Tensor b = ones(device)) {
      long best = Long.MAX_VALUE;
      for (int round = 0; round < ROUNDS; round++) {
        long began = System.nanoTime();
        add(a, b);
        best = Math.min(best, System.nanoTime() - began);
      }
      System.out.printf("%.2f%n", best / 1e3 / ADDS);
    }
  }

  private static void add(Tensor a, Tensor b) {
    for (int i = 0; i < ADDS; i++) {
      Ttnn.add(a, b).close();
    }
  }

  private static Tensor ones(MeshDevice device) {
    float[] values = new float[32 * 32];
    Arrays.fill(values, 1);
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE), device);
  }
}
