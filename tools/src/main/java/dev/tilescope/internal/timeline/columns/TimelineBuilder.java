package dev.tilescope.internal.timeline.columns;

import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.TimelineEvents;
import dev.tilescope.internal.timeline.columns.TimelineColumns.Counter;
import dev.tilescope.internal.timeline.columns.TimelineColumns.Moment;
import dev.tilescope.internal.timeline.columns.TimelineColumns.Origin;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Hears a timeline and leaves it as columns. Everything has a limit, so that no log is too large;
 * what there was no room for is counted.
 */
public final class TimelineBuilder implements TimelineEvents {
  /** At 24 bytes each that is a fourth of the server's memory. */
  static final int MAX_ZONES = 1_400_000;

  /** For lanes of whole devices, which come last in the logs and are looked at first. */
  private static final int MORE_FOR_DEVICES = 100_000;

  private static final int MAX_LANES = 8_000;
  private static final int MAX_DEPTH = 60;
  private static final int MAX_POINTS = 400_000;
  private static final int MAX_COUNTERS = 100;
  private static final int MAX_MOMENTS = 50_000;
  private static final int MAX_NAMES = 40_000;
  private static final int MAX_NOTES = 80_000;
  private static final int MAX_TEXT = 200;
  private static final String METHOD = "JAVA_FUNC_";
  private static final String LINE = "JAVA_LINE_";

  /** A zone that has not ended; without an index if there was no room for it. */
  private record OpenZone(Track track, int index, String name, String file, int line) {}

  private static final class Building {
    final List<Track> tracks = new ArrayList<>();
    final Deque<OpenZone> open = new ArrayDeque<>();
    long lastNanos = Long.MIN_VALUE;
  }

  private static final class Points {
    long[] nanos = new long[64];
    double[] values = new double[64];
    int size;

    void add(long at, double value) {
      if (size == nanos.length) {
        nanos = Arrays.copyOf(nanos, 2 * size);
        values = Arrays.copyOf(values, 2 * size);
      }
      nanos[size] = at;
      values[size++] = value;
    }
  }

  private record Place(int lane, long nanos) {}

  private record CounterName(String group, String name, String unit) {}

  private final Origin origin;
  private final TimeBands bands;
  private final int maxZones;
  private final List<Lane> lanes = new ArrayList<>();
  private final List<Building> built = new ArrayList<>();
  private final Map<CounterName, Points> counters = new LinkedHashMap<>();
  private final List<Moment> moments = new ArrayList<>();
  private final BoundedWords names = new BoundedWords(MAX_NAMES, "(other names)");
  private final BoundedWords notes = new BoundedWords(MAX_NOTES, "");
  private final Map<Integer, Long> startedBy = new HashMap<>();
  private final Map<Long, List<Place>> dispatches = new HashMap<>();
  private final Map<Long, List<Place>> starts = new HashMap<>();
  private String program = "";
  private String runId = "";
  private int zones;
  private long zonesLeftOut;
  private long pointsLeftOut;
  private long momentsLeftOut;
  private int points;
  private long firstNanos = Long.MAX_VALUE;
  private long lastNanos = Long.MIN_VALUE;

  public TimelineBuilder(Origin origin, TimeBands bands) {
    this(origin, bands, MAX_ZONES);
  }

  public TimelineBuilder(Origin origin, TimeBands bands, int maxZones) {
    this.origin = origin;
    this.bands = bands;
    this.maxZones = maxZones;
  }

  @Override
  public void run(String name, long processId, String id) {
    program = name;
    runId = id;
  }

  @Override
  public void lane(Lane lane) {
    if (lanes.size() < MAX_LANES && lane.number() == lanes.size() + 1) {
      lanes.add(lane);
      built.add(new Building());
    }
  }

  private void at(long nanos) {
    firstNanos = Math.min(firstNanos, nanos);
    lastNanos = Math.max(lastNanos, nanos);
  }

  @Override
  public void zoneBegin(Lane lane, long nanos, String name, String file, int line) {
    if (lane.number() > built.size()) {
      zonesLeftOut++;
      return;
    }
    Building building = built.get(lane.number() - 1);
    int depth = building.open.size();
    at(nanos);
    building.lastNanos = nanos;
    Long operation = startedBy.remove(lane.number());
    if (operation != null) {
      starts
          .computeIfAbsent(operation, _ -> new ArrayList<>())
          .add(new Place(lane.number(), nanos));
    }
    int room = lane.part().isEmpty() ? maxZones + MORE_FOR_DEVICES : maxZones;
    boolean fits = zones < room && depth < MAX_DEPTH;
    Track track = fits ? track(building, lane.number(), depth) : new Track(0, 0);
    building.open.push(new OpenZone(track, fits ? track.begin(nanos) : -1, name, file, line));
    zones += fits ? 1 : 0;
    zonesLeftOut += fits ? 0 : 1;
  }

  private static Track track(Building building, int lane, int depth) {
    while (building.tracks.size() <= depth) {
      building.tracks.add(new Track(lane, building.tracks.size()));
    }
    return building.tracks.get(depth);
  }

  @Override
  public void zoneEnd(Lane lane, long nanos, ZoneNotes known) {
    if (lane.number() <= built.size()) {
      end(built.get(lane.number() - 1), nanos, known);
    }
  }

  private void end(Building building, long nanos, ZoneNotes known) {
    OpenZone zone = building.open.poll();
    if (zone == null || zone.index < 0) {
      return;
    }
    at(nanos);
    building.lastNanos = nanos;
    int name = names.number(plain(known.name() == null ? zone.name : known.name()));
    zone.track.end(zone.index, nanos, name, note(zone, known));
  }

  /** Methods are known by their own names; the prefixes are for tools that read logs. */
  private static String plain(String name) {
    if (name.startsWith(METHOD)) {
      return name.substring(METHOD.length());
    }
    return name.startsWith(LINE) ? name.substring(LINE.length()) + ", a line" : name;
  }

  private int note(OpenZone zone, ZoneNotes known) {
    Long value = known.value();
    if (origin == Origin.REPORT) {
      return value == null ? 0 : value.intValue();
    }
    String text = known.text() == null ? "" : known.text();
    String whole = value == null ? text : (text + " value: " + value).strip();
    return notes.number(TimelineColumns.note(whole, zone.file, zone.line));
  }

  @Override
  public void dispatched(Lane lane, long beginNanos, long operation) {
    dispatches
        .computeIfAbsent(operation, _ -> new ArrayList<>())
        .add(new Place(lane.number(), beginNanos));
  }

  @Override
  public void startedBy(Lane lane, long operation) {
    startedBy.put(lane.number(), operation);
  }

  @Override
  public void moment(Lane lane, long nanos, String kind, String text) {
    if (moments.size() >= MAX_MOMENTS) {
      momentsLeftOut++;
      return;
    }
    at(nanos);
    moments.add(new Moment(nanos, kind, BoundedWords.cut(text, MAX_TEXT)));
  }

  @Override
  public void quantity(Lane.Group group, long nanos, String name, String unit, double value) {
    CounterName counter = new CounterName(group.name(), name, unit);
    boolean known = counters.containsKey(counter);
    if (points >= MAX_POINTS || (!known && counters.size() >= MAX_COUNTERS)) {
      pointsLeftOut++;
      return;
    }
    at(nanos);
    points++;
    counters.computeIfAbsent(counter, _ -> new Points()).add(nanos, value);
  }

  public TimelineColumns build() {
    for (Building building : built) {
      while (!building.open.isEmpty()) {
        end(building, building.lastNanos, ZoneNotes.NONE);
      }
      building.tracks.forEach(Track::trim);
    }
    boolean empty = firstNanos > lastNanos;
    return new TimelineColumns(
        origin,
        bands,
        program,
        runId,
        empty ? 0 : firstNanos,
        empty ? 0 : lastNanos,
        lanes,
        built.stream().map(building -> List.copyOf(building.tracks)).toList(),
        counters.entrySet().stream().map(e -> counter(e.getKey(), e.getValue())).toList(),
        flows(),
        moments.stream().sorted(Comparator.comparingLong(Moment::nanos)).toList(),
        names.toArray(),
        notes.toArray(),
        leftOut());
  }

  private List<Flow> flows() {
    List<Flow> flows = new ArrayList<>();
    starts.forEach((operation, programs) -> {
      for (Place from : dispatches.getOrDefault(operation, List.of())) {
        programs.forEach(to -> flows.add(new Flow(from.lane, from.nanos, to.lane, to.nanos)));
      }
    });
    flows.sort(Comparator.comparingLong(Flow::toNanos));
    return flows;
  }

  /** Threads may tell their values a little late. */
  private static Counter counter(CounterName name, Points points) {
    Integer[] order = new Integer[points.size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(i -> points.nanos[i]));
    long[] nanos = new long[points.size];
    double[] values = new double[points.size];
    for (int i = 0; i < order.length; i++) {
      nanos[i] = points.nanos[order[i]];
      values[i] = points.values[order[i]];
    }
    return new Counter(name.group, name.name, name.unit, nanos, values);
  }

  private List<String> leftOut() {
    List<String> said = new ArrayList<>();
    say(said, zonesLeftOut, "zones are not shown: there is room for %,d".formatted(maxZones));
    say(said, momentsLeftOut, "messages are not shown");
    say(said, pointsLeftOut, "values of counters are not shown");
    say(said, names.leftOut(), "zones are shown without their names: too many differ");
    say(said, notes.leftOut(), "zones are shown without their texts: too many differ");
    return said;
  }

  private static void say(List<String> said, long count, String what) {
    if (count > 0) {
      said.add("%,d %s".formatted(count, what));
    }
  }
}
