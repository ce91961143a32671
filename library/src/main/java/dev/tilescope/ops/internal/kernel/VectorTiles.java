package dev.tilescope.ops.internal.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The register tiles of matrix multiplication: rows by two vectors, six rows at a time, whose sums
 * and operands fill the 16 registers of AVX2.
 *
 * <p>The loop is long on purpose. The sums must be locals to stay in registers, and a method that
 * takes vectors may be refused by the inliner in one of this size, which boxes every vector and
 * costs a factor of twenty. {@code AllocationTest} guards that.
 */
final class VectorTiles {
  private static final VectorSpecies<Float> SPECIES = VectorMath.SPECIES;
  private static final int WIDTH = SPECIES.length();

  private VectorTiles() {}

  /** A tile of a multiple of six rows, six at a time: the right panel stays in the first cache. */
  static void multiply(int rows, float[] a, int aAt, float[] b, int bAt, int depth, float[] tile) {
    for (int row = 0; row < rows; row += 6) {
      sixRows(rows, a, aAt + row, b, bAt, depth, tile, row * 2 * WIDTH);
    }
  }

  private static void sixRows(
      int rows, float[] a, int aAt, float[] b, int bAt, int depth, float[] tile, int at) {
    FloatVector c00 = FloatVector.zero(SPECIES);
    FloatVector c01 = FloatVector.zero(SPECIES);
    FloatVector c10 = FloatVector.zero(SPECIES);
    FloatVector c11 = FloatVector.zero(SPECIES);
    FloatVector c20 = FloatVector.zero(SPECIES);
    FloatVector c21 = FloatVector.zero(SPECIES);
    FloatVector c30 = FloatVector.zero(SPECIES);
    FloatVector c31 = FloatVector.zero(SPECIES);
    FloatVector c40 = FloatVector.zero(SPECIES);
    FloatVector c41 = FloatVector.zero(SPECIES);
    FloatVector c50 = FloatVector.zero(SPECIES);
    FloatVector c51 = FloatVector.zero(SPECIES);
    for (int p = 0, ai = aAt, bi = bAt; p < depth; p++, ai += rows, bi += 2 * WIDTH) {
      FloatVector b0 = FloatVector.fromArray(SPECIES, b, bi);
      FloatVector b1 = FloatVector.fromArray(SPECIES, b, bi + WIDTH);
      FloatVector a0 = FloatVector.broadcast(SPECIES, a[ai + 0]);
      c00 = a0.fma(b0, c00);
      c01 = a0.fma(b1, c01);
      FloatVector a1 = FloatVector.broadcast(SPECIES, a[ai + 1]);
      c10 = a1.fma(b0, c10);
      c11 = a1.fma(b1, c11);
      FloatVector a2 = FloatVector.broadcast(SPECIES, a[ai + 2]);
      c20 = a2.fma(b0, c20);
      c21 = a2.fma(b1, c21);
      FloatVector a3 = FloatVector.broadcast(SPECIES, a[ai + 3]);
      c30 = a3.fma(b0, c30);
      c31 = a3.fma(b1, c31);
      FloatVector a4 = FloatVector.broadcast(SPECIES, a[ai + 4]);
      c40 = a4.fma(b0, c40);
      c41 = a4.fma(b1, c41);
      FloatVector a5 = FloatVector.broadcast(SPECIES, a[ai + 5]);
      c50 = a5.fma(b0, c50);
      c51 = a5.fma(b1, c51);
    }
    c00.add(FloatVector.fromArray(SPECIES, tile, at)).intoArray(tile, at);
    c01.add(FloatVector.fromArray(SPECIES, tile, at + WIDTH)).intoArray(tile, at + WIDTH);
    c10.add(FloatVector.fromArray(SPECIES, tile, at + 2 * WIDTH)).intoArray(tile, at + 2 * WIDTH);
    c11.add(FloatVector.fromArray(SPECIES, tile, at + 3 * WIDTH)).intoArray(tile, at + 3 * WIDTH);
    c20.add(FloatVector.fromArray(SPECIES, tile, at + 4 * WIDTH)).intoArray(tile, at + 4 * WIDTH);
    c21.add(FloatVector.fromArray(SPECIES, tile, at + 5 * WIDTH)).intoArray(tile, at + 5 * WIDTH);
    c30.add(FloatVector.fromArray(SPECIES, tile, at + 6 * WIDTH)).intoArray(tile, at + 6 * WIDTH);
    c31.add(FloatVector.fromArray(SPECIES, tile, at + 7 * WIDTH)).intoArray(tile, at + 7 * WIDTH);
    c40.add(FloatVector.fromArray(SPECIES, tile, at + 8 * WIDTH)).intoArray(tile, at + 8 * WIDTH);
    c41.add(FloatVector.fromArray(SPECIES, tile, at + 9 * WIDTH)).intoArray(tile, at + 9 * WIDTH);
    c50.add(FloatVector.fromArray(SPECIES, tile, at + 10 * WIDTH)).intoArray(tile, at + 10 * WIDTH);
    c51.add(FloatVector.fromArray(SPECIES, tile, at + 11 * WIDTH)).intoArray(tile, at + 11 * WIDTH);
  }
}
