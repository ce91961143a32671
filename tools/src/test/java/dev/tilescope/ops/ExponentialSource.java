package dev.tilescope.ops;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The source of {@code VectorExponentials}: each step of the functions that are made of exp stands
 * here once, and there in every loop that takes it.
 */
final class ExponentialSource {
  private static final String HEAD =
      """
      package dev.tilescope.ops.internal.kernel;

      %s

      /**
       * The functions of {@link FloatMath} that are made of exp in vectors, spelled out in their
       * loops for the reason that {@link VectorMath} gives: the same steps, so the same bits.
       *
       * <p>Generated from the steps in {@code ExponentialSource}: to change it, change them and run
       * {@code mvn -Pgenerate}.
       */
      final class VectorExponentials {
        private static final int WIDTH = SPECIES.length();
        private static final int SIGN_BIT = 0x80000000;

        private VectorExponentials() {}
      %s}
      """;

  /** Those that no loop takes are left out. */
  private static final String IMPORTS =
      imports(
              "static dev.tilescope.ops.internal.kernel.FloatMath.",
              "EXPONENT_BIAS LN_2 LN_2_REST LOG2_E MANTISSA_BITS ROUNDER ROUNDER_BITS")
          + imports("static dev.tilescope.ops.internal.kernel.VectorMath.", "SPECIES")
          + imports("static jdk.incubator.vector.VectorOperators.", "ASHR LSHL LT")
          + imports("jdk.incubator.vector.", "FloatVector IntVector VectorMask");

  private static final String LOOP =
      """

      %s(%sfloat[] out, int from, int to) {
        int i = from;
        for (; i <= to - WIDTH; i += WIDTH) {
          FloatVector x = FloatVector.fromArray(SPECIES, in, i)%s;
          %s.intoArray(out, i);
        }
        return i;
      }
      """;

  private static final String ONE = "FloatVector.broadcast(SPECIES, 1f)";

  /** Of a bounded argument: {@code power} is n in its low bits, r the argument less n ln 2. */
  private static final String REDUCE =
      """
      FloatVector power = %1$s.fma(LOG2_E, ROUNDER);
      FloatVector n = power.sub(ROUNDER);
      FloatVector r = n.fma(FloatVector.broadcast(SPECIES, -LN_2_REST),
          n.fma(FloatVector.broadcast(SPECIES, -LN_2), %1$s));
      """;

  /** {@code p} is (e^r - 1 - r) / r^2. */
  private static final String EXP_REST = REDUCE + polynomial("p", "r", "E", 6, 2);

  /** {@code p} is e^r. */
  private static final String REDUCED_EXP = EXP_REST + ("p = p.fma(r, " + ONE + ");\n").repeat(2);

  private static final String INTEGER = "power.reinterpretAsInts().sub(ROUNDER_BITS)";
  private static final String TO_POWER_OF_TWO =
      ".add(EXPONENT_BIAS).lanewise(LSHL, MANTISSA_BITS).reinterpretAsFloats();\n";

  /** 2^n, where it does not overflow. */
  private static final String SCALE = "FloatVector scale = " + INTEGER + TO_POWER_OF_TWO;

  /** 2^n in two factors, neither of which overflows before the product does. */
  private static final String SCALES =
      "IntVector exponent = "
          + INTEGER
          + """
          ;
          IntVector half = exponent.lanewise(ASHR, 1);
          IntVector rest = exponent.sub(half);
          """
          + ("FloatVector twoToHalf = half" + TO_POWER_OF_TWO)
          + ("FloatVector twoToRest = rest" + TO_POWER_OF_TWO);

  /** Then {@code p.mul(twoToHalf).mul(twoToRest)} is exp. */
  private static final String EXP =
      "FloatVector bounded = %s.max(FloatMath.EXP_LOW).min(FloatMath.EXP_HIGH);\n"
          + REDUCED_EXP.formatted("bounded")
          + SCALES;

  /** {@code below} is 1 + exp. */
  private static final String BELOW =
      EXP + "FloatVector below = p.mul(twoToHalf).mul(twoToRest).add(1f);\n";

  /** {@code q.mul(s)} is the upper tail of the normal distribution at u, times e^(u^2 / 2). */
  private static final String TAIL =
      "\nFloatVector s = "
          + (ONE + ".div(%s.fma(0.25f, 1f));\nFloatVector t = s.fma(2f, -1f);\n")
          + polynomial("q", "t", "T", 9, 0);

  private static final String SIGN = "IntVector sign = x.reinterpretAsInts().and(SIGN_BIT);\n";
  private static final String SIGNED = ".reinterpretAsInts().or(sign).reinterpretAsFloats()";

  private static final String GELU =
      "FloatVector u = x.abs().min(FloatMath.TAIL_END);\n"
          + TAIL.formatted("u")
          + """
          FloatVector scaledTail = q.mul(s);

          FloatVector square = u.mul(u);
          FloatVector squareRest = u.fma(u, square.neg());
          FloatVector argument = square.mul(-0.5f);
          """
          + REDUCED_EXP.formatted("argument")
          + """

          FloatVector tail = scaledTail.mul(squareRest.fma(-0.5f, 1f)).mul(p);
          VectorMask<Float> negative = x.compare(LT, 0f);
          """
          + SCALES
          + """
          FloatVector scaled =
              tail.blend(u.neg().mul(tail), negative).mul(twoToHalf).mul(twoToRest);
          """
          + ("x.mul(" + ONE + ".sub(scaled))")
          + ".blend(x.fma(FloatVector.zero(SPECIES), scaled), negative)";

  private static final String TANH =
      "FloatVector bounded = x.abs().min(FloatMath.TANH_END).mul(2f);\n"
          + EXP_REST.formatted("bounded")
          + "FloatVector reduced = p.mul(r).fma(r, r);\n"
          + SCALE
          + "FloatVector e = scale.fma(reduced, scale.sub(1f));\n"
          + (SIGN + "e.div(e.add(2f))" + SIGNED);

  private static final String ERF =
      """
      FloatVector u = x.abs().min(FloatMath.ERF_END);
      FloatVector square = u.mul(u);
      FloatVector bounded = square.neg();
      """
          + (REDUCED_EXP.formatted("bounded") + SCALE)
          + TAIL.formatted("u.mul(FloatMath.SQRT_2)")
          + "FloatVector tail = q.mul(s).mul(p).mul(scale);\n\n"
          + polynomial("ratio", "square", "R", 6, 0)
          + """
          FloatVector near = u.fma(ratio, u);
          FloatVector magnitude = tail.fma(-2f, 1f).blend(near, u.compare(LT, 1f));
          """
          + (SIGN + "magnitude" + SIGNED);

  private ExponentialSource() {}

  static String of() {
    String loops =
        LOOP.formatted(
                "/** {@code out[i] = exp(in[i] - shift)}. */\nstatic int shiftedExp",
                "float[] in, float shift, ",
                ".sub(shift)",
                EXP.formatted("x") + "p.mul(twoToHalf).mul(twoToRest)")
            + loop("sigmoid", BELOW.formatted("x.neg()") + ONE + ".div(below)")
            + loop("silu", BELOW.formatted("x.neg()") + "x.div(below)")
            + loop(
                "geluApprox",
                "FloatVector linear ="
                    + " x.mul(x).fma(-FloatMath.GELU_CUBIC, -FloatMath.GELU_LINEAR);\n"
                    + (BELOW.formatted("x.mul(linear)") + "x.div(below)"))
            + loop("gelu", GELU)
            + loop("tanh", TANH)
            + loop("erf", ERF);
    return HEAD.formatted(IMPORTS, loops);
  }

  /** Of one array, with the result after its steps. */
  private static String loop(String name, String body) {
    return LOOP.formatted("static int " + name, "float[] in, ", "", body);
  }

  /** Horner's scheme, with the coefficients of {@code FloatMath} that a letter begins. */
  private static String polynomial(String p, String x, String letter, int degree, int last) {
    String coefficient = "FloatMath." + letter;
    StringBuilder steps =
        new StringBuilder(
            "FloatVector %s = %s.fma(%s%d, %s%d);\n"
                .formatted(p, x, coefficient, degree, coefficient, degree - 1));
    for (int i = degree - 2; i >= last; i--) {
      steps.append(
          "%s = %s.fma(%s, FloatVector.broadcast(SPECIES, %s%d));\n"
              .formatted(p, p, x, coefficient, i));
    }
    return steps.toString();
  }

  private static String imports(String from, String names) {
    return Stream.of(names.split(" "))
        .map(name -> "import " + from + name + ";\n")
        .collect(Collectors.joining());
  }
}
