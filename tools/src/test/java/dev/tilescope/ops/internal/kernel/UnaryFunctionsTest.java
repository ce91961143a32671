package dev.tilescope.ops.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What each function of one element gives; TwinsTest says that every engine gives the same. */
class UnaryFunctionsTest {
  private static final Engine ENGINE = new Engine(new ScalarLanes(), new Parallel(2));
  private static final int POINTS = 4001;

  /** A function to be within some units in the last place of a double one, over a range. */
  record Accuracy(UnaryKind kind, double low, double high, int ulps, DoubleUnaryOperator exact) {
    @Override
    public String toString() {
      return kind + " from " + low + " to " + high;
    }
  }

  private static Accuracy near(
      UnaryKind kind, double low, double high, int ulps, DoubleUnaryOperator exact) {
    return new Accuracy(kind, low, high, ulps, exact);
  }

  static List<Accuracy> accuracies() {
    double big = Float.MAX_VALUE;
    return List.of(
        near(UnaryKind.SQUARE, -1e19, 1e19, 1, x -> x * x),
        near(UnaryKind.RECIPROCAL, -1e30, 1e30, 1, x -> 1 / x),
        near(UnaryKind.RSQRT, 0, big, 2, x -> 1 / Math.sqrt(x)),
        near(UnaryKind.CBRT, -big, big, 1, x -> Math.signum(x) * Math.pow(Math.abs(x), 1 / 3.0)),
        near(UnaryKind.FLOOR, -1e9, 1e9, 0, Math::floor),
        near(UnaryKind.CEIL, -1e9, 1e9, 0, Math::ceil),
        near(UnaryKind.ROUND, -99, 99, 0, Math::rint),
        near(UnaryKind.TRUNC, -1e9, 1e9, 0, x -> (long) x),
        near(UnaryKind.FRAC, -1e6, 1e6, 0, x -> x - (long) x),
        near(UnaryKind.EXP, -104, 88.7, 2, Math::exp),
        near(UnaryKind.EXP2, -126, 127.9, 1, x -> Math.pow(2, x)),
        near(UnaryKind.EXPM1, -20, 88, 1, Math::expm1),
        near(UnaryKind.LOG, 0, big, 4, Math::log),
        near(UnaryKind.LOG, 0.3, 3, 4, Math::log),
        near(UnaryKind.LOG2, 0, big, 1, x -> Math.log(x) / Math.log(2)),
        near(UnaryKind.LOG10, 0, big, 1, Math::log10),
        near(UnaryKind.LOG1P, -0.99, big, 1, Math::log1p),
        near(UnaryKind.LOGIT, 0.01, 0.99, 2, x -> Math.log(x) - Math.log(1 - x)),
        near(UnaryKind.SIN, -1e5, 1e5, 1, StrictMath::sin),
        near(UnaryKind.COS, -1e5, 1e5, 1, StrictMath::cos),
        near(UnaryKind.TAN, -1e3, 1e3, 1, StrictMath::tan),
        near(UnaryKind.ASIN, -1, 1, 1, StrictMath::asin),
        near(UnaryKind.ACOS, -1, 1, 1, StrictMath::acos),
        near(UnaryKind.ATAN, -big, big, 1, StrictMath::atan),
        near(UnaryKind.SINH, -89, 89, 1, StrictMath::sinh),
        near(UnaryKind.COSH, -89, 89, 1, StrictMath::cosh),
        near(UnaryKind.TANH, -12, 12, 4, StrictMath::tanh),
        near(UnaryKind.ASINH, 0, 1e18, 1, UnaryFunctionsTest::asinh),
        near(UnaryKind.ACOSH, 1.1, 1e18, 1, x -> Math.log(x + Math.sqrt(x * x - 1))),
        near(UnaryKind.ATANH, -0.999, 0.999, 1, x -> (Math.log1p(x) - Math.log1p(-x)) / 2),
        near(UnaryKind.DEG2RAD, -1e9, 1e9, 1, Math::toRadians),
        near(UnaryKind.RAD2DEG, -1e9, 1e9, 1, Math::toDegrees),
        near(UnaryKind.ERF, -5, 5, 4, UnaryFunctionsTest::erf),
        near(UnaryKind.ERFC, -5, 9.1, 8, x -> x < 0 ? 1 - erf(x) : Reference.erfc(x)),
        near(UnaryKind.HARDSIGMOID, -5, 5, 2, x -> Math.clamp(x / 6 + 0.5, 0, 1)),
        near(UnaryKind.ELU, -20, 20, 1, x -> x > 0 ? x : Math.expm1(x)),
        near(UnaryKind.CELU, -20, 20, 1, x -> x > 0 ? x : Math.expm1(x)),
        near(UnaryKind.SIGMOID, -87, 87, 4, x -> 1 / (1 + Math.exp(-x))),
        near(UnaryKind.LOG_SIGMOID, -80, 80, 1, x -> -Math.log1p(Math.exp(-x))),
        near(UnaryKind.SILU, -87, 87, 4, x -> x / (1 + Math.exp(-x))),
        near(UnaryKind.MISH, -20, 80, 1, x -> x * Math.tanh(Math.log1p(Math.exp(x)))),
        near(UnaryKind.SOFTPLUS, -80, 19, 1, x -> Math.log1p(Math.exp(x))),
        near(UnaryKind.SOFTSIGN, -1e6, 1e6, 2, x -> x / (1 + Math.abs(x))),
        near(UnaryKind.SOFTCAP, -500, 500, 1, x -> 50 * Math.tanh(x / 50)),
        near(UnaryKind.TANHSHRINK, -20, 20, 1, x -> x - Math.tanh(x)));
  }

  private static double erf(double x) {
    double u = Math.abs(x);
    double near = 2 / Math.sqrt(Math.PI) * (u - u * u * u / 3);
    return Math.signum(x) * (u < 1e-4 ? near : 1 - Reference.erfc(u));
  }

  private static double asinh(double x) {
    return x < 1e-3 ? x - x * x * x / 6 : Math.log(x + Math.sqrt(x * x + 1));
  }

  @ParameterizedTest
  @MethodSource("accuracies")
  void functionsAreAccurate(Accuracy function) {
    float[] in = points(function.low, function.high);
    float[] out = unary(function.kind, in);
    for (int i = 0; i < in.length; i++) {
      double exact = function.exact.applyAsDouble(in[i]);
      assertThat((double) out[i])
          .as("%s(%s)", function.kind, in[i])
          .isCloseTo(exact, within((function.ulps + 0.51) * Math.ulp((float) exact)));
    }
  }

  /** Even steps, and steps by a factor towards zero from both ends, within the range. */
  private static float[] points(double low, double high) {
    List<Double> points = new ArrayList<>();
    for (int i = 0; i < POINTS; i++) {
      points.add(low + (high - low) * i / (POINTS - 1));
      points.add(high * Math.pow(0.97, i));
      points.add(low * Math.pow(0.97, i));
    }
    float[] values = new float[points.size()];
    int count = 0;
    for (double point : points) {
      float value = (float) point;
      if (value != 0 && value >= low && value <= high) {
        values[count++] = value;
      }
    }
    return Arrays.copyOf(values, count);
  }

  private static float[] unary(UnaryKind kind, float... in) {
    return with(kind, kind.defaultP(), kind.defaultQ(), in);
  }

  private static float[] with(UnaryKind kind, float p, float q, float... in) {
    float[] out = new float[in.length];
    ENGINE.unary(kind, p, q, in, out);
    return out;
  }

  @Test
  void geluByTanhIsWithinRoundingOfItsFormula() {
    float[] in = points(-20, 20);
    float[] out = unary(UnaryKind.GELU_APPROX, in);
    for (int i = 0; i < in.length; i++) {
      double x = in[i];
      double tanh = Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x));
      assertThat((double) out[i])
          .isCloseTo(x * (1 + tanh) / 2, within(3e-7 * Math.abs(x) + Float.MIN_VALUE));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ERFINV, 0.0009765625, 0.00086545619796713755",
    "ERFINV, 0.25, 0.2253120550121781",
    "ERFINV, -0.5, -0.47693627620446987",
    "ERFINV, 0.9375, 1.3171503349861307",
    "ERFINV, -0.9990234375, -2.3314677736219477",
    "ERFINV, 0.99999994039535522, 3.8325068568909351",
    "LGAMMA, 0.0009765625, 6.9309089024194619",
    "LGAMMA, 0.5, 0.57236494292470009",
    "LGAMMA, 1.0009765625, -0.00056290317999120463",
    "LGAMMA, 1.9990234375, -0.0004125677359714894",
    "LGAMMA, 3.75, 1.4868155785934171",
    "LGAMMA, 50, 144.56574394634489",
    "LGAMMA, 10000, 82099.717496442377",
    "LGAMMA, -0.5, 1.2655121234846454",
    "LGAMMA, -2.75, 0.0044878975359557733",
    "LGAMMA, -30.25, -74.022397450355477",
    "DIGAMMA, 0.0009765625, -1024.5756104293406",
    "DIGAMMA, 0.5, -1.9635100260214235",
    "DIGAMMA, 1.5, 0.036489973978576521",
    "DIGAMMA, 3.75, 1.1825373886117962",
    "DIGAMMA, 50, 3.9019896734278922",
    "DIGAMMA, 10000, 9.2102903711428494",
    "DIGAMMA, -0.5, 0.036489973978576521",
    "DIGAMMA, -2.75, -1.959055264977997",
    "DIGAMMA, -30.25, 6.5675267051727474",
    "I0, 0.5, 1.0634833707413235",
    "I0, -3, 4.8807925858650241",
    "I0, 20, 43558282.559553533",
    "I0, 85, 3.5634776304081241e+35",
    "I1, 0.5, 0.25789430539089632",
    "I1, -3, -3.9533702174026094",
    "I1, 20, 42454973.38512777",
    "I1, 85, 3.5424536064403776e+35",
  })
  void specialFunctionsHaveTheirKnownValues(UnaryKind kind, float x, double expected) {
    assertThat((double) unary(kind, x)[0]).isCloseTo(expected, within(1e-7 * Math.abs(expected)));
  }

  /** The function of NaN, both infinities, and both zeros, as PyTorch gives it. */
  @ParameterizedTest
  @CsvSource({
    "IDENTITY, NaN, Infinity, -Infinity, 0, -0",
    "ABS, NaN, Infinity, Infinity, 0, 0",
    "NEG, NaN, -Infinity, Infinity, -0, 0",
    "SIGN, 0, 1, -1, 0, 0",
    "SQUARE, NaN, Infinity, Infinity, 0, 0",
    "RECIPROCAL, NaN, 0, -0, Infinity, -Infinity",
    "SQRT, NaN, Infinity, NaN, 0, -0",
    "RSQRT, NaN, 0, NaN, Infinity, -Infinity",
    "CBRT, NaN, Infinity, -Infinity, 0, -0",
    "FLOOR, NaN, Infinity, -Infinity, 0, -0",
    "CEIL, NaN, Infinity, -Infinity, 0, -0",
    "ROUND, NaN, Infinity, -Infinity, 0, -0",
    "TRUNC, NaN, Infinity, -Infinity, 0, -0",
    "FRAC, NaN, NaN, NaN, 0, 0",
    "POWER, NaN, Infinity, Infinity, 0, 0",
    "RPOW, NaN, Infinity, 0, 1, 1",
    "RDIV, NaN, 0, -0, Infinity, -Infinity",
    "EXP, NaN, Infinity, 0, 1, 1",
    "EXP2, NaN, Infinity, 0, 1, 1",
    "EXPM1, NaN, Infinity, -1, 0, -0",
    "LOG, NaN, Infinity, NaN, -Infinity, -Infinity",
    "LOG2, NaN, Infinity, NaN, -Infinity, -Infinity",
    "LOG10, NaN, Infinity, NaN, -Infinity, -Infinity",
    "LOG1P, NaN, Infinity, NaN, 0, -0",
    "LOGIT, NaN, NaN, NaN, -Infinity, -Infinity",
    "SIN, NaN, NaN, NaN, 0, -0",
    "COS, NaN, NaN, NaN, 1, 1",
    "TAN, NaN, NaN, NaN, 0, -0",
    "ASIN, NaN, NaN, NaN, 0, -0",
    "ACOS, NaN, NaN, NaN, 1.5707964, 1.5707964",
    "ATAN, NaN, 1.5707964, -1.5707964, 0, -0",
    "SINH, NaN, Infinity, -Infinity, 0, -0",
    "COSH, NaN, Infinity, Infinity, 1, 1",
    "TANH, NaN, 1, -1, 0, -0",
    "ASINH, NaN, Infinity, -Infinity, 0, -0",
    "ACOSH, NaN, Infinity, NaN, NaN, NaN",
    "ATANH, NaN, NaN, NaN, 0, -0",
    "DEG2RAD, NaN, Infinity, -Infinity, 0, -0",
    "RAD2DEG, NaN, Infinity, -Infinity, 0, -0",
    "ERF, NaN, 1, -1, 0, -0",
    "ERFC, NaN, 0, 2, 1, 1",
    "ERFINV, NaN, NaN, NaN, 0, -0",
    "LGAMMA, NaN, Infinity, Infinity, Infinity, Infinity",
    "DIGAMMA, NaN, Infinity, NaN, -Infinity, Infinity",
    "I0, NaN, Infinity, Infinity, 1, 1",
    "RELU, NaN, Infinity, 0, 0, 0",
    "RELU6, NaN, 6, 0, 0, 0",
    "RELU_MAX, NaN, Infinity, 0, 0, 0",
    "RELU_MIN, NaN, Infinity, 0, 0, 0",
    "CLAMP, NaN, Infinity, -Infinity, 0, -0",
    "HARDTANH, NaN, 1, -1, 0, -0",
    "HARDSIGMOID, NaN, 1, 0, 0.5, 0.5",
    "HARDSWISH, NaN, Infinity, NaN, 0, -0",
    "HARDMISH, NaN, Infinity, NaN, 0, -0",
    "LEAKY_RELU, NaN, Infinity, -Infinity, 0, -0",
    "ELU, NaN, Infinity, -1, 0, -0",
    "CELU, NaN, Infinity, -1, 0, -0",
    "SELU, NaN, Infinity, -1.7580993, 0, -0",
    "GELU, NaN, Infinity, NaN, 0, -0",
    "GELU_APPROX, NaN, Infinity, NaN, 0, -0",
    "SIGMOID, NaN, 1, 0, 0.5, 0.5",
    "LOG_SIGMOID, NaN, 0, -Infinity, -0.6931472, -0.6931472",
    "SILU, NaN, Infinity, NaN, 0, -0",
    "MISH, NaN, Infinity, NaN, 0, -0",
    "SOFTPLUS, NaN, Infinity, 0, 0.6931472, 0.6931472",
    "SOFTSIGN, NaN, NaN, NaN, 0, -0",
    "SOFTCAP, NaN, 50, -50, 0, -0",
    "HARDSHRINK, NaN, Infinity, -Infinity, 0, 0",
    "SOFTSHRINK, NaN, Infinity, -Infinity, 0, -0",
    "TANHSHRINK, NaN, Infinity, -Infinity, 0, 0",
    "THRESHOLD, NaN, Infinity, 0, 0, 0",
    "HEAVISIDE, 0, 1, 0, 0, 0",
    "LOGICAL_NOT, 0, 0, 0, 1, 1",
    "ISNAN, 1, 0, 0, 0, 0",
    "ISINF, 0, 1, 1, 0, 0",
    "ISPOSINF, 0, 1, 0, 0, 0",
    "ISNEGINF, 0, 0, 1, 0, 0",
    "ISFINITE, 0, 0, 0, 1, 1",
    "SIGNBIT, 0, 0, 1, 0, 1",
    "EQZ, 0, 0, 0, 1, 1",
    "NEZ, 1, 1, 1, 0, 0",
    "GTZ, 0, 1, 0, 0, 0",
    "GEZ, 0, 1, 0, 1, 1",
    "LTZ, 0, 0, 1, 0, 0",
    "LEZ, 0, 0, 1, 1, 1",
  })
  void specialValuesGoThroughAsInPyTorch(
      UnaryKind kind, float ofNan, float ofInf, float ofMinusInf, float ofZero, float ofMinusZero) {
    float inf = Float.POSITIVE_INFINITY;
    assertThat(unary(kind, Float.NaN, inf, -inf, 0f, -0f))
        .as("%s", kind)
        .containsExactly(ofNan, ofInf, ofMinusInf, ofZero, ofMinusZero);
  }

  /** PyTorch's grows on to infinity. */
  @Test
  void i1StaysWhereBoardsClampIt() {
    float inf = Float.POSITIVE_INFINITY;
    float most = unary(UnaryKind.I1, 88.5f)[0];
    assertThat(most).isBetween(1.1e37f, 1.2e37f);
    assertThat(unary(UnaryKind.I1, Float.NaN, inf, -inf, 0f, -0f))
        .containsExactly(Float.NaN, most, -most, 0f, -0f);
  }

  @Test
  void parametersMeanWhatTheirNamesSay() {
    assertThat(with(UnaryKind.LEAKY_RELU, 0.5f, 0, -4, 4)).containsExactly(-2, 4);
    assertThat(with(UnaryKind.CLAMP, -1, 2, -4, 0.5f, 4)).containsExactly(-1, 0.5f, 2);
    assertThat(with(UnaryKind.CLAMP, 2, -1, -4, 4)).containsExactly(-1, -1);
    assertThat(with(UnaryKind.FILL, 7, 0, 1, 2)).containsExactly(7, 7);
    assertThat(with(UnaryKind.POWER, 3, 0, -2, 3)).containsExactly(-8, 27);
    assertThat(with(UnaryKind.RPOW, 3, 0, -1, 3)).containsExactly(1 / 3f, 27);
    assertThat(with(UnaryKind.RDIV, 3, 0, -1, 6)).containsExactly(-3, 0.5f);
    assertThat(with(UnaryKind.RELU_MAX, 5, 0, -1, 4, 6)).containsExactly(0, 4, 5);
    assertThat(with(UnaryKind.RELU_MIN, 5, 0, -1, 6)).containsExactly(5, 6);
    assertThat(with(UnaryKind.ELU, 2, 0, 3, -40)).containsExactly(3, -2);
    assertThat(with(UnaryKind.CELU, 2, 0, 3, -80)).containsExactly(3, -2);
    assertThat(with(UnaryKind.SELU, 3, 2, 3, -80)).containsExactly(9, -6);
    assertThat(with(UnaryKind.SOFTPLUS, 2, 6, 3, 4)).containsExactly(3.0012379f, 4);
    assertThat(with(UnaryKind.THRESHOLD, 2, 9, 2, 3)).containsExactly(9, 3);
    assertThat(with(UnaryKind.HEAVISIDE, 0.25f, 0, -2, 0, 3)).containsExactly(0, 0.25f, 1);
    assertThat(with(UnaryKind.HARDSHRINK, 1, 0, -1, 0.9f, 3)).containsExactly(0, 0, 3);
    assertThat(with(UnaryKind.SOFTSHRINK, 1, 0, -2, 0.9f, 3)).containsExactly(-1, 0, 2);
    assertThat(with(UnaryKind.SOFTCAP, 2, 0, 900)).containsExactly(2);
    assertThat(with(UnaryKind.LOGIT, 0.5f, 0, 0.1f)).containsExactly(0);
  }

  @Test
  void halvesGoToEvenIntegers() {
    assertThat(unary(UnaryKind.ROUND, 0.5f, 1.5f, 2.5f, -0.5f, -1.5f))
        .containsExactly(0, 2, 2, -0f, -2);
    assertThat(unary(UnaryKind.HARDSWISH, -4, -1, 1, 4)).containsExactly(-0f, -1 / 3f, 2 / 3f, 4);
  }
}
