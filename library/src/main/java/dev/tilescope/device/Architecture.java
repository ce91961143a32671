package dev.tilescope.device;

import dev.tilescope.model.BufferType;

/** A generation of Tensix chips, with the figures that all its boards share. */
public enum Architecture {
  GRAYSKULL(
      /* dramAlignmentBytes= */ 32,
      /* l1AlignmentBytes= */ 16,
      /* l1MapEndBytes= */ 29_728,
      /* dramUnreservedBaseBytes= */ 32,
      /* maxNocBurstBytes= */ 0,
      /* clockMhz= */ 1200,
      /* circularBuffers= */ 32,
      /* peakDramGigabytesPerSecond= */ 96,
      /* dramBanks= */ 8),
  WORMHOLE_B0(
      /* dramAlignmentBytes= */ 32,
      /* l1AlignmentBytes= */ 16,
      /* l1MapEndBytes= */ 35_008,
      /* dramUnreservedBaseBytes= */ 1_048_640,
      /* maxNocBurstBytes= */ 8192,
      /* clockMhz= */ 1000,
      /* circularBuffers= */ 32,
      /* peakDramGigabytesPerSecond= */ 258,
      /* dramBanks= */ 12),
  BLACKHOLE(
      /* dramAlignmentBytes= */ 64,
      /* l1AlignmentBytes= */ 16,
      /* l1MapEndBytes= */ 40_960,
      /* dramUnreservedBaseBytes= */ 1_048_704,
      /* maxNocBurstBytes= */ 16_384,
      /* clockMhz= */ 1350,
      /* circularBuffers= */ 64,
      /* peakDramGigabytesPerSecond= */ 512,
      /* dramBanks= */ 8);

  /** Kernel configurations wait for their launch in a ring of this size, above the firmware. */
  static final long KERNEL_CONFIG_RING_BYTES = 69 * 1024;

  private final int dramAlignmentBytes;
  private final int l1AlignmentBytes;
  private final long l1MapEndBytes;
  private final long dramUnreservedBaseBytes;
  private final int maxNocBurstBytes;
  private final int clockMhz;
  private final int circularBuffers;
  private final int peakDramGigabytesPerSecond;
  private final int dramBanks;

  Architecture(
      int dramAlignmentBytes,
      int l1AlignmentBytes,
      long l1MapEndBytes,
      long dramUnreservedBaseBytes,
      int maxNocBurstBytes,
      int clockMhz,
      int circularBuffers,
      int peakDramGigabytesPerSecond,
      int dramBanks) {
    this.dramAlignmentBytes = dramAlignmentBytes;
    this.l1AlignmentBytes = l1AlignmentBytes;
    this.l1MapEndBytes = l1MapEndBytes;
    this.dramUnreservedBaseBytes = dramUnreservedBaseBytes;
    this.maxNocBurstBytes = maxNocBurstBytes;
    this.clockMhz = clockMhz;
    this.circularBuffers = circularBuffers;
    this.peakDramGigabytesPerSecond = peakDramGigabytesPerSecond;
    this.dramBanks = dramBanks;
  }

  /** Also the alignment of every allocation, in whichever memory. */
  public int dramAlignmentBytes() {
    return dramAlignmentBytes;
  }

  /** The alignment of a page in L1. */
  public int l1AlignmentBytes() {
    return l1AlignmentBytes;
  }

  /** Of pages in a memory of that kind. */
  public int alignmentBytes(BufferType type) {
    return type.isDram() ? dramAlignmentBytes : l1AlignmentBytes;
  }

  /**
   * Where firmware ends in L1 and the kernel-config ring begins. For Grayskull it follows from the
   * known end of the ring.
   */
  public long l1MapEndBytes() {
    return l1MapEndBytes;
  }

  /** The first address of a DRAM bank that an allocator may give out. */
  public long dramUnreservedBaseBytes() {
    return dramUnreservedBaseBytes;
  }

  /** 0 where it is not known. */
  public int maxNocBurstBytes() {
    return maxNocBurstBytes;
  }

  /** The clock of the Tensix cores under load. */
  public int clockMhz() {
    return clockMhz;
  }

  /** How many circular buffers one core can address. */
  public int circularBuffers() {
    return circularBuffers;
  }

  public int peakDramGigabytesPerSecond() {
    return peakDramGigabytesPerSecond;
  }

  /** Those that give the peak together; a board may have fewer. */
  public int dramBanks() {
    return dramBanks;
  }
}
