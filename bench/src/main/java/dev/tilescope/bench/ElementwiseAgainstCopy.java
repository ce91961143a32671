package dev.tilescope.bench;

import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Element-wise kernels against copying an array, turn by turn in one JVM and by processor time, so
 * that what else the machine does meets all of them alike. Prints the bandwidth of each as a part
 * of the copy's, the median of the rounds, and fails below 0.9 of a plain copying loop: then a
 * kernel has fallen off its fast path.
 *
 * <p>{@code System.arraycopy} is printed too and is faster than any loop here, presumably because
 * it writes past the caches, where a loop that stores also reads what it stores over.
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
    Kernel arraycopy = new Kernel(8, () -> System.arraycopy(a, 0, out, 0, ELEMENTS));
    Kernel loop = new Kernel(8, () -> copy(a, out));
    double least = Double.MAX_VALUE;
    for (var entry : kernels().entrySet()) {
      double part = part(entry.getValue(), loop);
      System.out.printf(
          "%-8s %.2f of a copying loop, %.2f of System.arraycopy%n",
          entry.getKey(), part, part(entry.getValue(), arraycopy));
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

  private static void copy(float[] from, float[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] = from[i];
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
