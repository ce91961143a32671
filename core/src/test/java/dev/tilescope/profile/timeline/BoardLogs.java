package dev.tilescope.profile.timeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Logs as TT-Metal writes them on a board. */
public final class BoardLogs {
  private BoardLogs() {}

  /** Two programs of one RISC of each of two devices, at 500 MHz, from cycle 1,005,000 on. */
  public static void write(Path logs) throws IOException {
    Files.createDirectories(logs);
    StringBuilder log =
        new StringBuilder("ARCH: wormhole_b0, CHIP_FREQ[MHz]: 500, Max Compute Cores: 64\n")
            .append("PCIe slot, core_x, core_y, RISC processor type, timer_id,")
            .append(" time[cycles since reset], data, run host ID, trace id, trace id counter,")
            .append(" zone name, type, source line, source file, meta data\n");
    for (int device = 0; device < 2; device++) {
      for (int call = 1; call <= 2; call++) {
        long start = 1_000_000L * (device + 1) + call * 5_000L;
        String row =
            device + ",1,1,BRISC,7,%d,0," + (call << 10 | device) + ",,,BRISC-FW,%s,1,a,\n";
        log.append(row.formatted(start, "ZONE_START"));
        log.append(row.formatted(start + 1_000, "ZONE_END"));
      }
    }
    Files.writeString(logs.resolve("profile_log_device.csv"), log);
    Files.writeString(
        logs.resolve("tracy_ops_data.csv"),
        "MessageName;total_ns\n`TT_DNN_DEVICE_OP: \"Matmul\", 9, 0, true, 1024`;5\n");
  }
}
