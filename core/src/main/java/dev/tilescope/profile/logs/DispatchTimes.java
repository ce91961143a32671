package dev.tilescope.profile.logs;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

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

  private final Map<Program, Queue<DeviceRun>> waiting = new HashMap<>();
  private int unmatched;

  /** The runs in the order they started. */
  private DispatchTimes(List<DeviceRun> runs) {
    for (DeviceRun run : runs) {
      long number = run.key.id() >> DEVICE_BITS & PROGRAM_MASK;
      waiting
          .computeIfAbsent(new Program(run.key.device(), number), _ -> new ArrayDeque<>())
          .add(run);
    }
  }

  /**
   * @param runs in the order they started
   * @return how many operations were dispatched that are none of the runs
   */
  static int addTo(List<DeviceRun> runs, Collection<RiscStream> streams) {
    DispatchTimes times = new DispatchTimes(runs);
    for (RiscStream stream : streams) {
      if (stream.dispatch != null && stream.risc.equals("BRISC")) {
        times.add(stream, stream.dispatch.works(), subordinateOf(stream, streams));
      }
    }
    return times.unmatched;
  }

  private static List<DispatchStream.Work> subordinateOf(
      RiscStream dispatcher, Collection<RiscStream> streams) {
    return streams.stream()
        .filter(stream -> stream.device == dispatcher.device)
        .filter(stream -> stream.core.equals(dispatcher.core) && stream != dispatcher)
        .flatMap(stream -> stream.dispatch == null ? null : stream.dispatch.works().stream())
        .toList();
  }

  private void add(
      RiscStream stream, List<DispatchStream.Work> works, List<DispatchStream.Work> goSignals) {
    for (int i = 0; i < works.size(); i++) {
      DispatchStream.Work work = works.get(i);
      Queue<DeviceRun> runs =
          waiting.getOrDefault(
              new Program(stream.device, work.id() & PROGRAM_MASK), new ArrayDeque<>());
      DeviceRun run = runs.poll();
      if (run == null) {
        unmatched++;
      } else {
        run.dispatchCycles = cycles(work);
        run.goSendWaitCycles = i < goSignals.size() ? cycles(goSignals.get(i)) : Marker.NONE;
      }
    }
  }

  private static long cycles(DispatchStream.Work work) {
    return work.cycles().isEmpty() ? Marker.NONE : work.cycles().cycles();
  }
}
