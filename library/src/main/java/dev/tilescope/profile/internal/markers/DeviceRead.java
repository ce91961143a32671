package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.profile.internal.markers.DeviceZoneListener.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What one read of a chip found, in the words the chip wrote: they are unpacked when somebody wants
 * them.
 */
public final class DeviceRead {
  private final int chipId;
  private final long hostNanos;
  private final ClockFit clock;
  private final ReplayedTraces replayed;
  private final List<MarkerMemory.CoreStreams> cores;

  /**
   * @param hostNanos when it was read, as {@link System#nanoTime}
   * @param clock the chip's, as far as it is known by then
   * @param replayed on the device; runs of traces that are forgotten when it is told are nobody's
   */
  DeviceRead(
      int chipId,
      long hostNanos,
      ClockFit clock,
      ReplayedTraces replayed,
      List<MarkerMemory.CoreStreams> cores) {
    this.chipId = chipId;
    this.hostNanos = hostNanos;
    this.clock = clock;
    this.replayed = replayed;
    this.cores = List.copyOf(cores);
  }

  public int chipId() {
    return chipId;
  }

  public long hostNanos() {
    return hostNanos;
  }

  public ClockFit clock() {
    return clock;
  }

  /** What it takes of memory. */
  public long bytes() {
    return cores.stream()
        .flatMap(core -> core.streams().stream())
        .mapToLong(stream -> (long) Integer.BYTES * stream.words().length)
        .sum();
  }

  /** Tells its zones, as a log of the same read would. */
  public void tell(DeviceZoneListener listener) {
    try {
      new MarkerDecoder(new Telling(listener), replayed).decode(cores);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Telling implements MarkerSink {
    private final DeviceZoneListener listener;
    private DispatchZone dispatch = new DispatchZone(Risc.BRISC);

    Telling(DeviceZoneListener listener) {
      this.listener = listener;
    }

    @Override
    public void stream(CoreCoord physical, Risc risc) {
      dispatch = new DispatchZone(risc);
      listener.risc(chipId, physical.x(), physical.y(), risc.name());
    }

    @Override
    public void marker(
        int programNumber,
        Replay replay,
        Packet packet,
        int zoneId,
        long cycles,
        long data,
        long moreData) {
      if (programNumber == 0) {
        dispatch
            .marker(packet, zoneId, cycles, data)
            .forEach(row -> tell(row.packet(), row.name(), row.cycles(), plain(row.runHostId())));
      } else {
        String name = ZoneLocations.of(zoneId).map(ZoneLocations.Location::name).orElse("");
        long operation = OperationId.of(programNumber, chipId);
        tell(packet, name, cycles, new Run(operation, replay.traceId(), replay.session()));
      }
    }

    private static Run plain(long operation) {
      return new Run(operation, Run.NONE, Run.NONE);
    }

    private void tell(Packet packet, String name, long cycles, Run run) {
      switch (packet) {
        case ZONE_START -> listener.begin(name, cycles, run);
        case ZONE_END -> listener.end(cycles);
        case ZONE_TOTAL, TS_DATA, TS_DATA_16B, TS_EVENT -> {}
      }
    }

    @Override
    public void endOfRead() {}
  }
}
