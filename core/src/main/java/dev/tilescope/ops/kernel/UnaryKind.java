package dev.tilescope.ops.kernel;

/**
 * Functions of one element. The line here is the definition; {@link VectorLanes#unary} names a
 * faster loop with the same result, or falls back to this one.
 */
public enum UnaryKind {
  RELU(x -> Math.max(x, 0f)),
  GELU(FloatMath::gelu),
  EXP(FloatMath::exp),
  SQRT(x -> (float) Math.sqrt(x));

  interface FloatFunction {
    float apply(float x);
  }

  private final FloatFunction function;

  UnaryKind(FloatFunction function) {
    this.function = function;
  }

  float apply(float x) {
    return function.apply(x);
  }
}
