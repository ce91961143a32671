package dev.tilescope.bench;

import dev.tilescope.ops.kernel.BinaryKind;
import dev.tilescope.ops.kernel.Kernels;
import dev.tilescope.ops.kernel.UnaryKind;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Element-wise kernels against {@code System.arraycopy}, turn by turn in one JVM and by processor
 * time, so that what else the machine does meets all of them alike. Prints the bandwidth of each as
 * a part of the copy's, the median of the rounds, and fails below 0.9: then a kernel has fallen off
 * its fast path.
 *
 * <pre>
 * java --add-modules jdk.incubator.vector -Dtilescope.threads=1 \
 *     -cp bench/target/benchmarks.jar dev.tilescope.bench.ElementwiseAgainstCopy
 * </pre>
 */
public final class ElementwiseAgainstCopy {
  private static final int ELEMENTS = 16 << 20;
  private static final int WARMUP_ROUNDS = 40;
  private static final int ROUNDS = 31;
  private static final double LEAST_PART = 0.9;
  private static final int[] CONTIGUOUS = {1};
  private static final int[] VECTOR = {ELEMENTS};

  private final float[] a = new float[ELEMENTS];
  private final float[] b = new float[ELEMENTS];
  private final float[] out = new float[ELEMENTS];
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  private record Kernel(int bytesPerElement, Runnable run) {}

  public static void main(String[] args) {
    double least = new ElementwiseAgainstCopy().run();
    System.exit(least >= LEAST_PART ? 0 : 1);
  }

  private double run() {
    for (int i = 0; i < ELEMENTS; i++) {
      a[i] = i % 17 - 8;
      b[i] = i % 13 + 1;
    }
    // The kernels of a program that computes little are not the fast ones.
    for (int i = 0; i < WARMUP_ROUNDS; i++) {
      Kernels.unary(UnaryKind.RELU, a, out);
    }
    Kernel copy = new Kernel(8, () -> System.arraycopy(a, 0, out, 0, ELEMENTS));
    Map<String, Kernel> kernels = kernels();
    System.out.printf("%-10s %.2f of a copy's bandwidth%n", "plain loop", part(plainLoop(), copy));
    double least = Double.MAX_VALUE;
    for (var entry : kernels.entrySet()) {
      double part = part(entry.getValue(), copy);
      System.out.printf("%-10s %.2f of a copy's bandwidth%n", entry.getKey(), part);
      least = Math.min(least, part);
    }
    return least;
  }

  private Map<String, Kernel> kernels() {
    Map<String, Kernel> kernels = new LinkedHashMap<>();
    kernels.put("add", new Kernel(12, () -> binary(BinaryKind.ADD)));
    kernels.put("multiply", new Kernel(12, () -> binary(BinaryKind.MULTIPLY)));
    kernels.put("add 3", new Kernel(8, () -> Kernels.binaryScalar(BinaryKind.ADD, a, 3f, out)));
    kernels.put("relu", new Kernel(8, () -> Kernels.unary(UnaryKind.RELU, a, out)));
    return kernels;
  }

  /** What the compiler makes of an addition: a processor may copy faster than it computes. */
  private Kernel plainLoop() {
    return new Kernel(12, () -> add(a, b, out));
  }

  private static void add(float[] a, float[] b, float[] out) {
    for (int i = 0; i < out.length; i++) {
      out[i] = a[i] + b[i];
    }
  }

  private void binary(BinaryKind kind) {
    Kernels.binary(kind, a, CONTIGUOUS, b, CONTIGUOUS, out, VECTOR);
  }

  private double part(Kernel kernel, Kernel copy) {
    for (int i = 0; i < WARMUP_ROUNDS; i++) {
      kernel.run().run();
      copy.run().run();
    }
    double[] parts = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      double copied = nanos(copy) / copy.bytesPerElement();
      parts[i] = copied / (nanos(kernel) / kernel.bytesPerElement());
    }
    Arrays.sort(parts);
    return parts[ROUNDS / 2];
  }

  private double nanos(Kernel kernel) {
    long before = threads.getCurrentThreadCpuTime();
    kernel.run().run();
    return threads.getCurrentThreadCpuTime() - before;
  }
}
