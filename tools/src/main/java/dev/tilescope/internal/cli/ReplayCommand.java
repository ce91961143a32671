package dev.tilescope.internal.cli;

import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.RecordedBoard;
import dev.tilescope.replay.Replay;
import dev.tilescope.replay.ReplayResult;
import dev.tilescope.replay.ReplayResult.Verdict;
import dev.tilescope.replay.TraceFile;
import dev.tilescope.replay.TraceFolder;
import dev.tilescope.replay.TraceFolder.Entry;
import dev.tilescope.replay.TracedCall;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope replay}: traced calls run again, each on its own. */
@Command(
    name = "replay",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Run traced calls again and print which results differ.",
      "Each call runs by itself on a modelled device that is empty but for its own tensors. Values"
          + " that were not recorded are seeded, and then results are compared by shape, dtype,"
          + " layout and memory alone."
    },
    footer = {"", "Exit code: 0 if no result differs, 1 if one does."})
public final class ReplayCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "DIR", description = "A folder of traced calls.")
  private Path folder = Path.of("");

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "N",
      description = "The number of one call. Default: all.")
  private @Nullable Long number;

  @Option(
      names = "--device",
      paramLabel = "BOARD",
      description = "n150, p150 and so on. Default: n150, or one with the mesh of the call.")
  private @Nullable String board;

  @Option(
      names = "--pcc",
      paramLabel = "R",
      description =
          "Take values whose correlation with the recorded ones is at least R, e.g. 0.999."
              + " Default: values must be equal.")
  private @Nullable Double pcc;

  @Option(names = "--json", description = "JSON instead of lines.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    OptionBounds.requireCorrelation(spec, "--pcc", pcc);
    Board device = board == null ? null : Board.named(board);
    TraceFolder traced = TraceInput.open(spec, folder);
    List<Entry> calls = number == null ? traced.entries() : List.of(traced.entry(number));
    if (calls.isEmpty()) {
      throw new TilescopeException(
          folder + ": no traced calls here; their files are named as 3_ttnn_add_<time>.json");
    }
    PrintWriter out = spec.commandLine().getOut();
    try (ReplayReport report = json ? ReplayReport.json(out) : ReplayReport.lines(out)) {
      calls.forEach(call -> report.add(replayed(call, device)));
      return report.differing() == 0 ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  /** A file that cannot be read is an answer among others, and so is one that is too big. */
  private ReplayResult replayed(Entry entry, @Nullable Board board) {
    String name = "";
    String why;
    try {
      TracedCall call = TraceFile.read(entry.file());
      name = call.name();
      return replayed(call, board == null ? RecordedBoard.of(call) : board);
    } catch (TilescopeException e) {
      why = String.valueOf(e.getMessage());
    } catch (OutOfMemoryError e) {
      why = Failures.outOfMemory(e);
    }
    return new ReplayResult(entry.number(), name, new Verdict.CannotRun(why), List.of());
  }

  private ReplayResult replayed(TracedCall call, Board board) {
    try (MeshDevice device = MeshDevice.open(board, DeviceOptions.DEFAULT)) {
      Replay replay = Replay.of(call);
      return (pcc == null ? replay : replay.withPcc(pcc)).run(device);
    }
  }
}
