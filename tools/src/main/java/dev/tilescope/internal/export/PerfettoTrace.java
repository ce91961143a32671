package dev.tilescope.internal.export;

import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.TimelineEvents;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Writes a timeline as a Perfetto trace: a protobuf {@code Trace} of {@code TracePacket}s, which
 * ui.perfetto.dev and {@code trace_processor} open.
 *
 * <pre>
 * packet 1    timestamp 8, sequence 10, track_event 11, interned_data 12, sequence_flags 13,
 *             track_descriptor 60
 * event       debug_annotations 4, type 9, name_iid 10, track 11, source_location_iid 34,
 *             double_counter_value 44, flow_ids 47
 * descriptor  uuid 1, name 2, process 3, parent 5, counter 8, child_ordering 11, rank 12
 * </pre>
 *
 * <p>The host and each device are processes, cores are tracks below a device, RISCs below a core.
 * Names and places are sent once and referred to by number.
 */
public final class PerfettoTrace implements TimelineEvents {
  private static final int SEQUENCE = 1;
  private static final int STATE_CLEARED = 1;
  private static final int NEEDS_STATE = 2;
  private static final int SLICE_BEGIN = 1;
  private static final int SLICE_END = 2;
  private static final int INSTANT = 3;
  private static final int COUNTER = 4;
  private static final int EXPLICIT_ORDER = 3;

  /**
   * At both ends of an arrow: an id joins slices in the order of time until something terminates
   * it, and a modelled device may have run before the host asked it to.
   */
  private static final int FLOW_IDS = 47;

  /** Track ids: groups, parts and quantities are told apart from lanes by their upper bits. */
  private static final long GROUPS = 1L << 40;

  private static final long PARTS = 2L << 40;
  private static final long QUANTITIES = 3L << 40;

  private record Place(String file, int line) {}

  private record PartKey(int group, String part) {}

  private record QuantityKey(int group, String name) {}

  private final OutputStream out;
  private final Protobuf packet = new Protobuf();
  private final Protobuf head = new Protobuf();
  private final Protobuf event = new Protobuf();
  private final Protobuf interned = new Protobuf();
  private final Protobuf note = new Protobuf();
  private final Protobuf track = new Protobuf();
  private final Map<String, Long> names = new HashMap<>();
  private final Map<Place, Long> places = new HashMap<>();
  private final Set<Integer> groups = new HashSet<>();
  private final Map<PartKey, Long> parts = new HashMap<>();
  private final Map<QuantityKey, Long> quantities = new HashMap<>();
  private final Map<Integer, Long> startedBy = new HashMap<>();
  private String program = "";
  private boolean isFirst = true;

  public PerfettoTrace(OutputStream out) {
    this.out = out;
  }

  @Override
  public void run(String name, long processId, String runId) {
    program = TimelineProgram.label(name, processId, runId);
  }

  @Override
  public void lane(Lane lane) {
    describe(lane.number(), parent(lane), lane.name(), lane.number());
  }

  private long parent(Lane lane) {
    group(lane.group());
    if (lane.part().isEmpty()) {
      return GROUPS + lane.group().number();
    }
    return parts.computeIfAbsent(
        new PartKey(lane.group().number(), lane.part()),
        key -> {
          long id = PARTS + parts.size();
          describe(id, GROUPS + lane.group().number(), lane.part(), lane.number());
          return id;
        });
  }

  private void group(Lane.Group group) {
    if (groups.add(group.number())) {
      track.clear().number(1, group.number());
      track.text(6, group.number() == 1 ? group.name() + ": " + program : group.name());
      event.clear().number(1, GROUPS + group.number()).message(3, track);
      event.number(11, EXPLICIT_ORDER);
      descriptor();
    }
  }

  private void describe(long id, long parent, String name, int rank) {
    event.clear().number(1, id).text(2, name).number(5, parent);
    event.number(11, EXPLICIT_ORDER).number(12, rank);
    descriptor();
  }

  private void descriptor() {
    packet.clear().number(10, SEQUENCE).message(60, event);
    write();
  }

  @Override
  public void zoneBegin(Lane lane, long nanos, String name, String file, int line) {
    interned.clear();
    long nameId = name(name);
    event.clear().number(9, SLICE_BEGIN).number(10, nameId).number(11, lane.number());
    if (!file.isEmpty()) {
      event.number(34, place(new Place(file, line)));
    }
    Long operation = startedBy.remove(lane.number());
    if (operation != null) {
      event.fixed(FLOW_IDS, operation);
    }
    write(nanos);
  }

  /** An arrow begins at a moment: when the zone began, its operation was not known. */
  @Override
  public void dispatched(Lane lane, long beginNanos, long operation) {
    interned.clear();
    long nameId = name("dispatch");
    event.clear().number(9, INSTANT).number(10, nameId).number(11, lane.number());
    event.fixed(FLOW_IDS, operation);
    write(beginNanos);
  }

  @Override
  public void startedBy(Lane lane, long operation) {
    startedBy.put(lane.number(), operation);
  }

  @Override
  public void zoneEnd(Lane lane, long nanos, ZoneNotes notes) {
    interned.clear();
    event.clear().number(9, SLICE_END).number(11, lane.number());
    if (notes.name() != null) {
      annotate("name", notes.name());
    }
    if (notes.text() != null) {
      annotate("text", notes.text());
    }
    if (notes.value() != null) {
      note.clear().text(10, "value").number(4, notes.value());
      event.message(4, note);
    }
    if (notes.rgb() != 0) {
      annotate("colour", "#%06x".formatted(notes.rgb()));
    }
    write(nanos);
  }

  @Override
  public void moment(Lane lane, long nanos, String kind, String text) {
    interned.clear();
    int lineEnd = text.indexOf('\n');
    long nameId = name(lineEnd < 0 ? text : text.substring(0, lineEnd));
    event.clear().number(9, INSTANT).number(10, nameId).number(11, lane.number());
    annotate("kind", kind);
    if (lineEnd >= 0) {
      annotate("text", text);
    }
    write(nanos);
  }

  @Override
  public void quantity(Lane.Group group, long nanos, String name, String unit, double value) {
    group(group);
    long id =
        quantities.computeIfAbsent(
            new QuantityKey(group.number(), name),
            key -> counter(group, name, unit, QUANTITIES + quantities.size()));
    interned.clear();
    event.clear().number(9, COUNTER).number(11, id).decimal(44, value);
    write(nanos);
  }

  private long counter(Lane.Group group, String name, String unit, long id) {
    track.clear().text(6, unit);
    event.clear().number(1, id).text(2, name).number(5, GROUPS + group.number());
    event.message(8, track);
    descriptor();
    return id;
  }

  private void annotate(String key, String value) {
    note.clear().text(10, key).text(6, value);
    event.message(4, note);
  }

  /** The number of a name; a new one goes out with the packet that is being made. */
  private long name(String text) {
    Long known = names.get(text);
    if (known != null) {
      return known;
    }
    long id = names.size() + 1L;
    names.put(text, id);
    note.clear().number(1, id).text(2, text);
    interned.message(2, note);
    return id;
  }

  private long place(Place place) {
    Long known = places.get(place);
    if (known != null) {
      return known;
    }
    long id = places.size() + 1L;
    places.put(place, id);
    note.clear().number(1, id).text(2, place.file()).number(4, place.line());
    interned.message(4, note);
    return id;
  }

  private void write(long nanos) {
    packet.clear().number(8, nanos).number(10, SEQUENCE).message(11, event);
    if (interned.size() > 0) {
      packet.message(12, interned);
    }
    packet.number(13, isFirst ? STATE_CLEARED | NEEDS_STATE : NEEDS_STATE);
    isFirst = false;
    write();
  }

  private void write() {
    try {
      head.clear().message(1, packet);
      out.write(head.array(), 0, head.size());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
