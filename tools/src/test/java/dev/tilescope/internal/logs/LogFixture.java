package dev.tilescope.internal.logs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the logs of a run: core by core, RISC by RISC, as the profiler does. */
final class LogFixture {
  static final List<String> RISCS = List.of("BRISC", "NCRISC", "TRISC_0", "TRISC_1", "TRISC_2");
  static final String COMPUTE = "[{\"source\": \"c.cpp\", \"name\": \"c/1/\"}]";

  /**
   * One run of an operation on every device.
   *
   * @param program its number, of which the ids are made
   * @param kind what its program hash is made of
   * @param cores how many cores it uses, from the first
   * @param riscs that run on them
   */
  record Operation(int program, int kind, int cores, List<String> riscs) {}

  private final List<Operation> operations = new ArrayList<>();
  private int devices = 1;
  private int megahertz = 1000;

  LogFixture devices(int count) {
    devices = count;
    return this;
  }

  LogFixture megahertz(int clock) {
    megahertz = clock;
    return this;
  }

  LogFixture operation(int program, int kind, int cores, List<String> riscs) {
    operations.add(new Operation(program, kind, cores, riscs));
    return this;
  }

  /** Three kinds of operations, all on every core and RISC. */
  static LogFixture uniform(int count, int cores) {
    LogFixture fixture = new LogFixture();
    for (int i = 1; i <= count; i++) {
      fixture.operation(i, i % 3, cores, RISCS);
    }
    return fixture;
  }

  /** The device log, the row with number n at index n - 1. */
  List<String> deviceLog() {
    List<String> rows = new ArrayList<>();
    rows.add("ARCH: wormhole_b0, CHIP_FREQ[MHz]: " + megahertz + ", Max Compute Cores: 64");
    rows.add(DeviceLogHeader.COLUMNS.replace(",", ", "));
    int most = operations.stream().mapToInt(Operation::cores).max().orElse(0);
    for (int device = 0; device < devices; device++) {
      for (int core = 0; core < most; core++) {
        for (String risc : RISCS) {
          addRisc(device, core, risc, rows);
        }
      }
    }
    return rows;
  }

  private void addRisc(int device, int core, String risc, List<String> rows) {
    String zone = risc.startsWith("TRISC") ? "TRISC" : risc;
    int delay = core * 7 + RISCS.indexOf(risc);
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      if (core < operation.cores() && operation.riscs().contains(risc)) {
        long start = 10_000L * (i + 1);
        long id = id(operation, device);
        rows.add(row(device, core, risc, 10, start + delay, id, zone + "-FW", "START"));
        rows.add(row(device, core, risc, 11, start + 100 + delay, id, zone + "-KERNEL", "START"));
        rows.add(row(device, core, risc, 11, start + 900 + delay, id, zone + "-KERNEL", "END"));
        // The firmware of BRISC ends after that of the others.
        rows.add(row(device, core, risc, 10, start + 1100 - delay, id, zone + "-FW", "END"));
      }
    }
  }

  static long id(Operation operation, int device) {
    return (long) operation.program() << 10 | device;
  }

  static String row(
      int device, int core, String risc, int timer, long cycles, long id, String zone, String end) {
    return "%d,%d,1,%s,%d,%d,0,%d,,,%s,ZONE_%s,1,fw.cc,"
        .formatted(device, core + 1, risc, timer, cycles, id, zone, end);
  }

  /** Both host logs of these operations. */
  void writeHostLogs(Path folder) throws IOException {
    StringBuilder messages = new StringBuilder("MessageName;total_ns\n");
    StringBuilder zones =
        new StringBuilder(
            "name,src_file,src_line,zone_name,zone_text,ns_since_start,exec_time_ns,thread,value,"
                + "special_parent_text\n");
    long nanos = 100;
    for (Operation operation : operations) {
      for (int device = 0; device < devices; device++) {
        long id = id(operation, device);
        messages.append(message(operation, device)).append(";").append(nanos + 5).append("\n");
        zones.append("TT_DNN_DEVICE_OP,op.hpp,1,,\"id:%d\",%d,9,1,,\n".formatted(id, nanos));
        nanos += 10;
      }
    }
    Files.writeString(folder.resolve(HostLog.MESSAGES), messages);
    Files.writeString(folder.resolve(HostLog.ZONES), zones);
  }

  private static String message(Operation operation, int device) {
    long id = id(operation, device);
    boolean computes = operation.riscs().contains("TRISC_0");
    return """
    `TT_DNN_DEVICE_OP: "Op%1$d", %1$d, %2$d, false, %3$d ->
    {"global_call_count": %3$d, "op_code": "Op%1$d", "op_type": "tt_dnn_device", "op_hash": %1$d,
    "device_id": %2$d, "kernel_info": {"compute_kernels": %4$s, "datamovement_kernels": []}}`\
    """
        .formatted(operation.kind() + 1, device, id, computes ? COMPUTE : "[]");
  }

  /** Writes these rows as the device log. */
  static void writeDeviceLog(Path folder, List<String> rows) throws IOException {
    Files.writeString(folder.resolve("profile_log_device.csv"), String.join("\n", rows) + "\n");
  }

  void write(Path folder) throws IOException {
    writeHostLogs(folder);
    writeDeviceLog(folder, deviceLog());
  }
}
