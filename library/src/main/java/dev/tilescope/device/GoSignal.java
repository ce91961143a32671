package dev.tilescope.device;

import dev.tilescope.device.marker.Risc;

/** How far apart things are when a program is put on the cores, in cycles. */
final class GoSignal {
  /** From the go signal to the kernel. */
  static final int LEAD_CYCLES = 100;

  /** From the kernel's end to done. */
  static final int TAIL_CYCLES = 220;

  /** From done to the next go signal. */
  static final int DISPATCH_CYCLES = 400;

  private static final int HANDOVER_CYCLES = 20;

  private GoSignal() {}

  /** A RISC other than BRISC starts so much later and ends so much earlier. */
  static int later(Risc risc) {
    return HANDOVER_CYCLES * Math.min(risc.ordinal(), 2);
  }
}
