package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.ProfiledChip;
import dev.tilescope.internal.csv.CsvWriter;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.model.CoreCoord;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * The files that say how the chips' clocks relate to the host's.
 *
 * <p>{@code sync_device_info.csv}, as TT-Metal writes it: a row for each sample that the host took
 * of the first chip, and one for each other chip with its ratio and shift to the first.
 *
 * <p>{@code device_clocks.json}, our own, for the timeline: {@code {"clocks": [{"device": 0,
 * "synchronised": true, "host_nanos": t, "cycles": c, "cycles_per_nano": r}], "lost_markers": n}};
 * host times are those of {@link System#nanoTime}. Without synchronisation the rate is the nominal
 * one, and the moment that of the device's opening.
 */
public final class ClockFiles {
  private static final List<String> COLUMNS =
      List.of(
          "device id",
          "core_x",
          " core_y",
          "device",
          "host_tracy",
          "host_real",
          "write_overhead",
          "host_start",
          "delay",
          "frequency",
          "tracy_ratio",
          "tracy_base_time",
          "device_frequency_ratio",
          "device_shift");
  private static final int RATIO_COLUMN = 12;

  private ClockFiles() {}

  /** The header; its third name begins with a blank, unquoted. */
  public static String syncHead() {
    return String.join(",", COLUMNS) + "\n";
  }

  static void syncRows(MeshDevice device, ClockSync sync, Appendable out) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    CoreCoord core = device.board().physical(new CoreCoord(0, 0));
    ClockFit fit = sync.fits().getFirst();
    ClockFit.Sample first = sync.samples().getFirst();
    double delay = fit.cycles() - fit.cyclesPerNano() * (fit.hostNanos() - first.hostNanos());
    for (ClockFit.Sample sample : sync.samples()) {
      csv.row(
          List.of(
              Integer.toString(device.chips().getFirst().id()),
              Integer.toString(core.x()),
              Integer.toString(core.y()),
              Long.toString(sample.cycles()),
              whole(sample.hostNanos() - first.hostNanos()),
              whole(sample.hostNanos() - first.hostNanos()),
              "0",
              whole(first.hostNanos()),
              whole(delay),
              String.format(Locale.ROOT, "%.12f", fit.cyclesPerNano()),
              "1.0",
              whole(first.hostNanos()),
              "",
              ""));
    }
    links(device, sync, csv);
  }

  private static void links(MeshDevice device, ClockSync sync, CsvWriter csv) throws IOException {
    List<ClockSync.ToFirst> all = sync.toFirst();
    for (int chip = 1; chip < all.size(); chip++) {
      List<String> cells = new ArrayList<>(Collections.nCopies(COLUMNS.size(), ""));
      cells.set(0, Integer.toString(device.chips().get(chip).id()));
      cells.set(RATIO_COLUMN, String.format(Locale.ROOT, "%.12f", all.get(chip).scale()));
      cells.set(RATIO_COLUMN + 1, whole(all.get(chip).shift()));
      csv.row(cells);
    }
  }

  private static String whole(double value) {
    return Long.toString(Math.round(value));
  }

  /**
   * A chip's clock as the timeline is to take it.
   *
   * @param isSynchronised by samples, or only by its nominal rate
   */
  record Clock(int chipId, boolean isSynchronised, ClockFit fit) {
    static Clock nominal(ProfiledChip chip, int clockMhz) {
      return new Clock(
          chip.markers().chipId(),
          false,
          new ClockFit(
              chip.clock().nanosAtOpening(), chip.clock().cyclesAtOpening(), clockMhz / 1000.0));
    }
  }

  /**
   * @param lostMarkers that did not fit into the devices' memory
   */
  static void clocks(Iterable<Clock> clocks, long lostMarkers, OutputStream out) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject().name("clocks").beginArray();
      for (Clock clock : clocks) {
        json.beginObject();
        json.name("device").value(clock.chipId());
        json.name("synchronised").value(clock.isSynchronised());
        json.name("host_nanos").value(clock.fit().hostNanos());
        json.name("cycles").value(clock.fit().cycles());
        json.name("cycles_per_nano").value(clock.fit().cyclesPerNano());
        json.endObject();
      }
      json.endArray().field("lost_markers", lostMarkers).endObject();
    }
  }
}
