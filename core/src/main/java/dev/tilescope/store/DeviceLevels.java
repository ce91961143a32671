package dev.tilescope.store;

import dev.tilescope.model.BufferType;
import java.util.Arrays;

/**
 * What a device's memory holds, event by event.
 *
 * <p>How much stood there before the capture is known only at its end, since such a buffer shows
 * when it is first used. So levels are told without it and go below 0 when it is freed; {@link
 * #l1Before} and {@link #dramBefore} are to be added in the end.
 */
final class DeviceLevels {
  /** Sums of such numbers stay far below 2^63. */
  private static final long MAX_BYTES = 1L << 53;

  /** Of buffers by their part in one bank, and of programs on the fullest core. */
  final RunningPeak l1 = new RunningPeak();

  /** Of buffers by their whole size. */
  final RunningPeak dram = new RunningPeak();

  private long l1Buffers;
  private long l1Before;
  private long dramBefore;
  private long[] heldByCore = new long[0];
  private long fullestCore;

  /** A buffer was allocated. */
  void add(long type, long bytesPerBank, long bytes, long position) {
    change(type, sound(bytesPerBank), sound(bytes), position);
  }

  /** A buffer was freed. */
  void remove(long type, long bytesPerBank, long bytes, long position) {
    change(type, -sound(bytesPerBank), -sound(bytes), position);
  }

  private void change(long type, long perBank, long bytes, long position) {
    if (isL1(type)) {
      l1Buffers += perBank;
      l1.set(l1Buffers + fullestCore, position);
    } else if (isDram(type)) {
      dram.set(dram.now() + bytes, position);
    }
  }

  /** A buffer stood there before the capture. */
  void stoodBefore(long type, long bytesPerBank, long bytes) {
    l1Before += isL1(type) ? sound(bytesPerBank) : 0;
    dramBefore += isDram(type) ? sound(bytes) : 0;
  }

  /** A program takes space on some cores; returns what the fullest core holds now. */
  long hold(int[] cores, long bytesPerCore, long position) {
    for (int core : cores) {
      if (core >= heldByCore.length) {
        heldByCore = Arrays.copyOf(heldByCore, core + 1);
      }
      heldByCore[core] += sound(bytesPerCore);
      fullestCore = Math.max(fullestCore, heldByCore[core]);
    }
    l1.set(l1Buffers + fullestCore, position);
    return fullestCore;
  }

  /** Programs give everything back. */
  void release(long position) {
    Arrays.fill(heldByCore, 0);
    fullestCore = 0;
    l1.set(l1Buffers, position);
  }

  long l1Before() {
    return l1Before;
  }

  long dramBefore() {
    return dramBefore;
  }

  private static boolean isL1(long type) {
    BufferType known = BufferType.ofCode(type);
    return known != null && known.isL1();
  }

  private static boolean isDram(long type) {
    BufferType known = BufferType.ofCode(type);
    return known != null && known.isDram();
  }

  private static long sound(long bytes) {
    return Math.clamp(bytes, 0, MAX_BYTES);
  }
}
