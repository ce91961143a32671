package dev.tilescope.internal.logs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether the log was cut between two rows, where no zone is open.
 *
 * <p>A log lists core by core, and RISC by RISC of a core, so what was cut off is the rest of the
 * last RISC, the RISCs after it, and cores. That RISCs and cores take part in different operations
 * is normal: a RISC without a kernel does not run. So this asks of the last core whether a RISC
 * that may have been cut is missing from its last operations although
 *
 * <ul>
 *   <li>it took part on every other core of them: on two or more, or on one where it took part here
 *       before or is missing from different programs;
 *   <li>the TRISC before it took part, since the three always run together; or
 *   <li>the host says that they compute, and no TRISC did.
 * </ul>
 *
 * <p>And it asks of the last device whether it has fewer cores than the same operation used on
 * every other device. A log of one device that ends with the last row of a core looks complete.
 */
final class LogEnd {
  private static final String MASTER = "BRISC";
  private static final List<String> TRISCS = List.of("TRISC_0", "TRISC_1", "TRISC_2");

  /** The low bits of an id are its device, the others the program. */
  private static final int DEVICE_BITS = 10;

  private final HostLog host;
  private final Map<String, Integer> bits = new HashMap<>();
  private final Map<Integer, Integer> coresByDevice = new HashMap<>();
  private @Nullable RiscStream last;

  /** The RISCs of the last core that have rows since the log turned to it. */
  private int riscsOfLastCore;

  /**
   * What is missing.
   *
   * @param runs that cannot be trusted
   */
  record Cut(String problem, List<DeviceRun> runs) {}

  LogEnd(HostLog host) {
    this.host = host;
    TRISCS.forEach(risc -> bits.put(risc, 0));
  }

  /** To be called whenever the log turns to a RISC. */
  void turnTo(RiscStream stream) {
    bits.put(stream.risc, stream.bit);
    coresByDevice.merge(stream.device, stream.core.index() + 1, Math::max);
    boolean sameCore =
        last != null && last.device == stream.device && last.core.equals(stream.core);
    riscsOfLastCore = sameCore ? riscsOfLastCore | stream.bit : stream.bit;
    last = stream;
  }

  /** Null if nothing shows that the log was cut. */
  @Nullable Cut find(List<DeviceRun> runs) {
    RiscStream stream = last;
    if (stream == null) {
      return null;
    }
    List<DeviceRun> latestFirst =
        runs.stream()
            .filter(run -> run.key.device() == stream.device)
            .sorted(Comparator.comparingLong((DeviceRun run) -> run.markers.first()).reversed())
            .toList();
    for (String risc : bits.keySet()) {
      List<DeviceRun> missing =
          mayBeCut(risc, stream)
              ? missingRuns(risc, stream.core.index(), latestFirst)
              : List.<DeviceRun>of();
      if (!missing.isEmpty()) {
        return new Cut(problem(risc, stream, missing), missing);
      }
    }
    return missingCores(stream.device, runs, latestFirst);
  }

  private boolean mayBeCut(String risc, RiscStream stream) {
    int bit = bits.getOrDefault(risc, 0);
    return !risc.equals(MASTER) && (bit == stream.bit || (riscsOfLastCore & bit) == 0);
  }

  private static String problem(String risc, RiscStream stream, List<DeviceRun> missing) {
    String more = missing.size() == 1 ? "" : " and %,d more".formatted(missing.size() - 1);
    return ("the log ends here without rows of %s on core %s for %s%s:"
            + " it is truncated, or the profiler's buffer was full")
        .formatted(risc, stream.core, missing.getLast().identity(), more);
  }

  /** Runs of this core, latest first, back to the last in which the RISC took part. */
  private List<DeviceRun> missingRuns(String risc, int core, List<DeviceRun> latestFirst) {
    int bit = bits.getOrDefault(risc, 0);
    int master = bits.getOrDefault(MASTER, 0);
    List<DeviceRun> certain = new ArrayList<>();
    List<DeviceRun> likely = new ArrayList<>();
    for (DeviceRun run : latestFirst) {
      int here = run.riscsOn(core);
      if ((here & bit) != 0) {
        certain.addAll(likely);
        return certain;
      }
      if ((here & master) != 0) {
        int others = othersWith(bit, run, core);
        if (others > 1
            || isBetweenTriscs(risc, here)
            || host.computes(run.key.id()) && isIdle(run)) {
          certain.add(run);
        } else if (others == 1) {
          likely.add(run);
        }
      }
    }
    if (!certain.isEmpty() || programs(likely).size() > 1) {
      certain.addAll(likely);
    }
    return certain;
  }

  private Set<String> programs(List<DeviceRun> runs) {
    Set<String> programs = new HashSet<>();
    runs.forEach(run -> programs.add(host.programOf(run.key.id())));
    return programs;
  }

  /** On how many other cores the RISC took part; 0 unless it did on all of them. */
  private int othersWith(int bit, DeviceRun run, int core) {
    int master = bits.getOrDefault(MASTER, 0);
    int[] others =
        IntStream.range(0, run.coreLimit())
            .filter(i -> i != core)
            .map(run::riscsOn)
            .filter(riscs -> (riscs & master) != 0)
            .toArray();
    return IntStream.of(others).allMatch(riscs -> (riscs & bit) != 0) ? others.length : 0;
  }

  private boolean isBetweenTriscs(String risc, int here) {
    int index = TRISCS.indexOf(risc);
    return index > 0 && (here & bits.getOrDefault(TRISCS.get(index - 1), 0)) != 0;
  }

  /** No core of the run computed. */
  private boolean isIdle(DeviceRun run) {
    int triscs = TRISCS.stream().mapToInt(risc -> bits.getOrDefault(risc, 0)).sum();
    return IntStream.range(0, run.coreLimit()).allMatch(core -> (run.riscsOn(core) & triscs) == 0);
  }

  private @Nullable Cut missingCores(int device, List<DeviceRun> runs, List<DeviceRun> ofDevice) {
    int cores = coresByDevice.getOrDefault(device, 0);
    Map<Long, Integer> fewest = new HashMap<>();
    for (DeviceRun run : runs) {
      if (run.key.device() != device) {
        fewest.merge(run.key.id() >> DEVICE_BITS, run.coreCount(), Math::min);
      }
    }
    for (DeviceRun run : ofDevice) {
      int elsewhere = fewest.getOrDefault(run.key.id() >> DEVICE_BITS, 0);
      if (elsewhere > cores) {
        String problem =
            ("the log ends here with %d cores of device %d, and %s used %d or more on every other"
                    + " device: it is truncated")
                .formatted(cores, device, run.identity(), elsewhere);
        return new Cut(problem, ofDevice);
      }
    }
    return null;
  }
}
