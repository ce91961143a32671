package dev.tilescope.internal.tracy;

import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.OperationCall;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import dev.tilescope.profile.HostRun;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Brings a graph report to the contents of a trace.
 *
 * <p>A report says how long operations took and in which order they came, but not when: those of a
 * thread follow one another without gaps, and an operation that the user called begins no earlier
 * than one that came before it on another thread. Programs of devices, whose times are modelled,
 * begin with the operation that launched them, or when the one before has ended.
 */
final class ReportCollector {
  private static final int TOP_LEVEL = 1;
  private static final int MOST_TEXT = 4000;
  private static final Pattern FRAME =
      Pattern.compile("\\s*File \"([^\"]*)\", line (\\d{1,9}), in (.*?)\\s*");

  private static final class Clock {
    final TraceThread thread;
    final Deque<Long> begins = new ArrayDeque<>();
    long nanos;

    Clock(TraceThread thread) {
      this.thread = thread;
    }
  }

  private final Contents contents;
  private final Report report;
  private final TimeBands bands;
  private final Map<Integer, @Nullable Clock> clocks = new HashMap<>();
  private final Iterator<OperationCall> calls;
  private @Nullable GpuZones programs;
  private long programNanos;
  private long lastStartNanos;
  private long lastMemoryNanos;

  ReportCollector(Contents contents, Report report) {
    this.contents = contents;
    this.report = report;
    this.bands = TimeBands.of(report.devices());
    this.calls =
        report.calls().size() == topLevelStarts(report.trace())
            ? report.calls().iterator()
            : Collections.emptyIterator();
  }

  /** A report that lacks some calls does not say which. */
  private static long topLevelStarts(Trace trace) {
    return trace.nodes().stream()
        .filter(
            node -> node.event() instanceof TraceEvent.FunctionStart && node.level() == TOP_LEVEL)
        .count();
  }

  void collect() {
    Report.Metadata known = report.metadata();
    contents.run = new HostRun(known.runId(), known.captureTimestampNanos(), 0, 0, false);
    Trace trace = report.trace();
    for (int i = 0; i < trace.size(); i++) {
      take(trace.chronological(i));
    }
  }

  private void take(TraceNode node) {
    switch (node.event()) {
      case TraceEvent.FunctionStart start -> begin(node, start);
      case TraceEvent.FunctionEnd end -> end(node.thread(), end);
      case TraceEvent.BufferAllocate a -> memory(node.thread(), a.buffer(), MemoryPool.ALLOCATED);
      case TraceEvent.BufferDeallocate d -> memory(node.thread(), d.buffer(), MemoryPool.FREED);
      case TraceEvent.Failure failure -> fail(node.thread(), failure);
      case TraceEvent.ProgramEvent _, TraceEvent.MemoryNeutral _ -> {}
    }
  }

  /** Null if there are too many threads. */
  private @Nullable Clock clock(int thread) {
    return clocks.computeIfAbsent(
        thread,
        number -> {
          TraceThread added = contents.thread("Thread " + number);
          return added == null ? null : new Clock(added);
        });
  }

  private void begin(TraceNode node, TraceEvent.FunctionStart start) {
    boolean isTop = node.level() == TOP_LEVEL;
    OperationCall call = isTop && calls.hasNext() ? calls.next() : null;
    Clock clock = clock(node.thread());
    if (clock == null) {
      return;
    }
    if (isTop) {
      lastStartNanos = Math.max(lastStartNanos, clock.nanos);
      clock.nanos = lastStartNanos;
    }
    clock.begins.push(clock.nanos);
    clock.thread.zones.begin(contents.within(clock.nanos), location(start.name(), call));
    String text = call == null ? String.join("\n", start.arguments()) : text(call);
    if (!text.isEmpty()) {
      clock.thread.zones.text(text.length() > MOST_TEXT ? text.substring(0, MOST_TEXT) : text);
    }
  }

  /** Where the user called it, if the report has stacks. */
  private int location(String name, @Nullable OperationCall call) {
    if (call != null && !call.stackFrames().isEmpty()) {
      Matcher frame = FRAME.matcher(call.stackFrames().getFirst());
      if (frame.matches()) {
        int line = Integer.parseInt(frame.group(2));
        return contents.locations.of(name, frame.group(3), frame.group(1), line);
      }
    }
    return contents.locations.of(name, name, "", 0);
  }

  private static String text(OperationCall call) {
    StringBuilder text = new StringBuilder();
    call.arguments()
        .forEach((name, value) -> text.append(name).append(" = ").append(value).append('\n'));
    return text.toString().strip();
  }

  private void end(int thread, TraceEvent.FunctionEnd end) {
    Clock clock = clock(thread);
    if (clock == null || clock.begins.isEmpty()) {
      return;
    }
    long begin = clock.begins.pop();
    clock.nanos = Math.max(clock.nanos, later(begin, end.durationNanos()));
    clock.thread.zones.end(contents.within(clock.nanos));
    clock.nanos = Math.max(clock.nanos, clock.thread.zones.lastNanos());
    if (end.modelledDeviceNanos() > 0) {
      program(end.name(), begin, end.modelledDeviceNanos());
    }
  }

  private void program(String name, long begin, long nanos) {
    GpuZones lane = programs;
    if (lane == null) {
      lane = contents.lane(contents.device("Devices (modelled)", false), Lane.PROGRAMS);
      programs = lane;
    }
    programNanos = Math.max(programNanos, begin);
    lane.begin(contents.within(programNanos), contents.locations.ofModelled(name, bands));
    programNanos = later(programNanos, nanos);
    lane.end(contents.within(programNanos));
  }

  /** Files may say anything. */
  private static long later(long from, long nanos) {
    return Math.min(Payload.LAST_NANOS, from + Math.clamp(nanos, 0, Payload.LAST_NANOS));
  }

  /** In the order of the report, whatever the clocks of threads say. */
  private void memory(int thread, TraceEvent.BufferDescription buffer, int kind) {
    Clock clock = clock(thread);
    Series.Named pool =
        contents.memory.named("Device " + buffer.deviceId() + " " + buffer.type().name());
    if (pool == null || buffer.address() < 0) {
      return;
    }
    lastMemoryNanos = Math.max(lastMemoryNanos + 1, clock == null ? 0 : clock.nanos);
    contents.memory.add(
        pool,
        contents.within(lastMemoryNanos),
        buffer.address(),
        Math.max(0, buffer.sizeBytes()),
        MemoryPool.kindAndThread(kind, clock == null ? 0 : clock.thread.number));
  }

  private void fail(int thread, TraceEvent.Failure failure) {
    Clock clock = clock(thread);
    if (clock != null) {
      String text =
          "%s failed: %s: %s".formatted(failure.operation(), failure.type(), failure.message());
      contents.message(clock.thread, contents.within(clock.nanos), text, Contents.WARNING);
    }
  }
}
