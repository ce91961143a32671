package dev.tilescope.bench;

import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.kernel.TernaryKind;
import dev.tilescope.ops.internal.kernel.UnaryKind;
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
 * Does elementwise work run at the speed of memory? Arrays are 16 MB; an operation is a thousand
 * elements, so the score in ops/us reads as thousands of millions of elements a second. An add
 * moves 12 bytes an element, a copy 8. Compare each kernel with {@code plainLoop} and {@code copy}
 * of the same run.
 *
 * <pre>
 * mvn -B -q -pl bench -am package -DskipTests
 * java -jar bench/target/benchmarks.jar ElementwiseBench
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {"--add-modules", "jdk.incubator.vector", "-Dtilescope.threads=1"})
@OperationsPerInvocation(ElementwiseBench.ELEMENTS / 1000)
public class ElementwiseBench {
  static final int ELEMENTS = 4 << 20;

  private static final int ROWS = 4096;
  private static final int COLUMNS = ELEMENTS / ROWS;
  private static final int[] MATRIX = {ROWS, COLUMNS};
  private static final int[] CONTIGUOUS = {COLUMNS, 1};

  private final float[] a = new float[ELEMENTS];
  private final float[] b = new float[ELEMENTS];
  private final float[] out = new float[ELEMENTS];

  public ElementwiseBench() {
    for (int i = 0; i < ELEMENTS; i++) {
      a[i] = i % 17 - 8;
      b[i] = i % 13 + 1;
    }
  }

  @Benchmark
  public float[] copy() {
    System.arraycopy(a, 0, out, 0, ELEMENTS);
    return out;
  }

  @Benchmark
  public float[] plainLoop() {
    for (int i = 0; i < ELEMENTS; i++) {
      out[i] = a[i] + b[i];
    }
    return out;
  }

  @Benchmark
  public float[] add() {
    return add(CONTIGUOUS);
  }

  @Benchmark
  public float[] addRow() {
    return add(new int[] {0, 1});
  }

  @Benchmark
  public float[] addColumn() {
    return add(new int[] {1, 0});
  }

  @Benchmark
  public float[] addScalar() {
    Kernels.binaryScalar(BinaryKind.ADD, a, 3f, out);
    return out;
  }

  private float[] add(int[] bStrides) {
    Kernels.binary(BinaryKind.ADD, a, CONTIGUOUS, b, bStrides, out, MATRIX);
    return out;
  }

  @Benchmark
  public float[] relu() {
    return unary(UnaryKind.RELU);
  }

  @Benchmark
  public float[] exp() {
    return unary(UnaryKind.EXP);
  }

  @Benchmark
  public float[] gelu() {
    return unary(UnaryKind.GELU);
  }

  @Benchmark
  public float[] geluApprox() {
    return unary(UnaryKind.GELU_APPROX);
  }

  @Benchmark
  public float[] silu() {
    return unary(UnaryKind.SILU);
  }

  @Benchmark
  public float[] tanh() {
    return unary(UnaryKind.TANH);
  }

  @Benchmark
  public float[] log() {
    return unary(UnaryKind.LOG);
  }

  @Benchmark
  public float[] lessThanRow() {
    Kernels.binary(BinaryKind.LT, a, CONTIGUOUS, b, new int[] {0, 1}, out, MATRIX);
    return out;
  }

  @Benchmark
  public float[] where() {
    Kernels.ternary(
        TernaryKind.WHERE, 0f, a, CONTIGUOUS, b, CONTIGUOUS, a, CONTIGUOUS, out, MATRIX);
    return out;
  }

  private float[] unary(UnaryKind kind) {
    Kernels.unary(kind, a, out);
    return out;
  }

  @Benchmark
  public float[] softmax() {
    Kernels.softmaxRows(a, out, ROWS, COLUMNS);
    return out;
  }

  @Benchmark
  public float[] transpose() {
    Kernels.permute(a, MATRIX, new int[] {1, 0}, out);
    return out;
  }

  @Benchmark
  public float[] bfloat16() {
    Kernels.roundToBfloat16(b);
    return b;
  }

  @Benchmark
  public float[] bfloat8b() {
    Kernels.roundToBlockFloat(b, ROWS, COLUMNS, 7);
    return b;
  }
}
