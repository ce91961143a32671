package dev.tilescope.internal.timeline;

import dev.tilescope.internal.logs.HostZones;
import dev.tilescope.internal.logs.HostZones.HostZone;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.timeline.TimelineEvents.ZoneNotes;
import dev.tilescope.profile.HostThread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a board's host, a lane for each thread. Zones come by their places in the
 * source, and so are kept until all were heard.
 */
final class BoardHost implements HostZones.Listener {
  private static final Pattern ID = Pattern.compile("id:\\s*(\\d{1,18})");

  private static final Comparator<HostZone> OUTER_FIRST =
      Comparator.comparingLong(HostZone::startNanos)
          .thenComparing(Comparator.comparingLong(HostZone::nanos).reversed())
          .thenComparing(HostZone::isOperation, Comparator.reverseOrder());

  private record OpenZone(long endNanos, ZoneNotes notes) {}

  private final Lanes lanes;
  private final TimelineEvents events;
  private final Map<Long, String> operations;
  private final Map<String, List<HostZone>> threads = new TreeMap<>();
  private long cut;

  /**
   * @param operations their names, by their numbers
   */
  BoardHost(Lanes lanes, TimelineEvents events, Map<Long, String> operations) {
    this.lanes = lanes;
    this.events = events;
    this.operations = operations;
  }

  @Override
  public @Nullable String zone(HostZone zone) {
    if (zone.startNanos() < 0 || zone.nanos() < 0 || zone.startNanos() + zone.nanos() < 0) {
      return "zone %s is not over, or not within the capture: it began after %d ns and took %d ns"
          .formatted(zone.name(), zone.startNanos(), zone.nanos());
    }
    threads.computeIfAbsent(zone.thread(), _ -> new ArrayList<>()).add(zone);
    return null;
  }

  boolean isEmpty() {
    return threads.isEmpty();
  }

  /** All is read. */
  void finish(InputProblems problems) {
    int number = 0;
    for (Map.Entry<String, List<HostZone>> thread : threads.entrySet()) {
      String name = "Thread " + thread.getKey();
      Lane lane = lanes.of(new HostThread(++number, name, HostThread.Kind.PLATFORM));
      thread.getValue().sort(OUTER_FIRST);
      tell(lane, thread.getValue());
    }
    if (cut > 0) {
      problems.remark(
          "%,d zones of the host went on after the zone around them, and end with it here"
              .formatted(cut));
    }
  }

  private void tell(Lane lane, List<HostZone> zones) {
    Deque<OpenZone> open = new ArrayDeque<>();
    for (HostZone zone : zones) {
      endUntil(lane, zone.startNanos(), open);
      OpenZone outer = open.peek();
      long end = zone.startNanos() + zone.nanos();
      if (outer != null && outer.endNanos < end) {
        cut++;
        end = outer.endNanos;
      }
      events.zoneBegin(lane, zone.startNanos(), name(zone), "", 0);
      open.push(new OpenZone(end, notes(zone)));
    }
    endUntil(lane, Long.MAX_VALUE, open);
  }

  private void endUntil(Lane lane, long nanos, Deque<OpenZone> open) {
    for (OpenZone zone = open.peek(); zone != null && zone.endNanos <= nanos; zone = open.peek()) {
      events.zoneEnd(lane, zone.endNanos, zone.notes);
      open.pop();
    }
  }

  /** Zones of operations are all called the same. */
  private String name(HostZone zone) {
    Matcher id = ID.matcher(zone.text());
    return zone.isOperation() && id.matches()
        ? operations.getOrDefault(Long.valueOf(id.group(1)), zone.name())
        : zone.name();
  }

  private static ZoneNotes notes(HostZone zone) {
    return zone.isOperation()
        ? new ZoneNotes(null, zone.name() + " " + zone.text(), null, 0)
        : ZoneNotes.NONE;
  }
}
