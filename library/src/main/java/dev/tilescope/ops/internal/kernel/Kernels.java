package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.Matmul.Epilogue;
import dev.tilescope.ops.internal.kernel.Matmul.Product;
import dev.tilescope.tensor.BlockFloat;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The arithmetic of the modelled device, on the host's processor.
 *
 * <p>Tensors are row-major arrays without padding. All float types are float32 values here;
 * bfloat16 ones have been rounded by {@link #roundToBfloat16}. Results do not depend on the number
 * of threads, nor on whether the Vector API is there. Every method may be called from many threads
 * at once; an output may be one of the inputs only where a method says so.
 *
 * <p>System properties, read at first use: {@code tilescope.kernels} (auto, scalar) and {@code
 * tilescope.threads}.
 */
public final class Kernels {
  /**
   * Vectors cost a second of compiling before they pay. A program that computes less than this many
   * element operations, a quarter of a second's worth, never starts them; both give the same bits.
   */
  private static final long SCALAR_OPERATIONS = 1L << 31;

  /** Weights of an element of these, against one of an addition. */
  private static final int UNARY_WEIGHT = 8;

  private static final int SOFTMAX_WEIGHT = 16;

  private static final int BLOCK_WEIGHT = 8;

  private static final AtomicLong operations = new AtomicLong();
  private static volatile @Nullable Engines engines;

  /** For the beginning of a program, and for the rest of it. */
  private record Engines(Engine early, Engine lasting) {}

  private Kernels() {}

  /** Not a static initialiser, which would turn a bad property into a NoClassDefFoundError. */
  private static Engines engines() {
    Engines chosen = engines;
    if (chosen == null) {
      Engine lasting = Engine.configured();
      chosen = new Engines(new Engine(new ScalarLanes(), lasting.parallel()), lasting);
      engines = chosen;
    }
    return chosen;
  }

  /** Computes with vectors from now on: for a program that knows it will compute much. */
  public static void startVectors() {
    operations.set(SCALAR_OPERATIONS);
  }

  /** What to compute this many element operations with; the other doors ask here too. */
  static Engine engine(long work) {
    boolean early =
        operations.get() < SCALAR_OPERATIONS && operations.addAndGet(work) < SCALAR_OPERATIONS;
    return early ? engines().early() : engines().lasting();
  }

  /**
   * {@code out = a kind b} with NumPy broadcasting: strides are in elements, one for each of {@code
   * outDims}, and 0 along a broadcast dimension. The output may be an operand that is not
   * broadcast.
   */
  public static void binary(
      BinaryKind kind,
      float[] a,
      int[] aStrides,
      float[] b,
      int[] bStrides,
      float[] out,
      int[] outDims) {
    Checks.floats(kind.name(), kind.onFloats());
    int[] lengths = {a.length, b.length};
    if (Checks.broadcast("binary", out.length, outDims, lengths, aStrides, bStrides)) {
      StrideWalk walk = StrideWalk.collapsed(outDims, aStrides, bStrides);
      engine(out.length).binary(kind, a, b, walk, out);
    }
  }

  /** The same on int32. */
  public static void binary(
      BinaryKind kind, int[] a, int[] aStrides, int[] b, int[] bStrides, int[] out, int[] outDims) {
    binary(kind, Integers.SIGNED, a, aStrides, b, bStrides, out, outDims);
  }

  /** The same on integers, for those kinds that have them; arithmetic wraps at 32 bits. */
  public static void binary(
      BinaryKind kind,
      Integers integers,
      int[] a,
      int[] aStrides,
      int[] b,
      int[] bStrides,
      int[] out,
      int[] outDims) {
    Checks.integers(kind.name(), kind.onIntegers());
    int[] lengths = {a.length, b.length};
    if (Checks.broadcast("binary", out.length, outDims, lengths, aStrides, bStrides)) {
      StrideWalk walk = StrideWalk.collapsed(outDims, aStrides, bStrides);
      engine(out.length).binary(kind, integers, a, b, walk, out);
    }
  }

  /** {@code out = a kind scalar}; the output may be the input. */
  public static void binaryScalar(BinaryKind kind, float[] a, float scalar, float[] out) {
    Checks.floats(kind.name(), kind.onFloats());
    Checks.length("binaryScalar: out", out.length, a.length);
    engine(out.length).binaryScalar(kind, a, scalar, out);
  }

  /**
   * A function of three elements with the constant v, with NumPy broadcasting as in {@link
   * #binary}. The output may be an operand that is not broadcast.
   */
  public static void ternary(
      TernaryKind kind,
      float v,
      float[] a,
      int[] aStrides,
      float[] b,
      int[] bStrides,
      float[] c,
      int[] cStrides,
      float[] out,
      int[] outDims) {
    int[] lengths = {a.length, b.length, c.length};
    if (Checks.broadcast("ternary", out.length, outDims, lengths, aStrides, bStrides, cStrides)) {
      StrideWalk walk = StrideWalk.collapsed(outDims, aStrides, bStrides, cStrides);
      engine(out.length).ternary(kind, v, a, b, c, walk, out);
    }
  }

  /** The same on integers, for those kinds that have them; arithmetic wraps at 32 bits. */
  public static void ternary(
      TernaryKind kind,
      int v,
      int[] a,
      int[] aStrides,
      int[] b,
      int[] bStrides,
      int[] c,
      int[] cStrides,
      int[] out,
      int[] outDims) {
    Checks.integers(kind.name(), kind.onIntegers());
    int[] lengths = {a.length, b.length, c.length};
    if (Checks.broadcast("ternary", out.length, outDims, lengths, aStrides, bStrides, cStrides)) {
      StrideWalk walk = StrideWalk.collapsed(outDims, aStrides, bStrides, cStrides);
      engine(out.length).ternary(kind, v, a, b, c, walk, out);
    }
  }

  /** A function of each element, with its usual parameters; the output may be the input. */
  public static void unary(UnaryKind kind, float[] in, float[] out) {
    unary(kind, kind.defaultP(), kind.defaultQ(), in, out);
  }

  /** A function of each element, with these parameters; the output may be the input. */
  public static void unary(UnaryKind kind, float p, float q, float[] in, float[] out) {
    Checks.floats(kind.name(), kind.onFloats());
    Checks.length("unary: out", out.length, in.length);
    engine((long) UNARY_WEIGHT * out.length).unary(kind, p, q, in, out);
  }

  /** The same on integers, for those kinds that have them; there are no usual parameters. */
  public static void unary(UnaryKind kind, Integers integers, int p, int q, int[] in, int[] out) {
    Checks.integers(kind.name(), kind.onIntegers());
    Checks.length("unary: out", out.length, in.length);
    engine(out.length).unary(kind, integers, p, q, in, out);
  }

  /**
   * One product: a is m x k, out is m x n, and b is k x n, or n x k if {@code transposeB}. Sums are
   * float32, within 1e-5 of the exact sum relative to the sum of absolute products for k up to
   * 8192.
   */
  public static void matmul(
      float[] a,
      int aOffset,
      float[] b,
      int bOffset,
      float[] out,
      int outOffset,
      int m,
      int k,
      int n,
      boolean transposeB) {
    Checks.sizes(m, k, n);
    Checks.matrix("matmul: a", aOffset, m, k, a.length);
    Checks.matrix("matmul: b", bOffset, k, n, b.length);
    Checks.matrix("matmul: out", outOffset, m, n, out.length);
    Product product =
        new Product(a, aOffset, b, bOffset, out, outOffset, m, k, n, transposeB, Epilogue.NONE);
    engine(2 * product.multiplications()).matmul(product);
  }

  /**
   * A product for each index of {@code batchDims}, written one after the other. Strides are in
   * elements, one for each batch dimension, and 0 where an operand is broadcast.
   *
   * @param bias n elements added to each row of the products, or null
   * @param activation applied to what comes out, or null
   * @param precision as a board computes; null to be exact
   */
  public static void batchedMatmul(
      float[] a,
      int[] aBatchStrides,
      float[] b,
      int[] bBatchStrides,
      float[] out,
      int[] batchDims,
      int m,
      int k,
      int n,
      boolean transposeB,
      float @Nullable [] bias,
      @Nullable UnaryKind activation,
      @Nullable Precision precision) {
    Checks.sizes(m, k, n);
    int batches = Checks.volume("batchedMatmul: batchDims", batchDims);
    int results = Checks.volume("batchedMatmul: out", new int[] {batches, m, n});
    Checks.length("batchedMatmul: out", out.length, results);
    if (results == 0) {
      return;
    }
    Checks.strides("batchedMatmul: a", batchDims, aBatchStrides, 0, (long) m * k, a.length);
    Checks.strides("batchedMatmul: b", batchDims, bBatchStrides, 0, (long) k * n, b.length);
    if (bias != null) {
      Checks.length("batchedMatmul: bias", bias.length, n);
    }
    Product one =
        new Product(
            a, 0, b, 0, out, 0, m, k, n, transposeB, new Epilogue(bias, activation), precision);
    engine(2L * batches * one.multiplications())
        .batchedMatmul(one, batchDims, aBatchStrides, bBatchStrides);
  }

  /**
   * Softmax of each row of a rows x width matrix; the output may be the input. As in PyTorch, a row
   * of negative infinities, or with a NaN or a positive infinity, becomes NaN.
   */
  public static void softmaxRows(float[] in, float[] out, int rows, int width) {
    int volume = Checks.volume("softmaxRows: rows x width", new int[] {rows, width});
    Checks.length("softmaxRows: in", in.length, volume);
    Checks.length("softmaxRows: out", out.length, volume);
    if (volume > 0) {
      engine((long) SOFTMAX_WEIGHT * volume).softmaxRows(in, out, rows, width);
    }
  }

  /** Dimension i of the output is dimension {@code order[i]} of the input. */
  public static void permute(float[] in, int[] dims, int[] order, float[] out) {
    if (checkPermute(in.length, dims, order, out.length)) {
      engine(in.length).permute(in, dims, order, out);
    }
  }

  /** Dimension i of the output is dimension {@code order[i]} of the input. */
  public static void permute(int[] in, int[] dims, int[] order, int[] out) {
    if (checkPermute(in.length, dims, order, out.length)) {
      engine(in.length).permute(in, dims, order, out);
    }
  }

  private static boolean checkPermute(int inLength, int[] dims, int[] order, int outLength) {
    int volume = Checks.volume("permute: dims", dims);
    Checks.length("permute: in", inLength, volume);
    Checks.length("permute: out", outLength, volume);
    Checks.permutation(order, dims.length);
    return volume > 0;
  }

  /** Rounds each value to the nearest bfloat16, ties to even; any NaN becomes 0x7FC0. */
  public static void roundToBfloat16(float[] values) {
    engine(values.length).roundToBfloat16(values);
  }

  /**
   * Rounds a row-major tensor of rows x width to what a TILE tensor of a block-float type holds:
   * each 16 values from a multiple of 16 in a row share an exponent. BFLOAT8_B has magnitudes of 7
   * bits, BFLOAT4_B of 3, as {@link BlockFloat#magnitudeBits} says.
   */
  public static void roundToBlockFloat(float[] values, int rows, int width, int magnitudeBits) {
    int volume = Checks.volume("roundToBlockFloat: rows x width", new int[] {rows, width});
    Checks.length("roundToBlockFloat: values", values.length, volume);
    Checks.require(
        magnitudeBits == BlockFloat.BFLOAT8_B_BITS || magnitudeBits == BlockFloat.BFLOAT4_B_BITS,
        "roundToBlockFloat: magnitudeBits must be 7 or 3, got " + magnitudeBits);
    if (volume > 0) {
      engine((long) BLOCK_WEIGHT * volume).roundToBlockFloat(values, rows, width, magnitudeBits);
    }
  }
}
