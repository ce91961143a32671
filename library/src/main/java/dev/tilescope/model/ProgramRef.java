package dev.tilescope.model;

import java.util.List;

/** What a hook may know of a program that was put on the cores of a device. */
public interface ProgramRef {
  DeviceRef device();

  /** The chips of the device, in the order of its mesh. */
  List<Integer> chipIds();

  /** Of the device operation. */
  String name();

  /** Counts the launches of this process, from 1. */
  long number();

  /** Equal for launches of the same program on the same kind of device. */
  long hash();

  /** Whether it was compiled before. */
  boolean isCacheHit();

  int dataMovementKernels();

  int computeKernels();

  /** How long the cost model says that it takes. */
  long modelledNanos();

  /** With all engines of the board busy all the time. */
  long idealComputeNanos();

  /** At the peak bandwidth of the board's DRAM. */
  long idealBandwidthNanos();
}
