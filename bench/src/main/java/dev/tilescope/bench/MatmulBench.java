package dev.tilescope.bench;

import dev.tilescope.ops.internal.kernel.Kernels;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How fast is a square float32 matrix product on one thread? An operation is a thousand
 * floating-point operations, so the score in ops/us reads as GFLOP/s.
 *
 * <pre>
 * mvn -B -q -pl bench -am package -DskipTests
 * java -jar bench/target/benchmarks.jar MatmulBench
 * </pre>
 *
 * <p>For the scalar twin add {@code -jvmArgsAppend -Dtilescope.kernels=scalar}; for all cores
 * {@code -jvmArgsAppend -Dtilescope.threads=2}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {"--add-modules", "jdk.incubator.vector", "-Dtilescope.threads=1"})
public class MatmulBench {
  private static final int SMALL = 512;
  private static final int LARGE = 1024;

  private final float[] a = values(1);
  private final float[] b = values(2);
  private final float[] out = new float[LARGE * LARGE];

  private static float[] values(long seed) {
    Random random = new Random(seed);
    float[] values = new float[LARGE * LARGE];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    return values;
  }

  @Benchmark
  @OperationsPerInvocation((int) (2L * SMALL * SMALL * SMALL / 1000))
  public float[] square512() {
    return square(SMALL, false);
  }

  @Benchmark
  @OperationsPerInvocation((int) (2L * LARGE * LARGE * LARGE / 1000))
  public float[] square1024() {
    return square(LARGE, false);
  }

  @Benchmark
  @OperationsPerInvocation((int) (2L * LARGE * LARGE * LARGE / 1000))
  public float[] square1024TransposedRight() {
    return square(LARGE, true);
  }

  private float[] square(int size, boolean transposeB) {
    Kernels.matmul(a, 0, b, 0, out, 0, size, size, size, transposeB);
    return out;
  }
}
