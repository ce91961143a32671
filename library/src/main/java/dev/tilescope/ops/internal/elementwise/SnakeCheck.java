package dev.tilescope.ops.internal.elementwise;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.elementwise.TernaryOperations.TernaryParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;

/** What snake_beta refuses beyond other functions of three tensors. */
final class SnakeCheck {
  private SnakeCheck() {}

  static void check(Call<TernaryParams> call) {
    Check.that(call.has(1) && call.has(2), "snake_beta requires alpha and beta tensors");
    DataType dtype = call.spec(0).dtype();
    Check.that(
        dtype == DataType.BFLOAT16 || dtype == DataType.FLOAT32,
        "snake_beta supports only BFLOAT16 or FLOAT32, got %s",
        dtype);
    Check.that(
        call.spec(1).dtype() == dtype && call.spec(2).dtype() == dtype,
        "snake_beta requires alpha.dtype == beta.dtype == input.dtype");
    Check.that(
        call.spec(0).layout() == Layout.TILE
            && call.spec(1).layout() == Layout.TILE
            && call.spec(2).layout() == Layout.TILE,
        "snake_beta requires tile layout for all inputs");
    checkShapes(call.spec(0).shape(), call.spec(1).shape(), call.spec(2).shape());
  }

  private static void checkShapes(Shape input, Shape alpha, Shape beta) {
    Check.that(
        input.rank() >= 2,
        "snake_beta requires input rank >= 2, got rank %d (shape %s)",
        input.rank(),
        input);
    Check.that(
        alpha.equals(beta),
        "snake_beta requires alpha.shape == beta.shape, got %s vs %s",
        alpha,
        beta);
    Check.that(
        input.dim(-1) == alpha.dim(-1),
        "snake_beta requires input.W == alpha.W, got %d vs %d",
        input.dim(-1),
        alpha.dim(-1));
    for (int i = 0; !alpha.equals(input) && i < alpha.rank() - 1; i++) {
      Check.that(
          alpha.dim(i) == 1,
          "snake_beta v1 requires alpha/beta to either match input shape exactly or have non-1 size"
              + " only on the last dim (got dim %d = %d)",
          i,
          alpha.dim(i));
    }
  }
}
