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

/** {@link FloatMath} in vectors: the same steps, so the same bits. */
final class VectorMath {
  static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;

  private VectorMath() {}

  static FloatVector exp(FloatVector x) {
    FloatVector bounded = x.max(FloatMath.EXP_LOW).min(FloatMath.EXP_HIGH);
    FloatVector power = bounded.fma(LOG2_E, ROUNDER);
    return scale(reducedExp(bounded, power), power);
  }

  static FloatVector gelu(FloatVector x) {
    FloatVector u = x.abs().min(FloatMath.TAIL_END);
    FloatVector square = u.mul(u);
    FloatVector squareRest = u.fma(u, square.neg());
    FloatVector exponent = square.mul(-0.5f);
    FloatVector power = exponent.fma(LOG2_E, ROUNDER);
    FloatVector tail =
        scaledTail(u).mul(squareRest.fma(-0.5f, 1f)).mul(reducedExp(exponent, power));
    VectorMask<Float> negative = x.compare(LT, 0f);
    FloatVector scaled = scale(tail.blend(u.neg().mul(tail), negative), power);
    FloatVector positive = x.mul(FloatVector.broadcast(SPECIES, 1f).sub(scaled));
    return positive.blend(x.fma(FloatVector.zero(SPECIES), scaled), negative);
  }

  static IntVector bfloat16Bits(IntVector bits) {
    IntVector lowest = bits.lanewise(LSHR, 16).and(1);
    IntVector rounded = bits.add(Bfloat16.HALF_LESS_ONE).add(lowest).and(Bfloat16.KEPT_BITS);
    VectorMask<Integer> nan = bits.and(Bfloat16.MAGNITUDE_BITS).compare(GT, Bfloat16.INFINITY_BITS);
    return rounded.blend(Bfloat16.NAN_BITS, nan);
  }

  private static FloatVector reducedExp(FloatVector x, FloatVector power) {
    FloatVector n = power.sub(ROUNDER);
    FloatVector r = n.fma(constant(-LN_2_REST), n.fma(constant(-LN_2), x));
    FloatVector p = r.fma(FloatMath.E6, FloatMath.E5);
    p = p.fma(r, constant(FloatMath.E4));
    p = p.fma(r, constant(FloatMath.E3));
    p = p.fma(r, constant(FloatMath.E2));
    p = p.fma(r, constant(1f));
    return p.fma(r, constant(1f));
  }

  private static FloatVector scale(FloatVector x, FloatVector power) {
    IntVector n = power.reinterpretAsInts().sub(ROUNDER_BITS);
    IntVector half = n.lanewise(ASHR, 1);
    return x.mul(twoToThe(half)).mul(twoToThe(n.sub(half)));
  }

  private static FloatVector twoToThe(IntVector n) {
    return n.add(EXPONENT_BIAS).lanewise(LSHL, MANTISSA_BITS).reinterpretAsFloats();
  }

  private static FloatVector scaledTail(FloatVector u) {
    FloatVector s = constant(1f).div(u.fma(0.25f, 1f));
    FloatVector t = s.fma(2f, -1f);
    FloatVector p = t.fma(FloatMath.T9, FloatMath.T8);
    p = p.fma(t, constant(FloatMath.T7));
    p = p.fma(t, constant(FloatMath.T6));
    p = p.fma(t, constant(FloatMath.T5));
    p = p.fma(t, constant(FloatMath.T4));
    p = p.fma(t, constant(FloatMath.T3));
    p = p.fma(t, constant(FloatMath.T2));
    p = p.fma(t, constant(FloatMath.T1));
    p = p.fma(t, constant(FloatMath.T0));
    return p.mul(s);
  }

  private static FloatVector constant(float value) {
    return FloatVector.broadcast(SPECIES, value);
  }
}
