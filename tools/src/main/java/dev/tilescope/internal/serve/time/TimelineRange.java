package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.io.LongList;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.Numbers;
import dev.tilescope.internal.serve.data.Words;
import dev.tilescope.internal.timeline.Lane;
import dev.tilescope.internal.timeline.columns.TimelineColumns;
import dev.tilescope.internal.timeline.columns.TimelineColumns.Counter;
import dev.tilescope.internal.timeline.columns.TimelineColumns.Moment;
import dev.tilescope.internal.timeline.columns.Track;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * What is to be seen between two moments on so many pixels. However much there is, the answer is
 * small: zones at least a pixel wide are told one by one, runs of narrower ones as blocks, and if
 * even that is too much, pixels are taken to be wider.
 *
 * <p>A mark is four numbers: start (from the beginning of the range), duration, name, index. A
 * block has a negative name, {@code -1 - how full it is from 0 to 15}, and instead of an index the
 * number of its zones.
 */
final class TimelineRange {
  static final int MAX_MARKS = 24_000;
  private static final int MARK = 4;
  private static final int FULL = 15;
  private static final int BLOCK_PIXELS = 6;
  private static final int MAX_NAME = 120;
  private static final int MAX_NAME_CHARS = 200_000;
  private static final int MAX_MOMENTS = 400;
  private static final int PERCENT = 100;

  /** Marks of one track. */
  record Marks(Track track, long[] numbers) {}

  private final TimelineColumns columns;
  private final long from;
  private final long to;
  private final long pixelNanos;
  private final LongList numbers = new LongList();
  private long runStart;
  private long runEnd;
  private long runBusy;
  private int runIndex;
  private int runCount;

  TimelineRange(TimelineColumns columns, long from, long to, int pixels) {
    this.columns = columns;
    this.from = from;
    this.to = Math.max(to, from + 1);
    this.pixelNanos = Math.max(1, (this.to - from) / Math.max(1, pixels));
  }

  /** Marks of all tracks of the lanes. */
  List<Marks> marks(int[] lanes) {
    for (long pixel = pixelNanos; ; pixel *= 2) {
      List<Marks> all = new ArrayList<>();
      int count = 0;
      for (int lane : lanes) {
        for (Track track : columns.tracksOf(lane)) {
          Marks marks = marks(track, pixel);
          count += marks.numbers.length / MARK;
          all.add(marks);
        }
      }
      if (count <= MAX_MARKS || pixel > to - from) {
        return all;
      }
    }
  }

  private Marks marks(Track track, long pixel) {
    numbers.clear();
    runCount = 0;
    int size = track.size();
    // One nanosecond before, so that what takes no time is there too.
    for (int i = track.firstEndingAfter(from - 1); i < size && track.start(i) < to; i++) {
      if (track.nanos(i) >= pixel) {
        flush(track);
        add(track.start(i), track.nanos(i), track.name(i), i);
      } else {
        if (runCount > 0
            && (track.start(i) - runEnd > pixel || runEnd - runStart >= BLOCK_PIXELS * pixel)) {
          flush(track);
        }
        gather(track, i);
      }
    }
    flush(track);
    return new Marks(track, numbers.toArray());
  }

  private void gather(Track track, int index) {
    if (runCount++ == 0) {
      runStart = track.start(index);
      runIndex = index;
      runBusy = 0;
    }
    runEnd = track.end(index);
    runBusy += track.nanos(index);
  }

  private void flush(Track track) {
    if (runCount == 1) {
      add(runStart, runEnd - runStart, track.name(runIndex), runIndex);
    } else if (runCount > 1) {
      long fill = runEnd == runStart ? FULL : FULL * runBusy / (runEnd - runStart);
      add(runStart, runEnd - runStart, -1 - fill, runCount);
    }
    runCount = 0;
  }

  private void add(long start, long nanos, long name, long index) {
    numbers.add(start - from);
    numbers.add(nanos);
    numbers.add(name);
    numbers.add(index);
  }

  /** How busy the lanes are in each of so many parts of the range, in percent. */
  int[] busy(Predicate<Lane> which, int parts) {
    double[] busy = new double[parts];
    double partNanos = (double) (to - from) / parts;
    int lanes = 0;
    for (Lane lane : columns.lanes()) {
      if (which.test(lane) && !columns.tracksOf(lane.number()).isEmpty()) {
        lanes++;
        addBusy(columns.tracksOf(lane.number()).getFirst(), partNanos, busy);
      }
    }
    int[] percent = new int[parts];
    for (int i = 0; i < parts && lanes > 0; i++) {
      double part = busy[i] / (partNanos * lanes);
      // Something is there, however little: it must not look like nothing.
      percent[i] = part <= 0 ? 0 : Math.max(1, (int) Math.round(PERCENT * Math.min(1, part)));
    }
    return percent;
  }

  private void addBusy(Track track, double partNanos, double[] busy) {
    for (int i = track.firstEndingAfter(from); i < track.size() && track.start(i) < to; i++) {
      double start = Math.max(0, track.start(i) - from);
      double end = Math.min(to, track.end(i)) - from;
      int last = Math.min(busy.length - 1, (int) (end / partNanos));
      for (int part = (int) (start / partNanos); part <= last; part++) {
        double within = Math.min(end, (part + 1) * partNanos) - Math.max(start, part * partNanos);
        busy[part] += Math.max(within, 0);
      }
    }
  }

  /** The names that marks use. A mark whose name is missing has too long a company of others. */
  void names(JsonWriter json, List<Marks> marks) {
    BitSet numbersUsed = new BitSet();
    for (Marks of : marks) {
      for (int i = 2; i < of.numbers.length; i += MARK) {
        if (of.numbers[i] >= 0) {
          numbersUsed.set((int) of.numbers[i]);
        }
      }
    }
    int room = MAX_NAME_CHARS;
    json.beginObject();
    for (int i = numbersUsed.nextSetBit(0); i >= 0; i = numbersUsed.nextSetBit(i + 1)) {
      String shown = Words.cut(columns.names()[i], MAX_NAME);
      room -= shown.length();
      if (room < 0) {
        break;
      }
      json.field(Integer.toString(i), shown);
    }
    json.endObject();
  }

  /** The highest value in each pixel in which it changes, after the one that holds at the start. */
  void counter(JsonWriter json, Counter counter) {
    json.beginArray();
    long[] nanos = counter.nanos();
    int i = Numbers.firstAbove(at -> nanos[at], nanos.length, from);
    json.value(0).value(i == 0 ? 0 : counter.values()[i - 1]);
    while (i < nanos.length && nanos[i] < to) {
      long pixel = (nanos[i] - from) / pixelNanos;
      double most = counter.values()[i];
      int next = i + 1;
      while (next < nanos.length && (nanos[next] - from) / pixelNanos == pixel) {
        most = Math.max(most, counter.values()[next++]);
      }
      json.value(nanos[i] - from).value(most);
      if (counter.values()[next - 1] < most) {
        json.value(nanos[next - 1] - from).value(counter.values()[next - 1]);
      }
      i = next;
    }
    json.endArray();
  }

  /** Where there are too many, every n-th, which says for how many it stands. */
  void moments(JsonWriter json) {
    List<Moment> all = columns.moments();
    int first = Numbers.firstAbove(i -> all.get(i).nanos(), all.size(), from - 1);
    int last = Numbers.firstAbove(i -> all.get(i).nanos(), all.size(), to);
    int step = Math.max(1, (last - first + MAX_MOMENTS - 1) / MAX_MOMENTS);
    json.beginArray();
    for (int i = first; i < last; i += step) {
      json.beginObject()
          .field("at", all.get(i).nanos())
          .field("kind", all.get(i).kind())
          .field("text", all.get(i).text())
          .field("count", Math.min(step, last - i))
          .endObject();
    }
    json.endArray();
  }
}
