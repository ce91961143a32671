package dev.tilescope.ops;

import dev.tilescope.device.Buffer;
import dev.tilescope.tensor.Tensor;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The way of a composite operation from its input to its result. What a step made is freed when the
 * next one is done with it; the caller's own tensor, and views of it, are not.
 */
final class Steps {
  private final @Nullable Buffer callers;
  private Tensor current;

  private Steps(Tensor input) {
    callers = input.buffer();
    current = input;
  }

  static Steps from(Tensor input) {
    return new Steps(input);
  }

  Steps then(UnaryOperator<Tensor> step) {
    Tensor next;
    try {
      next = step.apply(current);
    } catch (Throwable failure) {
      release();
      throw failure;
    }
    if (next.buffer() != current.buffer()) {
      release();
    }
    current = next;
    return this;
  }

  Steps thenIf(boolean needed, UnaryOperator<Tensor> step) {
    return needed ? then(step) : this;
  }

  Tensor result() {
    return current;
  }

  private void release() {
    if (current.buffer() != callers) {
      current.close();
    }
  }
}
