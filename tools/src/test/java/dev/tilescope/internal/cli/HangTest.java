package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.FaultPlan;
import dev.tilescope.device.FaultPlan.Hang;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.kernel.KernelProgram;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that hangs, in a JVM of its own: what is left of it can be read. */
@Timeout(120)
class HangTest {
  private static final double LIMIT_SECONDS = 1.5;

  @TempDir private Path folder;

  /** The recipe for hanging operations: the trace is written when the operation is given up. */
  static final class Program {
    public static void main(String[] args) {
      FaultPlan faults = FaultPlan.NONE.with(Hang.of("BinaryNgDeviceOperation").atLaunch(2));
      DeviceOptions options = DeviceOptions.DEFAULT.withFaults(faults);
      try (MeshDevice device = MeshDevice.open(Board.named("n150"), options)) {
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL);
        long launched = 0;
        try {
          Tensor a = Ttnn.ones(Shape.of(64, 64), device);
          Ttnn.add(a, a);
          launched = System.nanoTime();
          if (args[1].equals("library")) {
            Ttnn.add(a, a);
          } else {
            device.launch(waitsForEver());
          }
        } catch (TilescopeException e) {
          System.out.println((System.nanoTime() - launched) / 1_000_000);
          System.out.println(e.getMessage());
          capture.endToFile(Path.of(args[0]));
        }
      }
    }

    private static KernelProgram waitsForEver() {
      CoreRangeSet cores = CoreRangeSet.grid(2, 1);
      return KernelProgram.builder("CopyTiles")
          .circularBuffer(0, cores, 2, DataType.BFLOAT16)
          .dataMovement("reader", Risc.NCRISC, cores, c -> c.cbReserveBack(0, 1))
          .dataMovement("writer", Risc.BRISC, cores, c -> c.cbWaitFront(0, 1))
          .build();
    }
  }

  private List<String> run(Path report, String what, String command)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> words =
        List.of(
            java,
            "-cp",
            System.getProperty("java.class.path"),
            Program.class.getName(),
            report.toString(),
            what);
    Path out = folder.resolve("out.txt");
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(out.toFile());
    builder.environment().put("TT_METAL_OPERATION_TIMEOUT_SECONDS", "" + LIMIT_SECONDS);
    builder.environment().put("TT_METAL_DISPATCH_TIMEOUT_COMMAND_TO_EXECUTE", command);
    assertThat(builder.start().waitFor()).as(Files.readString(out)).isZero();
    return Files.readAllLines(out);
  }

  private String tilescope(String... words) {
    StringWriter out = new StringWriter();
    assertThat(new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(out)).run(words))
        .as(out.toString())
        .isZero();
    return out.toString();
  }

  private String errorsOf(Path report) {
    Path database = folder.resolve("db");
    tilescope("import", report.toString(), database.toString());
    return tilescope(
        "sql",
        database.toString(),
        "--csv",
        "select o.name, e.operation_name, e.error_type, e.error_message from errors e"
            + " join operations o on o.operation_id = e.operation_id");
  }

  @Test
  void aKernelThatWaitsForEverEndsAndIsNamedByReportAndImport()
      throws IOException, InterruptedException {
    Path file = folder.resolve("report.json");
    Path told = folder.resolve("told");
    List<String> lines = run(file, "kernel", "touch " + told + "; exit 3");
    assertThat(Files.exists(told)).isTrue();
    assertThat(lines)
        .contains(
            "tilescope: Timeout detected",
            "tilescope: Timeout command 'touch %s; exit 3' returned non-zero exit code: 3"
                .formatted(told),
            "TIMEOUT: device timeout, potential hang detected, the device is unrecoverable");
    Report report = ReportFile.read(file);
    assertThat(report.completeness().unclosedOperations()).containsExactly("CopyTiles");
    assertThat(tilescope("show", file.toString()))
        .contains(
            "Error: dev.tilescope.device.DeviceTimeoutException in CopyTiles: TIMEOUT: device"
                + " timeout",
            "kernel \"writer\" on core (x=0,y=0) BRISC is in cbWaitFront for 1 pages of circular"
                + " buffer c_0, where 0 of 2 are pushed");
    assertThat(errorsOf(file))
        .contains("CopyTiles,CopyTiles,dev.tilescope.device.DeviceTimeoutException,")
        .contains("on core (x=0,y=0) BRISC is in cbWaitFront");
  }

  @Test
  void anOperationThatHangsEndsWithinASecondOfTheLimit() throws IOException, InterruptedException {
    Path file = folder.resolve("report.json");
    List<String> lines = new ArrayList<>(run(file, "library", ""));
    lines.removeIf(line -> line.startsWith("tilescope: ") || line.startsWith("WARNING"));
    assertThat(Duration.ofMillis(Long.parseLong(lines.getFirst())))
        .isBetween(Duration.ofMillis(1500), Duration.ofMillis(2500));
    Report report = ReportFile.read(file);
    assertThat(report.completeness().unclosedOperations())
        .containsExactly("ttnn::add", "ttnn::prim::binary_ng", "BinaryNgDeviceOperation");
    assertThat(errorsOf(file))
        .contains("ttnn::add,BinaryNgDeviceOperation,dev.tilescope.device.DeviceTimeoutException")
        .contains("BinaryNgDeviceOperation on chip 0 made no progress for 1.5 s")
        .contains("core (x=0,y=0) NCRISC waits for ever, hung by the fault plan");
  }
}
