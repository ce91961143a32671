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

  private final long originCycles;
  private final double bytesPerCycle;
  private final Map<Window, Long> usedBytes = new HashMap<>();

  /**
   * @param originCycles where windows are counted from, so that times do not depend on when a
   *     program begins
   */
  DramTraffic(Board board, long originCycles) {
    this.originCycles = originCycles;
    this.bytesPerCycle = CostModel.dramBankBytesPerCycle(board);
  }

  /**
   * Books a transfer.
   *
   * @return when the bank has done with it; at once if nobody else wants it then
   */
  long book(int bank, long fromCycles, long bytes) {
    long perWindow = (long) (bytesPerCycle * WINDOW_CYCLES);
    long window = (fromCycles - originCycles) / WINDOW_CYCLES;
    if (bytes <= perWindow && usedBytes.putIfAbsent(new Window(bank, window), bytes) == null) {
      return fromCycles;
    }
    long left = bytes;
    while (true) {
      Window key = new Window(bank, window);
      long used = usedBytes.getOrDefault(key, 0L);
      long taken = Math.min(left, perWindow - used);
      usedBytes.put(key, used + taken);
      left -= taken;
      if (left == 0) {
        long intoWindow = (long) Math.ceil((used + taken) / bytesPerCycle);
        return Math.max(fromCycles, originCycles + window * WINDOW_CYCLES + intoWindow);
      }
      window++;
    }
  }
}
