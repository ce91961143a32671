package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.model.CoreCoord;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows of {@code profile_log_device.csv} as TT-Metal's profiler does. Two lines go before
 * them:
 *
 * <pre>
 * ARCH: wormhole_b0, CHIP_FREQ[MHz]: 1000, Max Compute Cores: 64
 * PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data,
 *   run host ID, trace id, trace id counter, zone name, type, source line, source file, meta data
 * </pre>
 *
 * (the second is one line). Rows have no blanks after their commas and no quotes; a comma within a
 * name becomes a semicolon. Zones of dispatch cores are named by {@link DispatchZone}, and rows of
 * programs get what {@link MarkerMeta} says. The row of a run's first marker on BRISC says in its
 * meta data that times are modelled.
 *
 * <p>There are a million rows for a model of a thousand operations, so they are put together as
 * bytes: what does not change from row to row is encoded once.
 */
final class DeviceLogWriter implements MarkerSink {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int PACKETS = Packet.values().length;
  private static final int MOST_DIGITS = 20;

  private final LogFolder folder;
  private final String file;
  private final String head;
  private final int chipId;
  private final Map<Integer, byte[]> endings = new HashMap<>();
  private byte[] beginning = new byte[0];
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int size;
  private @Nullable OutputStream out;
  private DispatchZone dispatch = new DispatchZone(Risc.BRISC);

  /**
   * @param head what the file begins with
   */
  DeviceLogWriter(LogFolder folder, String file, String head, int chipId) {
    this.folder = folder;
    this.file = file;
    this.head = head;
    this.chipId = chipId;
  }

  static String head(String architecture, int clockMhz, int computeCores) {
    return "ARCH: %s, CHIP_FREQ[MHz]: %d, Max Compute Cores: %d%n"
            .formatted(architecture, clockMhz, computeCores)
            .replace(System.lineSeparator(), "\n")
        + DeviceLogColumn.line(", ")
        + "\n";
  }

  @Override
  public void stream(CoreCoord physical, Risc of) {
    beginning = ascii(chipId + "," + physical.x() + "," + physical.y() + "," + of + ",");
    dispatch = new DispatchZone(of);
  }

  @Override
  public void marker(
      int programNumber,
      Replay replay,
      Packet packet,
      int zoneId,
      long cycles,
      long data,
      long moreData)
      throws IOException {
    if (programNumber == 0) {
      for (DispatchZone.Row row : dispatch.marker(packet, zoneId, cycles, data)) {
        write(row);
      }
      return;
    }
    byte[] ending = endings.computeIfAbsent(zoneId * PACKETS + packet.ordinal(), this::ending);
    byte[] last = MarkerMeta.of(packet, zoneId, data, moreData);
    long runHostId = OperationId.of(programNumber, chipId);
    row(zoneId, cycles, MarkerMeta.data(zoneId, data), runHostId, replay, ending, last);
  }

  private void write(DispatchZone.Row row) throws IOException {
    byte[] ending = ending(row.packet(), row.name(), location(row.zoneId()));
    row(
        row.zoneId(),
        row.cycles(),
        row.data(),
        row.runHostId(),
        Replay.NONE,
        ending,
        row.metaData().isEmpty()
            ? MarkerMeta.of(row.packet(), row.zoneId(), row.data(), 0)
            : ascii(row.metaData()));
  }

  private void row(
      int zoneId,
      long cycles,
      long data,
      long runHostId,
      Replay replay,
      byte[] ending,
      byte[] metaData)
      throws IOException {
    reserve(beginning.length + ending.length + metaData.length + 6 * (MOST_DIGITS + 1) + 1);
    put(beginning);
    number(zoneId);
    buffer[size++] = ',';
    number(cycles);
    buffer[size++] = ',';
    number(data);
    buffer[size++] = ',';
    number(runHostId);
    buffer[size++] = ',';
    replay(replay);
    put(ending);
    put(metaData);
    buffer[size++] = '\n';
  }

  /** Trace id and counter, both empty outside of a replay. */
  private void replay(Replay replay) {
    if (!replay.isNone()) {
      number(replay.traceId());
    }
    buffer[size++] = ',';
    if (!replay.isNone()) {
      number(replay.session());
    }
  }

  private byte[] ending(int zoneAndPacket) {
    ZoneLocations.Location zone = location(zoneAndPacket / PACKETS);
    return ending(Packet.values()[zoneAndPacket % PACKETS], zone.name(), zone);
  }

  private static ZoneLocations.Location location(int zoneId) {
    return ZoneLocations.of(zoneId).orElse(new ZoneLocations.Location("", "", 0));
  }

  private static byte[] ending(Packet packet, String name, ZoneLocations.Location zone) {
    String type = packet == Packet.TS_DATA_16B ? "TS_DATA" : packet.name();
    return ("," + cell(name) + "," + type + "," + zone.line() + "," + cell(zone.file()) + ",")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String cell(String text) {
    return text.replace(',', ';').replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private void put(byte[] bytes) {
    System.arraycopy(bytes, 0, buffer, size, bytes.length);
    size += bytes.length;
  }

  /**
   * Digits from the last to the first; an unsigned long above the signed ones goes the slow way.
   */
  private void number(long value) {
    if (value < 0) {
      put(ascii(Long.toUnsignedString(value)));
      return;
    }
    int digits = digits(value);
    long rest = value;
    for (int at = size + digits - 1; at >= size; at--) {
      long tenth = rest / 10;
      buffer[at] = (byte) ('0' + (rest - tenth * 10));
      rest = tenth;
    }
    size += digits;
  }

  private static int digits(long value) {
    int digits = 1;
    for (long power = 10; digits < 19 && value >= power; power *= 10) {
      digits++;
    }
    return digits;
  }

  /** Something that is no marker. */
  void line(String text) throws IOException {
    byte[] bytes = ascii(text + "\n");
    reserve(bytes.length);
    put(bytes);
  }

  private void reserve(int bytes) throws IOException {
    if (size + bytes > buffer.length) {
      flush();
      if (bytes > buffer.length) {
        buffer = new byte[bytes];
      }
    }
  }

  private void flush() throws IOException {
    OutputStream to = out;
    if (to == null) {
      to = folder.appendTo(file, head);
      out = to;
    }
    to.write(buffer, 0, size);
    size = 0;
  }

  @Override
  public void endOfRead() throws IOException {
    try {
      flush();
    } finally {
      OutputStream written = out;
      out = null;
      size = 0;
      if (written != null) {
        written.close();
      }
    }
  }
}
