package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.FloatMath.EXPONENT_BIAS;
import static dev.tilescope.ops.internal.kernel.FloatMath.LN_2;
import static dev.tilescope.ops.internal.kernel.FloatMath.LN_2_REST;
import static dev.tilescope.ops.internal.kernel.FloatMath.LOG2_E;
import static dev.tilescope.ops.internal.kernel.FloatMath.MANTISSA_BITS;
import static dev.tilescope.ops.internal.kernel.FloatMath.ROUNDER;
import static dev.tilescope.ops.internal.kernel.FloatMath.ROUNDER_BITS;
import static dev.tilescope.ops.internal.kernel.VectorMath.SPECIES;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;

/**
 * The functions of {@link FloatMath} that are made of exp in vectors, spelled out in their loops
 * for the reason that {@link VectorMath} gives: the same steps, so the same bits.
 *
 * <p>Generated from the steps in {@code ExponentialSource}: to change it, change them and run
 * {@code mvn -Pgenerate}.
 */
final class VectorExponentials {
  private static final int WIDTH = SPECIES.length();
  private static final int SIGN_BIT = 0x80000000;

  private VectorExponentials() {}

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

  static int sigmoid(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i);
      FloatVector bounded = x.neg().max(FloatMath.EXP_LOW).min(FloatMath.EXP_HIGH);
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
      FloatVector below = p.mul(twoToHalf).mul(twoToRest).add(1f);
      FloatVector.broadcast(SPECIES, 1f).div(below).intoArray(out, i);
    }
    return i;
  }

  static int silu(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i);
      FloatVector bounded = x.neg().max(FloatMath.EXP_LOW).min(FloatMath.EXP_HIGH);
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
      FloatVector below = p.mul(twoToHalf).mul(twoToRest).add(1f);
      x.div(below).intoArray(out, i);
    }
    return i;
  }

  static int geluApprox(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i);
      FloatVector linear = x.mul(x).fma(-FloatMath.GELU_CUBIC, -FloatMath.GELU_LINEAR);
      FloatVector bounded = x.mul(linear).max(FloatMath.EXP_LOW).min(FloatMath.EXP_HIGH);
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
      FloatVector below = p.mul(twoToHalf).mul(twoToRest).add(1f);
      x.div(below).intoArray(out, i);
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

  static int tanh(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i);
      FloatVector bounded = x.abs().min(FloatMath.TANH_END).mul(2f);
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
      FloatVector reduced = p.mul(r).fma(r, r);
      FloatVector scale =
          power
              .reinterpretAsInts()
              .sub(ROUNDER_BITS)
              .add(EXPONENT_BIAS)
              .lanewise(LSHL, MANTISSA_BITS)
              .reinterpretAsFloats();
      FloatVector e = scale.fma(reduced, scale.sub(1f));
      IntVector sign = x.reinterpretAsInts().and(SIGN_BIT);
      e.div(e.add(2f)).reinterpretAsInts().or(sign).reinterpretAsFloats().intoArray(out, i);
    }
    return i;
  }

  static int erf(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i);
      FloatVector u = x.abs().min(FloatMath.ERF_END);
      FloatVector square = u.mul(u);
      FloatVector bounded = square.neg();
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
      FloatVector scale =
          power
              .reinterpretAsInts()
              .sub(ROUNDER_BITS)
              .add(EXPONENT_BIAS)
              .lanewise(LSHL, MANTISSA_BITS)
              .reinterpretAsFloats();

      FloatVector s =
          FloatVector.broadcast(SPECIES, 1f).div(u.mul(FloatMath.SQRT_2).fma(0.25f, 1f));
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
      FloatVector tail = q.mul(s).mul(p).mul(scale);

      FloatVector ratio = square.fma(FloatMath.R6, FloatMath.R5);
      ratio = ratio.fma(square, FloatVector.broadcast(SPECIES, FloatMath.R4));
      ratio = ratio.fma(square, FloatVector.broadcast(SPECIES, FloatMath.R3));
      ratio = ratio.fma(square, FloatVector.broadcast(SPECIES, FloatMath.R2));
      ratio = ratio.fma(square, FloatVector.broadcast(SPECIES, FloatMath.R1));
      ratio = ratio.fma(square, FloatVector.broadcast(SPECIES, FloatMath.R0));
      FloatVector near = u.fma(ratio, u);
      FloatVector magnitude = tail.fma(-2f, 1f).blend(near, u.compare(LT, 1f));
      IntVector sign = x.reinterpretAsInts().and(SIGN_BIT);
      magnitude.reinterpretAsInts().or(sign).reinterpretAsFloats().intoArray(out, i);
    }
    return i;
  }
}
