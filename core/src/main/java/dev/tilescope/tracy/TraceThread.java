package dev.tilescope.tracy;

/** A thread of the host in the trace. */
final class TraceThread {
  private static final int ORDINAL_BITS = 40;

  /** Its id, and its index in the table of threads. */
  final int number;

  final ThreadZones zones;
  private long messages;

  TraceThread(int number, ThreadZones zones) {
    this.number = number;
    this.zones = zones;
  }

  /** What stands for the address of its next message. */
  long nextMessage() {
    return pointer(messages++);
  }

  private long pointer(long ordinal) {
    return (long) number << ORDINAL_BITS | ordinal;
  }

  void copyTo(BlockOutput out) {
    out.put64(number);
    out.put64(zones.zones());
    out.put64(0); // samples in the kernel
    out.put8(0); // is no fiber
    out.put32(0); // hint how to group threads
    out.put32(zones.roots());
    zones.bytes().copyTo(out);
    out.put64(messages);
    for (long i = 0; i < messages; i++) {
      out.put64(pointer(i));
    }
    out.put64(0); // samples of context switches
    out.put64(0); // samples
  }
}
