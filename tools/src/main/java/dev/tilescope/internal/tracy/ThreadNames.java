package dev.tilescope.internal.tracy;

/**
 * Threads of the host, virtual ones, and lanes of the devices, numbered from 1 as they come. Those
 * up to {@link #MOST_IN_TABLE} are also indices in the table that memory events and device zones
 * refer to. The number is the id, but for virtual threads, which are fibers in Tracy: it gives
 * those ids of more than 32 bits, and so do we.
 */
final class ThreadNames {
  /** References to the table have 16 bits. */
  private static final int MOST_IN_TABLE = 0xFFFF;

  private static final long FIRST_FIBER = 1L << 32;

  /** What a thread is called in the table, and everywhere else. */
  record Named(int number, long id) {}

  private final StringTable strings;
  private final SpilledBytes names;
  private final SpilledBytes table;
  private int count;
  private int fibers;

  ThreadNames(StringTable strings, SpillFile file) {
    this.strings = strings;
    this.names = new SpilledBytes(file);
    this.table = new SpilledBytes(file);
  }

  Named add(String name) {
    return add(name, count + 1);
  }

  Named addFiber(String name) {
    return add(name, FIRST_FIBER + fibers++);
  }

  private Named add(String name, long id) {
    count++;
    names.put64(id);
    names.put64(StringTable.pointer(strings.name(name)));
    if (count <= MOST_IN_TABLE) {
      table.put64(id);
    }
    return new Named(count, id);
  }

  /** 0, which is nobody, for those that are not in the table. */
  static int indexInTable(int number) {
    return number <= MOST_IN_TABLE ? number : 0;
  }

  void copyNamesTo(BlockOutput out) {
    out.put64(count);
    names.copyTo(out);
  }

  void copyTableTo(BlockOutput out) {
    out.put64(Math.min(count, MOST_IN_TABLE) + 1L);
    out.put64(0);
    table.copyTo(out);
  }
}
