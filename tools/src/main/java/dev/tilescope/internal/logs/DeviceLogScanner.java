package dev.tilescope.internal.logs;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.internal.markers.DeviceLogColumn;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code profile_log_device.csv} as bytes, row by row, without making a string for any.
 *
 * <p>Protocol: {@link #bytes} holds whole rows from {@link #at} to {@link #limit}, and the byte
 * before limit is a line end, so that a field can be read without asking whether it is still
 * inside. Longer than other classes, because everything here moves the same position in the same
 * buffer.
 */
final class DeviceLogScanner {
  private static final int BUFFER_BYTES = 1 << 20;

  /** Such numbers fit a long. */
  private static final int MOST_DIGITS = 18;

  /** Of 64 bits. */
  private static final int UNSIGNED_DIGITS = 20;

  private static final int PERF_COUNTER_ID = 9090;

  /** A row that cannot be read; says why. */
  private static final class BadRow extends Exception {
    private static final long serialVersionUID = 1;

    private final String problem;

    BadRow(String problem) {
      super(problem, null, false, false);
      this.problem = problem;
    }
  }

  private final Path file;
  private final InputProblems problems;
  private final NameTable<Zone> zones = new NameTable<>(Zone::of);
  private final MetaData metaData = new MetaData();
  private final Map<String, Marker> markers = new HashMap<>();
  private final Map<Integer, Map<Long, RiscStream.Core>> cores = new HashMap<>();
  private final Map<String, Integer> riscs = new HashMap<>();
  private final byte[] bytes = new byte[BUFFER_BYTES];
  private int at;
  private int limit;
  private int filled;
  private long row;
  private byte[] prefix = new byte[0];
  private @Nullable Marker current;

  DeviceLogScanner(Path file, InputProblems problems) {
    this.file = file;
    this.problems = problems;
  }

  /** Gives every sound row to the consumer, in the order of the file. */
  DeviceLogHeader scan(Consumer<Marker> consumer) {
    try (InputStream in = Files.newInputStream(file)) {
      fill(in);
      DeviceLogHeader header = header();
      do {
        while (at < limit) {
          row(consumer);
        }
      } while (fill(in));
      return header;
    } catch (IOException e) {
      throw new TilescopeException("cannot read " + file + ": " + e, e);
    }
  }

  /** Moves the unread rest to the front and reads on; false at the end of the file. */
  private boolean fill(InputStream in) throws IOException {
    filled -= at;
    System.arraycopy(bytes, at, bytes, 0, filled);
    at = 0;
    limit = 0;
    int read = in.readNBytes(bytes, filled, bytes.length - filled);
    int scanned = filled;
    filled += read;
    for (int i = filled; i > scanned && limit == 0; i--) {
      limit = bytes[i - 1] == '\n' ? i : 0;
    }
    if (limit == 0 && filled > 0) {
      endsInsideARow();
    }
    return limit > 0;
  }

  private void endsInsideARow() {
    String problem =
        filled == bytes.length
            ? "a row of more than " + BUFFER_BYTES + " bytes: this is not a device log"
            : "the file ends inside this row: the log is truncated";
    if (row < 2 || filled == bytes.length) {
      throw new TilescopeException(file + ", row " + (row + 1) + ": " + problem);
    }
    problems.found(file, row + 1, problem);
  }

  private DeviceLogHeader header() {
    String first = headerLine();
    DeviceLogHeader header =
        DeviceLogHeader.parse(first)
            .orElseThrow(() ->
                wrongHeader(first, "ARCH: <name>, CHIP_FREQ[MHz]: <n>, Max Compute Cores: <n>"));
    String second = headerLine();
    if (!second.replace(", ", ",").equals(DeviceLogHeader.COLUMNS)) {
      throw wrongHeader(second, "the 15 columns " + DeviceLogHeader.COLUMNS);
    }
    return header;
  }

  private TilescopeException wrongHeader(String found, String expected) {
    String start = found.length() <= 60 ? found : found.substring(0, 60) + "...";
    return new TilescopeException(
        "%s, row %d: not a device log of the profiler: expected \"%s\", found \"%s\""
            .formatted(file, row, expected, start));
  }

  private String headerLine() {
    row++;
    int from = at;
    while (at < limit && bytes[at] != '\n') {
      at++;
    }
    String line = new String(bytes, from, at - from, StandardCharsets.UTF_8).strip();
    at = Math.min(at + 1, limit);
    return line;
  }

  private void row(Consumer<Marker> consumer) {
    row++;
    Marker marker = null;
    try {
      marker = marker();
      fields(marker);
    } catch (BadRow e) {
      while (bytes[at] != '\n') {
        at++;
      }
      problems.found(file, row, e.problem);
      marker = null;
    }
    at++;
    if (marker != null) {
      consumer.accept(marker);
    }
  }

  /** The first four columns say whose row it is; mostly the same as the row before. */
  private Marker marker() throws BadRow {
    Marker same = current;
    int end = at + prefix.length;
    if (same != null && end < limit && Arrays.equals(bytes, at, end, prefix, 0, prefix.length)) {
      at = end;
      return same;
    }
    int from = at;
    for (int commas = 0; commas < 4; at++) {
      if (bytes[at] == '\n') {
        throw new BadRow("expected 15 columns, found " + (commas + 1));
      }
      commas += bytes[at] == ',' ? 1 : 0;
    }
    String text = new String(bytes, from, at - from, StandardCharsets.UTF_8);
    Marker found = markers.get(text);
    if (found == null) {
      found = newMarker(text);
      markers.put(text, found);
    }
    prefix = Arrays.copyOfRange(bytes, from, at);
    current = found;
    return found;
  }

  private Marker newMarker(String text) throws BadRow {
    String[] parts = text.split(",", 0);
    try {
      int device = Integer.parseInt(parts[0]);
      int x = Integer.parseInt(parts[1]);
      int y = Integer.parseInt(parts[2]);
      Map<Long, RiscStream.Core> ofDevice = cores.computeIfAbsent(device, _ -> new HashMap<>());
      RiscStream.Core core =
          ofDevice.computeIfAbsent(
              (long) x << 32 | y, _ -> new RiscStream.Core(x, y, ofDevice.size()));
      return new Marker(new RiscStream(device, core, parts[3], riscIndex(parts[3])));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw new BadRow("expected device, core x, core y and RISC, found \"" + text + "\"");
    }
  }

  private int riscIndex(String risc) throws BadRow {
    Integer index = riscs.get(risc);
    if (index == null) {
      if (riscs.size() == RiscStream.MOST_RISCS) {
        throw new BadRow("more than " + RiscStream.MOST_RISCS + " kinds of RISCs: " + risc);
      }
      index = riscs.size();
      riscs.put(risc, index);
    }
    return index;
  }

  private void fields(Marker marker) throws BadRow {
    marker.row = row;
    // Older logs add 65536 to the id of an end.
    marker.timerId = (int) number(DeviceLogColumn.TIMER.header(), 6) & 0xFFFF;
    marker.cycles = number("time", MOST_DIGITS);
    marker.data = number(DeviceLogColumn.DATA.header(), UNSIGNED_DIGITS);
    marker.runHostId = number(DeviceLogColumn.RUN_HOST_ID.header(), MOST_DIGITS);
    marker.traceId = numberOrNone(DeviceLogColumn.TRACE_ID.header());
    marker.traceCounter = numberOrNone(DeviceLogColumn.TRACE_COUNTER.header());
    marker.zone = zone();
    marker.phase = phase();
    skipField(13);
    skipField(14);
    metaData();
    marker.subDeviceId = metaData.isEmpty() ? Marker.NONE : metaData.subDevice();
    switch (marker.phase) {
      case ZONE_START, ZONE_END, ZONE_TOTAL -> {}
      case TS_DATA, TS_EVENT -> data(marker);
    }
  }

  private void data(Marker marker) throws BadRow {
    marker.workersRuntimeId = metaData.workersRuntimeId();
    marker.command = metaData.command();
    marker.isCounter = marker.timerId == PERF_COUNTER_ID;
    marker.counter = marker.isCounter ? metaData.counter().orElse(null) : null;
    if (marker.counter != null) {
      marker.counterValue = metaData.counterValue();
      marker.counterCycles = metaData.counterCycles();
      if (marker.counterValue == Marker.NONE || marker.counterCycles == Marker.NONE) {
        throw new BadRow(
            "expected \"value\" and \"ref cnt\" of 32 bits with the counter " + marker.counter);
      }
    }
  }

  private long numberOrNone(String column) throws BadRow {
    if (bytes[at] == ',') {
      at++;
      return Marker.NONE;
    }
    return number(column, MOST_DIGITS);
  }

  private long number(String column, int mostDigits) throws BadRow {
    int from = at;
    int i = at;
    long value = 0;
    for (int digit = bytes[i] - '0'; digit >= 0 && digit <= 9; digit = bytes[++i] - '0') {
      value = value * 10 + digit;
    }
    at = i;
    if (bytes[i] != ',' || i == from || i - from > mostDigits) {
      throw new BadRow("expected a number as " + column + ", found \"" + rest(from) + "\"");
    }
    at++;
    return value;
  }

  /** The field that begins here, for a message. */
  private String rest(int from) {
    int to = from;
    while (bytes[to] != ',' && bytes[to] != '\n' && to - from < 40) {
      to++;
    }
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  private Zone zone() throws BadRow {
    int from = at;
    int i = at;
    int hash = 0;
    for (byte next = bytes[i]; next != ',' && next != '\n'; next = bytes[++i]) {
      hash = NameTable.hash(hash, next);
    }
    at = i;
    closeField(11);
    return zones.of(bytes, from, i, hash);
  }

  private Phase phase() throws BadRow {
    int from = at;
    skipField(12);
    Phase phase = Phase.of(bytes, from, at - 1);
    if (phase == null) {
      throw new BadRow("expected ZONE_START, ZONE_END, ... as type, found \"" + rest(from) + "\"");
    }
    return phase;
  }

  private void skipField(int column) throws BadRow {
    int i = at;
    while (bytes[i] != ',' && bytes[i] != '\n') {
      i++;
    }
    at = i;
    closeField(column);
  }

  private void closeField(int column) throws BadRow {
    if (bytes[at] != ',') {
      throw new BadRow("expected 15 columns, found " + column);
    }
    at++;
  }

  /** Stops on the line end. */
  private void metaData() throws BadRow {
    int from = at;
    while (bytes[at] != '\n') {
      if (bytes[at] == ',') {
        throw new BadRow("expected 15 columns, found more");
      }
      at++;
    }
    metaData.set(bytes, from, at);
  }
}
