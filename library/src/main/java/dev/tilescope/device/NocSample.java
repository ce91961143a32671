package dev.tilescope.device;

import dev.tilescope.device.marker.MarkerWords;
import dev.tilescope.device.marker.NocEvent;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.RiscMarkers;
import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.model.CoreCoord;

/**
 * Transfers of a library operation. Its kernels are not run one transfer at a time, so a few stand
 * for all: NCRISC reads on NoC 0, BRISC writes on NoC 1, evenly over the kernel's time, in the
 * sizes and from the memory that the work has.
 */
record NocSample(Board board, Work work) {
  /** At most so many on each RISC. */
  private static final int MOST_EVENTS = 8;

  /**
   * @param index of the core in the program
   */
  void write(RiscMarkers markers, int index, long startCycles, long endCycles) {
    boolean isReader = markers.risc() == Risc.NCRISC;
    long bytes = (isReader ? work.readBytes() : work.writeBytes()) / work.cores();
    long transfers = Math.ceilDiv(bytes, work.transactionBytes());
    int events = (int) Math.min(MOST_EVENTS, transfers);
    for (int i = 0; i < events; i++) {
      long cycles = startCycles + (endCycles - startCycles) * (2L * i + 1) / (2L * events);
      markers.makeRoom(MarkerWords.MARKER_WORDS + MarkerWords.Packet.TS_DATA.dataWords(), cycles);
      markers.data(ZoneLocations.NOC_EVENTS, cycles, event(isReader, index + i).bits());
    }
  }

  private NocEvent event(boolean isReader, int page) {
    int noc = isReader ? 0 : 1;
    boolean isDram = isReader ? work.readsDram() : work.writesDram();
    CoreCoord place =
        isDram
            ? DramEndpoints.of(board, page % board.dramViews(), noc)
            : board.physical(l1Core(page % board.compute().size()));
    NocEvent.Type type = isReader ? NocEvent.Type.READ : NocEvent.Type.WRITE_;
    return NocEvent.of(type, place.x(), place.y(), noc, work.transactionBytes());
  }

  private CoreCoord l1Core(int page) {
    return new CoreCoord(page % board.compute().width(), page / board.compute().width());
  }
}
