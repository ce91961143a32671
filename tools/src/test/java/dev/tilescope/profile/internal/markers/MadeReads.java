package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.MarkerOptions;
import dev.tilescope.device.marker.RiscMarkers;
import dev.tilescope.model.CoreCoord;
import java.util.List;

/** Programs that a test makes up, run by some cores of a chip, and read from it. */
public final class MadeReads {
  private static final List<CoreCoord> CORES = List.of(new CoreCoord(0, 0), new CoreCoord(1, 0));
  private static final List<CoreCoord> PHYSICAL = List.of(new CoreCoord(1, 1), new CoreCoord(2, 1));

  private final MarkerMemory memory;
  private int programs;

  public MadeReads(int chipId) {
    memory = new MarkerMemory(chipId, MarkerOptions.DEFAULT, CORES, PHYSICAL, List.of());
  }

  /** All RISCs of all cores run a program, one a little after the other. */
  public void program(long beginCycles, long cycles) {
    programs++;
    long begin = beginCycles;
    for (MarkerMemory.Core core : memory.cores()) {
      for (RiscMarkers risc : core.riscs()) {
        begin++;
        risc.begin(programs, 0, begin);
        risc.kernelStart(begin + cycles / 3);
        risc.kernelEnd(begin + cycles / 2);
        risc.end(begin + cycles);
      }
    }
  }

  /** What ran since the last read. */
  public DeviceRead read(long hostNanos, ClockFit clock) {
    return new DeviceRead(memory.chipId(), hostNanos, clock, new ReplayedTraces(), memory.take());
  }
}
