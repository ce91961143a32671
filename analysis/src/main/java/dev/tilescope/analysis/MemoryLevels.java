package dev.tilescope.analysis;

import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.memory.DeviceMemory;
import dev.tilescope.memory.OperationLevels;
import dev.tilescope.model.Report;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * How full the memory of each device was while each operation ran: the rows of {@code
 * tilescope_memory_levels}, of a report that is not imported.
 *
 * @param devices by id
 */
public record MemoryLevels(Map<Integer, Device> devices) {
  /** By operation, the first at 0: the most from the end of the operation before to its own. */
  public record Device(long[] l1, long[] dram) {
    Device(int operations) {
      this(new long[operations], new long[operations]);
    }

    public OperationLevels levels(boolean isL1) {
      long[] bytes = isL1 ? l1 : dram;
      return new OperationLevels(IntStream.rangeClosed(1, bytes.length).toArray(), bytes);
    }

    private void ended(int operation, DeviceMemory memory, long from) {
      int i = operation - 1;
      l1[i] = Math.max(l1[i], memory.l1().since(from));
      dram[i] = Math.max(dram[i], memory.dramBank().since(from));
    }

    private void stood(DeviceMemory memory) {
      Arrays.setAll(l1, i -> l1[i] + memory.l1Before());
      Arrays.setAll(dram, i -> dram[i] + memory.dramBankBefore());
    }
  }

  public static MemoryLevels of(Report report) {
    Walk walk = new Walk(report, OperationNumbers.of(report.trace()));
    DeviceMemories account = AccountWalk.of(report, walk);
    walk.tail(account);
    account.devices().forEach((id, memory) -> walk.device(id).stood(memory));
    return new MemoryLevels(walk.devices);
  }

  /** Operations begin with their first node in time and end with their last. */
  private static final class Walk implements AccountWalk.Observer {
    final Map<Integer, Device> devices = new TreeMap<>();
    private final OperationNumbers numbers;
    private final int[] first;
    private final int[] last;
    private int open;
    private int lastEnd = -1;

    Walk(Report report, OperationNumbers numbers) {
      this.numbers = numbers;
      this.first = new int[numbers.count() + 1];
      this.last = new int[numbers.count() + 1];
      Arrays.fill(first, -1);
      for (int position = 0; position < report.trace().size(); position++) {
        int operation = numbers.holding(report.trace().chronological(position).counter());
        first[operation] = first[operation] < 0 ? position : first[operation];
        last[operation] = position;
      }
    }

    Device device(long id) {
      return devices.computeIfAbsent((int) id, _ -> new Device(numbers.count()));
    }

    @Override
    public void before(int position, int counter, DeviceMemories account) {
      int operation = numbers.holding(counter);
      if (operation > 0 && first[operation] == position) {
        open++;
      }
    }

    @Override
    public void after(int position, int counter, DeviceMemories account) {
      int operation = numbers.holding(counter);
      if (operation == 0 || last[operation] != position) {
        return;
      }
      long from = Math.min(lastEnd, first[operation] - 1L);
      account.devices().forEach((id, memory) -> device(id).ended(operation, memory, from));
      lastEnd = position;
      open--;
      if (open == 0) {
        account.forget();
      }
    }

    /** What happened after the last end belongs to the last operation. */
    void tail(DeviceMemories account) {
      if (numbers.count() > 0) {
        account
            .devices()
            .forEach((id, memory) -> device(id).ended(numbers.count(), memory, lastEnd));
      }
    }
  }
}
