package dev.tilescope.profile;

import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.BufferRef;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.ProgramRef;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorRef;
import dev.tilescope.profile.OpenCalls.OpenCall;
import dev.tilescope.profile.SeenProgram.SeenTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns traced functions into zones, and device operations into those that reports are made of.
 *
 * <p>A device operation is the function during which a program is launched, or recorded into a
 * metal trace. Its zone is called {@code TT_DNN_DEVICE_OP}, one for each chip, the later ones
 * inside the first: with the event that makes its text and message. A program that was described
 * before costs a few longs; of a new one, what is needed is copied, and texts are made by the
 * drainer. An operation that fails before its launch has a zone without text.
 */
final class OperationListener implements TraceListener {
  /** Programs beyond this are described at every launch. */
  private static final int MOST_PROGRAMS = 1 << 16;

  private final Session session;
  private final Map<ProgramKey, SeenProgram> programs = new ConcurrentHashMap<>();

  private record ProgramKey(int device, long hash, String name) {}

  OperationListener(Session session) {
    this.session = session;
  }

  /** The calling thread's log; null if the session is over. */
  private @Nullable ThreadLog log() {
    ThreadLog log = Session.log();
    return log != null && log.session == session ? log : null;
  }

  @Override
  public void functionStart(Signature signature, @Nullable Object[] arguments) {
    ThreadLog log = log();
    if (log != null) {
      boolean launches = isDeviceOperation(signature) && !Tracker.dispatchBlocked();
      log.begin(log.calls().open(signature, arguments, launches));
    }
  }

  /** The names of these, and of no other functions, are without a namespace. */
  static boolean isDeviceOperation(Signature signature) {
    return !signature.isOperation() && !signature.name().contains("::");
  }

  @Override
  public void programLaunched(ProgramRef program) {
    ThreadLog log = log();
    if (log != null) {
      launched(log, program);
    }
  }

  /** As if it had been launched: that it is part of a trace, messages around it say. */
  @Override
  public void programRecorded(long traceId, ProgramRef program) {
    ThreadLog log = log();
    if (log != null) {
      launched(log, program);
      if (session.options().traceTracking()) {
        String more = ", " + program.number();
        traceMessages(log, "ENQUEUE_PROGRAM", program.chipIds(), traceId + more);
      }
    }
  }

  @Override
  public void metalTraceBegun(DeviceRef device, long traceId, int queue) {
    tracked("BEGIN", device, traceId);
  }

  @Override
  public void metalTraceReplayed(DeviceRef device, long traceId) {
    tracked("REPLAY", device, traceId);
  }

  @Override
  public void metalTraceReleased(DeviceRef device, long traceId) {
    tracked("RELEASE", device, traceId);
  }

  private void tracked(String event, DeviceRef device, long traceId) {
    ThreadLog log = session.options().traceTracking() ? log() : null;
    if (log != null) {
      traceMessages(log, event, device.chipIds(), Long.toString(traceId));
    }
  }

  /** TT-Metal says this one whether traces are tracked or not. */
  @Override
  public void metalTraceEnded(MetalTrace trace) {
    ThreadLog log = session.options().device().isOn() ? log() : null;
    if (log != null) {
      traceMessages(log, "END", trace.chipIds(), Long.toString(trace.traceId()));
    }
  }

  /** Of each chip; back-ticks are the quotes around a message. */
  private static void traceMessages(
      ThreadLog log, String event, List<Integer> chips, String trace) {
    for (int chip : chips) {
      log.writeText(
          EventKind.MESSAGE,
          "`TT_METAL_TRACE_%s: %d, %s`".formatted(event, chip, trace),
          JournalFormat.DEFAULT_COLOUR);
    }
  }

  private void launched(ThreadLog log, ProgramRef program) {
    OpenCall call = log.calls().innermost();
    if (call != null && call.launches() && call.program() == null) {
      call.launched(program);
      beginOthers(log, program);
    } else {
      log.begin(SourceSites.of(JournalFormat.DEVICE_OPERATION, program.name(), "", 0));
      beginOthers(log, program);
      endAll(log, program, seen(program, null, List.of()));
    }
  }

  /** Zones of the chips after the first. */
  private static void beginOthers(ThreadLog log, ProgramRef program) {
    for (int i = 1; i < program.chipIds().size(); i++) {
      log.begin(SourceSites.of(JournalFormat.DEVICE_OPERATION, program.name(), "", 0));
    }
  }

  private static void endAll(ThreadLog log, ProgramRef program, SeenProgram seen) {
    List<Integer> chips = program.chipIds();
    long numberAndHit = program.number() << 1 | (program.isCacheHit() ? 1 : 0);
    for (int i = chips.size() - 1; i >= 0; i--) {
      log.writeOfZone(EventKind.OPERATION, chips.get(i), seen, numberAndHit);
      log.exit();
    }
  }

  @Override
  public void functionEnd(
      Signature signature, List<? extends TensorRef> outputs, long modelledDeviceNanos) {
    end(outputs);
  }

  @Override
  public void functionFailed(Signature signature, Throwable failure) {
    end(null);
  }

  /**
   * A function that began before the session is not open here.
   *
   * @param outputs null if it failed
   */
  private void end(@Nullable List<? extends TensorRef> outputs) {
    ThreadLog log = log();
    OpenCall call = log == null ? null : log.calls().close();
    if (log == null || call == null) {
      return;
    }
    ProgramRef program = call.program();
    if (program == null) {
      log.exit();
    } else {
      endAll(log, program, seen(program, call.arguments(), outputs));
    }
    call.forget();
  }

  /** What is known of the program, or what can be seen of it now. */
  private SeenProgram seen(
      ProgramRef program,
      @Nullable Object @Nullable [] arguments,
      @Nullable List<? extends TensorRef> outputs) {
    boolean isForgotten = session.options().fullOperationInfo();
    ProgramKey key = new ProgramKey(program.device().id(), program.hash(), program.name());
    SeenProgram known = isForgotten ? null : programs.get(key);
    if (known != null) {
      return known;
    }
    boolean isKept = !isForgotten && outputs != null && programs.size() < MOST_PROGRAMS;
    SeenProgram made =
        new SeenProgram(
            program,
            attributes(arguments),
            tensors(arguments),
            outputs == null ? List.of() : outputs.stream().map(OperationListener::seen).toList(),
            isKept);
    SeenProgram first = isKept ? programs.putIfAbsent(key, made) : null;
    return first == null ? made : first;
  }

  private static @Nullable Record attributes(@Nullable Object @Nullable [] arguments) {
    return arguments != null && arguments.length > 0 && arguments[0] instanceof Record attributes
        ? attributes
        : null;
  }

  private static List<SeenTensor> tensors(@Nullable Object @Nullable [] arguments) {
    List<SeenTensor> tensors = new ArrayList<>();
    if (arguments != null) {
      for (Object argument : arguments) {
        addTensors(argument, tensors);
      }
    }
    return tensors;
  }

  private static void addTensors(@Nullable Object argument, List<SeenTensor> to) {
    if (argument instanceof TensorRef tensor) {
      to.add(seen(tensor));
    } else if (argument instanceof List<?> items) {
      items.forEach(item -> addTensors(item, to));
    }
  }

  private static SeenTensor seen(TensorRef tensor) {
    return new SeenTensor(tensor.spec(), tensor.buffer() != null);
  }

  /** Its number may be given to a device of another kind, where programs take other times. */
  @Override
  public void deviceClosing(DeviceRef device) {
    programs.keySet().removeIf(key -> key.device == device.id());
  }

  @Override
  public void bufferAllocated(BufferRef buffer) {
    ThreadLog log = session.options().memoryProfiler() ? log() : null;
    if (log != null) {
      int pool = MemoryPool.of(buffer.device().id(), buffer.type());
      log.write(EventKind.ALLOCATE, pool, null, buffer.address(), buffer.sizeBytes());
    }
  }

  @Override
  public void bufferDeallocated(BufferRef buffer) {
    ThreadLog log = session.options().memoryProfiler() ? log() : null;
    if (log != null) {
      int pool = MemoryPool.of(buffer.device().id(), buffer.type());
      log.write(EventKind.FREE, pool, buffer.address());
    }
  }
}
