package dev.tilescope.model;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One report: a trace and what is known about where it came from.
 *
 * @param clusterDescriptor YAML text, or null
 * @param meshCoordinateMapping YAML text, or null
 * @param pages null unless detailed buffer tracing was on
 * @param calls named arguments and stacks of the level-1 operations, in order of their starts
 * @param comparisons what comparison mode found; empty unless it was on
 * @param metalTraces those that were captured meanwhile, also if they were released
 * @param damage what could not be read; empty for a sound file or a live capture
 */
public record Report(
    Trace trace,
    List<DeviceInfo> devices,
    Metadata metadata,
    @Nullable String clusterDescriptor,
    @Nullable String meshCoordinateMapping,
    @Nullable BufferDetail pages,
    List<OperationCall> calls,
    List<TensorComparison> comparisons,
    List<MetalTrace> metalTraces,
    Completeness completeness,
    List<Damage> damage) {
  public static final int VERSION = 1;

  public Report {
    devices = List.copyOf(devices);
    calls = List.copyOf(calls);
    comparisons = List.copyOf(comparisons);
    metalTraces = List.copyOf(metalTraces);
    damage = List.copyOf(damage);
  }

  /** A report without comparisons and metal traces. */
  public Report(
      Trace trace,
      List<DeviceInfo> devices,
      Metadata metadata,
      @Nullable String clusterDescriptor,
      @Nullable String meshCoordinateMapping,
      @Nullable BufferDetail pages,
      List<OperationCall> calls,
      Completeness completeness,
      List<Damage> damage) {
    this(
        trace,
        devices,
        metadata,
        clusterDescriptor,
        meshCoordinateMapping,
        pages,
        calls,
        List.of(),
        List.of(),
        completeness,
        damage);
  }

  /** A report that holds a trace and nothing else. */
  public static Report of(Trace trace) {
    return new Report(
        trace,
        List.of(),
        Metadata.UNKNOWN,
        null,
        null,
        null,
        List.of(),
        Completeness.whole(trace.size(), 1),
        List.of());
  }

  /** What it says of a device; null if nothing. */
  public @Nullable DeviceInfo device(int id) {
    return devices.stream().filter(d -> d.deviceId() == id).findFirst().orElse(null);
  }

  /**
   * @param captureTimestampNanos wall clock at the beginning, nanoseconds since the epoch
   * @param totalDurationNanos 0 if the capture did not end
   * @param runId the same in all reports of one run of a program; empty if unknown
   */
  public record Metadata(
      long captureTimestampNanos, long totalDurationNanos, int rank, int worldSize, String runId) {
    public static final Metadata UNKNOWN = new Metadata(0, 0, 0, 1, "");
  }

  /** Live buffers after each level-1 operation, and the pages of L1 buffers. */
  public record BufferDetail(
      List<BufferPage> livePages,
      SortedMap<Integer, List<LiveBuffer>> perOperation,
      SortedMap<Long, List<PageSnapshot>> pagesByAddress) {}

  public record LiveBuffer(
      int deviceId,
      long address,
      long maxSizePerBankBytes,
      BufferType type,
      TensorMemoryLayout layout) {}

  /** The pages of a buffer when the {@code buffer_allocate} node of that counter was recorded. */
  public record PageSnapshot(int allocateCounter, List<BufferPage> pages) {}

  /**
   * The named side of one call, which the trace's positional arguments lack.
   *
   * @param arguments in call order
   * @param stackFrames innermost first; empty unless stacks were asked for
   */
  public record OperationCall(
      String name,
      Map<String, String> arguments,
      List<Long> inputTensorIds,
      List<Long> outputTensorIds,
      List<String> stackFrames) {}

  /**
   * What the recorder saw and what became of it.
   *
   * @param dropped events not kept, by reason
   * @param unclosedOperations names of operations that started and never ended, outermost first
   */
  public record Completeness(
      long eventsSeen,
      long eventsKept,
      Map<String, Long> dropped,
      int threads,
      List<String> unclosedOperations) {
    public Completeness {
      dropped = Map.copyOf(dropped);
      unclosedOperations = List.copyOf(unclosedOperations);
    }

    public static Completeness whole(long events, int threads) {
      return new Completeness(events, events, Map.of(), threads, List.of());
    }
  }

  /**
   * One thing that was wrong with a file, and where.
   *
   * @param node the counter of the node it is about, -1 if it is about none
   */
  public record Damage(String where, String what, Kind kind, int node) {
    public Damage(String where, String what) {
      this(where, what, Kind.OTHER, -1);
    }

    /** What kind of thing it was; a tool that asks about one kind need not read the message. */
    public enum Kind {
      COUNTER,
      CONNECTION,
      NODE_TYPE,
      STRAY_END,
      OTHER
    }
  }
}
