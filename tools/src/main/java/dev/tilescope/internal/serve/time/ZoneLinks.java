package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.links.CallNumbers;
import dev.tilescope.internal.links.Links;
import dev.tilescope.internal.links.Ran;
import dev.tilescope.internal.runs.StoredOperations;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.ProgramId;
import dev.tilescope.internal.timeline.columns.TimelineColumns;
import dev.tilescope.internal.timeline.columns.Track;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which operation of a report a zone belongs to: a device's programs are linked with its device
 * operations, and of the host's zones the outermost that have the name of an operation with those.
 */
final class ZoneLinks {
  /**
   * @param operation its id, or null
   * @param confidence how sure that is, or null
   * @param problem why there is none, or null
   */
  record OfZone(
      @Nullable Integer operation, @Nullable String confidence, @Nullable String problem) {
    static OfZone none(@Nullable String why) {
      return new OfZone(null, null, why);
    }
  }

  /** A zone of the host with the name of an operation. */
  private record HostZone(Track track, int index) {
    long start() {
      return track.start(index);
    }
  }

  private record HostLinks(List<HostZone> zones, Links links) {}

  /** What is linked once. An array is itself alone, and so its timeline's. */
  private record Key(String[] namesOfColumns, int rank, int lane) {}

  private final TimelineColumns columns;
  private final OpenReport report;
  private final Request request;

  ZoneLinks(TimelineColumns columns, OpenReport report, Request request) {
    this.columns = columns;
    this.report = report;
    this.request = request;
  }

  static StoredOperations operations(OpenReport report, Request request) {
    int rank = OperationColumns.rankOf(report, request);
    return report.keepOfRank(
        StoredOperations.class,
        rank,
        database -> StoredOperations.read(database, rank, report.database()));
  }

  private Key key(int lane) {
    return new Key(columns.names(), OperationColumns.rankOf(report, request), lane);
  }

  OfZone of(Track track, int index) {
    if (columns.origin() == TimelineColumns.Origin.REPORT) {
      return new OfZone(track.note(index), null, null);
    }
    Lane.Group group = columns.lane(track.lane()).group();
    if (group.isHost()) {
      return ofHost(track, index);
    }
    return group.isDevice() ? ofDevice(track, index) : ofFirstProgram(track.start(index));
  }

  /** An operation lies over its programs. */
  private OfZone ofFirstProgram(long nanos) {
    for (Track programs : programsOfDevices()) {
      int at = programs.at(nanos);
      if (at >= 0) {
        return ofDevice(programs, at);
      }
    }
    return OfZone.none("no program begins with it");
  }

  /** Why the report's device operations are not the run's programs; null if they are. */
  @Nullable String problem() {
    List<Track> programs = programsOfDevices();
    return programs.isEmpty() ? null : problem(links(programs.getFirst()));
  }

  private @Nullable String problem(Links links) {
    StoredOperations known = operations(report, request);
    return known.problem() == null ? links.problem() : known.problem();
  }

  private List<Track> programsOfDevices() {
    return columns.lanes().stream()
        .filter(lane -> lane.name().equals(Lane.PROGRAMS))
        .flatMap(lane -> columns.tracksOf(lane.number()).stream().limit(1))
        .toList();
  }

  private OfZone ofDevice(Track track, int index) {
    if (!columns.lane(track.lane()).name().equals(Lane.PROGRAMS)) {
      return OfZone.none("zones of cores are not linked; the device's programs are");
    }
    StoredOperations known = operations(report, request);
    Links links = links(track);
    String problem = problem(links);
    return problem == null ? linked(links, index, known.operationIds()) : OfZone.none(problem);
  }

  private static OfZone linked(Links links, int row, int[] ids) {
    int target = links.target(row);
    return target < 0
        ? OfZone.none(links.words(row))
        : new OfZone(ids[target], links.words(row), null);
  }

  private Links links(Track programs) {
    return report.keep(
        key(programs.lane()),
        _ ->
            operations(report, request)
                .linked(
                    CallNumbers.of(
                        IntStream.range(0, programs.size())
                            .mapToObj(i -> program(programs, i))
                            .toList())));
  }

  private Ran program(Track programs, int index) {
    ProgramId id = ProgramId.parse(columns.textOf(programs, index));
    String name = columns.names()[programs.name(index)];
    long replay = id.replay() < 0 ? Ran.UNKNOWN : id.trace() << Integer.SIZE | id.replay();
    return new Ran(name, "", "", Ran.UNKNOWN, id.operation(), replay, programs.start(index));
  }

  private OfZone ofHost(Track track, int index) {
    HostLinks host = report.keep(key(0), _ -> hostLinks());
    long at = track.start(index);
    for (Track outer : columns.tracksOf(track.lane()).subList(0, track.depth() + 1)) {
      int found = outer == track ? index : outer.at(at);
      int row = host.zones.indexOf(new HostZone(outer, found));
      if (row >= 0) {
        OperationColumns operations = OperationColumns.of(report, request);
        int[] ids = IntStream.range(0, operations.size()).map(operations::id).toArray();
        return linked(host.links, row, ids);
      }
    }
    return OfZone.none("no operation of the report has this name");
  }

  private HostLinks hostLinks() {
    OperationColumns operations = OperationColumns.of(report, request);
    Set<String> names =
        operations.names().stream().map(ZoneLinks::plain).collect(Collectors.toSet());
    BitSet wanted = new BitSet();
    for (int i = 0; i < columns.names().length; i++) {
      wanted.set(i, names.contains(plain(columns.names()[i])));
    }
    List<HostZone> zones = new ArrayList<>();
    for (Lane lane : columns.lanes()) {
      if (lane.group().isHost()) {
        columns.tracksOf(lane.number()).forEach(track -> addOutermost(track, wanted, zones));
      }
    }
    zones.sort(Comparator.comparingLong(HostZone::start));
    List<Ran> rows =
        zones.stream()
            .map(zone -> Ran.named(plain(columns.names()[zone.track.name(zone.index)])))
            .toList();
    List<Ran> targets =
        IntStream.range(0, operations.size())
            .mapToObj(i -> Ran.named(plain(operations.name(i))))
            .toList();
    return new HostLinks(zones, Links.of(rows, targets));
  }

  private void addOutermost(Track track, BitSet wanted, List<HostZone> zones) {
    for (int i = 0; i < track.size(); i++) {
      if (wanted.get(track.name(i)) && !isInside(track, i, wanted)) {
        zones.add(new HostZone(track, i));
      }
    }
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

  /** Python and C++ write the same name in two ways. */
  private static String plain(String name) {
    return name.replace("::", ".");
  }
}
