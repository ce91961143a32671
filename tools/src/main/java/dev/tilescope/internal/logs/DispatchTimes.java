package dev.tilescope.internal.logs;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Gives each run the time that dispatch cores spent on it.
 *
 * <p>A dispatcher and its subordinate share a core, and each go signal of the subordinate belongs
 * to the operation that the dispatcher named at the same place in its own order. Dispatchers know
 * the low 16 bits of a program's number, without the device; ids of the log have both. The same
 * number again is the next run of it.
 */
final class DispatchTimes {
  private static final int DEVICE_BITS = 10;
  private static final long PROGRAM_MASK = 0xFFFF;

  private record Program(int device, long number) {}

  private final Collection<RiscStream> streams;
  private final boolean hasWholeIds;
  private final Map<Program, Queue<DeviceRun>> waiting = new HashMap<>();
  private int unmatched;

  /**
   * @param runs in the order they started
   */
  DispatchTimes(List<DeviceRun> runs, Collection<RiscStream> streams) {
    this.streams = streams;
    Set<Long> ids = runs.stream().map(run -> run.key.id()).collect(Collectors.toSet());
    hasWholeIds =
        dispatchers()
            .flatMap(stream -> stream.dispatching().works().stream())
            .allMatch(work -> ids.contains(work.id()));
    for (DeviceRun run : runs) {
      waiting
          .computeIfAbsent(new Program(run.key.device(), number(run)), _ -> new ArrayDeque<>())
          .add(run);
    }
  }

  private Stream<RiscStream> dispatchers() {
    return streams.stream()
        .filter(stream -> stream.dispatch != null && stream.risc.equals("BRISC"));
  }

  private long number(DeviceRun run) {
    long id = run.key.id();
    return hasWholeIds ? id : id >> DEVICE_BITS & PROGRAM_MASK;
  }

  /** Whether dispatchers name operations as the log does; true too if they name none. */
  boolean hasWholeIds() {
    return hasWholeIds;
  }

  /**
   * To be called once.
   *
   * @return how many operations were dispatched that are none of the runs
   */
  int addToRuns() {
    dispatchers()
        .forEach(stream -> add(stream, stream.dispatching().works(), subordinateOf(stream)));
    return unmatched;
  }

  private List<DispatchStream.Work> subordinateOf(RiscStream dispatcher) {
    return streams.stream()
        .filter(stream -> stream.device == dispatcher.device && stream != dispatcher)
        .filter(stream -> stream.core.equals(dispatcher.core) && stream.dispatch != null)
        .flatMap(stream -> stream.dispatching().works().stream())
        .toList();
  }

  private void add(
      RiscStream stream, List<DispatchStream.Work> works, List<DispatchStream.Work> goSignals) {
    for (int i = 0; i < works.size(); i++) {
      Queue<DeviceRun> runs = waiting.get(new Program(stream.device, works.get(i).id()));
      DeviceRun run = runs == null ? null : runs.poll();
      if (run == null) {
        unmatched++;
      } else {
        run.dispatchCycles = cycles(works.get(i));
        run.goSendWaitCycles = i < goSignals.size() ? cycles(goSignals.get(i)) : Marker.NONE;
      }
    }
  }

  private static long cycles(DispatchStream.Work work) {
    return work.cycles().isEmpty() ? Marker.NONE : work.cycles().cycles();
  }
}
