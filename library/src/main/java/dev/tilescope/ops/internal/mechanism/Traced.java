package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.Signature;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Announces a function around its body. Callers ask {@link Tracker#on()} first and call the body
 * directly when nobody listens, so that an untraced call builds neither lambda nor arguments.
 */
public final class Traced {
  private Traced() {}

  public static <R> R call(Signature signature, Supplier<R> body, @Nullable Object... arguments) {
    Tracker.functionStart(signature, arguments);
    R result;
    try {
      result = body.get();
    } catch (Throwable failure) {
      Tracker.functionFailed(signature, failure);
      throw failure;
    }
    if (signature.isOperation()) {
      Tracker.operationReturned(signature, result);
    }
    Tracker.functionEnd(signature, Operation.tensors(result), 0);
    return result;
  }
}
