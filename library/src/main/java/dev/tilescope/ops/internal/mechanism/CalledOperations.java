package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorRef;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Knows what the user called on each thread. It listens as captures do, so that calls cost nothing
 * more while nobody asks.
 */
final class CalledOperations implements TraceListener {
  private static final String PRIMITIVE = "ttnn::prim::";

  private final ThreadLocal<Deque<String>> running = ThreadLocal.withInitial(ArrayDeque::new);

  @Override
  public void functionStart(Signature signature, @Nullable Object[] arguments) {
    running.get().addLast(signature.name());
  }

  @Override
  public void functionEnd(
      Signature signature, List<? extends TensorRef> outputs, long modelledDeviceNanos) {
    end();
  }

  @Override
  public void functionFailed(Signature signature, Throwable failure) {
    end();
  }

  /** Nothing is there to end for a call that began before the first one heard of. */
  private void end() {
    Deque<String> calls = running.get();
    calls.pollLast();
    if (calls.isEmpty()) {
      running.remove();
    }
  }

  /**
   * The device operation and the user's operation that runs it: {@code ttnn.softmax
   * (SoftmaxDeviceOperation)}. The device operation alone if it was not called by way of one.
   */
  String label(DeviceOperation<?> operation) {
    String outermost = running.get().peekFirst();
    boolean isFunction = outermost != null && (outermost.contains("::") || outermost.contains("."));
    return outermost == null || !isFunction || outermost.startsWith(PRIMITIVE)
        ? operation.name()
        : outermost.replace("::", ".") + " (" + operation.name() + ")";
  }
}
