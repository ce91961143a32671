package dev.tilescope.device;

import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.TilescopeException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The traces of one device: those that are being captured, one for each command queue at most, and
 * those that can be replayed. Any thread may call; with no trace about, that costs the read of a
 * flag.
 */
final class MetalTraces {
  private final MeshDevice device;
  private final @Nullable MeshTrace[] recording = new MeshTrace[DeviceOptions.MAX_COMMAND_QUEUES];
  private final Map<Long, MeshTrace> live = new LinkedHashMap<>();
  private final TraceAllocations allocations = new TraceAllocations();
  private final Object replayLock = new Object();
  private int replays;
  private volatile boolean isRecording;
  private volatile boolean isAny;

  MetalTraces(MeshDevice device) {
    this.device = device;
  }

  /** The trace that programs of the calling thread become part of, or null. */
  @Nullable MeshTrace recording() {
    return isRecording ? recording(CommandQueue.current(device)) : null;
  }

  private synchronized @Nullable MeshTrace recording(CommandQueue queue) {
    return recording[queue.id()];
  }

  /** Throws if the queue is being captured. */
  void refuse(String message, CommandQueue queue) {
    if (isRecording && recording(queue) != null) {
      throw new TilescopeException(message);
    }
  }

  /**
   * A trace is about to run again. Who listens hears the replays of a device in the order of their
   * numbers, whatever threads they come from.
   *
   * @return counts the replays of all traces of the device, from 1
   */
  int beginReplay(long traceId) {
    synchronized (replayLock) {
      replays++;
      if (Tracker.on()) {
        Tracker.metalTraceReplayed(device, traceId);
      }
      return replays;
    }
  }

  synchronized void begin(MeshTrace trace, CommandQueue queue) {
    MeshTrace other = recording[queue.id()];
    if (other != null) {
      throw new TilescopeException(
          "CQ %d is already being used for tracing tid %d; end that capture first"
              .formatted(queue.id(), other.id()));
    }
    recording[queue.id()] = trace;
    settle();
  }

  synchronized void end(MeshTrace trace, CommandQueue queue) {
    if (recording[queue.id()] != trace) {
      throw new TilescopeException(
          "CQ %d is not being used for tracing tid %d".formatted(queue.id(), trace.id()));
    }
    recording[queue.id()] = null;
    settle();
  }

  synchronized void add(MeshTrace trace) {
    live.put(trace.id(), trace);
    settle();
  }

  synchronized void remove(MeshTrace trace) {
    live.remove(trace.id());
    settle();
    if (live.isEmpty()) {
      allocations.forgetAll();
    }
  }

  private void settle() {
    isRecording = recording[0] != null || recording[1] != null;
    isAny = isRecording || !live.isEmpty();
  }

  /** A live one, or one that is being captured. */
  synchronized MeshTrace find(long id) {
    MeshTrace trace = live.get(id);
    for (MeshTrace captured : recording) {
      trace = captured != null && captured.id() == id ? captured : trace;
    }
    if (trace == null) {
      throw missing(id);
    }
    return trace;
  }

  TilescopeException missing(long id) {
    return new TilescopeException(
        "Trace instance %d must exist on Mesh device %d's active sub-device manager 0; it has %s"
            .formatted(id, device.id(), names()));
  }

  private synchronized String names() {
    return live.isEmpty() ? "no live trace" : "traces " + live.keySet();
  }

  /** Of all live traces, in whole pages. */
  synchronized long bytes() {
    return live.values().stream().mapToLong(MeshTrace::bufferBytes).sum();
  }

  /** The highest that captures of live traces came in DRAM. */
  synchronized long highestMark() {
    return live.values().stream().mapToLong(MeshTrace::dramMark).max().orElse(0);
  }

  /** A buffer has its address now. */
  void allocated(Buffer buffer) {
    if (isAny) {
      note(buffer);
    }
  }

  private synchronized void note(Buffer buffer) {
    for (MeshTrace trace : recording) {
      if (trace != null) {
        trace.marks().allocated(buffer);
      }
    }
    if (!live.isEmpty()) {
      allocations.allocated(buffer);
    }
  }

  /** A buffer is about to lose its address. */
  void freed(Buffer buffer) {
    if (isAny) {
      noteFreed(buffer);
    }
  }

  private synchronized void noteFreed(Buffer buffer) {
    for (MeshTrace trace : recording) {
      if (trace != null) {
        trace.marks().deleted(buffer);
      }
    }
    allocations.freed(buffer);
  }

  /** What a trace of this device has at the place of a new buffer; null if none uses it. */
  @Nullable Object contentsAt(Buffer buffer, Object kind) {
    return isAny ? find(buffer, kind) : null;
  }

  private synchronized @Nullable Object find(Buffer buffer, Object kind) {
    MeshTrace current = recording();
    Object found = current == null ? null : current.memory().at(buffer, kind);
    for (MeshTrace trace : live.values()) {
      found = found == null ? trace.memory().at(buffer, kind) : found;
    }
    return found;
  }

  synchronized void requireSafe() {
    allocations.requireNone();
  }

  synchronized void overwrite(MeshTrace trace) {
    allocations.overwrittenBy(trace);
  }

  /** The device closes: its traces cannot be used any more. */
  synchronized void close() {
    live.values().forEach(MeshTrace::closeWithDevice);
    live.clear();
    allocations.forgetAll();
    settle();
  }
}
