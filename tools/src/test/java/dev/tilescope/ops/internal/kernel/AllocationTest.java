package dev.tilescope.ops.internal.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tilescope.capture.ChildJvm;
import dev.tilescope.ops.internal.kernel.Matmul.Product;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Guards the fast path without a clock: where the compiler fails to keep vectors in registers it
 * boxes them, and a call that should allocate next to nothing allocates megabytes.
 */
class AllocationTest {
  private static final int LENGTH = 1 << 14;
  private static final int SIDE = 96;
  private static final long LIMIT_BYTES = 16 << 10;

  private static final int CALM_CALLS = 5;

  /** Generous: on a busy machine the compiler comes to it late. */
  private static final int MAX_CALLS = 400_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Engine engine = new Engine(new VectorLanes(), new Parallel(1));
  private final float[] in = Reference.uniform(1, LENGTH, -9, 9);
  private final float[] out = new float[LENGTH];

  /** Calls until several calls in a row stay below the limit, which needs compiled code. */
  private static void assertSettles(Runnable call) {
    long bytes = bytesOnceSettled(call);
    assertThat(bytes).as("bytes of a call, the last of many").isLessThanOrEqualTo(LIMIT_BYTES);
  }

  /** Of the last call of several in a row that stay below the limit, or of the last allowed. */
  private static long bytesOnceSettled(Runnable call) {
    long bytes = Long.MAX_VALUE;
    int calm = 0;
    for (int i = 0; i < MAX_CALLS && calm < CALM_CALLS; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      call.run();
      bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
      calm = bytes <= LIMIT_BYTES ? calm + 1 : 0;
    }
    return calm < CALM_CALLS ? Math.max(bytes, LIMIT_BYTES + 1) : bytes;
  }

  @Test
  void matmulKeepsItsTileInRegisters() {
    float[] a = Reference.uniform(1, SIDE * SIDE, -1, 1);
    float[] c = new float[SIDE * SIDE];
    assertSettles(() ->
        engine.matmul(
            new Product(a, 0, a, 0, c, 0, SIDE, SIDE, SIDE, false, Matmul.Epilogue.NONE)));
  }

  @Test
  void whatFollowsAProductStaysInRegistersToo() {
    float[] a = Reference.uniform(1, SIDE * SIDE, -1, 1);
    float[] c = new float[SIDE * SIDE];
    Matmul.Epilogue epilogue = new Matmul.Epilogue(a, UnaryKind.GELU);
    assertSettles(
        () -> engine.matmul(new Product(a, 0, a, 0, c, 0, SIDE, SIDE, SIDE, false, epilogue)));
  }

  @Test
  void theTileForSixteenRegistersIsNotBoxedEither() {
    float[] a = new float[6 * 128];
    int columns = new VectorLanes().tileColumns();
    float[] b = new float[columns * 128];
    float[] tile = new float[6 * columns];
    assertSettles(() -> VectorTiles.multiply(6, a, 0, b, 0, 128, tile));
  }

  @ParameterizedTest
  @EnumSource(value = UnaryKind.class, mode = EnumSource.Mode.EXCLUDE, names = "BITWISE_NOT")
  void functionsDoNotBoxVectors(UnaryKind kind) {
    assertSettles(() -> engine.unary(kind, kind.defaultP(), kind.defaultQ(), in, out));
  }

  /** Seldom the compiler decides otherwise after all that ran before; alone it must not. */
  @ParameterizedTest
  @MethodSource("dev.tilescope.ops.internal.kernel.KernelContract#floatBinaries")
  void arithmeticDoesNotBoxVectors(BinaryKind kind) throws Exception {
    if (bytesOfArithmetic(kind) > LIMIT_BYTES) {
      assertThat(bytesAlone(ArithmeticAlone.class, "-Dkind=" + kind))
          .isLessThanOrEqualTo(LIMIT_BYTES);
    }
  }

  private long bytesOfArithmetic(BinaryKind kind) {
    int[] dims = {128, LENGTH / 128};
    int[] whole = {LENGTH / 128, 1};
    int[] row = {0, 1};
    int[] column = {1, 0};
    return Stream.<Runnable>of(
            () -> engine.binary(kind, in, in, StrideWalk.collapsed(dims, whole, whole), out),
            () -> engine.binary(kind, in, in, StrideWalk.collapsed(dims, whole, row), out),
            () -> engine.binary(kind, in, in, StrideWalk.collapsed(dims, whole, column), out),
            () -> engine.binary(kind, in, in, StrideWalk.collapsed(dims, column, whole), out),
            () -> engine.binaryScalar(kind, in, 2f, out))
        .mapToLong(AllocationTest::bytesOnceSettled)
        .max()
        .orElseThrow();
  }

  @Test
  void roundingDoesNotBoxVectors() {
    assertSettles(() -> engine.roundToBfloat16(out));
    assertSettles(() -> engine.roundToBlockFloat(out, 16, LENGTH / 16, 7));
  }

  /**
   * Whether the compiler inlines the softmax of a row, into attention too, to box it only there,
   * depends on what ran before and on when it gets to it: so these run alone, and wait for it.
   */
  private static long bytesAlone(Class<?> program, String... options) throws Exception {
    List<String> all = new ArrayList<>(List.of("--add-modules", "jdk.incubator.vector", "-Xbatch"));
    all.addAll(List.of(options));
    Process process = ChildJvm.start(program, all);
    String bytes = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor()).isZero();
    return Long.parseLong(bytes);
  }

  @Test
  void attentionOverShortRowsDoesNotBoxVectors() throws Exception {
    assertThat(bytesAlone(ShortRows.class)).isPositive().isLessThan(ShortRows.LIMIT_BYTES);
  }

  @Test
  void softmaxDoesNotBoxVectors() throws Exception {
    assertThat(bytesAlone(SoftmaxRows.class)).isLessThan(LIMIT_BYTES);
  }

  /** Prints how much a call of one kind of arithmetic allocates once it is compiled. */
  static final class ArithmeticAlone {
    private ArithmeticAlone() {}

    public static void main(String[] args) {
      BinaryKind kind = BinaryKind.valueOf(System.getProperty("kind"));
      System.out.println(new AllocationTest().bytesOfArithmetic(kind));
    }
  }

  /** Prints how much a call of softmax allocates once it is compiled. */
  static final class SoftmaxRows {
    private static final int CALLS = 20_000;

    private SoftmaxRows() {}

    public static void main(String[] args) {
      AllocationTest test = new AllocationTest();
      long before = 0;
      for (int i = 0; i < CALLS; i++) {
        before = THREADS.getCurrentThreadAllocatedBytes();
        test.engine.softmaxRows(test.in, test.out, 16, LENGTH / 16);
      }
      System.out.println(THREADS.getCurrentThreadAllocatedBytes() - before);
    }
  }

  /** Prints how much a call of attention allocates once it is compiled. */
  static final class ShortRows {
    private static final AttentionShape SHAPE = new AttentionShape(1, 4, 4, 64, 256, 64);
    private static final int CALLS = 1000;

    /** For each row what describes its steps, but no box for each of its vectors. */
    static final long LIMIT_BYTES = 256L * SHAPE.queryHeads() * SHAPE.queries();

    private ShortRows() {}

    public static void main(String[] args) {
      float[] queries = Reference.uniform(1, SHAPE.queryVolume(), -1, 1);
      float[] keys = Reference.uniform(2, SHAPE.keyVolume(), -1, 1);
      float[] out = new float[queries.length];
      AttentionRule rule = AttentionRule.of(0.125f, false);
      Attention attention = new Attention(new VectorLanes(), SHAPE, rule, null, null);
      long before = 0;
      for (int i = 0; i < CALLS; i++) {
        before = THREADS.getCurrentThreadAllocatedBytes();
        attention.run(Parallel.SERIAL, queries, keys, keys, out);
      }
      System.out.println(THREADS.getCurrentThreadAllocatedBytes() - before);
    }
  }

  @Test
  void theGuardWouldSeeBoxes() {
    Random random = new Random(1);
    Object[] boxes = new Object[1];
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < LENGTH / 16; i++) {
      boxes[0] = new float[16];
    }
    long bytes = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(boxes[random.nextInt(1)]).isNotNull();
    assertThat(bytes).isGreaterThan(LIMIT_BYTES);
  }
}
