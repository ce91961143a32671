package dev.tilescope.args;

import dev.tilescope.args.CallRecord.Argument;
import dev.tilescope.args.CallRecord.Content;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorRef;
import dev.tilescope.track.TraceListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Hears operations and hands a record of each to the writer when it has ended, well or not.
 *
 * <p>A call has its number from its beginning, so that what it calls can name it; everything else
 * is taken at its end. (TT-NN numbers calls when they end: there a call comes after what it calls.)
 */
final class CallListener implements TraceListener {
  /** In place of an operation that is not traced. */
  private static final OpenCall UNTRACED = new OpenCall("", 0, 0, new Object[0]);

  private final TraceOptions options;
  private final FolderNumbers numbers;
  private final TraceWriter writer;
  private final AtomicLong admitted = new AtomicLong();
  private final ConcurrentMap<Signature, Known> known = new ConcurrentHashMap<>();
  private final ThreadLocal<Deque<OpenCall>> open = ThreadLocal.withInitial(ArrayDeque::new);

  /** What has been found out about an operation. */
  private record Known(String name, boolean isWanted) {}

  private static final class OpenCall {
    private final String operation;
    private final long number;
    private final long parent;
    private final @Nullable Object[] arguments;
    private @Nullable Object result;

    OpenCall(String operation, long number, long parent, @Nullable Object[] arguments) {
      this.operation = operation;
      this.number = number;
      this.parent = parent;
      this.arguments = arguments;
    }
  }

  CallListener(TraceOptions options, FolderNumbers numbers, TraceWriter writer) {
    this.options = options;
    this.numbers = numbers;
    this.writer = writer;
  }

  @Override
  public void functionStart(Signature signature, @Nullable Object[] arguments) {
    if (signature.isOperation()) {
      Known operation = known.computeIfAbsent(signature, this::learn);
      Deque<OpenCall> calls = open.get();
      calls.push(admits(operation) ? begin(operation.name(), arguments, calls) : UNTRACED);
    }
  }

  private OpenCall begin(String operation, @Nullable Object[] arguments, Deque<OpenCall> calls) {
    long parent = 0;
    for (OpenCall outer : calls) {
      if (outer != UNTRACED) {
        parent = outer.number;
        break;
      }
    }
    return new OpenCall(operation, numbers.next(), parent, arguments);
  }

  private Known learn(Signature signature) {
    String name = signature.name().replace("::", ".");
    return new Known(name, options.wants(name));
  }

  private boolean admits(Known operation) {
    return operation.isWanted()
        && admitted.get() < options.limit()
        && admitted.getAndIncrement() < options.limit();
  }

  @Override
  public void operationReturned(Signature signature, @Nullable Object result) {
    OpenCall call = open.get().peek();
    if (call != null && call != UNTRACED) {
      call.result = result;
    }
  }

  @Override
  public void functionEnd(
      Signature signature, List<? extends TensorRef> outputs, long modelledDeviceNanos) {
    end(signature, null);
  }

  @Override
  public void functionFailed(Signature signature, Throwable failure) {
    end(signature, failure);
  }

  /** A call that was open before tracing began is not on the stack. */
  private void end(Signature signature, @Nullable Throwable failure) {
    if (!signature.isOperation()) {
      return;
    }
    OpenCall call = open.get().poll();
    if (call != null && call != UNTRACED) {
      try {
        hand(call, signature, failure);
      } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
        writer.fail(call.number, call.operation, e);
      }
    }
  }

  private void hand(OpenCall call, Signature signature, @Nullable Throwable failure) {
    Freezer freezer = new Freezer(options.values());
    List<Argument> arguments = new ArrayList<>(call.arguments.length);
    for (int i = 0; i < call.arguments.length; i++) {
      arguments.add(
          new Argument(signature.argumentNames().get(i), freezer.freeze(call.arguments[i])));
    }
    Content content =
        new Content(
            call.operation,
            arguments,
            OperationTracer.sweepSourceHash(),
            call.result != null,
            freezer.freeze(call.result),
            failure);
    CallRecord made =
        new CallRecord(
            call.number,
            call.parent,
            CallTime.now(),
            content,
            freezer.isSettled() && failure == null);
    if (freezer.isHeavy()) {
      writer.writeNow(made);
    } else {
      writer.enqueue(made);
    }
  }
}
