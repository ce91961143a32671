package dev.tilescope.ops.internal.kernel;

import java.util.Arrays;

/**
 * Runs in a JVM of its own: prints the chosen inner loops, their tile, and a hash of some results.
 */
final class KernelsProbe {
  private KernelsProbe() {}

  public static void main(String[] args) {
    Lanes lanes = Engine.configured().lanes();
    String tile = lanes.tileRows() + "x" + lanes.tileColumns();
    String name = lanes.getClass().getSimpleName();
    System.out.println(name + " " + tile + " " + Arrays.hashCode(results()));
  }

  private static float[] results() {
    float[] a = Reference.uniform(1, 100 * 300, -5, 5);
    float[] b = Reference.uniform(2, 300 * 70, -5, 5);
    float[] out = new float[100 * 70];
    Kernels.matmul(a, 0, b, 0, out, 0, 100, 300, 70, false);
    Kernels.binaryScalar(BinaryKind.MULTIPLY, out, 0.01f, out);
    Kernels.unary(UnaryKind.GELU, out, out);
    Kernels.unary(UnaryKind.EXP, out, out);
    Kernels.softmaxRows(out, out, 100, 70);
    return out;
  }
}
