package dev.tilescope.internal.track;

import dev.tilescope.model.BufferRef;
import dev.tilescope.model.CircularBufferRef;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.ProgramRef;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorComparison;
import dev.tilescope.model.TensorRef;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Process-wide registry of listeners, and of who blocks dispatch.
 *
 * <p>Call sites guard every announcement with {@link #on()}, a volatile read of a boolean: the
 * other methods may be slow by comparison. Listeners are held in an array that is replaced, never
 * changed, so announcing takes no lock.
 */
public final class Tracker {
  private static final TraceListener[] NONE = {};

  private static volatile boolean on;
  private static volatile boolean idle = true;
  private static volatile TraceListener[] listeners = NONE;
  private static volatile boolean claimed;
  private static volatile Claim[] claims = {};
  private static long claimCount;
  private static volatile int asides;
  private static final ThreadLocal<TraceListener[]> ASIDE = new ThreadLocal<>();

  static {
    AutoStart.startAll();
  }

  private Tracker() {}

  /** Starts what the environment asks for, if that was not done before. */
  public static void start() {
    // The initialiser of this class has done it.
  }

  /**
   * Somebody's decision about dispatch.
   *
   * @param number above 0 and never given twice
   * @param thread the only thread it holds for, or null for every thread
   */
  private record Claim(long number, Object owner, @Nullable Thread thread, boolean blocked) {
    boolean covers(Thread other) {
      return thread == null || thread == other;
    }
  }

  /** True while anybody listens. */
  public static boolean on() {
    return on;
  }

  /** True while nobody listens and nobody decides about dispatch: one read for both questions. */
  public static boolean idle() {
    return idle;
  }

  public static synchronized void add(TraceListener listener) {
    TraceListener[] grown = Arrays.copyOf(listeners, listeners.length + 1);
    grown[listeners.length] = listener;
    listeners = grown;
    on = true;
    idle = false;
  }

  /** Removes a listener; one that is not registered is ignored. */
  public static synchronized void remove(TraceListener listener) {
    listeners = Arrays.stream(listeners).filter(l -> l != listener).toArray(TraceListener[]::new);
    settle();
  }

  private static void settle() {
    on = listeners.length > 0 || asides > 0;
    idle = !on && !claimed;
  }

  /**
   * Decides whether dispatch is blocked (nothing allocated, computed or transferred) until {@link
   * #releaseDispatch}. The earliest decision that covers a thread holds: a capture nested in
   * another one never changes what runs.
   *
   * @param thread the only thread to decide for, or null for every thread
   */
  public static synchronized void claimDispatch(
      Object owner, @Nullable Thread thread, boolean blocked) {
    Claim[] grown = Arrays.copyOf(claims, claims.length + 1);
    grown[claims.length] = new Claim(++claimCount, owner, thread, blocked);
    claims = grown;
    claimed = true;
    idle = false;
  }

  public static synchronized void releaseDispatch(Object owner) {
    claims = Arrays.stream(claims).filter(c -> c.owner() != owner).toArray(Claim[]::new);
    claimed = claims.length > 0;
    settle();
  }

  /**
   * Runs something without effect and without witnesses: on the calling thread dispatch is blocked,
   * whoever else has decided about it, and only the given listener hears what happens.
   */
  public static <R> R aside(TraceListener listener, Supplier<R> body) {
    Object owner = new Object();
    enterAside(owner);
    try {
      return heardBy(new TraceListener[] {listener}, body);
    } finally {
      leaveAside(owner);
    }
  }

  /** Runs something with its effects, but without witnesses: what comes before a program's own. */
  public static void unheard(Runnable body) {
    changeAsides(1);
    try {
      heardBy(
          NONE,
          () -> {
            body.run();
            return NONE;
          });
    } finally {
      changeAsides(-1);
    }
  }

  private static <R> R heardBy(TraceListener[] these, Supplier<R> body) {
    TraceListener[] before = ASIDE.get();
    ASIDE.set(these);
    try {
      return body.get();
    } finally {
      if (before == null) {
        ASIDE.remove();
      } else {
        ASIDE.set(before);
      }
    }
  }

  private static synchronized void changeAsides(int by) {
    asides += by;
    settle();
  }

  /** Its claim comes first of all, since the earliest one holds. */
  private static synchronized void enterAside(Object owner) {
    Claim[] grown = new Claim[claims.length + 1];
    System.arraycopy(claims, 0, grown, 1, claims.length);
    grown[0] = new Claim(++claimCount, owner, Thread.currentThread(), true);
    claims = grown;
    claimed = true;
    asides++;
    settle();
  }

  private static synchronized void leaveAside(Object owner) {
    asides--;
    releaseDispatch(owner);
  }

  private static TraceListener[] heard() {
    if (asides == 0) {
      return listeners;
    }
    TraceListener[] own = ASIDE.get();
    return own == null ? listeners : own;
  }

  /** True if the calling thread must not allocate, compute or transfer anything. */
  public static boolean dispatchBlocked() {
    return claimed && blockedBy() > 0;
  }

  /** The number of the decision that blocks the calling thread; 0 if none does. */
  public static long blockedBy() {
    for (Claim claim : claims) {
      if (claim.covers(Thread.currentThread())) {
        return claim.blocked() ? claim.number() : 0;
      }
    }
    return 0;
  }

  public static void functionStart(Signature signature, @Nullable Object... arguments) {
    for (TraceListener listener : heard()) {
      listener.functionStart(signature, arguments);
    }
  }

  public static void operationReturned(Signature signature, @Nullable Object result) {
    for (TraceListener listener : heard()) {
      listener.operationReturned(signature, result);
    }
  }

  public static void functionEnd(
      Signature signature, List<? extends TensorRef> outputs, long modelledDeviceNanos) {
    for (TraceListener listener : heard()) {
      listener.functionEnd(signature, outputs, modelledDeviceNanos);
    }
  }

  public static void functionFailed(Signature signature, Throwable failure) {
    for (TraceListener listener : heard()) {
      listener.functionFailed(signature, failure);
    }
  }

  public static void bufferAllocated(BufferRef buffer) {
    for (TraceListener listener : heard()) {
      listener.bufferAllocated(buffer);
    }
  }

  public static void bufferDeallocated(BufferRef buffer) {
    for (TraceListener listener : heard()) {
      listener.bufferDeallocated(buffer);
    }
  }

  public static void circularBufferAllocated(CircularBufferRef circularBuffer) {
    for (TraceListener listener : heard()) {
      listener.circularBufferAllocated(circularBuffer);
    }
  }

  public static void circularBuffersReleased(DeviceRef device) {
    for (TraceListener listener : heard()) {
      listener.circularBuffersReleased(device);
    }
  }

  public static void deviceOpened(DeviceRef device) {
    for (TraceListener listener : heard()) {
      listener.deviceOpened(device);
    }
  }

  public static void deviceClosing(DeviceRef device) {
    for (TraceListener listener : heard()) {
      listener.deviceClosing(device);
    }
  }

  public static void programLaunched(ProgramRef program) {
    for (TraceListener listener : heard()) {
      listener.programLaunched(program);
    }
  }

  public static void metalTraceBegun(DeviceRef device, long traceId, int queue) {
    for (TraceListener listener : heard()) {
      listener.metalTraceBegun(device, traceId, queue);
    }
  }

  public static void metalTraceEnded(MetalTrace trace) {
    for (TraceListener listener : heard()) {
      listener.metalTraceEnded(trace);
    }
  }

  public static void programRecorded(long traceId, ProgramRef program) {
    for (TraceListener listener : heard()) {
      listener.programRecorded(traceId, program);
    }
  }

  public static void metalTraceReplayed(DeviceRef device, long traceId) {
    for (TraceListener listener : heard()) {
      listener.metalTraceReplayed(device, traceId);
    }
  }

  public static void metalTraceReleased(DeviceRef device, long traceId) {
    for (TraceListener listener : heard()) {
      listener.metalTraceReleased(device, traceId);
    }
  }

  public static void compared(TensorComparison comparison) {
    for (TraceListener listener : heard()) {
      listener.compared(comparison);
    }
  }
}
