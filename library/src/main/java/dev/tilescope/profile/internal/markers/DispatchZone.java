package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.ZoneLocations;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects a zone of a dispatch core with the data inside it, which say what the zone was for, and
 * then names it as TT-Metal does.
 *
 * <p>Protocol: each datum of a {@code CQ-DISPATCH} zone sets the command, its subtype or the
 * program that follows, is given that as meta data, and adds a part to the zone's name: the command
 * on NCRISC; the program's number and the subtype, or else the command, on BRISC. The start then
 * counts as the program's. Commands and programs hold until others are named, subtypes within their
 * zone. Other zones, and those of Ethernet cores, stay as they are.
 */
final class DispatchZone {
  private static final String AMENDED = "CQ-DISPATCH";

  /**
   * A row of the log.
   *
   * @param runHostId the number of a program, without a device, or 0
   */
  record Row(
      Packet packet,
      int zoneId,
      long cycles,
      long data,
      long runHostId,
      String name,
      String metaData) {}

  private final boolean isDispatcher;
  private final boolean isSubordinate;
  private final List<Row> rows = new ArrayList<>();
  private String command = "";
  private String subtype = "";
  private long program;

  DispatchZone(Risc risc) {
    isDispatcher = risc == Risc.BRISC;
    isSubordinate = risc == Risc.NCRISC;
  }

  /**
   * @return the rows that are complete: those of a zone at its end, or of what is in no zone
   */
  List<Row> marker(Packet packet, int zoneId, long cycles, long data) {
    String name = ZoneLocations.of(zoneId).map(ZoneLocations.Location::name).orElse("");
    boolean isEnd = packet == Packet.ZONE_END;
    if (isEnd || packet == Packet.ZONE_START) {
      subtype = "";
    }
    boolean endsFirst = isEnd && !rows.isEmpty() && rows.getFirst().zoneId() == zoneId;
    String amended = endsFirst ? rows.getFirst().name() : name;
    rows.add(new Row(packet, zoneId, cycles, data, 0, amended, metaData(packet, name, data)));
    return isEnd || rows.getFirst().packet() != Packet.ZONE_START ? taken() : List.of();
  }

  private List<Row> taken() {
    List<Row> complete = List.copyOf(rows);
    rows.clear();
    return complete;
  }

  private String metaData(Packet packet, String name, long data) {
    if (packet != Packet.TS_DATA || !isInAmendedZone()) {
      return "";
    }
    String metaData = "";
    if (name.startsWith("process_cmd")) {
      command = DispatchCommands.command(data);
      metaData = "{\"dispatch_command_type\":\"" + command + "\"}";
    } else if (name.equals("runtime_host_id_dispatch")) {
      program = data & 0xFFFF_FFFFL;
      metaData = "{\"workers_runtime_id\":" + program + "}";
    } else if (name.startsWith("packed_")) {
      boolean isLarge = name.startsWith("packed_large");
      subtype = isLarge ? DispatchCommands.packedLarge(data) : DispatchCommands.packed(data);
      metaData = "{\"dispatch_command_subtype\":\"" + subtype + "\"}";
    }
    amendStart();
    return metaData;
  }

  private boolean isInAmendedZone() {
    return (isDispatcher || isSubordinate)
        && !rows.isEmpty()
        && rows.getFirst().name().startsWith(AMENDED);
  }

  private void amendStart() {
    String part = isDispatcher ? program + ":" + (subtype.isEmpty() ? command : subtype) : command;
    Row start = rows.getFirst();
    rows.set(
        0,
        new Row(
            start.packet(),
            start.zoneId(),
            start.cycles(),
            start.data(),
            program,
            start.name() + ":" + part,
            start.metaData()));
  }
}
