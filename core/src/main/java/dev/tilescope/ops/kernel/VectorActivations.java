package dev.tilescope.ops.kernel;

import static dev.tilescope.ops.kernel.FloatMath.LN_2;
import static dev.tilescope.ops.kernel.FloatMath.LN_2_REST;
import static dev.tilescope.ops.kernel.FloatMath.MANTISSA_BITS;
import static dev.tilescope.ops.kernel.FloatMath.ROUNDER;
import static dev.tilescope.ops.kernel.FloatMath.ROUNDER_BITS;
import static dev.tilescope.ops.kernel.VectorMath.SPECIES;
import static dev.tilescope.ops.kernel.VectorMath.exp;
import static dev.tilescope.ops.kernel.VectorMath.expRest;
import static dev.tilescope.ops.kernel.VectorMath.integer;
import static dev.tilescope.ops.kernel.VectorMath.powerOfTwo;
import static dev.tilescope.ops.kernel.VectorMath.reducedExp;
import static dev.tilescope.ops.kernel.VectorMath.remainder;
import static dev.tilescope.ops.kernel.VectorMath.scaledTail;
import static dev.tilescope.ops.kernel.VectorMath.step;
import static dev.tilescope.ops.kernel.VectorMath.twoToThe;
import static jdk.incubator.vector.VectorOperators.ASHR;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;

/**
 * The activations of {@link FloatMath} in vectors, from the steps of {@link VectorMath}: the same
 * ones, so the same bits.
 */
final class VectorActivations {
  private static final int WIDTH = SPECIES.length();
  private static final int SIGN_BIT = 0x80000000;

  private VectorActivations() {}

  static int sigmoid(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector below = exp(FloatVector.fromArray(SPECIES, in, i).neg()).add(1f);
      FloatVector.broadcast(SPECIES, 1f).div(below).intoArray(out, i);
    }
    return i;
  }

  static int silu(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i);
      x.div(exp(x.neg()).add(1f)).intoArray(out, i);
    }
    return i;
  }

  static int geluApprox(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i);
      FloatVector linear = x.mul(x).fma(-FloatMath.GELU_CUBIC, -FloatMath.GELU_LINEAR);
      x.div(exp(x.mul(linear)).add(1f)).intoArray(out, i);
    }
    return i;
  }

  static int tanh(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      tanh(FloatVector.fromArray(SPECIES, in, i)).intoArray(out, i);
    }
    return i;
  }

  private static FloatVector tanh(FloatVector x) {
    FloatVector doubled = x.abs().min(FloatMath.TANH_END).mul(2f);
    FloatVector power = powerOfTwo(doubled);
    FloatVector r = remainder(doubled, power);
    FloatVector reduced = expRest(r).mul(r).fma(r, r);
    FloatVector scale = twoToThe(integer(power));
    FloatVector e = scale.fma(reduced, scale.sub(1f));
    IntVector sign = x.reinterpretAsInts().and(SIGN_BIT);
    return e.div(e.add(2f)).reinterpretAsInts().or(sign).reinterpretAsFloats();
  }

  static int erf(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i);
      FloatVector u = x.abs().min(FloatMath.ERF_END);
      FloatVector square = u.mul(u);
      FloatVector power = powerOfTwo(square.neg());
      FloatVector p = reducedExp(square.neg(), power);
      FloatVector scale = twoToThe(integer(power));
      FloatVector tail = scaledTail(u.mul(FloatMath.SQRT_2)).mul(p).mul(scale);
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

  static int log(float[] in, float[] out, int from, int to) {
    int i = from;
    for (; i <= to - WIDTH; i += WIDTH) {
      FloatVector x = FloatVector.fromArray(SPECIES, in, i);
      VectorMask<Float> subnormal = x.compare(LT, Float.MIN_NORMAL);
      IntVector bits = x.blend(x.mul(FloatMath.TWO_TO_23), subnormal).reinterpretAsInts();
      IntVector power = bits.sub(FloatMath.SQRT_HALF_BITS).lanewise(ASHR, MANTISSA_BITS);
      FloatVector f = bits.sub(power.lanewise(LSHL, MANTISSA_BITS)).reinterpretAsFloats().sub(1f);
      FloatVector whole = power.add(ROUNDER_BITS).reinterpretAsFloats().sub(ROUNDER);
      FloatVector n = whole.blend(whole.sub(23f), subnormal);
      FloatVector square = f.mul(f);
      FloatVector p = f.fma(FloatMath.L7, FloatMath.L6);
      p = step(p, f, FloatMath.L5);
      p = step(p, f, FloatMath.L4);
      p = step(p, f, FloatMath.L3);
      p = step(p, f, FloatMath.L2);
      p = step(p, f, FloatMath.L1);
      p = step(p, f, FloatMath.L0);
      FloatVector rest = n.fma(FloatVector.broadcast(SPECIES, LN_2_REST), square.mul(f).mul(p));
      FloatVector near = f.add(square.fma(FloatVector.broadcast(SPECIES, -0.5f), rest));
      n.fma(FloatVector.broadcast(SPECIES, LN_2), near)
          .blend(Float.POSITIVE_INFINITY, x.compare(EQ, Float.POSITIVE_INFINITY))
          .blend(Float.NEGATIVE_INFINITY, x.compare(EQ, 0f))
          .blend(Float.NaN, x.compare(GE, 0f).not())
          .intoArray(out, i);
    }
    return i;
  }
}
