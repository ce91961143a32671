package dev.tilescope.ops.kernel;

import static dev.tilescope.ops.kernel.FloatMath.EXPONENT_BIAS;
import static dev.tilescope.ops.kernel.FloatMath.LN_2;
import static dev.tilescope.ops.kernel.FloatMath.LN_2_REST;
import static dev.tilescope.ops.kernel.FloatMath.LOG2_E;
import static dev.tilescope.ops.kernel.FloatMath.MANTISSA_BITS;
import static dev.tilescope.ops.kernel.FloatMath.ROUNDER;
import static dev.tilescope.ops.kernel.FloatMath.ROUNDER_BITS;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link FloatMath} and {@link Bfloat16} in vectors: the same steps, so the same bits.
 *
 * <p>Each loop does as many whole vectors of its range as there are, and returns where it stopped.
 * The steps stand in the loops and call nothing but the Vector API, though that makes them long and
 * alike: the compiler refuses to inline other methods into one that has grown large, or that were
 * compiled by themselves before the loop got hot, and then boxes every vector; and a loop made
 * short by such methods is itself inlined into large callers, attention's softmax for one, with the
 * same end. {@code AllocationTest} guards that.
 */
final class VectorMath {
  static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private static final int WIDTH = SPECIES.length();

  private VectorMath() {}

  /** {@code out[i] = exp(in[i] - shift)}. */
  static int shiftedExp(float[] in, float shift, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i).sub(shift);
      FloatVector bounded = x.max(FloatMath.EXP_LOW).min(FloatMath.EXP_HIGH);
      FloatVector power = bounded.fma(LOG2_E, ROUNDER);
      FloatVector n = power.sub(ROUNDER);
      FloatVector r =
          n.fma(
              FloatVector.broadcast(SPECIES, -LN_2_REST),
              n.fma(FloatVector.broadcast(SPECIES, -LN_2), bounded));
      FloatVector p = r.fma(FloatMath.E6, FloatMath.E5);
      p = p.fma(r, FloatVector.broadcast(SPECIES, FloatMath.E4));
      p = p.fma(r, FloatVector.broadcast(SPECIES, FloatMath.E3));
      p = p.fma(r, FloatVector.broadcast(SPECIES, FloatMath.E2));
      p = p.fma(r, FloatVector.broadcast(SPECIES, 1f));
      p = p.fma(r, FloatVector.broadcast(SPECIES, 1f));
      IntVector exponent = power.reinterpretAsInts().sub(ROUNDER_BITS);
      IntVector half = exponent.lanewise(ASHR, 1);
      IntVector rest = exponent.sub(half);
      FloatVector twoToHalf =
          half.add(EXPONENT_BIAS).lanewise(LSHL, MANTISSA_BITS).reinterpretAsFloats();
      FloatVector twoToRest =
          rest.add(EXPONENT_BIAS).lanewise(LSHL, MANTISSA_BITS).reinterpretAsFloats();
      p.mul(twoToHalf).mul(twoToRest).intoArray(out, i);
    }
    return i;
  }

  static int gelu(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i);
      FloatVector u = x.abs().min(FloatMath.TAIL_END);

      FloatVector s = FloatVector.broadcast(SPECIES, 1f).div(u.fma(0.25f, 1f));
      FloatVector t = s.fma(2f, -1f);
      FloatVector q = t.fma(FloatMath.T9, FloatMath.T8);
      q = q.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T7));
      q = q.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T6));
      q = q.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T5));
      q = q.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T4));
      q = q.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T3));
      q = q.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T2));
      q = q.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T1));
      q = q.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T0));
      FloatVector scaledTail = q.mul(s);

      FloatVector square = u.mul(u);
      FloatVector squareRest = u.fma(u, square.neg());
      FloatVector argument = square.mul(-0.5f);
      FloatVector power = argument.fma(LOG2_E, ROUNDER);
      FloatVector n = power.sub(ROUNDER);
      FloatVector r =
          n.fma(
              FloatVector.broadcast(SPECIES, -LN_2_REST),
              n.fma(FloatVector.broadcast(SPECIES, -LN_2), argument));
      FloatVector p = r.fma(FloatMath.E6, FloatMath.E5);
      p = p.fma(r, FloatVector.broadcast(SPECIES, FloatMath.E4));
      p = p.fma(r, FloatVector.broadcast(SPECIES, FloatMath.E3));
      p = p.fma(r, FloatVector.broadcast(SPECIES, FloatMath.E2));
      p = p.fma(r, FloatVector.broadcast(SPECIES, 1f));
      p = p.fma(r, FloatVector.broadcast(SPECIES, 1f));

      FloatVector tail = scaledTail.mul(squareRest.fma(-0.5f, 1f)).mul(p);
      VectorMask<Float> negative = x.compare(LT, 0f);
      IntVector exponent = power.reinterpretAsInts().sub(ROUNDER_BITS);
      IntVector half = exponent.lanewise(ASHR, 1);
      IntVector rest = exponent.sub(half);
      FloatVector twoToHalf =
          half.add(EXPONENT_BIAS).lanewise(LSHL, MANTISSA_BITS).reinterpretAsFloats();
      FloatVector twoToRest =
          rest.add(EXPONENT_BIAS).lanewise(LSHL, MANTISSA_BITS).reinterpretAsFloats();
      FloatVector scaled = tail.blend(u.neg().mul(tail), negative).mul(twoToHalf).mul(twoToRest);
      x.mul(FloatVector.broadcast(SPECIES, 1f).sub(scaled))
          .blend(x.fma(FloatVector.zero(SPECIES), scaled), negative)
          .intoArray(out, i);
    }
    return i;
  }

  static int roundToBfloat16(float[] values, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      IntVector bits = FloatVector.fromArray(SPECIES, values, i).reinterpretAsInts();
      IntVector lowest = bits.lanewise(LSHR, 16).and(1);
      IntVector rounded = bits.add(Bfloat16.HALF_LESS_ONE).add(lowest).and(Bfloat16.KEPT_BITS);
      VectorMask<Integer> nan =
          bits.and(Bfloat16.MAGNITUDE_BITS).compare(GT, Bfloat16.INFINITY_BITS);
      rounded.blend(Bfloat16.NAN_BITS, nan).reinterpretAsFloats().intoArray(values, i);
    }
    return i;
  }
}
