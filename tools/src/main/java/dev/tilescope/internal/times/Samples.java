package dev.tilescope.internal.times;

import java.util.Arrays;
import java.util.List;

/** Times of the same thing, in nanoseconds, the shortest first. */
public record Samples(List<Double> nanos) {
  public static final Samples NONE = new Samples(List.of());

  public Samples {
    nanos = nanos.stream().sorted().toList();
  }

  static Samples of(double... nanos) {
    return new Samples(Arrays.stream(nanos).filter(Double::isFinite).boxed().toList());
  }

  /** Not a number if there are none. */
  public double median() {
    int count = nanos.size();
    return count == 0 ? Double.NaN : (nanos.get((count - 1) / 2) + nanos.get(count / 2)) / 2;
  }

  /** By how much they differ among themselves; not a number if nothing tells. */
  public double spread() {
    return nanos.size() < 2 ? Double.NaN : nanos.getLast() - nanos.getFirst();
  }
}
