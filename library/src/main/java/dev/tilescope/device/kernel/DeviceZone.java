package dev.tilescope.device.kernel;

/** A zone of a kernel, from when it was made to when it is closed. */
public final class DeviceZone implements AutoCloseable {
  /** How a zone is kept. */
  enum Kind {
    OPTIONAL,
    MAIN,
    MAIN_CHILD,
    SUM_1,
    SUM_2;

    boolean isSum() {
      return this == SUM_1 || this == SUM_2;
    }
  }

  private final ZoneWriter writer;
  private final Kind kind;
  private final String name;
  private final int id;
  private final long[] startCycles;
  private final boolean[] isKept;
  private boolean isOpen;

  DeviceZone(ZoneWriter writer, Kind kind, String name, int id, int riscs) {
    this.writer = writer;
    this.kind = kind;
    this.name = name;
    this.id = id;
    this.startCycles = new long[riscs];
    this.isKept = new boolean[riscs];
  }

  Kind kind() {
    return kind;
  }

  int id() {
    return id;
  }

  void begin(int risc, long cycles, boolean kept) {
    isOpen = true;
    startCycles[risc] = cycles;
    isKept[risc] = kept;
  }

  long startCycles(int risc) {
    return startCycles[risc];
  }

  boolean isKept(int risc) {
    return isKept[risc];
  }

  @Override
  public void close() {
    if (isOpen) {
      isOpen = false;
      writer.end(this);
    }
  }

  @Override
  public String toString() {
    return "zone \"" + name + "\"";
  }
}
