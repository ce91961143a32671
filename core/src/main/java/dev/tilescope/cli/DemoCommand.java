package dev.tilescope.cli;

import dev.tilescope.analysis.AllocationsTable;
import dev.tilescope.analysis.PeakByDevice;
import dev.tilescope.analysis.PeakByDevice.Peak;
import dev.tilescope.analysis.TopOperations;
import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.export.AllocationsText;
import dev.tilescope.export.ByteText;
import dev.tilescope.export.VisibleText;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tilescope demo}: traces a small transformer and shows what the trace tells. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Trace a small transformer on a modelled device",
      "and print what it did to memory and time."
    })
public final class DemoCommand implements Callable<Integer> {
  private static final int TABLE_ROWS = 8;
  private static final int TOP_OPERATIONS = 8;

  @Option(
      names = "--device",
      paramLabel = "BOARD",
      description = "e150, n150, n300, t3000, galaxy, p100 or p150. Default: ${DEFAULT-VALUE}.")
  private String board = "n150";

  @Option(
      names = "--layers",
      paramLabel = "N",
      description = "Encoder layers. Default: ${DEFAULT-VALUE}.")
  private int layers = 2;

  @Option(
      names = "--seq",
      paramLabel = "N",
      description = "Sequence length. Default: ${DEFAULT-VALUE}.")
  private int sequence = 128;

  @Option(
      names = "--width",
      paramLabel = "N",
      description = "Width, a multiple of 64 (one head each). Default: ${DEFAULT-VALUE}.")
  private int width = 256;

  @Option(
      names = "--no-dispatch",
      description = "Trace only: nothing is allocated or computed, any size fits.")
  private boolean noDispatch;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Where the report goes. Default: ${DEFAULT-VALUE}.")
  private Path file = Path.of("tilescope-demo", "report.json");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    DemoEncoder.Size size = size();
    try (MeshDevice device = MeshDevice.open(Board.named(board), DeviceOptions.DEFAULT)) {
      PrintWriter out = spec.commandLine().getOut();
      Traced traced = trace(size, device);
      print(out, size, device, traced);
      ReportFile.write(traced.report(), file);
      printNext(out);
      return ExitCode.OK;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private DemoEncoder.Size size() {
    require(layers > 0, "--layers must be at least 1, got " + layers);
    require(sequence > 0, "--seq must be at least 1, got " + sequence);
    require(width > 0 && width % 64 == 0, "--width must be a multiple of 64, got " + width);
    return new DemoEncoder.Size(layers, sequence, width, width / 64);
  }

  private void require(boolean holds, String message) {
    if (!holds) {
      throw new picocli.CommandLine.ParameterException(spec.commandLine(), message);
    }
  }

  /**
   * @param result the tensor's beginning, or a word that there is none
   */
  private record Traced(Report report, String result, long modelledNanos) {}

  private Traced trace(DemoEncoder.Size size, MeshDevice device) {
    RunMode mode = noDispatch ? RunMode.NO_DISPATCH : RunMode.NORMAL;
    try (Progress progress = new Progress(spec.commandLine().getErr());
        GraphCapture capture = GraphCapture.begin(CaptureOptions.of(mode).withStackTraces())) {
      DemoEncoder encoder = new DemoEncoder(size, device);
      Tensor state = encoder.input();
      for (int i = 0; i < encoder.layerCount(); i++) {
        progress.step("layer", i + 1, encoder.layerCount());
        state = encoder.encode(i, state);
      }
      String result = noDispatch ? "none: nothing is computed in NO_DISPATCH" : head(state);
      Ttnn.deallocate(state);
      return new Traced(capture.end(), result, device.modelledNanos());
    }
  }

  private static String head(Tensor tensor) {
    float[] values = Ttnn.toArray(tensor);
    return String.format(
        Locale.ROOT,
        "%s %s, starting %.4f, %.4f, %.4f",
        tensor.shape(),
        tensor.dtype(),
        values[0],
        values[1],
        values[2]);
  }

  private void print(PrintWriter out, DemoEncoder.Size size, MeshDevice device, Traced traced)
      throws IOException {
    Report report = traced.report();
    Board on = device.board();
    out.printf(
        Locale.ROOT,
        "A %d-layer transformer encoder (sequence %d, width %d, %d heads, bfloat16, seeded"
            + " weights)%non a modelled %s: %s cores, %d DRAM banks. %s%n%n",
        size.layers(),
        size.sequence(),
        size.width(),
        size.heads(),
        on.name(),
        on.compute(),
        on.dramViews(),
        noDispatch
            ? "NO_DISPATCH: nothing was allocated or computed."
            : "Values are really computed, on this CPU; device time is modelled.");
    out.printf(
        Locale.ROOT,
        "Ran      %,d operations, %,d trace nodes, %.0f ms on the host%s%nResult   %s%n%n",
        report.calls().size(),
        report.trace().size(),
        report.metadata().totalDurationNanos() / 1e6,
        noDispatch
            ? ", not on the device"
            : String.format(
                Locale.ROOT, ", %.3f ms on the device (modelled)", traced.modelledNanos() / 1e6),
        traced.result());
    printPeaks(out, report);
    printTop(out, report);
    printTable(out, report);
    out.flush();
  }

  private static void printPeaks(PrintWriter out, Report report) {
    out.println("Memory at its peak");
    for (PeakByDevice.DevicePeak peak : PeakByDevice.of(report.trace()).devices()) {
      DeviceInfo info =
          report.devices().stream()
              .filter(d -> d.deviceId() == peak.deviceId())
              .findFirst()
              .orElse(null);
      if (info != null) {
        printPeak(out, peak.deviceId(), "L1", peak.l1(), info.l1BankBytes() * info.l1Banks());
        printPeak(
            out,
            peak.deviceId(),
            "DRAM",
            peak.dram(),
            info.dramBytesPerChannel() * info.dramChannels());
      }
    }
    out.println();
  }

  private static void printPeak(
      PrintWriter out, int device, String memory, Peak peak, long totalBytes) {
    out.printf(
        Locale.ROOT,
        "  device %d  %-5s %-34s %6.2f %% of it, in %s%n",
        device,
        memory,
        ByteText.of(peak.bytes()),
        100.0 * peak.bytes() / totalBytes,
        peak.operationPath().isEmpty()
            ? "no operation"
            : VisibleText.of(peak.operationPath().getFirst()));
  }

  private static void printTop(PrintWriter out, Report report) {
    out.printf("Top operations%n  %5s  %9s  %12s%n", "calls", "host ms", "modelled us");
    TopOperations.of(report.trace()).byName().stream()
        .limit(TOP_OPERATIONS)
        .forEach(total ->
            out.printf(
                Locale.ROOT,
                "  %5d  %9.2f  %12.1f  %s%n",
                total.calls(),
                total.hostNanos() / 1e6,
                total.modelledDeviceNanos() / 1e3,
                VisibleText.of(total.name())));
    out.println();
  }

  private void printTable(PrintWriter out, Report report) throws IOException {
    AllocationsTable table = AllocationsTable.of(report.trace());
    int rows = Math.min(TABLE_ROWS, table.rows().size());
    out.printf(Locale.ROOT, "Allocations (%d of %,d rows)%n", rows, table.rows().size());
    AllocationsText.brief(new AllocationsTable(table.rows().subList(0, rows)), out);
    out.println();
  }

  private void printNext(PrintWriter out) throws IOException {
    out.printf("Report   %s, %s%n%nTry next%n", file, ByteText.of(Files.size(file)));
    out.printf("  ./tilescope show --brief %s | less   what ran, nested%n", file);
    out.printf("  ./tilescope peak %s                  who held memory at the peak%n", file);
    out.printf("  ./tilescope calltrace --depth 1 %s   the calls, in order%n", file);
  }
}
