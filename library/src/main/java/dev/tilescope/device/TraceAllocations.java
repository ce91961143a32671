package dev.tilescope.device;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Buffers that are allocated while traces are live. Traces write to the addresses they were
 * captured with, free or not, so what was allocated there since is overwritten by a replay.
 *
 * <p>TT-NN warns, once for each thread; with {@code TT_METAL_TRACE_ALLOC_TRACKING=1} it refuses to
 * replay while such a buffer is alive, wherever it lies. Here buffers that a replay does overwrite
 * are known besides, and reading one is an error. Guarded by its {@link MetalTraces}.
 */
final class TraceAllocations {
  private static final String TRACKING = "TT_METAL_TRACE_ALLOC_TRACKING";
  private static final String SKIP_PROGRAM_CACHE = "TT_METAL_TRACE_ALLOC_SKIP_PROGRAM_CACHE";
  private static final String TRACEBACKS = "TT_METAL_TRACE_ALLOC_TRACEBACKS";
  private static final String WARNING =
      "Allocating device buffers is potentially unsafe due to the existence of an active trace."
          + " These buffers may be corrupted once a trace is executed if they are not released"
          + " before then. Use the trace allocation tracker to verify.";
  private static final ThreadLocal<Boolean> WARNED = ThreadLocal.withInitial(() -> false);
  private static final ScopedValue<Boolean> CORRUPTIBLE = ScopedValue.newInstance();

  private record Unsafe(Buffer buffer, boolean isTracked, StackTraceElement @Nullable [] stack) {}

  private final Map<Long, Unsafe> buffers = new LinkedHashMap<>();
  private final boolean isTracking = isSet(TRACKING);
  private final boolean skipsProgramCache = isSet(SKIP_PROGRAM_CACHE);
  private final boolean keepsStacks = isSet(TRACEBACKS);

  private static boolean isSet(String variable) {
    return "1".equals(System.getenv(variable));
  }

  /** What is allocated meanwhile may be overwritten: its owner knows. */
  static void corruptible(Runnable body) {
    ScopedValue.where(CORRUPTIBLE, true).run(body);
  }

  void allocated(Buffer buffer) {
    if (buffer.type() == BufferType.TRACE || buffer.isBlocked()) {
      return;
    }
    boolean isExempt =
        CORRUPTIBLE.orElse(false)
            || skipsProgramCache && buffer.madeBy().startsWith(ProgramCache.BINARIES);
    StackTraceElement[] stack =
        isTracking && keepsStacks ? Thread.currentThread().getStackTrace() : null;
    buffers.put(buffer.uniqueId(), new Unsafe(buffer, !isExempt, stack));
    if (!isTracking && !isExempt && !WARNED.get()) {
      WARNED.set(true);
      Notice.print(WARNING);
    }
  }

  void freed(Buffer buffer) {
    buffers.remove(buffer.uniqueId());
  }

  void forgetAll() {
    buffers.clear();
  }

  /** With tracking, a replay must not find any of them. */
  void requireNone() {
    if (!isTracking) {
      return;
    }
    List<Unsafe> tracked = buffers.values().stream().filter(Unsafe::isTracked).toList();
    if (!tracked.isEmpty()) {
      throw new TilescopeException(
          "Found %d device buffer(s) still alive before trace replay. These will be corrupted on replay.%n%s%nNext: free them before MeshTrace.execute, allocate them before MeshTrace.beginCapture, or, if losing them does no harm, within MeshTrace.corruptibleAllocationScope (corruptible_allocation_scope)."
              .formatted(
                  tracked.size(),
                  tracked.stream()
                      .map(TraceAllocations::text)
                      .collect(Collectors.joining(System.lineSeparator()))));
    }
  }

  private static String text(Unsafe unsafe) {
    Buffer buffer = unsafe.buffer();
    String stack =
        unsafe.stack() == null
            ? ""
            : Arrays.stream(unsafe.stack())
                .skip(3)
                .map(frame -> System.lineSeparator() + "    at " + frame)
                .collect(Collectors.joining());
    return "Buffer %d [op: %s]%s".formatted(buffer.uniqueId(), buffer.madeBy(), stack);
  }

  /** The buffers that a replay leaves, in whole or in part, with what is not theirs. */
  void overwrittenBy(MeshTrace trace) {
    for (Unsafe unsafe : buffers.values()) {
      Buffer buffer = unsafe.buffer();
      if (trace.spoils(buffer)) {
        buffer.overwrittenBy(trace.id());
      }
    }
  }
}
