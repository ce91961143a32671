package dev.tilescope.device;

/**
 * When a core was busy with programs, by the clock of its chip.
 *
 * @param firmwareStart the first go signal
 * @param kernelStart of the first kernel
 * @param kernelEnd of the last kernel
 * @param firmwareEnd the last done signal
 */
record CoreSpan(long firmwareStart, long kernelStart, long kernelEnd, long firmwareEnd) {
  /** From the first beginning to the last end. */
  CoreSpan to(CoreSpan other) {
    return new CoreSpan(
        Math.min(firmwareStart, other.firmwareStart),
        Math.min(kernelStart, other.kernelStart),
        Math.max(kernelEnd, other.kernelEnd),
        Math.max(firmwareEnd, other.firmwareEnd));
  }
}
