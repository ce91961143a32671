package dev.tilescope.tracy.live;

import dev.tilescope.profile.HostRun;
import dev.tilescope.profile.internal.markers.DeviceRead;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A run that is recorded, or has just ended: how far its journal is, and what devices told. */
final class LiveRun {
  /** Device data of the past are for those who connect later; this much is kept. */
  private static final long MOST_BYTES = Math.min(128L << 20, Runtime.getRuntime().maxMemory() / 8);

  private final HostRun run;
  private final Path journal;
  private final boolean keepsReads;
  private final List<DeviceRead> reads = new ArrayList<>();
  private long readBytes;
  private int readsNotKept;
  private volatile long writtenBytes;
  private volatile boolean hasEnded;

  /**
   * @param keepsReads whether who connects later is to hear of reads of the past
   */
  LiveRun(HostRun run, Path journal, boolean keepsReads) {
    this.run = run;
    this.journal = journal;
    this.keepsReads = keepsReads;
  }

  HostRun run() {
    return run;
  }

  Path journal() {
    return journal;
  }

  /** Since the start. */
  long nanos() {
    return Math.clamp(System.nanoTime() - run.nanoTime(), 0, EventStream.MOST_NANOS);
  }

  long writtenBytes() {
    return writtenBytes;
  }

  void written(long bytes) {
    writtenBytes = bytes;
  }

  boolean hasEnded() {
    return hasEnded;
  }

  void end() {
    hasEnded = true;
  }

  synchronized void keep(DeviceRead read) {
    if (keepsReads && readBytes + read.bytes() <= MOST_BYTES) {
      readBytes += read.bytes();
      reads.add(read);
    } else if (keepsReads) {
      readsNotKept++;
    }
  }

  synchronized List<DeviceRead> reads() {
    return List.copyOf(reads);
  }

  /** Reads that found no room. */
  synchronized int readsNotKept() {
    return readsNotKept;
  }
}
