package dev.tilescope.internal.serve.data;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;

/**
 * Places in the source that called operations. Stacks are long, so they are read in steps that fit
 * into a request; each search knows more than the one before, until all are read.
 */
public final class SourceIndex {
  private static final long MILLIS_A_STEP = 90;
  private static final int OPERATIONS_AT_ONCE = 4_000;
  private static final int MOST_PLACES = 50_000;
  private static final int NONE = -1;

  private record Key(int rank) {}

  /** A place, the id of the first operation called there, and how many are. */
  public record Line(String place, int first, int operations) {}

  /** What a search found, and whether it knew all places. */
  public record Found(List<Line> lines, boolean complete) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final OpenReport report;
  private final OperationColumns operations;
  private final Words places = new Words();
  private final int[] placeOf;
  private int next;

  private SourceIndex(OpenReport report, OperationColumns operations) {
    this.report = report;
    this.operations = operations;
    this.placeOf = new int[operations.size()];
    Arrays.fill(placeOf, NONE);
  }

  public static SourceIndex of(OpenReport report, OperationColumns operations) {
    return report.keep(new Key(operations.rank()), r -> new SourceIndex(r, operations));
  }

  /**
   * Reads on for a while and gives places with a text in them, of those read so far. Whoever comes
   * while another reads does not wait and gets none.
   */
  public Found search(String text, int most) {
    if (!lock.tryLock()) {
      return new Found(List.of(), false);
    }
    try {
      readSome();
      return new Found(containing(text, most), isRead());
    } finally {
      lock.unlock();
    }
  }

  private void readSome() {
    long end = System.nanoTime() + MILLIS_A_STEP * 1_000_000;
    while (!isRead() && System.nanoTime() < end) {
      int to = Math.min(operations.size(), next + OPERATIONS_AT_ONCE) - 1;
      read(operations.id(next), operations.id(to));
      next = to + 1;
    }
  }

  private boolean isRead() {
    return next >= operations.size() || places.size() >= MOST_PLACES;
  }

  /** Which operations, by index, were called at a place with this text in it. */
  public boolean[] calledAt(String text) {
    lock.lock();
    try {
      while (!isRead()) {
        readSome();
      }
      boolean[] fits = fitting(text);
      boolean[] called = new boolean[placeOf.length];
      for (int i = 0; i < called.length; i++) {
        called[i] = placeOf[i] != NONE && fits[placeOf[i]];
      }
      return called;
    } finally {
      lock.unlock();
    }
  }

  private void read(int firstId, int lastId) {
    report.ask(database -> {
      database.forEach(
          "SELECT operation_id, substr(stack_trace, 1, %d) FROM stack_traces"
                  .formatted(StackLines.CHARS)
              + " WHERE operation_id BETWEEN ? AND ? AND rank = ?",
          row -> {
            int index = operations.indexOf(row.getInt(1));
            String place = StackLines.first(row.getString(2));
            if (index >= 0 && place != null) {
              placeOf[index] = places.number(place);
            }
          },
          firstId,
          lastId,
          operations.rank());
      return true;
    });
  }

  private boolean[] fitting(String text) {
    boolean[] fits = new boolean[places.size()];
    for (int i = 0; i < fits.length; i++) {
      fits[i] = places.text(i).toLowerCase(Locale.ROOT).contains(text);
    }
    return fits;
  }

  private List<Line> containing(String text, int most) {
    boolean[] fits = fitting(text);
    int[] calls = new int[fits.length];
    int[] first = new int[fits.length];
    for (int i = 0; i < next; i++) {
      if (placeOf[i] != NONE && fits[placeOf[i]] && calls[placeOf[i]]++ == 0) {
        first[placeOf[i]] = operations.id(i);
      }
    }
    return IntStream.range(0, fits.length)
        .filter(p -> calls[p] > 0)
        .mapToObj(p -> new Line(places.text(p), first[p], calls[p]))
        .limit(most)
        .toList();
  }
}
