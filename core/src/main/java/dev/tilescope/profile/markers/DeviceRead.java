package dev.tilescope.profile.markers;

import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.profile.OperationId;
import dev.tilescope.profile.logs.DeviceZones;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What one read of a chip found, in the words the chip wrote: they are unpacked when somebody wants
 * them.
 *
 * @param hostNanos when it was read, as {@link System#nanoTime}
 * @param clock the chip's, as far as it is known by then
 */
public record DeviceRead(
    int chipId, long hostNanos, ClockFit clock, List<MarkerMemory.CoreStreams> cores) {
  public DeviceRead {
    cores = List.copyOf(cores);
  }

  /** What it takes of memory. */
  public long bytes() {
    return cores.stream()
        .flatMap(core -> core.streams().stream())
        .mapToLong(stream -> (long) Integer.BYTES * stream.words().length)
        .sum();
  }

  /** Tells its zones, as a log of the same read would. */
  public void tell(DeviceZones.Listener listener) {
    try {
      new MarkerDecoder(new Telling(listener)).decode(cores);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final class Telling implements MarkerSink {
    private final DeviceZones.Listener listener;
    private DispatchZone dispatch = new DispatchZone(Risc.BRISC);

    Telling(DeviceZones.Listener listener) {
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
        int replay,
        Packet packet,
        int zoneId,
        long cycles,
        long data,
        long moreData) {
      if (programNumber == 0) {
        dispatch
            .marker(packet, zoneId, cycles, data)
            .forEach(row -> tell(row.packet(), row.name(), row.cycles(), row.runHostId()));
      } else {
        String name = ZoneLocations.of(zoneId).map(ZoneLocations.Location::name).orElse("");
        tell(packet, name, cycles, OperationId.of(programNumber, chipId));
      }
    }

    private void tell(Packet packet, String name, long cycles, long operation) {
      switch (packet) {
        case ZONE_START -> listener.begin(name, cycles, operation);
        case ZONE_END -> listener.end(cycles);
        case ZONE_TOTAL, TS_DATA, TS_DATA_16B, TS_EVENT -> {}
      }
    }

    @Override
    public void endOfRead() {}
  }
}
