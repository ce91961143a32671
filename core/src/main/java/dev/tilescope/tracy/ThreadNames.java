package dev.tilescope.tracy;

/**
 * Threads of the host and lanes of the devices, numbered from 1 as they come. The number is the id;
 * those up to {@link #MOST_IN_TABLE} are also indices in the table that memory events and device
 * zones refer to.
 */
final class ThreadNames {
  /** References to the table have 16 bits. */
  private static final int MOST_IN_TABLE = 0xFFFF;

  private final StringTable strings;
  private final SpilledBytes names;
  private int count;

  ThreadNames(StringTable strings, SpillFile file) {
    this.strings = strings;
    this.names = new SpilledBytes(file);
  }

  int add(String name) {
    count++;
    names.put64(count);
    names.put64(StringTable.pointer(strings.name(name)));
    return count;
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
    int last = Math.min(count, MOST_IN_TABLE);
    out.put64(last + 1L);
    for (int i = 0; i <= last; i++) {
      out.put64(i);
    }
  }
}
