package dev.tilescope.device.marker;

/**
 * The two zones that the firmware of a RISC opens around each kernel, with the places they have in
 * TT-Metal, a line of 0 standing for one that is not known here.
 *
 * @param firmware id of the zone from go signal to done
 * @param kernel id of the one around the kernel
 */
public record FirmwareZones(int firmware, int kernel) {
  /** The sum zone of TRISC_0 while it waits for pages. */
  public static final int WAIT_FRONT =
      ZoneLocations.idOf(
          "CB-COMPUTE-WAIT-FRONT",
          "tt_metal/hw/ckernels/wormhole_b0/metal/llk_io/llk_io_unpack.h",
          68);

  /** The sum zone of TRISC_2 while it waits for room. */
  public static final int RESERVE_BACK =
      ZoneLocations.idOf(
          "CB-COMPUTE-RESERVE-BACK",
          "tt_metal/hw/ckernels/wormhole_b0/metal/llk_io/llk_io_pack.h",
          21);

  /** A RISC's own push of its markers to DRAM, in the middle of a kernel. */
  static final int QUICK_PUSH =
      ZoneLocations.idOf(
          "PROFILER-NOC-QUICK-PUSH", "tt_metal/tools/profiler/kernel_profiler.hpp", 632);

  /** The push of all RISCs of a core to DRAM, in accumulate mode. */
  static final int DRAM_PUSH =
      ZoneLocations.idOf("PROFILER-DRAM-PUSH", "tt_metal/tools/profiler/kernel_profiler.hpp", 0);

  /** The wait for it to be there. */
  static final int NOC_FLUSH =
      ZoneLocations.idOf("PROFILER-NOC-FLUSH", "tt_metal/tools/profiler/kernel_profiler.hpp", 0);

  private static final String FOLDER = "tt_metal/hw/firmware/src/tt-1xx/";
  private static final FirmwareZones DATA_MOVEMENT_0 =
      of("BRISC", "brisc.cc", 403, "brisck.cc", 36);
  private static final FirmwareZones DATA_MOVEMENT_1 =
      of("NCRISC", "ncrisc.cc", 160, "ncrisck.cc", 57);
  private static final FirmwareZones COMPUTE = of("TRISC", "trisc.cc", 181, "trisck.cc", 56);
  private static final FirmwareZones ETHERNET =
      of("ERISC", "active_erisc.cc", 130, "active_erisck.cc", 39);
  private static final FirmwareZones TRACE =
      new FirmwareZones(
          ZoneLocations.idOf("TRACE-FW", FOLDER + "brisc.cc", 403),
          ZoneLocations.idOf("TRACE-KERNEL", FOLDER + "brisck.cc", 36));

  public static FirmwareZones of(Risc risc) {
    return switch (risc) {
      case BRISC -> DATA_MOVEMENT_0;
      case NCRISC -> DATA_MOVEMENT_1;
      case TRISC_0, TRISC_1, TRISC_2 -> COMPUTE;
      case ERISC -> ETHERNET;
      case TENSIX_RISC_AGG -> TRACE;
    };
  }

  private static FirmwareZones of(
      String risc, String firmware, int firmwareLine, String kernel, int kernelLine) {
    return new FirmwareZones(
        ZoneLocations.idOf(risc + "-FW", FOLDER + firmware, firmwareLine),
        ZoneLocations.idOf(risc + "-KERNEL", FOLDER + kernel, kernelLine));
  }
}
