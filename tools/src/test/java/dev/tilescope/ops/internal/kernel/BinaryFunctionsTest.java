package dev.tilescope.ops.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.model.TilescopeException;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What each function of two or three elements gives, of floats and of integers. */
class BinaryFunctionsTest {
  private static final Engine ENGINE = new Engine(new VectorLanes(), new Parallel(2));
  private static final int[] ONE = {1};

  private static float binary(BinaryKind kind, float a, float b) {
    float[] out = new float[1];
    ENGINE.binary(kind, new float[] {a}, new float[] {b}, StrideWalk.collapsed(ONE, ONE, ONE), out);
    return out[0];
  }

  private static int binary(BinaryKind kind, Integers integers, int a, int b) {
    int[] out = new int[1];
    ENGINE.binary(
        kind, integers, new int[] {a}, new int[] {b}, StrideWalk.collapsed(ONE, ONE, ONE), out);
    return out[0];
  }

  @ParameterizedTest
  @CsvSource({
    "RSUB, 2, 5, 3",
    "SQUARED_DIFFERENCE, 2, 5, 9",
    "MINIMUM, 2, NaN, NaN",
    "MAXIMUM, NaN, 2, NaN",
    "MINIMUM, 0, -0, -0",
    "EQ, 2, 2, 1",
    "EQ, NaN, NaN, 0",
    "NE, NaN, NaN, 1",
    "EQ, 0, -0, 1",
    "LE, 2, 2, 1",
    "LT, 2, NaN, 0",
    "GT, 3, 2, 1",
    "GE, NaN, 2, 0",
    "LOGICAL_AND, 2, NaN, 1",
    "LOGICAL_AND, 2, -0, 0",
    "LOGICAL_OR, 0, -0, 0",
    "LOGICAL_XOR, 2, 3, 0",
    "LOGICAL_XOR, 0, 3, 1",
    "POW, -2, 3, -8",
    "POW, -2, 0.5, NaN",
    "POW, 1, NaN, 1",
    "POW, NaN, 0, 1",
    "POW, -1, Infinity, 1",
    "POW, 0, -1, Infinity",
    "REMAINDER, 7, 3, 1",
    "REMAINDER, -7, 3, 2",
    "REMAINDER, 7, -3, -2",
    "REMAINDER, -7, -3, -1",
    "REMAINDER, 7, 0, NaN",
    "REMAINDER, -1, Infinity, Infinity",
    "FMOD, -7, 3, -1",
    "FMOD, 7, -3, 1",
    "FMOD, Infinity, 3, NaN",
    "FMOD, 3, Infinity, 3",
    "FLOOR_DIV, 7, 2, 3",
    "FLOOR_DIV, -7, 2, -4",
    "FLOOR_DIV, 7, 0, Infinity",
    "FLOOR_DIV, 0, 0, NaN",
    "FLOOR_DIV, -1, Infinity, -1",
    "FLOOR_DIV, NaN, 2, NaN",
    "FLOOR_DIV, 1, 0.1, 9",
    "DIV_NO_NAN, 7, 0, 0",
    "DIV_NO_NAN, 7, 2, 3.5",
    "LDEXP, 3, 4, 48",
    "LDEXP, 3, -1, 1.5",
    "LOGADDEXP, 0, 0, 0.6931472",
    "LOGADDEXP, 100, 0, 100",
    "LOGADDEXP, -Infinity, -Infinity, -Infinity",
    "LOGADDEXP, Infinity, Infinity, Infinity",
    "LOGADDEXP, -Infinity, 3, 3",
    "LOGADDEXP, NaN, 3, NaN",
    "LOGADDEXP2, 3, 3, 4",
    "LOGADDEXP2, -Infinity, -Infinity, -Infinity",
    "BIAS_GELU, 50, 50, 100",
    "HYPOT, 3, -4, 5",
    "HYPOT, NaN, -Infinity, Infinity",
    "HYPOT, 3e38, 0, 3e38",
    "ATAN2, 1, -1, 2.3561945",
    "ATAN2, -0, -1, -3.1415927",
    "XLOGY, 0, 0, 0",
    "XLOGY, 0, NaN, NaN",
    "XLOGY, 2, 0, -Infinity",
    "XLOGY, 2, 1, 0",
    "NEXTAFTER, 1, 2, 1.0000001",
    "PRELU, -4, 0.5, -2",
    "PRELU, 4, 0.5, 4",
  })
  void floatsAsInPyTorch(BinaryKind kind, float a, float b, float expected) {
    assertThat(binary(kind, a, b)).isEqualTo(Float.valueOf(expected));
  }

  @Property(tries = 500, seed = "21")
  void floorDivisionAndRemainderBelongTogether(
      @ForAll @FloatRange(min = -1e4f, max = 1e4f) float a,
      @ForAll @FloatRange(min = -1e2f, max = 1e2f) float b) {
    if (Math.abs(b) < 0.01f) {
      return;
    }
    double quotient = binary(BinaryKind.FLOOR_DIV, a, b);
    double rest = binary(BinaryKind.REMAINDER, a, b);
    assertThat(quotient).isEqualTo(Math.rint(quotient));
    assertThat(rest == 0 || (rest < 0) == (b < 0)).isTrue();
    assertThat(quotient * b + rest).isCloseTo(a, within(1e-2));
  }

  @ParameterizedTest
  @EnumSource
  void everyFunctionSaysWhatItIsDefinedOn(BinaryKind kind) {
    int[] ints = {5};
    float[] floats = {5};
    if (!kind.onFloats()) {
      assertRefused(kind, "floats", () -> binary(kind, 1, 1));
      assertRefused(
          kind, "floats", () -> Kernels.binary(kind, floats, ONE, floats, ONE, floats, ONE));
      assertRefused(kind, "floats", () -> Kernels.binaryScalar(kind, floats, 2f, floats));
    }
    if (!kind.onIntegers()) {
      assertRefused(kind, "integers", () -> Kernels.binary(kind, ints, ONE, ints, ONE, ints, ONE));
    }
    assertThat(kind.onFloats() || kind.onIntegers()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void everyUnaryFunctionSaysWhatItIsDefinedOn(UnaryKind kind) {
    int[] ints = {5};
    float[] floats = {5};
    if (kind.onIntegers()) {
      Kernels.unary(kind, Integers.SIGNED, 0, 0, ints, ints);
    } else {
      assertRefused(kind, "integers", () -> Kernels.unary(kind, Integers.SIGNED, 0, 0, ints, ints));
    }
    if (kind.onFloats()) {
      Kernels.unary(kind, floats, floats);
    } else {
      assertRefused(kind, "floats", () -> Kernels.unary(kind, floats, floats));
    }
  }

  private static void assertRefused(Enum<?> kind, String what, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(kind.name() + " is not defined on " + what);
  }

  @ParameterizedTest
  @EnumSource
  void integersAreExactAndWrap(Integers integers) {
    Random random = new Random(3);
    List<Integer> edges = List.of(0, 1, -1, 2, -2, 31, 32, Integer.MIN_VALUE, Integer.MAX_VALUE);
    for (int i = 0; i < 5000; i++) {
      int a = i < 81 ? edges.get(i / 9) : random.nextInt() >> random.nextInt(32);
      int b = i < 81 ? edges.get(i % 9) : random.nextInt() >> random.nextInt(32);
      for (BinaryKind kind : BinaryKind.values()) {
        if (kind.onIntegers()) {
          assertThat(binary(kind, integers, a, b))
              .as("%s %s(%s, %s)", integers, kind, a, b)
              .isEqualTo(exact(kind, number(integers, a), number(integers, b)).intValue());
        }
      }
    }
  }

  private static BigInteger number(Integers integers, int bits) {
    return BigInteger.valueOf(integers == Integers.SIGNED ? bits : Integer.toUnsignedLong(bits));
  }

  private static BigInteger exact(BinaryKind kind, BigInteger a, BigInteger b) {
    boolean zero = b.signum() == 0;
    return switch (kind) {
      case ADD -> a.add(b);
      case SUBTRACT -> a.subtract(b);
      case MULTIPLY -> a.multiply(b);
      case RSUB -> b.subtract(a);
      case SQUARED_DIFFERENCE -> a.subtract(b).pow(2);
      case MINIMUM -> a.min(b);
      case MAXIMUM -> a.max(b);
      case EQ -> truth(a.equals(b));
      case NE -> truth(!a.equals(b));
      case LT -> truth(a.compareTo(b) < 0);
      case LE -> truth(a.compareTo(b) <= 0);
      case GT -> truth(a.compareTo(b) > 0);
      case GE -> truth(a.compareTo(b) >= 0);
      case LOGICAL_AND -> truth(a.signum() != 0 && !zero);
      case LOGICAL_OR -> truth(a.signum() != 0 || !zero);
      case LOGICAL_XOR -> truth((a.signum() != 0) != !zero);
      case POW -> b.signum() < 0 ? inversePower(a, b) : a.modPow(b, BigInteger.TWO.pow(32));
      case REMAINDER -> zero ? a : a.subtract(floor(a, b).multiply(b));
      case FMOD -> zero ? a : a.remainder(b);
      case FLOOR_DIV -> zero ? BigInteger.valueOf(-1) : floor(a, b);
      case TRUNC_DIV -> zero ? BigInteger.valueOf(-1) : a.divide(b);
      case BITWISE_AND -> a.and(b);
      case BITWISE_OR -> a.or(b);
      case BITWISE_XOR -> a.xor(b);
      case LEFT_SHIFT -> shift(b) < 32 ? a.shiftLeft(shift(b)) : BigInteger.ZERO;
      case RIGHT_SHIFT -> a.shiftRight(shift(b));
      case LOGICAL_RIGHT_SHIFT ->
          BigInteger.valueOf(a.longValue() & 0xFFFFFFFFL).shiftRight(shift(b));
      case GCD -> a.gcd(b);
      case LCM -> a.signum() == 0 || zero ? BigInteger.ZERO : a.multiply(b).abs().divide(a.gcd(b));
      default -> throw new AssertionError(kind);
    };
  }

  private static BigInteger truth(boolean answer) {
    return answer ? BigInteger.ONE : BigInteger.ZERO;
  }

  private static int shift(BigInteger b) {
    return b.signum() < 0 || b.bitLength() > 5 ? 32 : b.intValue();
  }

  private static BigInteger floor(BigInteger a, BigInteger b) {
    BigInteger[] parts = a.divideAndRemainder(b);
    boolean down = parts[1].signum() * b.signum() < 0;
    return down ? parts[0].subtract(BigInteger.ONE) : parts[0];
  }

  private static BigInteger inversePower(BigInteger a, BigInteger b) {
    boolean unit = a.abs().equals(BigInteger.ONE);
    return unit ? a.pow(b.testBit(0) ? 1 : 2) : BigInteger.ZERO;
  }

  @Test
  void functionsOfOneIntegerKnowTheSign() {
    int[] in = {Integer.MIN_VALUE, -3, 0, 8};
    assertThat(unary(UnaryKind.ABS, Integers.SIGNED, in)).containsExactly(in[0], 3, 0, 8);
    assertThat(unary(UnaryKind.ABS, Integers.UNSIGNED, in)).containsExactly(in);
    assertThat(unary(UnaryKind.NEG, Integers.SIGNED, in)).containsExactly(in[0], 3, 0, -8);
    assertThat(unary(UnaryKind.SIGN, Integers.SIGNED, in)).containsExactly(-1, -1, 0, 1);
    assertThat(unary(UnaryKind.SIGN, Integers.UNSIGNED, in)).containsExactly(1, 1, 0, 1);
    assertThat(unary(UnaryKind.SQUARE, Integers.SIGNED, in)).containsExactly(0, 9, 0, 64);
    assertThat(unary(UnaryKind.RELU, Integers.SIGNED, in)).containsExactly(0, 0, 0, 8);
    assertThat(unary(UnaryKind.RELU, Integers.UNSIGNED, in)).containsExactly(in);
    assertThat(unary(UnaryKind.RELU6, Integers.SIGNED, in)).containsExactly(0, 0, 0, 6);
    assertThat(unary(UnaryKind.RELU_MAX, Integers.SIGNED, in)).containsExactly(0, 0, 0, 2);
    assertThat(unary(UnaryKind.RELU_MIN, Integers.SIGNED, in)).containsExactly(2, 2, 2, 8);
    assertThat(unary(UnaryKind.CLAMP, Integers.SIGNED, in)).containsExactly(2, 2, 2, 5);
    assertThat(unary(UnaryKind.CLAMP, Integers.UNSIGNED, in)).containsExactly(5, 5, 2, 5);
    assertThat(unary(UnaryKind.IDENTITY, Integers.SIGNED, in)).containsExactly(in);
    assertThat(unary(UnaryKind.FILL, Integers.SIGNED, in)).containsExactly(2, 2, 2, 2);
    assertThat(unary(UnaryKind.LOGICAL_NOT, Integers.SIGNED, in)).containsExactly(0, 0, 1, 0);
    assertThat(unary(UnaryKind.EQZ, Integers.SIGNED, in)).containsExactly(0, 0, 1, 0);
    assertThat(unary(UnaryKind.NEZ, Integers.SIGNED, in)).containsExactly(1, 1, 0, 1);
    assertThat(unary(UnaryKind.GTZ, Integers.UNSIGNED, in)).containsExactly(1, 1, 0, 1);
    assertThat(unary(UnaryKind.GEZ, Integers.SIGNED, in)).containsExactly(0, 0, 1, 1);
    assertThat(unary(UnaryKind.LTZ, Integers.SIGNED, in)).containsExactly(1, 1, 0, 0);
    assertThat(unary(UnaryKind.LEZ, Integers.SIGNED, in)).containsExactly(1, 1, 1, 0);
    assertThat(unary(UnaryKind.BITWISE_NOT, Integers.SIGNED, in))
        .containsExactly(Integer.MAX_VALUE, 2, -1, -9);
  }

  private static int[] unary(UnaryKind kind, Integers integers, int[] in) {
    int[] out = new int[in.length];
    Kernels.unary(kind, integers, 2, 5, in, out);
    return out;
  }
}
