package dev.tilescope.serve.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * One memory as time goes by. Follows {@code analysis.RegionPeaks}: the peak is the first moment at
 * which most was taken, and a buffer could have been freed as the operation that needed it last
 * ended.
 */
final class RegionUse {
  private static final int PRICED = 24;
  private static final int INDEX_BITS = 21;
  private static final long BEGINS = 1L << INDEX_BITS;

  /** A buffer that, freed right after its last use, would lower the peak. */
  record SingleFree(int span, long peakBytes) {}

  private final Spans spans;
  private final int[] members;
  private final long[] mostBytes;
  private final int[] lastNodeBy;
  private long peakBytes;
  private long peakPosition = -1;
  private int peakSpan = Spans.NONE;
  private final long peakBytesIfInTime;
  private final List<SingleFree> singleFrees;

  private RegionUse(Spans spans, int[] members) {
    this.spans = spans;
    this.members = members;
    this.mostBytes = new long[spans.operations()];
    this.lastNodeBy = lastNodes(spans);
    long[] real = events(false);
    walk(real);
    this.peakBytesIfInTime = peakOf(events(true));
    this.singleFrees = price(real);
  }

  static RegionUse of(Spans spans, int region) {
    return new RegionUse(spans, spans.byArea(region));
  }

  /** The most that was taken while an operation ran. */
  long mostBytes(int operation) {
    return mostBytes[operation];
  }

  long peakBytes() {
    return peakBytes;
  }

  /** The operation that reached the peak. */
  int peakOperation() {
    return peakSpan == Spans.NONE ? 0 : spans.from(peakSpan);
  }

  long peakBytesIfInTime() {
    return peakBytesIfInTime;
  }

  /** Those that save most first. */
  List<SingleFree> singleFrees() {
    return singleFrees;
  }

  /** What was alive at the peak, largest first. */
  List<Integer> liveAtPeak() {
    List<Integer> live = new ArrayList<>();
    for (int span : members) {
      if (madeAt(span) <= peakPosition && peakPosition < freedAt(span)) {
        live.add(span);
      }
    }
    live.sort(Comparator.comparingLong((Integer s) -> -spans.bytes(s)).thenComparing(s -> s));
    return live;
  }

  /** Alive at the peak although nothing needed it any more. */
  boolean isLateAtPeak(int span) {
    return freeableAt(span) <= peakPosition;
  }

  /** The highest node of an event in or before each operation: that is how operations end. */
  private static int[] lastNodes(Spans spans) {
    int[] last = new int[spans.operations() + 1];
    for (int i = 0; i < spans.size(); i++) {
      raise(last, spans.first(i), spans.firstNode(i));
      raise(last, spans.freed(i), spans.lastNode(i));
    }
    for (int i = 1; i < last.length; i++) {
      last[i] = Math.max(last[i], last[i - 1]);
    }
    return last;
  }

  private static void raise(int[] last, int operation, int node) {
    if (operation >= 0 && operation < last.length) {
      last[operation] = Math.max(last[operation], node);
    }
  }

  /** Even positions are events, odd ones the ends of operations; what stood before is at 0. */
  private long madeAt(int span) {
    return 2 * (spans.firstNode(span) + 1L);
  }

  private long freedAt(int span) {
    return spans.lastNode(span) == Spans.NEVER ? Long.MAX_VALUE : 2 * (spans.lastNode(span) + 1L);
  }

  private long freeableAt(int span) {
    int lastUse = spans.lastUse(span);
    boolean callersOwn = spans.first(span) == Spans.NONE && spans.freed(span) == Spans.NEVER;
    if (lastUse == Spans.NONE || callersOwn) {
      return freedAt(span);
    }
    long end = 2 * (lastNodeBy[lastUse] + 1L) + 1;
    return Math.min(freedAt(span), Math.max(madeAt(span) + 1, end));
  }

  /**
   * From the highest bit: position, whether it begins, index in {@link #members}. An end comes
   * before a beginning at the same position.
   */
  private long[] events(boolean inTime) {
    long[] events = new long[2 * members.length];
    int count = 0;
    for (int i = 0; i < members.length; i++) {
      events[count++] = madeAt(members[i]) << INDEX_BITS + 1 | BEGINS | i;
      long end = inTime ? freeableAt(members[i]) : freedAt(members[i]);
      if (end != Long.MAX_VALUE) {
        events[count++] = end << INDEX_BITS + 1 | i;
      }
    }
    long[] sorted = count == events.length ? events : Arrays.copyOf(events, count);
    Arrays.sort(sorted);
    return sorted;
  }

  private int spanOf(long event) {
    return members[(int) (event & BEGINS - 1)];
  }

  private long changeOf(long event) {
    long bytes = spans.bytes(spanOf(event));
    return (event & BEGINS) != 0 ? bytes : -bytes;
  }

  private void walk(long[] events) {
    long now = 0;
    int operation = 0;
    for (long event : events) {
      int span = spanOf(event);
      boolean begins = (event & BEGINS) != 0;
      int at = begins ? spans.from(span) : Math.min(spans.freed(span), spans.operations());
      for (; operation < at && operation < mostBytes.length; operation++) {
        close(operation, now);
      }
      now += changeOf(event);
      if (operation < mostBytes.length) {
        mostBytes[operation] = Math.max(mostBytes[operation], now);
      }
      if (begins && now > peakBytes) {
        peakBytes = now;
        peakPosition = event >>> INDEX_BITS + 1;
        peakSpan = span;
      }
    }
    for (; operation < mostBytes.length; operation++) {
      close(operation, now);
    }
  }

  /** The next operation begins with what this one leaves. */
  private void close(int operation, long now) {
    mostBytes[operation] = Math.max(mostBytes[operation], now);
    if (operation + 1 < mostBytes.length) {
      mostBytes[operation + 1] = now;
    }
  }

  private long peakOf(long[] events) {
    long now = 0;
    long most = 0;
    for (long event : events) {
      now += changeOf(event);
      most = Math.max(most, now);
    }
    return most;
  }

  /** Walks once with each of the largest late buffers gone early, all at the same time. */
  private List<SingleFree> price(long[] events) {
    int[] late =
        liveAtPeak().stream().filter(this::isLateAtPeak).limit(PRICED).mapToInt(s -> s).toArray();
    long[] most = new long[late.length];
    long[] from = Arrays.stream(late).mapToLong(this::freeableAt).toArray();
    long[] to = Arrays.stream(late).mapToLong(this::freedAt).toArray();
    long now = 0;
    for (long event : events) {
      now += changeOf(event);
      long position = event >>> INDEX_BITS + 1;
      for (int i = 0; i < late.length; i++) {
        boolean gone = from[i] <= position && position < to[i];
        most[i] = Math.max(most[i], gone ? now - spans.bytes(late[i]) : now);
      }
    }
    List<SingleFree> frees = new ArrayList<>();
    for (int i = 0; i < late.length; i++) {
      frees.add(new SingleFree(late[i], most[i]));
    }
    frees.sort(Comparator.comparingLong(SingleFree::peakBytes));
    return List.copyOf(frees);
  }
}
