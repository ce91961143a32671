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

  private final long originCycles;
  private final double bytesPerCycle;
  private final Map<Integer, Bank> banks = new HashMap<>();

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
    return banks.computeIfAbsent(bank, _ -> new Bank()).book(fromCycles, bytes);
  }

  private final class Bank {
    private final long bytesPerWindow = (long) (bytesPerCycle * WINDOW_CYCLES);
    private final Map<Long, Long> usedBytes = new HashMap<>();

    /** From a full window to one that may have room, so that a long queue is not walked again. */
    private final Map<Long, Long> nextWithRoom = new HashMap<>();

    long book(long fromCycles, long bytes) {
      long window = (fromCycles - originCycles) / WINDOW_CYCLES;
      if (bytes < bytesPerWindow && usedBytes.putIfAbsent(window, bytes) == null) {
        return fromCycles;
      }
      long left = bytes;
      while (true) {
        window = withRoom(window);
        long used = usedBytes.getOrDefault(window, 0L);
        long taken = Math.min(left, bytesPerWindow - used);
        use(window, used + taken);
        left -= taken;
        if (left == 0) {
          long intoWindow = (long) Math.ceil((used + taken) / bytesPerCycle);
          return Math.max(fromCycles, originCycles + window * WINDOW_CYCLES + intoWindow);
        }
      }
    }

    private void use(long window, long bytes) {
      usedBytes.put(window, bytes);
      if (bytes == bytesPerWindow) {
        nextWithRoom.put(window, window + 1);
      }
    }

    private long withRoom(long from) {
      long window = from;
      for (Long next = nextWithRoom.get(window); next != null; next = nextWithRoom.get(window)) {
        window = next;
      }
      for (long passed = from; passed != window; ) {
        Long next = nextWithRoom.put(passed, window);
        passed = next == null ? window : next;
      }
      return window;
    }
  }
}
