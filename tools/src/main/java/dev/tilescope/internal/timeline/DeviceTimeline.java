package dev.tilescope.internal.timeline;

import dev.tilescope.internal.timeline.TimelineEvents.ZoneNotes;
import dev.tilescope.profile.internal.markers.ClockFit;
import dev.tilescope.profile.internal.markers.DeviceZoneListener;
import dev.tilescope.profile.internal.markers.DeviceZoneListener.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The devices' part of a timeline: a lane for each RISC of each core, and one for each device with
 * its programs, from the first core's beginning to the last one's end.
 */
final class DeviceTimeline implements DeviceZoneListener {
  private static final String FIRMWARE = "-FW";

  /** The RISC that stands for all of a core where only whole replays are profiled. */
  private static final String OF_TRACES = "TENSIX_RISC_AGG";

  /** The low bits of an operation's number are its device. */
  private static final int DEVICE_BITS = 10;

  private static final class Program {
    final Run run;
    final String name;

    /** Whether it is what the host started, and no repetition. */
    boolean isFirst;

    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;

    Program(Run run, String name) {
      this.run = run;
      this.name = name;
    }
  }

  private record OpenZone(Run run, boolean isFirmware) {}

  private final Lanes lanes;
  private final TimelineEvents events;
  private final Map<Integer, ClockFit> clocks;
  private final Map<Long, String> operations;
  private final long startNanos;
  private final Map<Integer, Map<Run, List<Program>>> programs = new HashMap<>();
  private final List<OpenZone> open = new ArrayList<>();
  private boolean isOfTraces;
  private @Nullable Lane lane;
  private ClockFit clock = new ClockFit(0, 0, 1);
  private Map<Run, List<Program>> ofDevice = new HashMap<>();
  private final Map<Run, Integer> runs = new HashMap<>();

  /**
   * @param startNanos the moment on the host's clock that times count from
   * @param clocks of the devices, by their ids
   * @param operations their names, by their numbers
   */
  DeviceTimeline(
      Lanes lanes,
      TimelineEvents events,
      long startNanos,
      Map<Integer, ClockFit> clocks,
      Map<Long, String> operations) {
    this.lanes = lanes;
    this.events = events;
    this.startNanos = startNanos;
    this.clocks = clocks;
    this.operations = operations;
  }

  @Override
  public void risc(int device, int x, int y, String risc) {
    lane = lanes.of(device, "Core " + x + "," + y, risc);
    clock = clocks.getOrDefault(device, clock);
    ofDevice = programs.computeIfAbsent(device, _ -> new HashMap<>());
    isOfTraces = risc.equals(OF_TRACES);
    open.clear();
    runs.clear();
  }

  private long nanos(long cycles) {
    return Math.round(clock.hostNanos(cycles) - startNanos);
  }

  @Override
  public void begin(String name, long cycles, Run run) {
    boolean isFirmware = name.endsWith(FIRMWARE) && run.operation() != 0;
    open.add(new OpenZone(run, isFirmware));
    if (lane != null) {
      events.zoneBegin(lane, nanos(cycles), name, "", 0);
    }
    if (isFirmware) {
      runs.merge(run, 1, Integer::sum);
      Program program = program(run);
      program.first = Math.min(program.first, cycles);
    }
  }

  /**
   * What this RISC is at. Where the log does not say which replay that is, an operation has several
   * runs, which each RISC goes through in the same order.
   */
  private Program program(Run run) {
    List<Program> all = ofDevice.computeIfAbsent(run, _ -> new ArrayList<>(1));
    int occurrence = runs.getOrDefault(run, 1);
    while (all.size() < occurrence) {
      all.add(new Program(run, name(run)));
    }
    return all.get(occurrence - 1);
  }

  @Override
  public void end(long cycles) {
    if (open.isEmpty() || lane == null) {
      return;
    }
    OpenZone zone = open.removeLast();
    events.zoneEnd(lane, nanos(cycles), notes(zone.run));
    if (zone.isFirmware) {
      Program program = program(zone.run);
      program.last = Math.max(program.last, cycles);
    }
  }

  private ZoneNotes notes(Run run) {
    return run.operation() == 0
        ? ZoneNotes.NONE
        : new ZoneNotes(null, name(run) + " " + text(run), null, 0);
  }

  /** Whole replays have numbers of their own, which are not those of operations. */
  private String name(Run run) {
    return isOfTraces
        ? "Replay " + (run.operation() >> DEVICE_BITS)
        : operations.getOrDefault(run.operation(), "operation");
  }

  private static String text(Run run) {
    return (run.isReplay()
            ? new ProgramId(run.operation(), run.traceId(), run.session())
            : ProgramId.of(run.operation()))
        .toString();
  }

  /** All is read: now it is known from when to when each program ran. */
  void finish() {
    programs.forEach((device, byRun) -> {
      clock = clocks.getOrDefault(device, clock);
      Lane all = lanes.of(device, "", Lane.PROGRAMS);
      byRun.values().forEach(runs -> runs.getFirst().isFirst = true);
      byRun.values().stream()
          .flatMap(List::stream)
          .filter(program -> program.first <= program.last)
          .sorted(Comparator.comparingLong(program -> program.first))
          .forEach(program -> tell(all, program));
    });
  }

  private void tell(Lane all, Program program) {
    if (program.isFirst && !isOfTraces && !program.run.isReplay()) {
      events.startedBy(all, program.run.operation());
    }
    events.zoneBegin(all, nanos(program.first), program.name, "", 0);
    events.zoneEnd(all, nanos(program.last), new ZoneNotes(null, text(program.run), null, 0));
  }
}
