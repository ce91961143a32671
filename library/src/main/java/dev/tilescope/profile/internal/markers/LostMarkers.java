package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.MarkerMemory.CoreStreams;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Counts what did not fit. TT-Metal warns of every RISC of every core, which is hundreds of lines;
 * here the first RISC of a read is named in its words, and the rest is counted.
 */
final class LostMarkers {
  private final Consumer<String> warn;
  private final AtomicLong total = new AtomicLong();
  private volatile boolean isMemoryFull;

  LostMarkers(Consumer<String> warn) {
    this.warn = warn;
  }

  void count(int chipId, List<CoreStreams> cores) {
    long lost = 0;
    int dropped = 0;
    String first = "";
    for (CoreStreams core : cores) {
      for (MarkerMemory.Stream stream : core.streams()) {
        lost += stream.lostMarkers();
        if (stream.isDropped() && dropped++ == 0) {
          first = warning(chipId, core, stream);
        }
      }
    }
    total.addAndGet(lost);
    if (dropped > 0) {
      isMemoryFull = true;
      warn.accept(
          first
              + " (and %,d more RISCs; %,d markers were lost in all)".formatted(dropped - 1, lost));
    }
  }

  private static String warning(int chipId, CoreStreams core, MarkerMemory.Stream stream) {
    return ("Profiler DRAM buffers were full, markers were dropped! device %d, worker core %d, %d,"
            + " Risc %s,  bufferEndIndex = %d. Please either decrease the number of ops being"
            + " profiled or run read device profiler more often")
        .formatted(
            chipId, core.physical().x(), core.physical().y(), stream.risc(), stream.words().length);
  }

  /** So far. */
  long total() {
    return total.get();
  }

  void sumUp() {
    if (total.get() > 0) {
      warn.accept(
          "%,d device markers were lost; ".formatted(total.get())
              + (isMemoryFull
                  ? "raise --op-support-count, or read them while the program runs: call"
                      + " Ttnn.readDeviceProfiler(device), in Python"
                      + " ttnn.ReadDeviceProfiler(device), every few hundred operations, or use"
                      + " --dump-device-data-mid-run"
                  : "a RISC keeps 250 markers of a program beside its firmware's: mark fewer zones"
                      + " in a kernel"));
    }
  }
}
