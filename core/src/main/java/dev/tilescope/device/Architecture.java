package dev.tilescope.device;

/** A generation of Tensix chips, with the figures that all its boards share. */
public enum Architecture {
  GRAYSKULL(
      new Alignment(32, 16, 32),
      new Reserved(29_728, 32),
      new Noc(32, 0),
      new Clock(1200, 0),
      32,
      96),
  WORMHOLE_B0(
      new Alignment(32, 16, 32),
      new Reserved(35_008, 1_048_640),
      new Noc(32, 8192),
      new Clock(1000, 500),
      32,
      258),
  BLACKHOLE(
      new Alignment(64, 16, 64),
      new Reserved(40_960, 1_048_704),
      new Noc(64, 16_384),
      new Clock(1350, 800),
      64,
      512);

  /** Kernel configurations wait for their launch in a ring of this size, above the firmware. */
  static final long KERNEL_CONFIG_RING_BYTES = 69 * 1024;

  private record Alignment(int dramBytes, int l1Bytes, int hostBytes) {}

  /** What firmware and runtime keep at the bottom of L1 and of each DRAM bank. */
  private record Reserved(long l1MapEndBytes, long dramBaseBytes) {}

  private record Noc(int flitBytes, int maxBurstBytes) {}

  private record Clock(int busyMhz, int idleMhz) {}

  private final Alignment alignment;
  private final Reserved reserved;
  private final Noc noc;
  private final Clock clock;
  private final int circularBuffers;
  private final int peakDramGigabytesPerSecond;

  Architecture(
      Alignment alignment,
      Reserved reserved,
      Noc noc,
      Clock clock,
      int circularBuffers,
      int peakDramGigabytesPerSecond) {
    this.alignment = alignment;
    this.reserved = reserved;
    this.noc = noc;
    this.clock = clock;
    this.circularBuffers = circularBuffers;
    this.peakDramGigabytesPerSecond = peakDramGigabytesPerSecond;
  }

  /** Also the alignment of every allocation, in whichever memory. */
  public int dramAlignmentBytes() {
    return alignment.dramBytes;
  }

  /** The alignment of a page in L1. */
  public int l1AlignmentBytes() {
    return alignment.l1Bytes;
  }

  public int hostAlignmentBytes() {
    return alignment.hostBytes;
  }

  /** Where firmware ends in L1 and the kernel-config ring begins. */
  public long l1MapEndBytes() {
    return reserved.l1MapEndBytes;
  }

  /** The first address of a DRAM bank that an allocator may give out. */
  public long dramUnreservedBaseBytes() {
    return reserved.dramBaseBytes;
  }

  public int nocFlitBytes() {
    return noc.flitBytes;
  }

  /** 0 where it is not known. */
  public int maxNocBurstBytes() {
    return noc.maxBurstBytes;
  }

  /** The clock of the Tensix cores under load. */
  public int clockMhz() {
    return clock.busyMhz;
  }

  /** The clock of the Tensix cores at rest; 0 where it is not known. */
  public int idleClockMhz() {
    return clock.idleMhz;
  }

  /** How many circular buffers one core can address. */
  public int circularBuffers() {
    return circularBuffers;
  }

  public int peakDramGigabytesPerSecond() {
    return peakDramGigabytesPerSecond;
  }
}
