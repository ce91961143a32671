package dev.tilescope.internal.timeline;

import dev.tilescope.internal.csv.CsvException;
import dev.tilescope.internal.csv.CsvReader;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.internal.markers.ClockFiles;
import dev.tilescope.profile.internal.markers.ClockFit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads {@code sync_device_info.csv} as TT-Metal writes it on a board: samples of a chip's clock
 * and the host's, and behind them the chips that are known by messages from that one.
 *
 * <p>The host counts ticks. A sample is {@code host_tracy} ticks after {@code host_start}; Tracy
 * began to count at {@code tracy_base_time}; a tick has {@code tracy_ratio} nanoseconds. The line
 * is fitted anew, since the one in the file is of sums too great for doubles.
 */
public final class BoardClocks {
  private static final int DEVICE = 0;
  private static final int CYCLES = 3;
  private static final int HOST = 4;
  private static final int HOST_START = 7;
  private static final int RATIO = 10;
  private static final int BASE = 11;
  private static final int SCALE = 12;
  private static final int SHIFT = 13;

  /** A chip that is known by another. */
  private record Known(int by, double scale, double shift) {}

  private final Map<Integer, List<ClockFit.Sample>> samples = new HashMap<>();
  private final Map<Integer, Known> known = new HashMap<>();
  private int sampled;

  private BoardClocks() {}

  /**
   * The clock of each device that the file tells of, by its id; host times count from when Tracy
   * began, as those of zones do.
   */
  public static Map<Integer, ClockFit> read(Path file) {
    BoardClocks clocks = new BoardClocks();
    try (CsvReader rows = CsvReader.open(file)) {
      List<String> header = rows.next();
      if (header == null || !ClockFiles.syncHead().strip().equals(String.join(",", header))) {
        throw rows.error(1, "expected the header " + ClockFiles.syncHead().strip());
      }
      for (List<String> row = rows.next(); row != null; row = rows.next()) {
        clocks.take(rows, row, header.size());
      }
    } catch (CsvException e) {
      throw new TilescopeException(
          "cannot align clocks: %s; without this file each device keeps its own"
              .formatted(e.getMessage()),
          e);
    } catch (IOException | UncheckedIOException e) {
      throw new TilescopeException("cannot read " + file + ": " + e, e);
    }
    return clocks.fits(file);
  }

  private void take(CsvReader rows, List<String> row, int columns) {
    if (row.size() != columns) {
      throw rows.error(1, "expected " + columns + " columns, found " + row.size());
    }
    List<String> cells = row.stream().map(String::strip).toList();
    try {
      int device = Integer.parseInt(cells.get(DEVICE));
      if (cells.get(CYCLES).isEmpty()) {
        double scale = Double.parseDouble(cells.get(SCALE));
        known.put(device, new Known(sampled, scale, Double.parseDouble(cells.get(SHIFT))));
      } else {
        sampled = device;
        samples.computeIfAbsent(device, _ -> new ArrayList<>()).add(sample(cells));
      }
    } catch (NumberFormatException e) {
      throw rows.error(1, "expected numbers: " + e.getMessage());
    }
  }

  private static ClockFit.Sample sample(List<String> cells) {
    long ticks =
        Long.parseLong(cells.get(HOST))
            + Long.parseLong(cells.get(HOST_START))
            - Long.parseLong(cells.get(BASE));
    double nanos = ticks * Double.parseDouble(cells.get(RATIO));
    return new ClockFit.Sample(nanos, Long.parseLong(cells.get(CYCLES)));
  }

  private Map<Integer, ClockFit> fits(Path file) {
    Map<Integer, ClockFit> fits = new HashMap<>();
    samples.forEach((device, all) -> fits.put(device, ClockFit.of(all)));
    known.forEach((device, link) -> {
      ClockFit by = fits.get(link.by);
      if (by != null) {
        fits.putIfAbsent(device, by.through(link.scale, link.shift));
      }
    });
    fits.forEach((device, fit) -> {
      if (!(fit.cyclesPerNano() > 0 && Double.isFinite(fit.cyclesPerNano() + fit.cycles()))) {
        throw new TilescopeException(
            "%s: the samples of device %d give no clock: %s cycles a nanosecond"
                .formatted(file, device, fit.cyclesPerNano()));
      }
    });
    return fits;
  }
}
