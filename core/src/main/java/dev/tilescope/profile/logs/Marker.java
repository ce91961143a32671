package dev.tilescope.profile.logs;

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

  Marker(RiscStream stream) {
    this.stream = stream;
  }
}
