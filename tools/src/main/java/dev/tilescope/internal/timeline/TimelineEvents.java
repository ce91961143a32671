package dev.tilescope.internal.timeline;

import org.jspecify.annotations.Nullable;

/**
 * Hears a timeline. Events of one lane come in the order of time, those of different lanes in any.
 * Zones of a lane nest, and each beginning has its end.
 */
public interface TimelineEvents {
  /**
   * What is known of a zone when it ends.
   *
   * @param name another than the one it began with, or null
   * @param text or null
   * @param value or null
   * @param rgb its colour, or 0
   */
  record ZoneNotes(@Nullable String name, @Nullable String text, @Nullable Long value, int rgb) {
    public static final ZoneNotes NONE = new ZoneNotes(null, null, null, 0);
  }

  /**
   * Comes first.
   *
   * @param program its name
   * @param processId of the program, or 0 if the logs do not say it
   * @param runId the same in all reports of the run, or empty
   */
  void run(String program, long processId, String runId);

  /** Comes before the first event of the lane. */
  void lane(Lane lane);

  /**
   * @param file empty if unknown
   */
  void zoneBegin(Lane lane, long nanos, String name, String file, int line);

  void zoneEnd(Lane lane, long nanos, ZoneNotes notes);

  /**
   * An operation of the host started a program of a device; comes when its zone, which began at
   * this time, is about to end.
   *
   * @param operation its number
   */
  default void dispatched(Lane lane, long beginNanos, long operation) {}

  /** The zone that begins next on this lane is the program that this operation started. */
  default void startedBy(Lane lane, long operation) {}

  /** A moment: a message, a signpost, a frame. */
  void moment(Lane lane, long nanos, String kind, String text);

  /** A quantity that has this value from now on. */
  void quantity(Lane.Group group, long nanos, String name, String unit, double value);
}
