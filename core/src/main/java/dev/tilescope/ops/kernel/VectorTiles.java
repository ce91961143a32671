package dev.tilescope.ops.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The register tiles of matrix multiplication: rows by two vectors. Twelve rows fill the 32
 * registers of AVX-512 and of Arm; six fill the 16 of AVX2.
 *
 * <p>The methods are long on purpose. The sums must be locals to stay in registers, and a helper
 * that takes vectors may be refused by the inliner in a method of this size, which boxes every
 * vector and costs a factor of twenty. {@code AllocationTest} guards that.
 */
final class VectorTiles {
  private static final VectorSpecies<Float> SPECIES = VectorMath.SPECIES;
  private static final int WIDTH = SPECIES.length();

  private VectorTiles() {}

  static void twelveRows(float[] a, int aAt, float[] b, int bAt, int depth, float[] tile) {
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
    FloatVector c60 = FloatVector.zero(SPECIES);
    FloatVector c61 = FloatVector.zero(SPECIES);
    FloatVector c70 = FloatVector.zero(SPECIES);
    FloatVector c71 = FloatVector.zero(SPECIES);
    FloatVector c80 = FloatVector.zero(SPECIES);
    FloatVector c81 = FloatVector.zero(SPECIES);
    FloatVector c90 = FloatVector.zero(SPECIES);
    FloatVector c91 = FloatVector.zero(SPECIES);
    FloatVector c100 = FloatVector.zero(SPECIES);
    FloatVector c101 = FloatVector.zero(SPECIES);
    FloatVector c110 = FloatVector.zero(SPECIES);
    FloatVector c111 = FloatVector.zero(SPECIES);
    for (int p = 0, ai = aAt, bi = bAt; p < depth; p++, ai += 12, bi += 2 * WIDTH) {
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
      FloatVector a6 = FloatVector.broadcast(SPECIES, a[ai + 6]);
      c60 = a6.fma(b0, c60);
      c61 = a6.fma(b1, c61);
      FloatVector a7 = FloatVector.broadcast(SPECIES, a[ai + 7]);
      c70 = a7.fma(b0, c70);
      c71 = a7.fma(b1, c71);
      FloatVector a8 = FloatVector.broadcast(SPECIES, a[ai + 8]);
      c80 = a8.fma(b0, c80);
      c81 = a8.fma(b1, c81);
      FloatVector a9 = FloatVector.broadcast(SPECIES, a[ai + 9]);
      c90 = a9.fma(b0, c90);
      c91 = a9.fma(b1, c91);
      FloatVector a10 = FloatVector.broadcast(SPECIES, a[ai + 10]);
      c100 = a10.fma(b0, c100);
      c101 = a10.fma(b1, c101);
      FloatVector a11 = FloatVector.broadcast(SPECIES, a[ai + 11]);
      c110 = a11.fma(b0, c110);
      c111 = a11.fma(b1, c111);
    }
    c00.add(FloatVector.fromArray(SPECIES, tile, 0)).intoArray(tile, 0);
    c01.add(FloatVector.fromArray(SPECIES, tile, WIDTH)).intoArray(tile, WIDTH);
    c10.add(FloatVector.fromArray(SPECIES, tile, 2 * WIDTH)).intoArray(tile, 2 * WIDTH);
    c11.add(FloatVector.fromArray(SPECIES, tile, 3 * WIDTH)).intoArray(tile, 3 * WIDTH);
    c20.add(FloatVector.fromArray(SPECIES, tile, 4 * WIDTH)).intoArray(tile, 4 * WIDTH);
    c21.add(FloatVector.fromArray(SPECIES, tile, 5 * WIDTH)).intoArray(tile, 5 * WIDTH);
    c30.add(FloatVector.fromArray(SPECIES, tile, 6 * WIDTH)).intoArray(tile, 6 * WIDTH);
    c31.add(FloatVector.fromArray(SPECIES, tile, 7 * WIDTH)).intoArray(tile, 7 * WIDTH);
    c40.add(FloatVector.fromArray(SPECIES, tile, 8 * WIDTH)).intoArray(tile, 8 * WIDTH);
    c41.add(FloatVector.fromArray(SPECIES, tile, 9 * WIDTH)).intoArray(tile, 9 * WIDTH);
    c50.add(FloatVector.fromArray(SPECIES, tile, 10 * WIDTH)).intoArray(tile, 10 * WIDTH);
    c51.add(FloatVector.fromArray(SPECIES, tile, 11 * WIDTH)).intoArray(tile, 11 * WIDTH);
    c60.add(FloatVector.fromArray(SPECIES, tile, 12 * WIDTH)).intoArray(tile, 12 * WIDTH);
    c61.add(FloatVector.fromArray(SPECIES, tile, 13 * WIDTH)).intoArray(tile, 13 * WIDTH);
    c70.add(FloatVector.fromArray(SPECIES, tile, 14 * WIDTH)).intoArray(tile, 14 * WIDTH);
    c71.add(FloatVector.fromArray(SPECIES, tile, 15 * WIDTH)).intoArray(tile, 15 * WIDTH);
    c80.add(FloatVector.fromArray(SPECIES, tile, 16 * WIDTH)).intoArray(tile, 16 * WIDTH);
    c81.add(FloatVector.fromArray(SPECIES, tile, 17 * WIDTH)).intoArray(tile, 17 * WIDTH);
    c90.add(FloatVector.fromArray(SPECIES, tile, 18 * WIDTH)).intoArray(tile, 18 * WIDTH);
    c91.add(FloatVector.fromArray(SPECIES, tile, 19 * WIDTH)).intoArray(tile, 19 * WIDTH);
    c100.add(FloatVector.fromArray(SPECIES, tile, 20 * WIDTH)).intoArray(tile, 20 * WIDTH);
    c101.add(FloatVector.fromArray(SPECIES, tile, 21 * WIDTH)).intoArray(tile, 21 * WIDTH);
    c110.add(FloatVector.fromArray(SPECIES, tile, 22 * WIDTH)).intoArray(tile, 22 * WIDTH);
    c111.add(FloatVector.fromArray(SPECIES, tile, 23 * WIDTH)).intoArray(tile, 23 * WIDTH);
  }

  static void sixRows(float[] a, int aAt, float[] b, int bAt, int depth, float[] tile) {
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
    for (int p = 0, ai = aAt, bi = bAt; p < depth; p++, ai += 6, bi += 2 * WIDTH) {
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
    c00.add(FloatVector.fromArray(SPECIES, tile, 0)).intoArray(tile, 0);
    c01.add(FloatVector.fromArray(SPECIES, tile, WIDTH)).intoArray(tile, WIDTH);
    c10.add(FloatVector.fromArray(SPECIES, tile, 2 * WIDTH)).intoArray(tile, 2 * WIDTH);
    c11.add(FloatVector.fromArray(SPECIES, tile, 3 * WIDTH)).intoArray(tile, 3 * WIDTH);
    c20.add(FloatVector.fromArray(SPECIES, tile, 4 * WIDTH)).intoArray(tile, 4 * WIDTH);
    c21.add(FloatVector.fromArray(SPECIES, tile, 5 * WIDTH)).intoArray(tile, 5 * WIDTH);
    c30.add(FloatVector.fromArray(SPECIES, tile, 6 * WIDTH)).intoArray(tile, 6 * WIDTH);
    c31.add(FloatVector.fromArray(SPECIES, tile, 7 * WIDTH)).intoArray(tile, 7 * WIDTH);
    c40.add(FloatVector.fromArray(SPECIES, tile, 8 * WIDTH)).intoArray(tile, 8 * WIDTH);
    c41.add(FloatVector.fromArray(SPECIES, tile, 9 * WIDTH)).intoArray(tile, 9 * WIDTH);
    c50.add(FloatVector.fromArray(SPECIES, tile, 10 * WIDTH)).intoArray(tile, 10 * WIDTH);
    c51.add(FloatVector.fromArray(SPECIES, tile, 11 * WIDTH)).intoArray(tile, 11 * WIDTH);
  }
}
