package dev.tilescope.profile.markers;

import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.profile.OperationId;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

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
 * name becomes a semicolon. The row of a run's first marker on BRISC says in its meta data that
 * times are modelled.
 *
 * <p>There are a million rows for a model of a thousand operations, so they are put together as
 * bytes: what does not change from row to row is encoded once.
 */
final class DeviceLogWriter implements MarkerSink {
  static final String COLUMNS =
      "PCIe slot, core_x, core_y, RISC processor type, timer_id, time[cycles since reset], data,"
          + " run host ID, trace id, trace id counter, zone name, type, source line, source file,"
          + " meta data\n";

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int PACKETS = Packet.values().length;
  private static final int MOST_DIGITS = 20;

  private final OutputStream out;
  private final int chipId;
  private final Map<Integer, byte[]> endings = new HashMap<>();
  private byte[] beginning = new byte[0];
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int size;
  private long rows;

  DeviceLogWriter(OutputStream out, int chipId) {
    this.out = out;
    this.chipId = chipId;
  }

  static String head(String architecture, int clockMhz, int computeCores) {
    return "ARCH: %s, CHIP_FREQ[MHz]: %d, Max Compute Cores: %d%n"
            .formatted(architecture, clockMhz, computeCores)
            .replace(System.lineSeparator(), "\n")
        + COLUMNS;
  }

  @Override
  public void stream(CoreCoord physical, Risc of) {
    beginning = ascii(chipId + "," + physical.x() + "," + physical.y() + "," + of + ",");
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
    byte[] ending = endings.computeIfAbsent(zoneId * PACKETS + packet.ordinal(), this::ending);
    byte[] last = MarkerMeta.of(packet, zoneId, data, moreData);
    reserve(beginning.length + ending.length + last.length + 4 * (MOST_DIGITS + 1) + 3);
    put(beginning);
    number(zoneId);
    buffer[size++] = ',';
    number(cycles);
    buffer[size++] = ',';
    number(MarkerMeta.data(zoneId, data));
    buffer[size++] = ',';
    number(OperationId.of(programNumber, chipId));
    put(ending);
    put(last);
    buffer[size++] = '\n';
    rows++;
  }

  private byte[] ending(int zoneAndPacket) {
    Packet packet = Packet.values()[zoneAndPacket % PACKETS];
    ZoneLocations.Location zone =
        ZoneLocations.of(zoneAndPacket / PACKETS).orElse(new ZoneLocations.Location("", "", 0));
    String type = packet == Packet.TS_DATA_16B ? "TS_DATA" : packet.name();
    return (",,,"
            + cell(zone.name())
            + ","
            + type
            + ","
            + zone.line()
            + ","
            + cell(zone.file())
            + ",")
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

  private void reserve(int bytes) {
    if (size + bytes > buffer.length) {
      flush();
      if (bytes > buffer.length) {
        buffer = new byte[bytes];
      }
    }
  }

  void flush() {
    try {
      out.write(buffer, 0, size);
      size = 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  long rows() {
    return rows;
  }
}
