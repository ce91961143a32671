package dev.tilescope.internal.explain;

import dev.tilescope.model.Changed;
import java.util.List;

/** One thing that matters, where it is to be seen, what to try and what that would bring. */
public sealed interface Finding {
  Topic topic();

  /** A sentence. */
  String what();

  /** What to try, as a sentence. */
  String advice();

  /** The costliest first. */
  List<Place> places();

  /** The same at other places. */
  default Finding at(List<Place> others) {
    return switch (this) {
      case OfTime time -> Changed.with(time, "places", others);
      case OfMemory memory -> Changed.with(memory, "places", others);
    };
  }

  /** How many places there are in all. */
  int times();

  /** The part of the run's time or memory at stake, from 0; what ranks findings. */
  double stake();

  /**
   * Something that costs time.
   *
   * @param costNanos that what it is about takes
   * @param savedNanos that could be saved, modelled or reckoned from the run's own times
   * @param lowNanos of the band of a modelled saving
   * @param highNanos of the same
   */
  record OfTime(
      Topic topic,
      String what,
      String advice,
      List<Place> places,
      int times,
      double stake,
      double costNanos,
      double savedNanos,
      double lowNanos,
      double highNanos)
      implements Finding {
    public OfTime {
      places = List.copyOf(places);
    }
  }

  /**
   * Something that holds memory.
   *
   * @param memory such as {@code L1 of device 0}
   * @param savedBytes of a core or a bank
   * @param peakBytes the most that was in use of it
   */
  record OfMemory(
      Topic topic,
      String what,
      String advice,
      List<Place> places,
      int times,
      double stake,
      String memory,
      long savedBytes,
      long peakBytes)
      implements Finding {
    public OfMemory {
      places = List.copyOf(places);
    }
  }
}
