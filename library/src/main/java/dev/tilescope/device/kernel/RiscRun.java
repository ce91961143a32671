package dev.tilescope.device.kernel;

import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.RiscMarkers;
import org.jspecify.annotations.Nullable;

/** One RISC while a kernel runs on it: its clock, and where it writes markers. */
final class RiscRun {
  private final Risc risc;
  private final @Nullable RiscMarkers markers;
  private final long startCycles;
  private final double slowdown;
  private long cycles;
  private long waitedCycles;

  /**
   * @param markers null if the device has no profiler
   * @param slowdown how many cycles it takes for one; 1 unless a fault plan says otherwise
   */
  RiscRun(Risc risc, long startCycles, @Nullable RiscMarkers markers, double slowdown) {
    this.risc = risc;
    this.startCycles = startCycles;
    this.cycles = startCycles;
    this.markers = markers;
    this.slowdown = slowdown;
  }

  Risc risc() {
    return risc;
  }

  @Nullable RiscMarkers markers() {
    return markers;
  }

  long startCycles() {
    return startCycles;
  }

  long cycles() {
    return cycles;
  }

  /** How much of its time it has only waited. */
  long waitedCycles() {
    return waitedCycles;
  }

  void advance(long by) {
    cycles += slowed(by);
  }

  /** What the core takes for what takes others so many cycles. */
  long slowed(long usual) {
    return slowdown == 1 ? usual : Math.round(usual * slowdown);
  }

  /**
   * Waits for something that happens at a time, or has happened.
   *
   * @return the cycles lost
   */
  long waitUntil(long time) {
    long lost = Math.max(0, time - cycles);
    cycles += lost;
    waitedCycles += lost;
    return lost;
  }
}
