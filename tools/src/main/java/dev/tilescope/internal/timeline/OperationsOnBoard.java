package dev.tilescope.internal.timeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells a timeline on, and at its end adds a lane by the devices' clock: each operation of the host
 * over the programs that it started. A modelled device does not wait for the machine that models
 * it, so that the host's own times say nothing of a board; the order of the operations and the
 * modelled times of their programs do.
 */
public final class OperationsOnBoard implements TimelineEvents {
  /** What the host calls each launch of a program: the zone around it has the operation's name. */
  private static final String LAUNCH = "TT_DNN_DEVICE_OP";

  private static final class OpenZone {
    String name;
    final String file;
    final int line;
    ZoneNotes notes = ZoneNotes.NONE;

    OpenZone(String name, String file, int line) {
      this.name = name;
      this.file = file;
      this.line = line;
    }
  }

  private static final class Span {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
  }

  private record Placed(long operation, Span span, List<OpenZone> path) {}

  private final TimelineEvents next;
  private final Map<Integer, Deque<OpenZone>> open = new HashMap<>();
  private final Map<Long, List<OpenZone>> paths = new HashMap<>();
  private final Map<Long, Span> spans = new HashMap<>();
  private final Map<Integer, Span> running = new HashMap<>();
  private int lanes;

  public OperationsOnBoard(TimelineEvents next) {
    this.next = next;
  }

  @Override
  public void run(String program, long processId, String runId) {
    next.run(program, processId, runId);
  }

  @Override
  public void lane(Lane lane) {
    lanes = lane.number();
    next.lane(lane);
  }

  @Override
  public void zoneBegin(Lane lane, long nanos, String name, String file, int line) {
    if (lane.group().isHost()) {
      open.computeIfAbsent(lane.number(), _ -> new ArrayDeque<>())
          .addLast(new OpenZone(name, file, line));
    }
    Span span = running.get(lane.number());
    if (span != null) {
      span.first = Math.min(span.first, nanos);
    }
    next.zoneBegin(lane, nanos, name, file, line);
  }

  @Override
  public void zoneEnd(Lane lane, long nanos, ZoneNotes known) {
    OpenZone zone = lane.group().isHost() ? opened(lane).pollLast() : null;
    if (zone != null) {
      zone.name = known.name() == null ? zone.name : known.name();
      zone.notes = known;
    }
    Span span = running.remove(lane.number());
    if (span != null) {
      span.last = Math.max(span.last, nanos);
    }
    next.zoneEnd(lane, nanos, known);
  }

  private Deque<OpenZone> opened(Lane lane) {
    return open.getOrDefault(lane.number(), new ArrayDeque<>());
  }

  @Override
  public void dispatched(Lane lane, long beginNanos, long operation) {
    List<OpenZone> path = new ArrayList<>(opened(lane));
    if (path.size() > 1 && path.getLast().name.equals(LAUNCH)) {
      path.removeLast();
    }
    paths.put(operation, path);
    next.dispatched(lane, beginNanos, operation);
  }

  @Override
  public void startedBy(Lane lane, long operation) {
    running.put(lane.number(), spans.computeIfAbsent(operation, _ -> new Span()));
    next.startedBy(lane, operation);
  }

  @Override
  public void moment(Lane lane, long nanos, String kind, String text) {
    next.moment(lane, nanos, kind, text);
  }

  @Override
  public void quantity(Lane.Group group, long nanos, String name, String unit, double value) {
    next.quantity(group, nanos, name, unit, value);
  }

  /** All is heard, and devices have a clock that is not the host's. */
  public void finish() {
    List<Placed> placed = new ArrayList<>();
    spans.forEach((operation, span) -> {
      List<OpenZone> path = paths.get(operation);
      if (path != null && !path.isEmpty()) {
        placed.add(new Placed(operation, span, path));
      }
    });
    placed.sort(Comparator.comparingLong(p -> p.span.first));
    if (!placed.isEmpty()) {
      Lane lane = new Lane(lanes + 1, Lane.Group.OF_OPERATIONS, "", "Operations");
      next.lane(lane);
      tell(lane, placed);
    }
  }

  private void tell(Lane lane, List<Placed> placed) {
    List<OpenZone> around = new ArrayList<>();
    long last = 0;
    for (Placed operation : placed) {
      long begin = Math.max(last, operation.span.first);
      endFrom(shared(around, operation.path), lane, last, around);
      for (OpenZone zone : operation.path.subList(around.size(), operation.path.size())) {
        next.zoneBegin(lane, begin, zone.name, zone.file, zone.line);
        around.add(zone);
      }
      next.dispatched(lane, begin, operation.operation);
      last = Math.max(begin, operation.span.last);
    }
    endFrom(0, lane, last, around);
  }

  private static int shared(List<OpenZone> around, List<OpenZone> path) {
    int count = 0;
    while (count < Math.min(around.size(), path.size()) && around.get(count) == path.get(count)) {
      count++;
    }
    return count;
  }

  private void endFrom(int first, Lane lane, long nanos, List<OpenZone> around) {
    while (around.size() > first) {
      next.zoneEnd(lane, nanos, around.removeLast().notes);
    }
  }
}
