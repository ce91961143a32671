package dev.tilescope.device.kernel;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.Board;
import dev.tilescope.device.DramEndpoints;
import dev.tilescope.device.TransferRates;
import dev.tilescope.model.CoreCoord;

/**
 * How long the NoC takes, with the figures of TT-NN's data-movement model (rates, DRAM) and of
 * tt-npe (latencies between cores). NoC 0 goes east and south, NoC 1 west and north, both around
 * the edges.
 */
record NocTiming(Board board) {
  /** For a RISC to hand a transfer to the NoC. */
  static final int ISSUE_CYCLES = 20;

  private static final int SAME_COLUMN_CYCLES = 154;
  private static final int SAME_ROW_CYCLES = 170;
  private static final int ELSEWHERE_CYCLES = 270;
  private static final int WRITE_CYCLES = 40;
  private static final int WRITE_CYCLES_PER_HOP = 10;

  /** Where an address is on NoC 0. */
  CoreCoord place(NocAddress address, int noc) {
    return switch (address) {
      case NocAddress.Dram dram -> DramEndpoints.of(board, dram.bank(), noc);
      case NocAddress.L1 l1 -> board.physical(l1.core());
    };
  }

  /** How long a core's way into the NoC is taken by a transfer. */
  long occupiedCycles(TransferRates path, long bytes) {
    int burst = board.architecture().maxNocBurstBytes();
    long transaction = burst == 0 ? bytes : Math.min(bytes, burst);
    return bytes == 0 ? 0 : path.cycles(board.architecture(), bytes, transaction);
  }

  long dramLatencyCycles() {
    return TransferRates.DRAM.latencyCycles(board.architecture());
  }

  /** From a read to its last byte, beside the time that its bytes take. */
  long readLatencyCycles(CoreCoord reader, CoreCoord read) {
    if (reader.equals(read)) {
      return TransferRates.L1_LOCAL.latencyCycles(board.architecture());
    }
    long wormhole =
        reader.x() == read.x()
            ? SAME_COLUMN_CYCLES
            : reader.y() == read.y() ? SAME_ROW_CYCLES : ELSEWHERE_CYCLES;
    return scaled(wormhole, TransferRates.L1_READ);
  }

  /** From a write to its arrival. */
  long writeLatencyCycles(int noc, CoreCoord writer, CoreCoord written) {
    long wormhole = WRITE_CYCLES + (long) WRITE_CYCLES_PER_HOP * hops(noc, writer, written);
    return scaled(wormhole, TransferRates.L1_WRITE);
  }

  /** tt-npe measured Wormhole; other chips are as much slower as their mean latency is. */
  private long scaled(long wormholeCycles, TransferRates path) {
    return wormholeCycles
        * path.latencyCycles(board.architecture())
        / path.latencyCycles(Architecture.WORMHOLE_B0);
  }

  int hops(int noc, CoreCoord from, CoreCoord to) {
    int x = noc == 0 ? to.x() - from.x() : from.x() - to.x();
    int y = noc == 0 ? to.y() - from.y() : from.y() - to.y();
    return Math.floorMod(x, board.noc().width()) + Math.floorMod(y, board.noc().height());
  }
}
