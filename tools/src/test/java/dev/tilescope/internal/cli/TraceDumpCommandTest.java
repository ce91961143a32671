package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.internal.TraceVector;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.RunMode;
import dev.tilescope.report.MetalTraceFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceDumpCommandTest {
  private static final String COMMANDS =
      """

      Commands
            offset    bytes  command
      MatmulDeviceOperation, program 7: 448 bytes
                 0       64  SET_WRITE_OFFSET host_id=7 offsets 0,35008,36032,0
                64       32  WAIT flags=WAIT_STREAM stream=48 count=64
                96       96  WRITE_PACKED RTA unicast 2 cores, 3 words each
               192      192  WRITE_PACKED LAUNCH mcast (18,18)-(19,18), host_id 7 enables 0x1f preload 0x80
               384       32  NOTIFY_SUBORDINATE_GO_SIGNAL wait=1 bitmask=1
               416       32  SEND_GO_SIGNAL GO master (18,26) wait 64 stream 48 [subordinate]
      (no operation): 32 bytes
               448       32  EXEC_BUF_END
      """;

  private static final String SUMMARY =
      """
      Trace 5 of device 1, WORMHOLE_B0: 7 commands in 480 bytes
        buffer: 1.0 KiB (1,024 bytes) in pages of 1,024, at address 0x3ff00000 of each bank of chips 0, 4
        TRACE region: 2.0 KiB of 97.7 KiB (100,000 bytes) filled, 2.0 %, by all traces when this one was captured

      What it is made of
        kind                    commands        bytes    share
        kernel launches                2          224   46.7 %
        data movement                  0            0    0.0 %
        CCL                            0            0    0.0 %
        synchronisation                3           96   20.0 %
        program configuration          2          160   33.3 %
        all commands                   7          480  100.0 %
        rest of the last page                     544

      Why it is that large
        1 operation became 6 commands: 448 bytes each on average.
        Runtime arguments take 96 bytes: 1 write to 2 cores in all, 3 words each on average.
        No operation sends kernel binaries; 1 had theirs on the cores already.
        Launching takes 224 bytes: 1 message of 144 bytes, one a rectangle of cores, and go signals.
        2 waits and notices take 64 bytes.
        Commands begin at multiples of 32 bytes: 32 bytes lie between them.
        544 zeros fill the last page of 1,024.
      """;

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err))
        .run(Arrays.stream(words).map(String::valueOf).toArray(String[]::new));
  }

  private static MetalTrace trace(long id, String operation, byte[] commands) {
    return new MetalTrace(
        id,
        1,
        List.of(0, 4),
        "WORMHOLE_B0",
        100_000,
        2048,
        0x3ff00000,
        1024,
        1024,
        commands,
        List.of(new MetalTrace.Operation(7, operation, 0, 448)));
  }

  private Path report(MetalTrace... traces) {
    Path file = folder.resolve("report.json");
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      for (MetalTrace trace : traces) {
        Tracker.metalTraceEnded(trace);
      }
      capture.endToFile(file);
    }
    return file;
  }

  private static MetalTrace sound(long id) {
    return trace(id, "MatmulDeviceOperation", TraceVector.bytes());
  }

  @Test
  void aReportsTraceIsPrintedWithSummaryReasonsAndCommands() {
    assertThat(run("trace-dump", report(sound(5)))).isZero();
    assertThat(out.toString()).isEqualTo(SUMMARY + COMMANDS);
    assertThat(err.toString()).isEmpty();
    assertThat(run("trace-dump", report(sound(5)), "--commands")).isZero();
    assertThat(out.toString()).isEqualTo(COMMANDS);
  }

  @Test
  void operationsAloneAreATable() {
    assertThat(run("trace-dump", report(sound(5)), "--operations")).isZero();
    assertThat(out.toString())
        .startsWith(SUMMARY)
        .contains(
            "           0        448         6        224          0          0         64       "
                + " 160  MatmulDeviceOperation, program 7\n")
        .doesNotContain("SET_WRITE_OFFSET");
    assertThat(run("trace-dump", report(sound(5)), "--operations", "--commands")).isEqualTo(2);
  }

  @Test
  void jsonIsAskedForAsInOtherCommands() {
    assertThat(run("trace-dump", report(sound(5)), "--format", "json")).isZero();
    String asFormat = out.toString();
    assertThat(run("trace-dump", report(sound(5)), "--json")).isZero();
    assertThat(out.toString()).isEqualTo(asFormat).startsWith("{\n  \"traces\": [");
    assertThat(run("trace-dump", report(sound(5)), "--json", "--format", "hex")).isEqualTo(2);
    assertThat(err.toString()).contains("--json and --format hex exclude each other");
  }

  @Test
  void optionsThatWouldDoNothingAreRefused() {
    Path report = report(sound(5));
    assertThat(run("trace-dump", report, "--format", "hex", "--operations")).isEqualTo(2);
    assertThat(err.toString()).contains("--operations would do nothing: as hex, only commands");
    assertThat(run("trace-dump", report, "--format", "json", "--commands")).isEqualTo(2);
    assertThat(run("trace-dump", report, "--rank", "0")).isEqualTo(2);
    assertThat(run("trace-dump", "4194305", "--rank", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--rank would do nothing: a running program");
  }

  @Test
  void tracesAreChosenByIdAndDevice() {
    Path report = report(sound(5), sound(6));
    assertThat(run("trace-dump", report, "--trace", "6")).isZero();
    assertThat(out.toString()).startsWith("Trace 6 ").doesNotContain("Trace 5 ");
    assertThat(run("trace-dump", report, "--device", "4")).isZero();
    assertThat(out.toString()).contains("Trace 5 ", "Trace 6 ");
    assertThat(run("trace-dump", report, "--device", "2")).isOne();
    assertThat(err.toString()).contains("no such metal trace, but trace 5 of device 1, trace 6");
    assertThat(run("trace-dump", report())).isOne();
    assertThat(err.toString()).contains("holds no metal trace; capture one");
  }

  @Test
  void theFileOfOneTraceIsRead() {
    Path file = folder.resolve("trace.json");
    MetalTraceFile.write(sound(5), file);
    assertThat(run("trace-dump", file)).isZero();
    assertThat(out.toString()).isEqualTo(SUMMARY + COMMANDS);
  }

  @Test
  void bareCommandsAreReadAsBytesAndDigitsAndTheirArchitectureIsFound() throws IOException {
    Path bin = Files.write(folder.resolve("a.bin"), Arrays.copyOf(TraceVector.bytes(), 1024));
    assertThat(run("trace-dump", bin)).isZero();
    assertThat(out.toString())
        .startsWith("Trace 0 of device 0, WORMHOLE_B0: 7 commands in 480 bytes\n")
        .contains("rest of the last page                     544");
    Path hex = Files.writeString(folder.resolve("a.hex"), TraceVector.hex());
    assertThat(run("trace-dump", hex, "--commands")).isZero();
    assertThat(out.toString()).contains("448       32  EXEC_BUF_END");
    assertThat(run("trace-dump", hex, "--arch", "blackhole")).isOne();
    assertThat(run("trace-dump", hex, "--arch", "quasar")).isOne();
    assertThat(err.toString()).contains("\"quasar\": choose wormhole_b0, blackhole");
    Files.writeString(hex, "05 0");
    assertThat(run("trace-dump", hex)).isOne();
    assertThat(err.toString()).contains("must hold pairs of hexadecimal digits").hasLineCount(1);
    assertThat(run("trace-dump", folder.resolve("none.bin"))).isOne();
    assertThat(err.toString()).contains("cannot read commands from").hasLineCount(1);
  }

  @Test
  void digitsThatAreWrittenAreReadAgain() throws IOException {
    assertThat(run("trace-dump", report(sound(5)), "--format", "hex")).isZero();
    String digits = out.toString();
    Path hex = Files.writeString(folder.resolve("again.hex"), digits);
    assertThat(run("trace-dump", hex, "--format", "hex")).isZero();
    assertThat(out.toString()).isEqualTo(digits.replace("trace 5", "trace 0"));
  }

  @Test
  void aDamagedTraceIsDecodedUpToTheBadByte() {
    byte[] damaged = TraceVector.bytes();
    damaged[81] = 0x50;
    Path report = report(trace(5, "Matmul", damaged));
    for (String format : List.of("text", "json", "hex")) {
      assertThat(run("trace-dump", report, "--format", format)).isOne();
      assertThat(out.toString()).contains("SET_WRITE_OFFSET host_id=7");
      assertThat(err.toString())
          .isEqualTo(
              "tilescope: trace 5 is damaged at byte 81: flags of a WAIT are 0x50, which none has;"
                  + " 64 bytes before it are decoded\n");
    }
    assertThat(run("trace-dump", report)).isOne();
    assertThat(out.toString())
        .contains("not decoded                               416")
        .endsWith("Damaged at byte 81: flags of a WAIT are 0x50, which none has\n");
  }

  @Test
  void jsonIsADocumentWithEveryNumber() {
    assertThat(run("trace-dump", report(sound(5)), "--format", "json")).isZero();
    try (JsonReader json = JsonReader.of(out.toString(), "dump")) {
      json.skip();
      json.requireEnd();
    }
    assertThat(out.toString())
        .contains("\"trace_id\": 5", "\"decoded_size\": 480", "\"last_page_size\": 544")
        .contains("\"kernel_launches\": {\n          \"commands\": 2,\n          \"bytes\": 224")
        .contains(
            "\"dispatch\": \"SEND_GO_SIGNAL\",\n              \"dispatcher\": \"subordinate\"")
        .contains("\"problem\": null");
    assertThat(run("trace-dump", report(sound(5)), "--format", "json", "--operations")).isZero();
    assertThat(out.toString()).doesNotContain("SEND_GO_SIGNAL").contains("\"program_id\": 7");
  }

  @Test
  void anImportedReportAnswersInSqlAndStillHoldsItsCommands() {
    Path database = folder.resolve("out");
    assertThat(run("import", report(sound(5)), database)).isZero();
    assertThat(run("trace-dump", database)).isZero();
    assertThat(out.toString()).isEqualTo(SUMMARY + COMMANDS);
    assertThat(
            run(
                "sql",
                database.resolve("db.sqlite"),
                "SELECT t.trace_id, t.architecture, t.commands_size, o.operation_index, o.name,"
                    + " o.size FROM tilescope_metal_traces t JOIN tilescope_metal_trace_operations"
                    + " o USING (trace_id, device_id, rank)"))
        .isZero();
    assertThat(out.toString())
        .containsPattern("5 +WORMHOLE_B0 +480 +0 +MatmulDeviceOperation +448");
  }

  @Test
  void namesFromFilesDoNotActOnTheTerminal() {
    Path report = report(trace(5, "evil\u001b[2J\nname", TraceVector.bytes()));
    assertThat(run("trace-dump", report)).isZero();
    assertThat(out.toString()).contains("evil\\u001b[2J\\nname, program 7");
    assertThat(run("trace-dump", report, "--format", "hex")).isZero();
    assertThat(out.toString()).doesNotContain("\u001b");
  }
}
