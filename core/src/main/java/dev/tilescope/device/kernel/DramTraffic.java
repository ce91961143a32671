package dev.tilescope.device.kernel;

import dev.tilescope.device.Board;
import dev.tilescope.device.CostModel;
import java.util.HashMap;
import java.util.Map;

/**
 * What each DRAM bank is asked for, in windows of time, so that all cores together never get more
 * than a bank can give. A transfer takes what is left of the window it begins in and of those after
 * it.
 */
final class DramTraffic {
  private static final int WINDOW_CYCLES = 256;

  private record Window(int bank, long number) {}

  private final double bytesPerCycle;
  private final Map<Window, Long> usedBytes = new HashMap<>();

  DramTraffic(Board board) {
    this.bytesPerCycle = CostModel.dramBankBytesPerCycle(board);
  }

  /**
   * Books a transfer.
   *
   * @return when the bank has done with it
   */
  long book(int bank, long fromCycles, long bytes) {
    long perWindow = (long) (bytesPerCycle * WINDOW_CYCLES);
    long window = fromCycles / WINDOW_CYCLES;
    long left = bytes;
    while (true) {
      Window key = new Window(bank, window);
      long used = usedBytes.getOrDefault(key, 0L);
      long taken = Math.min(left, perWindow - used);
      usedBytes.put(key, used + taken);
      left -= taken;
      if (left == 0) {
        long busyUntil = window * WINDOW_CYCLES + (long) Math.ceil((used + taken) / bytesPerCycle);
        return Math.max(busyUntil, fromCycles);
      }
      window++;
    }
  }
}
