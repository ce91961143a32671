package dev.tilescope.internal.cli;

import dev.tilescope.internal.watch.MonitorSnapshot;
import dev.tilescope.internal.watch.MonitorSnapshot.DeviceMemory;
import dev.tilescope.internal.watch.MonitorSnapshot.LiveBuffer;
import dev.tilescope.internal.watch.MonitorSnapshot.MemoryRegion;
import dev.tilescope.internal.watch.MonitorSnapshot.ProcessMemory;
import dev.tilescope.internal.words.PeaksText;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.BufferType;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What {@code tilescope monitor} shows of a snapshot, in the look of TT-Metal's allocation monitor.
 *
 * @param zone of the clock in the heading
 * @param colours of the bars
 * @param isEachChip whether chips of a mesh, which are alike, are shown one by one
 * @param devices the ids of the chips to show; empty for all
 */
record MonitorText(ZoneId zone, Colours colours, boolean isEachChip, Set<Integer> devices) {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
  private static final int BAR_CELLS = 25;
  private static final int BIGGEST = 5;
  private static final String RULE = "-".repeat(70);
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss");

  /**
   * @param pace how often it is refreshed, for the heading
   */
  List<String> lines(MonitorSnapshot snapshot, String pace) {
    List<String> lines = new ArrayList<>();
    lines.add("  Tilescope Memory Monitor");
    lines.add(
        "Time: %s | %s | Processes: %d"
            .formatted(
                CLOCK.format(Instant.ofEpochMilli(snapshot.epochMillis()).atZone(zone)),
                pace,
                snapshot.processes().size()));
    snapshot.processes().forEach(process -> add(lines, process, snapshot.epochMillis()));
    if (snapshot.processes().isEmpty()) {
      lines.add("");
      lines.add("No process publishes its memory. To make a program do so, start it like this:");
      lines.add("  TILESCOPE_MONITOR=1 ./tilescope demo llama");
      lines.add("  TILESCOPE_MONITOR=1 java ...");
    }
    snapshot.problems().forEach(problem -> lines.add(VisibleText.of(problem)));
    return lines;
  }

  private void add(List<String> lines, ProcessMemory process, long nowMillis) {
    lines.add("");
    lines.add(
        String.format(
            Locale.ROOT,
            "PID %d  %s  (for %s, %,d allocations, %,d frees)",
            process.pid(),
            VisibleText.of(process.command()),
            age(nowMillis - process.sinceEpochMillis()),
            process.allocations(),
            process.frees()));
    for (DeviceMemory device : process.devices()) {
      headings(device).forEach(heading -> add(lines, device, heading));
    }
    if (process.devices().isEmpty()) {
      lines.add("  no device is open");
    }
    addBiggest(lines, process, nowMillis);
    addLosses(lines, process);
  }

  /** One for each block that is to be shown of a mesh. */
  private List<String> headings(DeviceMemory device) {
    List<Integer> shown =
        device.chipIds().stream().filter(id -> devices.isEmpty() || devices.contains(id)).toList();
    String arch = " (" + VisibleText.of(device.arch()) + ")";
    if (shown.size() > 1 && !isEachChip) {
      return List.of("Devices " + ranges(shown) + arch + ", each");
    }
    return shown.stream().map(id -> "Device " + id + arch).toList();
  }

  /** {@code 0-3, 6}. */
  private static String ranges(List<Integer> ids) {
    List<List<Integer>> runs = new ArrayList<>();
    for (int id : ids) {
      if (runs.isEmpty() || runs.getLast().getLast() != id - 1) {
        runs.add(new ArrayList<>());
      }
      runs.getLast().add(id);
    }
    return runs.stream()
        .map(run -> run.size() == 1 ? "" + run.getFirst() : run.getFirst() + "-" + run.getLast())
        .collect(Collectors.joining(", "));
  }

  private void add(List<String> lines, DeviceMemory device, String heading) {
    lines.add(heading);
    lines.add(RULE);
    for (MemoryRegion region : device.regions()) {
      boolean isAlways = region.type() == BufferType.DRAM || region.type() == BufferType.L1;
      if (isAlways || region.capacityBytes() > 0 || region.peakBytes() > 0) {
        lines.add(line(region));
      }
    }
    if (device.peaks().l1().capacityBytes() > 0) {
      PeaksText.sentences(device.peaks())
          .forEach((what, value) ->
              lines.add(String.format(Locale.ROOT, "  %-14s %s", what + ":", value)));
    }
    lines.add(
        "  Device Info: %d DRAM channels, %s L1/core"
            .formatted(device.dramChannels(), size(device.l1BytesPerCore())));
  }

  private String line(MemoryRegion region) {
    return String.format(
        Locale.ROOT,
        "  %-9s %11s / %-11s [%s] %5.1f%%  peak %s, %,d buffer%s",
        region.type().name() + ":",
        size(region.usedBytes()),
        size(region.capacityBytes()),
        bar(region.usedPart()),
        100 * region.usedPart(),
        size(region.peakBytes()),
        region.buffers(),
        region.buffers() == 1 ? "" : "s");
  }

  private String bar(double part) {
    int filled = (int) (BAR_CELLS * Math.clamp(part, 0, 1));
    String cells = "█".repeat(filled) + "░".repeat(BAR_CELLS - filled);
    return colours.paint(colour(part), cells);
  }

  private static Colour colour(double part) {
    return part >= 0.9 ? Colour.RED : part >= 0.75 ? Colour.YELLOW : Colour.GREEN;
  }

  private void addBiggest(List<String> lines, ProcessMemory process, long nowMillis) {
    List<LiveBuffer> shown =
        process.biggest().stream()
            .filter(buffer -> isShown(process, buffer))
            .limit(BIGGEST)
            .toList();
    if (!shown.isEmpty()) {
      lines.add("  Biggest buffers");
    }
    for (LiveBuffer buffer : shown) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %13s  %-8s device %d  0x%08x  for %s  %s",
              size(buffer.bytes()),
              buffer.type().name(),
              buffer.deviceId(),
              buffer.address(),
              age(nowMillis - buffer.sinceEpochMillis()),
              VisibleText.of(buffer.madeBy())));
    }
  }

  private boolean isShown(ProcessMemory process, LiveBuffer buffer) {
    return devices.isEmpty()
        || process.devices().stream()
            .filter(device -> device.id() == buffer.deviceId())
            .anyMatch(device -> device.chipIds().stream().anyMatch(devices::contains));
  }

  private static void addLosses(List<String> lines, ProcessMemory process) {
    if (process.unlistedBuffers() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %,d live buffers are in the totals but not in the list, which is full",
              process.unlistedBuffers()));
    }
    if (process.unsentMessages() > 0) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %,d messages were dropped, since the allocation server is slow",
              process.unsentMessages()));
    }
  }

  /** Steps of 1024 and two decimals, as TT-Metal's monitor has them. */
  static String size(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= 1024 && unit < UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.2f %s", value, UNITS[unit]);
  }

  private static String age(long millis) {
    Duration age = Duration.ofMillis(Math.max(0, millis));
    if (age.toHours() > 0) {
      return "%d h %d min".formatted(age.toHours(), age.toMinutesPart());
    }
    return age.toMinutes() > 0
        ? "%d min %d s".formatted(age.toMinutes(), age.toSecondsPart())
        : String.format(Locale.ROOT, "%.1f s", age.toMillis() / 1000.0);
  }
}
