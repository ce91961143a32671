package dev.tilescope.internal.cli;

import dev.tilescope.analysis.AllocationsTable;
import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.analysis.TopOperations;
import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.ModelledTime;
import dev.tilescope.internal.demo.DemoModel;
import dev.tilescope.internal.demo.KernelWarmUp;
import dev.tilescope.internal.export.AllocationsText;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.PeaksText;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.TorchTensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope demo}: traces a model and shows what the trace tells. */
@Command(
    name = "demo",
    subcommands = DemoTraceCommand.class,
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Trace a model on a modelled device",
      "and print what it did to memory and time."
    })
public final class DemoCommand implements Callable<Integer> {
  /** Where the report goes unless told otherwise. */
  static final Path USUAL_FOLDER = Path.of("tilescope-demo");

  private static final int TABLE_ROWS = 8;
  private static final int TOP_OPERATIONS = 8;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "MODEL",
      description = "bert, resnet50 or llama. Default: ${DEFAULT-VALUE}.")
  private String model = "bert";

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description = "tiny, base or large. Default: ${DEFAULT-VALUE}.")
  private String size = "tiny";

  @Option(
      names = "--device",
      paramLabel = "BOARD",
      description = "e150, n150, n300, t3000, galaxy, p100 or p150. Default: ${DEFAULT-VALUE}.")
  private String board = "n150";

  @Option(names = "--batch", paramLabel = "N", description = "Inputs at once.")
  private @Nullable Integer batch;

  @Option(
      names = "--seq",
      paramLabel = "N",
      description = "Sequence length; of resnet50 the side of the image.")
  private @Nullable Integer sequence;

  @Option(
      names = "--style",
      paramLabel = "STYLE",
      description = {
        "tt-transformers: llama 3.1 8B as that library calls it,",
        "a prompt of --seq tokens, then one token."
      })
  private @Nullable String style;

  @Option(
      names = "--layers",
      paramLabel = "N",
      description = "Encoder layers of bert; with --style, of 32.")
  private @Nullable Integer layers;

  @Option(
      names = "--no-dispatch",
      description = "Trace only: nothing is allocated or computed, any size fits.")
  private boolean noDispatch;

  @Option(
      names = "--buffer-pages",
      description = "Record live buffers after each operation and the pages of L1 buffers too.")
  private boolean bufferPages;

  @Option(
      names = {"-o", "--report"},
      paramLabel = "DIR",
      description = "Where the report goes, as report.json. Default: ${DEFAULT-VALUE}.")
  private Path folder = USUAL_FOLDER;

  @Option(names = "--json", description = "JSON instead of text.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    Demos.Choice choice =
        style == null
            ? Demos.choose(spec.commandLine(), model, size, layers, batch, sequence)
            : Demos.styled(spec.commandLine(), style, model, layers, batch, sequence);
    Board on = Typed.read(spec.commandLine(), () -> Board.named(board));
    requireWritable();
    if (!noDispatch && choice.computesMuch()) {
      Tracker.unheard(KernelWarmUp::run);
    }
    try (MeshDevice device = MeshDevice.open(on, DeviceOptions.DEFAULT)) {
      PrintWriter out = spec.commandLine().getOut();
      Traced traced = trace(choice, device);
      Path file = folder.resolve("report.json");
      if (json) {
        ReportFile.write(traced.report(), file);
        DemoJson.print(out, device, traced.title(), traced.report(), file);
        return ExitCode.OK;
      }
      print(out, device, traced);
      ReportFile.write(traced.report(), file);
      printNext(out, file);
      return ExitCode.OK;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Found out by writing, since what permissions say is not all: some folders refuse anybody. */
  private void requireWritable() {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, ".tilescope", null));
    } catch (IOException e) {
      throw new TilescopeException(
          "no report can be written into "
              + folder
              + ": "
              + FileTrouble.writing(e)
              + "; name a folder that you may write to: --report DIR",
          e);
    }
  }

  /**
   * @param result the beginning of what came out, or a word that there is nothing
   */
  private record Traced(Report report, String title, String result) {}

  private Traced trace(Demos.Choice choice, MeshDevice device) {
    RunMode mode = noDispatch ? RunMode.NO_DISPATCH : RunMode.NORMAL;
    CaptureOptions plain = CaptureOptions.of(mode).withStackTraces();
    try (Progress progress = new Progress(spec.commandLine().getErr());
        GraphCapture capture = GraphCapture.begin(bufferPages ? plain.withBufferDetail() : plain)) {
      DemoModel loaded = choice.load(device);
      TorchTensor output = loaded.forward(progress::step);
      String result = noDispatch ? "none: nothing is computed in NO_DISPATCH" : head(output);
      return new Traced(capture.end(), loaded.title(), result);
    }
  }

  private static String head(TorchTensor tensor) {
    float[] values = tensor.toFloats();
    return String.format(
        Locale.ROOT,
        "%s %s, starting %.4f, %.4f, %.4f",
        tensor.shape(),
        tensor.dtype(),
        values[0],
        values[1],
        values[2]);
  }

  private void print(PrintWriter out, MeshDevice device, Traced traced) throws IOException {
    Report report = traced.report();
    Board on = device.board();
    out.printf(
        Locale.ROOT,
        "%s, seeded weights,%non a modelled %s: %s cores, %d DRAM banks. %s%n%n",
        traced.title(),
        on.name(),
        on.compute(),
        on.dramViews(),
        noDispatch
            ? "NO_DISPATCH: nothing was allocated or computed."
            : "Values are really computed, on this CPU; device time is modelled.");
    out.printf(
        Locale.ROOT,
        "Ran      %,d operations, %,d trace nodes, %.0f ms on the host%s%nResult   %s%n%n",
        OperationNumbers.of(report.trace()).count(),
        report.trace().size(),
        report.metadata().totalDurationNanos() / 1e6,
        onDevice(device, DiffNumbers.modelled(report)),
        traced.result());
    printPeaks(out, report);
    printTop(out, report);
    printTable(out, report);
    out.flush();
  }

  private static String onDevice(MeshDevice device, ModelledTime time) {
    return String.format(
        Locale.ROOT,
        ", %.3f ms on the device (modelled; a board %.3f to %.3f; %.0f %% utilised), %s of matrix products",
        device.modelledNanos() / 1e6,
        time.lowNanos() / 1e6,
        time.highNanos() / 1e6,
        100.0 * device.idealNanos() / Math.max(1, device.modelledNanos()),
        operations(device.floatingPointOperations()));
  }

  private static String operations(long count) {
    return count < 1e8
        ? String.format(Locale.ROOT, "%.1f MFLOP", count / 1e6)
        : String.format(Locale.ROOT, "%.1f GFLOP", count / 1e9);
  }

  private static void printPeaks(PrintWriter out, Report report) {
    out.println("Memory at its peak");
    PeaksText.of(report).lines().forEach(line -> out.println("  " + line));
    out.println();
  }

  private static void printTop(PrintWriter out, Report report) {
    out.printf(
        "Top operations%n  %5s  %9s  %12s  %20s%n",
        "calls", "host ms", "modelled us", "a board, us");
    TopOperations.of(report.trace()).byName().stream()
        .limit(TOP_OPERATIONS)
        .forEach(total -> {
          ModelledTime time = ModelledTime.of(total.modelledNanos());
          out.printf(
              Locale.ROOT,
              "  %5d  %9.2f  %12.1f  %20s  %s%n",
              total.calls(),
              total.hostNanos() / 1e6,
              time.nanos() / 1e3,
              String.format(
                  Locale.ROOT, "%.1f to %.1f", time.lowNanos() / 1e3, time.highNanos() / 1e3),
              VisibleText.of(total.name()));
        });
    out.println();
  }

  private static void printTable(PrintWriter out, Report report) throws IOException {
    AllocationsTable table = AllocationsTable.of(report.trace());
    int rows = Math.min(TABLE_ROWS, table.rows().size());
    out.printf(Locale.ROOT, "Allocations (%d of %,d rows)%n", rows, table.rows().size());
    AllocationsText.brief(new AllocationsTable(table.rows().subList(0, rows)), out);
    out.println();
  }

  private static void printNext(PrintWriter out, Path file) throws IOException {
    out.printf("Report   %s, %s%n%nTry next%n", file, ByteText.of(Files.size(file)));
    Map<String, String> steps = new LinkedHashMap<>();
    String typed = ShellWord.of(file);
    steps.put("./tilescope serve --open " + typed, "look at it in a browser");
    steps.put("./tilescope memory " + typed, "why the peak is what it is, and what lowers it");
    steps.put("./tilescope show --brief " + typed + " | less", "what ran, nested");
    steps.put("./tilescope calltrace --depth 1 " + typed, "the calls, in order");
    out.print(RootHelp.rows(steps));
  }
}
