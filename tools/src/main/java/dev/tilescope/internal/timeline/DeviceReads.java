package dev.tilescope.internal.timeline;

import dev.tilescope.profile.internal.markers.DeviceRead;
import java.util.Map;

/** The devices' part of the timeline of a run that goes on: read by read. */
public final class DeviceReads {
  private final TimelineEvents events;
  private final Lanes lanes;
  private final long startNanos;

  /**
   * @param startNanos of the run, as {@link System#nanoTime}
   */
  public DeviceReads(TimelineEvents events, long startNanos) {
    this.events = events;
    this.lanes = new Lanes(events);
    this.startNanos = startNanos;
  }

  /**
   * Tells what a read found.
   *
   * @param operations their names, by their numbers
   */
  public void tell(DeviceRead read, Map<Long, String> operations) {
    DeviceTimeline timeline =
        new DeviceTimeline(
            lanes, events, startNanos, Map.of(read.chipId(), read.clock()), operations);
    read.tell(timeline);
    timeline.finish();
  }
}
