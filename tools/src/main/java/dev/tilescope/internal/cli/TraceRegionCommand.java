package dev.tilescope.internal.cli;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.internal.demo.DemoModel;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope trace-region}: how large the TRACE region of a model must be. */
@Command(
    name = "trace-region",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Print how large the TRACE region of a model must be, by board and batch.",
      "Of the metal traces in a report, also one of NO_DISPATCH; or of a demo model, which is",
      "traced for each board and batch without running it."
    },
    footer = {
      "",
      "Examples:",
      "  tilescope trace-region report.json --model my-model --yaml",
      "  tilescope trace-region --demo bert --size base --batch 1,8 --board n150,p150"
    })
public final class TraceRegionCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "REPORT",
      description = {TraceDumpInput.WHAT, "Left out with --demo."})
  private @Nullable Path file;

  @Mixin private TraceDumpInput input = new TraceDumpInput();

  @Option(
      names = "--demo",
      paramLabel = "MODEL",
      description = "bert, resnet50 or llama: one pass as one trace.")
  private @Nullable String demo;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description = "tiny, base or large. Default: ${DEFAULT-VALUE}.")
  private String size = "base";

  @Option(
      names = "--batch",
      paramLabel = "N[,N...]",
      split = ",",
      hideParamSyntax = true,
      description = "Batches, of a demo. Default: the model's own.")
  private List<Integer> batches = List.of();

  @Option(
      names = "--board",
      paramLabel = "BOARD[,BOARD...]",
      split = ",",
      hideParamSyntax = true,
      description =
          "Boards, of a demo. Default: n150,p150. Of a report, the one it is to be called.")
  private List<String> boards = List.of();

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "What the model is called. Default: the demo's name, or that of the file.")
  private @Nullable String model;

  @Option(
      names = "--margin",
      paramLabel = "FACTOR",
      description = {
        "What the suggested region has more than is modelled. Default: ${DEFAULT-VALUE}, which is how",
        "far modelled traces were off."
      })
  private double margin = 1.5;

  @Option(
      names = "--yaml",
      description = "As model_trace_region_sizes.yaml of tt-metal has it, instead of a table.")
  private boolean yaml;

  @Option(names = "--json", description = "JSON instead of a table.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    requireSense();
    List<TraceRegion> regions = file == null ? ofDemo() : ofReport(file);
    PrintWriter out = spec.commandLine().getOut();
    TraceRegionText text = new TraceRegionText(margin, out);
    try {
      if (json) {
        text.json(regions);
      } else if (yaml) {
        text.yaml(regions);
      } else {
        text.table(regions);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.flush();
    return ExitCode.OK;
  }

  private void requireSense() {
    if ((file == null) == (demo == null)) {
      throw mistake(
          "either REPORT or --demo MODEL is needed, got " + (file == null ? "none" : "both"));
    }
    if (!(margin >= 1 && margin <= 100)) {
      throw mistake("--margin must be from 1 to 100, got " + margin);
    }
    if (json && yaml) {
      throw mistake("--json and --yaml exclude each other");
    }
    if (file != null) {
      IdleOptions.refuse(spec, "they are for --demo", "--size", "--batch");
      input.requireChoice(spec, file);
      if (boards.size() > 1) {
        throw mistake("--board: a report is of one board, got " + boards.size());
      }
    }
  }

  private ParameterException mistake(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private List<TraceRegion> ofReport(Path path) {
    List<MetalTrace> traces = input.read(path, spec.commandLine().getErr());
    if (traces.isEmpty()) {
      throw new TilescopeException(
          VisibleText.of(path.toString())
              + " holds no metal trace; capture the model as one, between begin_trace_capture and"
              + " end_trace_capture (MeshTrace.beginCapture, endCapture), in a graph capture, which"
              + " may be of NO_DISPATCH");
    }
    String name = model == null ? String.valueOf(path.getFileName()) : model;
    String board = boards.isEmpty() ? "" : boards.getFirst();
    return traces.stream()
        .map(MetalTrace::deviceId)
        .distinct()
        .map(device ->
            TraceRegion.of(
                name, board, traces.stream().filter(trace -> trace.deviceId() == device).toList()))
        .toList();
  }

  private List<TraceRegion> ofDemo() {
    List<String> on = boards.isEmpty() ? List.of("n150", "p150") : boards;
    List<Board> known =
        Typed.read(spec.commandLine(), () -> on.stream().map(Board::named).toList());
    List<@Nullable Integer> of = new ArrayList<>(batches);
    if (of.isEmpty()) {
      of.add(null);
    }
    List<TraceRegion> regions = new ArrayList<>();
    for (Board board : known) {
      for (Integer batch : of) {
        regions.add(ofDemo(board, batch));
      }
    }
    regions.sort(Comparator.comparingInt(region -> known.indexOf(Board.named(region.board()))));
    return regions;
  }

  /** What loads the model and its inputs is not in a trace; what computes is. */
  private TraceRegion ofDemo(Board board, @Nullable Integer batch) {
    String name = demo == null ? "" : demo;
    Demos.Choice choice = Demos.choose(spec.commandLine(), name, size, null, batch, null);
    try (MeshDevice device = MeshDevice.open(board, DeviceOptions.DEFAULT);
        GraphCapture capture = GraphCapture.begin(CaptureOptions.of(RunMode.NO_DISPATCH))) {
      DemoModel loaded = choice.load(device);
      MeshTrace trace = MeshTrace.beginCapture(device);
      loaded.forward((_, _, _) -> {});
      MetalTrace captured = trace.endCapture().contents();
      capture.end();
      return TraceRegion.of(
              model == null ? name + "-" + size : model, board.name(), List.of(captured))
          .withBatch(batch);
    }
  }
}
