package dev.tilescope.args;

import dev.tilescope.args.CallRecord.Argument;
import dev.tilescope.args.CallRecord.Content;
import dev.tilescope.args.CallRecord.OverwrittenSnapshot;
import dev.tilescope.args.CallRecord.TensorSnapshot;
import dev.tilescope.internal.track.CallerFrames;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorRef;
import dev.tilescope.ops.Overwrites;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.StampedLock;
import org.jspecify.annotations.Nullable;

/**
 * Hears operations and hands a record of each to the writer when it has ended, well or not.
 *
 * <p>Everything is taken when a call ends, but for the values of arguments that it will write to.
 * Its number may be older: it has one when the first call within it ends and names it. (In TT-NN a
 * call always comes after what it calls.) A call that is still running when tracing ends is not
 * recorded.
 */
final class CallListener implements TraceListener {
  /** In place of an operation that is not traced. */
  private static final OpenCall UNTRACED = new OpenCall("", null, new Object[0], null);

  private final TraceOptions options;
  private final FolderNumbers numbers;
  private final TraceWriter writer;
  private final AtomicLong admitted = new AtomicLong();
  private final ConcurrentMap<Signature, Known> known = new ConcurrentHashMap<>();
  private final ThreadLocal<Deque<OpenCall>> open = ThreadLocal.withInitial(ArrayDeque::new);

  /** Read by whoever hands over a call; {@link #finish} takes it for good. */
  private final StampedLock gate = new StampedLock();

  /** Keeps others from the gate, which is taken only when nobody is there. */
  private volatile boolean hasFinished;

  /** What has been found out about an operation. */
  private record Known(String name, boolean isWanted, Overwrites overwrites) {}

  private static final class OpenCall {
    private final String operation;
    private final @Nullable OpenCall parent;
    private final @Nullable Object[] arguments;
    private final CallerFrames.@Nullable Call foreign;
    private @Nullable Object result;

    /** By the place of the argument, values that the call may change. */
    private Map<Integer, List<Values>> before = Map.of();

    /** 0 until somebody asks. */
    private long number;

    OpenCall(
        String operation,
        @Nullable OpenCall parent,
        @Nullable Object[] arguments,
        CallerFrames.@Nullable Call foreign) {
      this.operation = operation;
      this.parent = parent;
      this.arguments = arguments;
      this.foreign = foreign;
    }

    /** A call that made another has a smaller number than that one. */
    long number(FolderNumbers numbers) {
      if (number == 0) {
        parentNumber(numbers);
        number = numbers.next();
      }
      return number;
    }

    long parentNumber(FolderNumbers numbers) {
      return parent == null ? 0 : parent.number(numbers);
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
      OpenCall call = admits(operation) ? begin(operation.name(), arguments, calls) : UNTRACED;
      calls.push(call);
      if (operation.overwrites() != Overwrites.NONE && call != UNTRACED) {
        call.before = before(operation.overwrites(), arguments);
      }
    }
  }

  private static Map<Integer, List<Values>> before(
      Overwrites overwrites, @Nullable Object[] arguments) {
    Map<Integer, List<Values>> all = new HashMap<>();
    try {
      for (int place : overwrites.changed(arguments)) {
        if (arguments[place] instanceof Tensor tensor
            && Freezer.copies(tensor) instanceof List<Values> parts) {
          all.put(place, parts);
        }
      }
      return all;
    } catch (RuntimeException | OutOfMemoryError e) {
      // The program has nothing to do with it: the file will have what was there afterwards.
      return Map.of();
    }
  }

  private static OpenCall begin(
      String operation, @Nullable Object[] arguments, Deque<OpenCall> calls) {
    for (OpenCall outer : calls) {
      if (outer != UNTRACED) {
        return new OpenCall(operation, outer, arguments, null);
      }
    }
    return new OpenCall(operation, null, arguments, calls.isEmpty() ? CallerFrames.call() : null);
  }

  private Known learn(Signature signature) {
    String name = signature.name().replace("::", ".");
    boolean isWanted = options.wants(name);
    return new Known(
        name, isWanted, isWanted && options.values() ? Overwrites.of(name) : Overwrites.NONE);
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
    if (call == null || call == UNTRACED || hasFinished) {
      return;
    }
    long stamp = gate.tryReadLock();
    if (stamp == 0) {
      return;
    }
    try {
      hand(call, signature, failure);
    } catch (Throwable e) {
      // Whatever it is: the program that is traced has nothing to do with it.
      writer.fail(call.number, call.operation, e);
    } finally {
      gate.unlockRead(stamp);
    }
  }

  /** Waits for calls that are being handed over, or written by their own threads; takes no more. */
  void finish() {
    hasFinished = true;
    gate.writeLock();
  }

  private void hand(OpenCall call, Signature signature, @Nullable Throwable failure) {
    long number = call.number(numbers);
    Freezer freezer = new Freezer(options.values());
    List<Argument> arguments = new ArrayList<>(call.arguments.length);
    for (int i = 0; i < call.arguments.length; i++) {
      arguments.add(
          new Argument(signature.argumentNames().get(i), freezer.freeze(call.arguments[i])));
    }
    call.before.forEach(
        (place, parts) -> arguments.set(place, overwritten(arguments.get(place), parts)));
    Content content =
        new Content(
            call.operation,
            arguments,
            call.foreign == null ? -1 : call.foreign.positional(),
            OperationTracer.sweepSourceHash(),
            call.result != null,
            freezer.freeze(call.result),
            failure);
    CallRecord made =
        new CallRecord(
            number,
            call.parentNumber(numbers),
            CallTime.now(),
            content,
            freezer.isImmutable() && failure == null);
    // A program of another language may read the file as soon as the call is over, as of TT-NN's.
    if (freezer.isHeavy() || CallerFrames.call() != null) {
      writer.writeNow(made);
    } else {
      writer.enqueue(made);
    }
  }

  private static Argument overwritten(Argument argument, List<Values> before) {
    return argument.value() instanceof TensorSnapshot tensor
        ? new Argument(argument.name(), new OverwrittenSnapshot(tensor, before))
        : argument;
  }
}
