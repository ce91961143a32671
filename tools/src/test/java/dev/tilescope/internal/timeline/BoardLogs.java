package dev.tilescope.internal.timeline;

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

  /** Zones of the host, each {@code name|text|start|nanos|thread|parent}. */
  public static void writeHost(Path logs, String... zones) throws IOException {
    StringBuilder text = new StringBuilder("name,src_file,src_line,zone_name,zone_text,");
    text.append("ns_since_start,exec_time_ns,thread,value,special_parent_text\n");
    for (String zone : zones) {
      String[] part = zone.split("\\|", -1);
      text.append(
          "%s,a.cpp,1,,\"%s\",%s,%s,%s,%s,%s\n"
              .formatted(part[0], part[1], part[2], part[3], part[4], part[1], part[5]));
    }
    Files.writeString(logs.resolve("tracy_ops_times.csv"), text);
  }

  /**
   * Samples of device 0, in ticks of 2 ns, by which it showed 1,000,000 cycles 7 ms after the
   * host's profiler began, and runs at 501 MHz.
   *
   * @param more rows of other devices, each {@code id,scale,shift}
   */
  public static void writeSync(Path logs, String... more) throws IOException {
    StringBuilder text = new StringBuilder("device id,core_x, core_y,device,host_tracy,host_real,");
    text.append("write_overhead,host_start,delay,frequency,tracy_ratio,tracy_base_time,");
    text.append("device_frequency_ratio,device_shift\n");
    for (int i = 0; i < 4; i++) {
      text.append(
          "    0,    1,    2,%20d,%20d,%20d.00,   700,%20d,  0.00,   0.501,%20.15f,%20d,1.0,0\n"
              .formatted(
                  1_000_000 + i * 501_000,
                  i * 500_000,
                  i * 1_000_000,
                  93_500_000,
                  2.0,
                  90_000_000));
    }
    for (String row : more) {
      text.append("    ").append(row.replaceFirst(",", ",,,,,,,,,,,,")).append('\n');
    }
    Files.writeString(logs.resolve("sync_device_info.csv"), text);
  }
}
