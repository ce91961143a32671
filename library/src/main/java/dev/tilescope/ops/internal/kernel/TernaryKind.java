package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.Broadcast.Run;

/** Functions of three elements a, b and c, some with a constant v. */
public enum TernaryKind {
  /** b where a is not zero, else c. A NaN is not zero. */
  WHERE(Numbers.BOTH),
  /** a + v b c. */
  ADDCMUL(Numbers.BOTH),
  /** a + v b / c. */
  ADDCDIV(Numbers.FLOATS),
  /** From a to b by the fraction c. */
  LERP(Numbers.FLOATS),
  /** a b + c. */
  MAC(Numbers.BOTH),
  /** a and the square of the sine of a b, divided by c. */
  SNAKE_BETA(Numbers.FLOATS);

  private final Numbers numbers;

  TernaryKind(Numbers numbers) {
    this.numbers = numbers;
  }

  /** Whether integers have this function; floats have all. */
  public boolean onIntegers() {
    return numbers != Numbers.FLOATS;
  }

  void run(float v, float[] a, float[] b, float[] c, float[] out, Run run) {
    for (int i = 0; i < run.length; i++) {
      float x = a[run.aAt + i * run.aStep];
      float y = b[run.bAt + i * run.bStep];
      out[run.outAt + i] = apply(v, x, y, c[run.cAt + i * run.cStep]);
    }
  }

  private float apply(float v, float a, float b, float c) {
    return switch (this) {
      case WHERE -> a != 0 ? b : c;
      case ADDCMUL -> a + v * b * c;
      case ADDCDIV -> a + v * b / c;
      // As PyTorch does, so that both ends are exact.
      case LERP -> c < 0.5f ? a + c * (b - a) : b - (b - a) * (1 - c);
      case MAC -> a * b + c;
      case SNAKE_BETA -> snake(a, b, c);
    };
  }

  private static float snake(float a, float b, float c) {
    float sine = (float) Math.sin(a * b);
    return a + sine * sine / c;
  }

  void run(int v, int[] a, int[] b, int[] c, int[] out, Run run) {
    for (int i = 0; i < run.length; i++) {
      int x = a[run.aAt + i * run.aStep];
      int y = b[run.bAt + i * run.bStep];
      out[run.outAt + i] = apply(v, x, y, c[run.cAt + i * run.cStep]);
    }
  }

  private int apply(int v, int a, int b, int c) {
    return switch (this) {
      case WHERE -> a != 0 ? b : c;
      case ADDCMUL -> a + v * b * c;
      case MAC -> a * b + c;
      case ADDCDIV, LERP, SNAKE_BETA -> throw IntUnary.refused(name());
    };
  }
}
