package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.columns.TimelineColumns;
import dev.tilescope.internal.timeline.columns.Track;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which operation of a report a zone belongs to: of a device's programs by their order, of the
 * host's zones by name and order, the outermost zone that has the name of an operation.
 */
final class ZoneLinks {
  /**
   * @param operation its id, or null
   * @param problem why there is none, or null
   */
  record Link(@Nullable Integer operation, @Nullable String problem) {}

  private final TimelineColumns columns;
  private final OpenReport report;
  private final Request request;

  ZoneLinks(TimelineColumns columns, OpenReport report, Request request) {
    this.columns = columns;
    this.report = report;
    this.request = request;
  }

  Link of(Track track, int index) {
    if (columns.origin() == TimelineColumns.Origin.REPORT) {
      return new Link(track.note(index), null);
    }
    Lane.Group group = columns.lane(track.lane()).group();
    if (group.isHost()) {
      return ofHost(track, index);
    }
    return group.isDevice() ? ofDevice(track, index) : ofFirstProgram(track.start(index));
  }

  /** An operation lies over its programs. */
  private Link ofFirstProgram(long nanos) {
    for (Track programs : programsOfDevices()) {
      int at = programs.at(nanos);
      if (at >= 0) {
        return ofDevice(programs, at);
      }
    }
    return new Link(null, "no program begins with it");
  }

  /** Why the report's device operations are not the run's programs; null if they are. */
  @Nullable String problem() {
    List<Track> programs = programsOfDevices();
    return programs.isEmpty() ? null : links(programs.getFirst()).problem();
  }

  private List<Track> programsOfDevices() {
    return columns.lanes().stream()
        .filter(lane -> lane.name().equals(Lane.PROGRAMS))
        .flatMap(lane -> columns.tracksOf(lane.number()).stream().limit(1))
        .toList();
  }

  private Link ofDevice(Track track, int index) {
    if (!columns.lane(track.lane()).name().equals(Lane.PROGRAMS)) {
      return new Link(null, "zones of cores are not linked; the device's programs are");
    }
    DeviceOperations known = DeviceOperations.of(report, request);
    OperationLinks links = links(track);
    int place = links.placeOf(index);
    return place < 0
        ? new Link(null, links.problem() == null ? "the report lacks it" : links.problem())
        : new Link(known.operationIds()[place], null);
  }

  private OperationLinks links(Track programs) {
    List<String> names =
        IntStream.range(0, programs.size())
            .mapToObj(i -> columns.names()[programs.name(i)])
            .toList();
    return OperationLinks.of(names, DeviceOperations.of(report, request));
  }

  private Link ofHost(Track track, int index) {
    OperationColumns operations = OperationColumns.of(report, request);
    Set<String> names =
        operations.names().stream().map(ZoneLinks::plain).collect(Collectors.toSet());
    BitSet wanted = new BitSet();
    for (int i = 0; i < columns.names().length; i++) {
      wanted.set(i, names.contains(plain(columns.names()[i])));
    }
    long at = track.start(index);
    for (Track outer : columns.tracksOf(track.lane()).subList(0, track.depth() + 1)) {
      int found = outer == track ? index : outer.at(at);
      if (found >= 0 && wanted.get(outer.name(found))) {
        return byOrder(operations, outer, found, wanted);
      }
    }
    return new Link(null, "no operation of the report has this name");
  }

  /** The n-th zone of a name is the n-th operation of that name, if there are equally many. */
  private Link byOrder(OperationColumns operations, Track track, int index, BitSet wanted) {
    String name = plain(columns.names()[track.name(index)]);
    long before = 0;
    long all = 0;
    for (int lane = 1; lane <= columns.lanes().size(); lane++) {
      if (!columns.lane(lane).group().isHost()) {
        continue;
      }
      for (Track other : columns.tracksOf(lane)) {
        for (int i = 0; i < other.size(); i++) {
          boolean same = plain(columns.names()[other.name(i)]).equals(name);
          if (same && !isInside(other, i, wanted)) {
            all++;
            before += other.start(i) < track.start(index) ? 1 : 0;
          }
        }
      }
    }
    return nth(operations, name, before, all);
  }

  private boolean isInside(Track track, int index, BitSet wanted) {
    for (Track outer : columns.tracksOf(track.lane()).subList(0, track.depth())) {
      int found = outer.at(track.start(index));
      if (found >= 0 && wanted.get(outer.name(found))) {
        return true;
      }
    }
    return false;
  }

  private static Link nth(OperationColumns operations, String name, long place, long inRun) {
    int found = -1;
    long count = 0;
    for (int i = 0; i < operations.size(); i++) {
      if (plain(operations.name(i)).equals(name)) {
        found = count == place ? i : found;
        count++;
      }
    }
    return count == inRun && found >= 0
        ? new Link(operations.id(found), null)
        : new Link(
            null,
            "the run has %,d of %s and the report %,d: they are of different runs"
                .formatted(inRun, name, count));
  }

  /** Python and C++ write the same name in two ways. */
  private static String plain(String name) {
    return name.replace("::", ".");
  }
}
