package dev.tilescope.ops;

import dev.tilescope.model.Signature;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.track.Tracker;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Announces a function around its body. Callers ask {@link Tracker#on()} first and call the body
 * directly when nobody listens, so that an untraced call builds neither lambda nor arguments.
 */
final class Traced {
  private Traced() {}

  static Tensor call(Signature signature, Supplier<Tensor> body, @Nullable Object... arguments) {
    Tracker.functionStart(signature, arguments);
    Tensor output;
    try {
      output = body.get();
    } catch (Throwable failure) {
      Tracker.functionFailed(signature, failure);
      throw failure;
    }
    Tracker.functionEnd(signature, List.of(output), 0);
    return output;
  }

  /** The same for a function that gives back no tensor. */
  static <T> T effect(Signature signature, Supplier<T> body, @Nullable Object... arguments) {
    Tracker.functionStart(signature, arguments);
    T result;
    try {
      result = body.get();
    } catch (Throwable failure) {
      Tracker.functionFailed(signature, failure);
      throw failure;
    }
    Tracker.functionEnd(signature, List.of(), 0);
    return result;
  }
}
