package dev.tilescope.capture;

import dev.tilescope.capture.TraceBuilder.ThreadState;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.BufferDetail;
import dev.tilescope.model.Report.Completeness;
import dev.tilescope.model.Report.Damage;
import dev.tilescope.model.Report.Metadata;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;

/**
 * Blocks in, report out: for a capture that ends and for the journal of one that was killed.
 *
 * <p>Threads are merged operation by operation: of all threads the one whose next event came first
 * gives everything up to the end of its outermost function. So operations of different threads
 * never interleave, and any reader can pair starts and ends with a stack; the true order is kept
 * beside the nodes.
 */
final class Collector {
  /** One thread's events, positioned before the next one to take. */
  private static final class Lane {
    final ThreadState state;
    final FrameReader reader;
    long nextPlace;
    boolean more;

    Lane(int thread, List<MemorySegment> blocks) {
      state = new ThreadState(thread);
      reader = new FrameReader(blocks);
      advance();
    }

    private void advance() {
      more = reader.next();
      nextPlace = more ? reader.place() : Long.MAX_VALUE;
    }
  }

  /** A journal full of noise is described well enough by its first faults. */
  private static final int MAX_DAMAGE = 1_000;

  private final List<Damage> damage = new ArrayList<>();
  private final Map<Integer, List<MemorySegment>> blocksByOwner = new TreeMap<>();
  private long events;

  private Collector() {}

  static Report collect(List<MemorySegment> blocks) {
    return collect(blocks, "");
  }

  /**
   * @param missing what the blocks do not hold, for the report; empty if they hold everything
   */
  static Report collect(List<MemorySegment> blocks, String missing) {
    Collector collector = new Collector();
    collector.note("journal", missing);
    return collector.run(blocks);
  }

  private Report run(List<MemorySegment> blocks) {
    for (MemorySegment block : blocks) {
      int owner = block.get(BlockStore.INT, 4);
      blocksByOwner.computeIfAbsent(owner, o -> new ArrayList<>()).add(block);
    }
    List<MemorySegment> defining = blocksByOwner.remove(BlockStore.DEFINITIONS);
    KnownDefinitions definitions =
        KnownDefinitions.read(
            new FrameReader(defining == null ? List.of() : defining),
            what -> note("definitions", what));
    List<Lane> lanes = new ArrayList<>();
    blocksByOwner.forEach((owner, owned) -> lanes.add(new Lane(owner, owned)));
    lanes.forEach(lane -> note("thread " + lane.state.number(), lane.reader.damage()));
    TraceBuilder builder = new TraceBuilder(definitions);
    merge(lanes, builder);
    return report(definitions, builder, lanes);
  }

  private void merge(List<Lane> lanes, TraceBuilder builder) {
    Queue<Lane> earliestFirst = new PriorityQueue<>(Comparator.comparingLong(l -> l.nextPlace));
    lanes.stream().filter(lane -> lane.more).forEach(earliestFirst::add);
    for (Lane lane = earliestFirst.poll(); lane != null; lane = earliestFirst.poll()) {
      do {
        takeOne(lane, builder);
      } while (lane.more && (!lane.state.idle() || belongsToTheLastOperation(lane)));
      if (lane.more) {
        earliestFirst.add(lane);
      }
    }
  }

  /** The buffers that were live after an operation are recorded right behind its end. */
  private static boolean belongsToTheLastOperation(Lane lane) {
    return lane.reader.kind() == FrameKind.LIVE_BUFFERS;
  }

  private void takeOne(Lane lane, TraceBuilder builder) {
    try {
      builder.take(lane.state, lane.reader);
      events++;
    } catch (TilescopeException e) {
      note("thread " + lane.state.number(), String.valueOf(e.getMessage()));
    }
    lane.advance();
    note("thread " + lane.state.number(), lane.reader.damage());
  }

  private Report report(KnownDefinitions definitions, TraceBuilder builder, List<Lane> lanes) {
    boolean ended = definitions.totalNanos >= 0;
    long totalNanos = ended ? definitions.totalNanos : builder.lastNanos();
    Stall stall = ended ? null : definitions.stall;
    if (stall != null) {
      takeStall(stall, builder, lanes);
    }
    Trace trace = builder.finish(lanes.stream().map(l -> l.state).toList(), totalNanos);
    if (!ended && stall == null) {
      note("journal", "the process ended before the capture did: this is what it had recorded");
    }
    long lost = definitions.dropped.values().stream().mapToLong(Long::longValue).sum();
    BufferDetail pages = builder.bufferDetail();
    return new Report(
        trace,
        List.copyOf(definitions.devices.values()),
        new Metadata(definitions.captureTimestampNanos, totalNanos, 0, 1, definitions.runId),
        definitions.clusterDescriptor,
        definitions.meshCoordinateMapping,
        isEmpty(pages) ? null : pages,
        builder.calls(),
        builder.comparisons(),
        metalTraces(builder),
        new Completeness(
            events + lost,
            events,
            definitions.dropped,
            Math.max(1, lanes.size()),
            builder.unclosed()),
        damage);
  }

  private void takeStall(Stall stall, TraceBuilder builder, List<Lane> lanes) {
    note("journal", stall.why() + ": this is what the program had recorded by then");
    boolean inside = false;
    for (Lane lane : lanes) {
      inside |= builder.stalled(lane.state, stall);
    }
    if (!inside) {
      lanes.forEach(lane -> builder.stalledOutside(lane.state, stall));
    }
  }

  private List<MetalTrace> metalTraces(TraceBuilder builder) {
    builder.metalTraces().unfinished().forEach(what -> note("metal traces", what));
    return builder.metalTraces().whole();
  }

  private static boolean isEmpty(BufferDetail detail) {
    return detail.livePages().isEmpty()
        && detail.perOperation().isEmpty()
        && detail.pagesByAddress().isEmpty();
  }

  private void note(String where, String what) {
    if (!what.isEmpty() && damage.size() < MAX_DAMAGE) {
      damage.add(new Damage(where, what));
    }
  }
}
