package dev.tilescope.internal.tracy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Records that come roughly in order of time, and leave by group and time; equal ones in the order
 * they came. Memory holds one run of them; sorted runs wait in the spill file and are merged.
 */
final class SortedRecords {
  /** Takes the records in order. */
  interface Visitor {
    void record(int group, long nanos, long first, long second, long third);
  }

  private static final int FIELDS = 5;
  private static final int RECORD_BYTES = FIELDS * Long.BYTES;
  private static final int RUN_RECORDS = 1 << 16;
  private static final int CURSOR_RECORDS = 1 << 8;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private record Run(long at, int records) {}

  private final SpillFile file;
  private final List<Run> runs = new ArrayList<>();
  private long[] fields = new long[FIELDS << 6];
  private int inMemory;
  private long count;

  SortedRecords(SpillFile file) {
    this.file = file;
  }

  long count() {
    return count;
  }

  void add(int group, long nanos, long first, long second, long third) {
    if (inMemory == RUN_RECORDS) {
      endRun();
    }
    int at = inMemory * FIELDS;
    if (at == fields.length) {
      fields = Arrays.copyOf(fields, 2 * at);
    }
    fields[at] = group;
    fields[at + 1] = nanos;
    fields[at + 2] = first;
    fields[at + 3] = second;
    fields[at + 4] = third;
    inMemory++;
    count++;
  }

  private void endRun() {
    Integer[] order = new Integer[inMemory];
    Arrays.setAll(order, i -> i * FIELDS);
    Arrays.sort(
        order,
        Comparator.<Integer>comparingLong(at -> fields[at])
            .thenComparingLong(at -> fields[at + 1]));
    byte[] bytes = new byte[inMemory * RECORD_BYTES];
    int to = 0;
    for (int from : order) {
      for (int i = 0; i < FIELDS; i++, to += Long.BYTES) {
        LONG.set(bytes, to, fields[from + i]);
      }
    }
    runs.add(new Run(file.append(bytes, bytes.length), inMemory));
    inMemory = 0;
  }

  private final class Cursor {
    final int number;
    private final byte[] window = new byte[CURSOR_RECORDS * RECORD_BYTES];
    private long at;
    private int left;
    private int position;
    private int limit;

    Cursor(int number, Run run) {
      this.number = number;
      this.at = run.at;
      this.left = run.records;
      advance();
    }

    /** Whether there is one more. */
    boolean advance() {
      position += RECORD_BYTES;
      if (position < limit) {
        return true;
      }
      int records = Math.min(left, CURSOR_RECORDS);
      limit = records * RECORD_BYTES;
      file.read(at, window, limit);
      at += limit;
      left -= records;
      position = 0;
      return records > 0;
    }

    long field(int index) {
      return (long) LONG.get(window, position + index * Long.BYTES);
    }
  }

  void forEach(Visitor visitor) {
    if (inMemory > 0) {
      endRun();
    }
    PriorityQueue<Cursor> cursors =
        new PriorityQueue<>(
            Comparator.<Cursor>comparingLong(cursor -> cursor.field(0))
                .thenComparingLong(cursor -> cursor.field(1))
                .thenComparingInt(cursor -> cursor.number));
    for (int i = 0; i < runs.size(); i++) {
      cursors.add(new Cursor(i, runs.get(i)));
    }
    for (Cursor c = cursors.poll(); c != null; c = cursors.poll()) {
      visitor.record((int) c.field(0), c.field(1), c.field(2), c.field(3), c.field(4));
      if (c.advance()) {
        cursors.add(c);
      }
    }
  }
}
