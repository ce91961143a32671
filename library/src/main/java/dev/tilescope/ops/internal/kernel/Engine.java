package dev.tilescope.ops.internal.kernel;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.kernel.Broadcast.Run;
import dev.tilescope.ops.internal.kernel.Matmul.Product;
import dev.tilescope.ops.internal.kernel.StridePair.Cursor;
import dev.tilescope.tensor.BlockFloat;

/** The kernels over one choice of inner loops and threads; arguments are already checked. */
record Engine(Lanes lanes, Parallel parallel) {
  static final String KERNELS_PROPERTY = "tilescope.kernels";

  private static final String VECTOR_MODULE = "jdk.incubator.vector";
  private static final int GRAIN_ELEMENTS = 1 << 16;
  private static final long GRAIN_MULTIPLICATIONS = 1 << 18;

  /** What the system properties ask for; by default vectors where they pay. */
  static Engine configured() {
    return new Engine(lanes(System.getProperty(KERNELS_PROPERTY, "auto")), Parallel.configured());
  }

  private static Lanes lanes(String choice) {
    return switch (choice) {
      case "auto" -> vectorsPay() ? new VectorLanes() : new ScalarLanes();
      case "scalar" -> new ScalarLanes();
      default ->
          throw new TilescopeException(
              KERNELS_PROPERTY + ": must be auto or scalar, got \"" + choice + "\"");
    };
  }

  /** Only the optimising compiler knows vectors; any other boxes each one, forty times slower. */
  private static boolean vectorsPay() {
    String mode = System.getProperty("java.vm.info", "");
    return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent()
        && !mode.contains("emulated-client")
        && !mode.contains("interpreted");
  }

  void binary(BinaryKind kind, float[] a, float[] b, StrideWalk walk, float[] out) {
    Broadcast.forEachRun(walk, parallel, run -> lanes.binary(kind, a, b, out, run));
  }

  void binary(BinaryKind kind, Integers integers, int[] a, int[] b, StrideWalk walk, int[] out) {
    Broadcast.forEachRun(walk, parallel, run -> IntBinary.run(kind, integers, a, b, out, run));
  }

  void ternary(
      TernaryKind kind, float v, float[] a, float[] b, float[] c, StrideWalk walk, float[] out) {
    Broadcast.forEachRun(walk, parallel, run -> kind.run(v, a, b, c, out, run));
  }

  void ternary(TernaryKind kind, int v, int[] a, int[] b, int[] c, StrideWalk walk, int[] out) {
    Broadcast.forEachRun(walk, parallel, run -> kind.run(v, a, b, c, out, run));
  }

  void binaryScalar(BinaryKind kind, float[] a, float scalar, float[] out) {
    float[] b = {scalar};
    parallel.forRange(
        out.length,
        GRAIN_ELEMENTS,
        (from, to) -> lanes.binary(kind, a, b, out, new Run(from, 1, 0, 0, from, to - from)));
  }

  void unary(UnaryKind kind, float p, float q, float[] in, float[] out) {
    parallel.forRange(
        out.length, GRAIN_ELEMENTS, (from, to) -> lanes.unary(kind, p, q, in, out, from, to));
  }

  void unary(UnaryKind kind, Integers integers, int p, int q, int[] in, int[] out) {
    parallel.forRange(
        out.length,
        GRAIN_ELEMENTS,
        (from, to) -> IntUnary.run(kind, integers, p, q, in, out, from, to));
  }

  void roundToBfloat16(float[] values) {
    parallel.forRange(
        values.length, GRAIN_ELEMENTS, (from, to) -> lanes.roundToBfloat16(values, from, to));
  }

  /** Rows without a partial group are one long row. */
  void roundToBlockFloat(float[] values, int rows, int width, int magnitudeBits) {
    if (width % BlockFloat.GROUP == 0) {
      parallel.forRange(
          values.length,
          GRAIN_ELEMENTS,
          (from, to) -> lanes.roundToBlockFloat(values, from, to, magnitudeBits));
      return;
    }
    parallel.forRange(
        rows,
        Math.max(1, GRAIN_ELEMENTS / width),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            lanes.roundToBlockFloat(values, row * width, (row + 1) * width, magnitudeBits);
          }
        });
  }

  void softmaxRows(float[] in, float[] out, int rows, int width) {
    Softmax.rows(lanes, parallel, in, out, rows, width);
  }

  void permute(float[] in, int[] dims, int[] order, float[] out) {
    Permutation.run(
        Permutation.walk(dims, order), parallel, in, out, () -> Permutation.floats(in, out));
  }

  void permute(int[] in, int[] dims, int[] order, int[] out) {
    Permutation.run(
        Permutation.walk(dims, order), parallel, in, out, () -> Permutation.ints(in, out));
  }

  void matmul(Product product) {
    Matmul.run(lanes, parallel, product);
  }

  /**
   * Products of a batch; offsets of {@code one} are those of its first. One right matrix for a
   * contiguous batch of left ones is a single, taller product.
   */
  void batchedMatmul(Product one, int[] batchDims, int[] aStrides, int[] bStrides) {
    StridePair batch = StridePair.collapsed(batchDims, aStrides, bStrides);
    int count = batch.volume();
    boolean stacked = batch.first(0) == one.m() * one.k() && batch.second(0) == 0;
    if (count == 1 || (batch.rank() == 1 && stacked)) {
      matmul(one.withRows(one.m() * count));
    } else if (count >= parallel.threads()) {
      wholeProducts(one, batch, parallel);
    } else {
      productsInTurn(one, batch, 0, count, parallel);
    }
  }

  private void wholeProducts(Product one, StridePair batch, Parallel across) {
    long grain = GRAIN_MULTIPLICATIONS / Math.max(1, one.multiplications());
    across.forRange(
        batch.volume(),
        (int) Math.max(1, grain),
        (from, to) -> productsInTurn(one, batch, from, to, Parallel.SERIAL));
  }

  private void productsInTurn(Product one, StridePair batch, int from, int to, Parallel within) {
    Cursor operands = batch.cursorAt(from);
    for (int i = from; i < to; i++, operands.advance()) {
      Matmul.run(lanes, within, one.moved(operands.first(), operands.second(), i));
    }
  }
}
