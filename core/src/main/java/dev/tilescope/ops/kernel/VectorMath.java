package dev.tilescope.ops.kernel;

import static dev.tilescope.ops.kernel.FloatMath.EXPONENT_BIAS;
import static dev.tilescope.ops.kernel.FloatMath.LN_2;
import static dev.tilescope.ops.kernel.FloatMath.LN_2_REST;
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
 * <p>Each loop, here and in {@link VectorActivations}, does as many whole vectors of its range as
 * there are, and returns where it stopped. The compiler must inline into it what takes a vector, or
 * it boxes every one. It refuses a method that grew large when it was compiled by itself, and any
 * method once the loop has grown large: so these are short, and {@code gelu} and {@code erf} call
 * them first and spell out the rest. {@code AllocationTest} guards that.
 */
final class VectorMath {
  static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private static final int WIDTH = SPECIES.length();

  private VectorMath() {}

  /** {@code out[i] = exp(in[i] - shift)}. */
  static int shiftedExp(float[] in, float shift, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      exp(FloatVector.fromArray(SPECIES, in, i).sub(shift)).intoArray(out, i);
    }
    return i;
  }

  static int gelu(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i);
      FloatVector u = x.abs().min(FloatMath.TAIL_END);
      FloatVector square = u.mul(u);
      FloatVector squareRest = u.fma(u, square.neg());
      FloatVector exponent = square.mul(-0.5f);
      FloatVector power = powerOfTwo(exponent);
      FloatVector p = reducedExp(exponent, power);
      FloatVector half = halfScale(power);
      FloatVector rest = restOfScale(power);
      FloatVector tail = scaledTail(u).mul(squareRest.fma(-0.5f, 1f)).mul(p);
      VectorMask<Float> negative = x.compare(LT, 0f);
      FloatVector scaled = tail.blend(u.neg().mul(tail), negative).mul(half).mul(rest);
      x.mul(FloatVector.broadcast(SPECIES, 1f).sub(scaled))
          .blend(x.fma(FloatVector.zero(SPECIES), scaled), negative)
          .intoArray(out, i);
    }
    return i;
  }

  static FloatVector exp(FloatVector x) {
    FloatVector bounded = x.max(FloatMath.EXP_LOW).min(FloatMath.EXP_HIGH);
    FloatVector power = powerOfTwo(bounded);
    return reducedExp(bounded, power).mul(halfScale(power)).mul(restOfScale(power));
  }

  /** The integer nearest to x / ln 2, plus ROUNDER. */
  static FloatVector powerOfTwo(FloatVector x) {
    return x.fma(FloatMath.LOG2_E, ROUNDER);
  }

  /** e^x / 2^n, where n = power - ROUNDER. */
  static FloatVector reducedExp(FloatVector x, FloatVector power) {
    FloatVector r = remainder(x, power);
    return step(step(expRest(r), r, 1f), r, 1f);
  }

  static FloatVector remainder(FloatVector x, FloatVector power) {
    FloatVector n = power.sub(ROUNDER);
    FloatVector near = n.fma(FloatVector.broadcast(SPECIES, -LN_2), x);
    return n.fma(FloatVector.broadcast(SPECIES, -LN_2_REST), near);
  }

  static FloatVector expRest(FloatVector r) {
    FloatVector p = r.fma(FloatMath.E6, FloatMath.E5);
    p = step(p, r, FloatMath.E4);
    p = step(p, r, FloatMath.E3);
    return step(p, r, FloatMath.E2);
  }

  /** One step of Horner's scheme. */
  static FloatVector step(FloatVector p, FloatVector x, float coefficient) {
    return p.fma(x, FloatVector.broadcast(SPECIES, coefficient));
  }

  /** The first of two factors of 2^n, neither of which overflows before the product does. */
  private static FloatVector halfScale(FloatVector power) {
    return twoToThe(integer(power).lanewise(ASHR, 1));
  }

  private static FloatVector restOfScale(FloatVector power) {
    IntVector n = integer(power);
    return twoToThe(n.sub(n.lanewise(ASHR, 1)));
  }

  /** The n in a power. */
  static IntVector integer(FloatVector power) {
    return power.reinterpretAsInts().sub(ROUNDER_BITS);
  }

  static FloatVector twoToThe(IntVector n) {
    return n.add(EXPONENT_BIAS).lanewise(LSHL, MANTISSA_BITS).reinterpretAsFloats();
  }

  /** The upper tail of the normal distribution at u, times e^(u^2 / 2). */
  static FloatVector scaledTail(FloatVector u) {
    FloatVector s = FloatVector.broadcast(SPECIES, 1f).div(u.fma(0.25f, 1f));
    FloatVector t = s.fma(2f, -1f);
    FloatVector p = t.fma(FloatMath.T9, FloatMath.T8);
    p = p.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T7));
    p = p.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T6));
    p = p.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T5));
    p = p.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T4));
    p = p.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T3));
    p = p.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T2));
    p = p.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T1));
    p = p.fma(t, FloatVector.broadcast(SPECIES, FloatMath.T0));
    return p.mul(s);
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
