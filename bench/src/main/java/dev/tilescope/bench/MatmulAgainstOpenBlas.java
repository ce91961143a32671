package dev.tilescope.bench;

import static org.bytedeco.openblas.global.openblas.CblasNoTrans;
import static org.bytedeco.openblas.global.openblas.CblasRowMajor;
import static org.bytedeco.openblas.global.openblas.blas_set_num_threads;
import static org.bytedeco.openblas.global.openblas.cblas_sgemm;

import dev.tilescope.ops.internal.kernel.Kernels;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import org.bytedeco.javacpp.FloatPointer;

/**
 * Which part of OpenBLAS's speed does our matrix product reach on one thread? Both are called in
 * turns in one JVM and timed by the CPU time of the thread, so that other load on the machine and a
 * changing clock hit both alike; the figure is the median of the ratios of neighbouring calls. Ends
 * with an error below {@value #LEAST}, which also happens when the kernel falls off the fast path
 * (its vectors boxed), then by a factor of ten.
 *
 * <pre>
 * mvn -B -q -pl bench -am package -DskipTests
 * java --add-modules jdk.incubator.vector -Dtilescope.threads=1 \
 *     -cp 'bench/target/benchmarks.jar:bench/target/lib/*' \
 *     dev.tilescope.bench.MatmulAgainstOpenBlas
 * </pre>
 */
public final class MatmulAgainstOpenBlas {
  private static final double LEAST = 0.75;
  private static final int WARM_UP_ROUNDS = 12;
  private static final int ROUNDS = 21;

  /** Rows, depth and columns: squares, and products of a BERT layer. */
  private static final int[][] SIZES = {
    {512, 512, 512}, {1024, 1024, 1024}, {384, 1024, 3072}, {384, 4096, 1024}, {384, 64, 384}
  };

  private final int m;
  private final int k;
  private final int n;
  private final float[] a;
  private final float[] b;
  private final float[] out;
  private final FloatPointer nativeA;
  private final FloatPointer nativeB;
  private final FloatPointer nativeOut;

  private MatmulAgainstOpenBlas(int m, int k, int n) {
    this.m = m;
    this.k = k;
    this.n = n;
    this.a = values(1, m * k);
    this.b = values(2, k * n);
    this.out = new float[m * n];
    this.nativeA = new FloatPointer(a);
    this.nativeB = new FloatPointer(b);
    this.nativeOut = new FloatPointer((long) m * n);
  }

  public static void main(String[] arguments) {
    blas_set_num_threads(1);
    boolean slow = false;
    for (int[] size : SIZES) {
      double ratio = new MatmulAgainstOpenBlas(size[0], size[1], size[2]).measure();
      slow |= ratio < LEAST;
    }
    if (slow) {
      System.err.println("slower than " + LEAST + " of OpenBLAS");
      System.exit(1);
    }
  }

  private double measure() {
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      ours();
      theirs();
    }
    check();
    int calls = (int) Math.max(1, 400_000_000L / (2L * m * k * n));
    double[] ratios = new double[ROUNDS];
    double[] rates = new double[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      long own = cpuNanos(this::ours, calls);
      long other = cpuNanos(this::theirs, calls);
      ratios[i] = (double) other / own;
      rates[i] = 2.0 * m * k * n * calls / own;
    }
    System.out.printf(
        "%4d x %4d x %4d: %5.1f GFLOP/cpu-s, %.2f of OpenBLAS (%.2f to %.2f)%n",
        m, k, n, median(rates), median(ratios), ratios[ROUNDS / 10], ratios[ROUNDS * 9 / 10]);
    return median(ratios);
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private static long cpuNanos(Runnable call, int times) {
    var threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < times; i++) {
      call.run();
    }
    return threads.getCurrentThreadCpuTime() - before;
  }

  private void ours() {
    Kernels.matmul(a, 0, b, 0, out, 0, m, k, n, false);
  }

  private void theirs() {
    cblas_sgemm(
        CblasRowMajor,
        CblasNoTrans,
        CblasNoTrans,
        m,
        n,
        k,
        1,
        nativeA,
        k,
        nativeB,
        n,
        0,
        nativeOut,
        n);
  }

  private void check() {
    for (int i = 0; i < out.length; i += 97) {
      if (Math.abs(out[i] - nativeOut.get(i)) > 1e-4 * k) {
        throw new AssertionError("element " + i + ": " + out[i] + " and " + nativeOut.get(i));
      }
    }
  }

  private static float[] values(long seed, int length) {
    Random random = new Random(seed);
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return values;
  }
}
