package dev.tilescope.internal.logs;

import dev.tilescope.device.marker.PerfCounterType;
import org.jspecify.annotations.Nullable;

/** One row of the device log. The scanner fills the same one for every row: keep none. */
final class Marker {
  static final long NONE = -1;

  final RiscStream stream;
  long row;
  int timerId;
  long cycles;
  long data;
  long runHostId;
  long traceId;
  long traceCounter;
  Zone zone = Zone.of("");
  Phase phase = Phase.TS_EVENT;

  /** From the meta data, or {@link #NONE}. */
  long subDeviceId;

  // Of timestamped data only; what an earlier row said is left in place for other rows.

  /** Whether the row is of a performance counter. */
  boolean isCounter;

  /** Null if it is not one of those known. */
  @Nullable PerfCounterType counter;

  long counterValue;
  long counterCycles;

  /** Which operation a dispatch core turns to, or {@link #NONE}. */
  long workersRuntimeId = NONE;

  ZoneCommand command = ZoneCommand.NONE;

  Marker(RiscStream stream) {
    this.stream = stream;
  }
}
