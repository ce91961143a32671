package dev.tilescope.device;

import dev.tilescope.device.marker.MarkerMemory;
import dev.tilescope.device.marker.MarkerMemory.DispatchCore;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.RiscMarkers;
import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.model.CoreCoord;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the cores write that put programs on the others: one zone for each command of a program,
 * with data that say which command it is. The commands are those of a program whose binaries are on
 * the cores already.
 *
 * <p>Dispatch kernels run as long as the device is open, so there are no firmware zones; what
 * belongs to a program is moved to DRAM at once, under the number 0. The program's own number is
 * among the data.
 */
final class DispatchMarkers {
  private static final String FOLDER = "tt_metal/impl/dispatch/kernels/";
  private static final String DISPATCHER = FOLDER + "cq_dispatch.cpp";
  private static final String SUBORDINATE = FOLDER + "cq_dispatch_subordinate.cpp";
  private static final int DISPATCH_ZONE = ZoneLocations.idOf("CQ-DISPATCH", DISPATCHER, 1673);
  private static final int SUBORDINATE_ZONE =
      ZoneLocations.idOf("CQ-DISPATCH-SUBORDINATE", SUBORDINATE, 617);
  private static final int PREFETCH_ZONE =
      ZoneLocations.idOf("CQ-PREFETCH", FOLDER + "cq_prefetch.cpp", 3112);
  private static final int COMMAND = ZoneLocations.idOf("process_cmd_d_dispatch", DISPATCHER, 1302);
  private static final int PACKED = ZoneLocations.idOf("packed_data_dispatch", DISPATCHER, 1345);
  private static final int PACKED_LARGE =
      ZoneLocations.idOf("packed_large_data_dispatch", DISPATCHER, 1361);
  private static final int HOST_ID =
      ZoneLocations.idOf("runtime_host_id_dispatch", DISPATCHER, 1426);
  private static final int SUBORDINATE_COMMAND =
      ZoneLocations.idOf("process_cmd_d_dispatch_subordinate", SUBORDINATE, 630);

  private static final int COMMAND_CYCLES = 60;
  private static final int ZONE_CYCLES = 45;
  private static final int DATA_CYCLES = 10;
  private static final int SEND_GO_SIGNAL = 14;
  private static final int HOST_ID_MASK = 0xFFFF;

  /**
   * A command of the dispatcher.
   *
   * @param code its number
   * @param dataId of what it says besides, or 0
   */
  private record Command(int code, int dataId, int data) {}

  /** Type and multicast flag of a packed write: runtime arguments 2, launch messages 5. */
  private static final List<Command> BEFORE_GO =
      List.of(
          new Command(5, PACKED, 2),
          new Command(6, PACKED_LARGE, 1),
          new Command(7, 0, 0),
          new Command(5, PACKED, 5),
          new Command(15, 0, 0));

  private static final int SET_WRITE_OFFSET = 12;

  private final RiscMarkers prefetcher;
  private final RiscMarkers dispatcher;
  private final RiscMarkers subordinate;

  /**
   * @param cores as {@link #cores} names them
   */
  DispatchMarkers(List<MarkerMemory.Core> cores) {
    this.prefetcher = cores.get(0).riscs().getFirst();
    this.dispatcher = cores.get(1).riscs().getFirst();
    this.subordinate = cores.getLast().riscs().getLast();
  }

  /**
   * The cores of the first command queue: Tensix cores behind the compute grid, a second kernel of
   * the dispatcher being on its NCRISC, or three Ethernet cores where no Tensix core is left.
   */
  static List<DispatchCore> cores(Board board) {
    if (board.logical().equals(board.compute())) {
      List<CoreCoord> places = EthernetCores.of(board);
      return IntStream.range(0, 3)
          .mapToObj(i -> new DispatchCore(new CoreCoord(0, i), places.get(i), List.of(Risc.ERISC)))
          .toList();
    }
    CoreCoord first;
    CoreCoord second;
    if (board.logical().height() > board.compute().height()) {
      int row = board.logical().height() - 1;
      first = new CoreCoord(0, row);
      second = new CoreCoord(board.architecture() == Architecture.GRAYSKULL ? 6 : 1, row);
    } else {
      int column = board.logical().width() - 1;
      first = new CoreCoord(column, 0);
      second = new CoreCoord(column, 1);
    }
    return List.of(
        new DispatchCore(first, board.physical(first), MarkerMemory.TENSIX.subList(0, 2)),
        new DispatchCore(second, board.physical(second), MarkerMemory.TENSIX.subList(0, 2)));
  }

  /** Writes what is done for one program before its go signal. */
  void write(long number, long goCycles) {
    long cycles = goCycles - (BEFORE_GO.size() + 1) * (long) COMMAND_CYCLES;
    List.of(prefetcher, dispatcher, subordinate).forEach(risc -> risc.beginWithoutFirmware(0, 0));
    offsets(number, cycles);
    for (Command command : BEFORE_GO) {
      cycles += COMMAND_CYCLES;
      zone(prefetcher, PREFETCH_ZONE, cycles - COMMAND_CYCLES);
      dispatch(command, cycles);
    }
    subordinate.zoneStart(SUBORDINATE_ZONE, goCycles - ZONE_CYCLES);
    subordinate.data(SUBORDINATE_COMMAND, goCycles - ZONE_CYCLES + DATA_CYCLES, SEND_GO_SIGNAL);
    subordinate.zoneEnd(SUBORDINATE_ZONE, goCycles);
    List.of(prefetcher, dispatcher, subordinate).forEach(RiscMarkers::endWithoutFirmware);
  }

  private void offsets(long number, long cycles) {
    dispatch(new Command(SET_WRITE_OFFSET, HOST_ID, (int) number & HOST_ID_MASK), cycles);
  }

  private void dispatch(Command command, long cycles) {
    dispatcher.zoneStart(DISPATCH_ZONE, cycles);
    dispatcher.data(COMMAND, cycles + DATA_CYCLES, command.code());
    if (command.dataId() != 0) {
      dispatcher.data(command.dataId(), cycles + 2 * DATA_CYCLES, command.data());
    }
    dispatcher.zoneEnd(DISPATCH_ZONE, cycles + ZONE_CYCLES);
  }

  private static void zone(RiscMarkers markers, int id, long cycles) {
    markers.zoneStart(id, cycles);
    markers.zoneEnd(id, cycles + ZONE_CYCLES);
  }
}
