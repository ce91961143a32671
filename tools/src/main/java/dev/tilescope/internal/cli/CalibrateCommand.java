package dev.tilescope.internal.cli;

import dev.tilescope.device.Board;
import dev.tilescope.device.CostConstants;
import dev.tilescope.internal.board.BoardTimes;
import dev.tilescope.internal.board.Calibration;
import dev.tilescope.internal.board.Calibration.Fitted;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope calibrate}: a board's own factors of modelled times. */
@Command(
    name = "calibrate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Fit modelled device times to your own board, from what it took.",
      "Asks the model for every operation of the files that it can make again from its row, and"
          + " writes a factor and a band for each family of operations that the board ran in five or"
          + " more configurations. Runs that TILESCOPE_CALIBRATION names the file to use them."
    },
    footer = {
      "",
      "Example:",
      "  tilescope calibrate ops_perf_results.csv -o my-board.txt",
      "  TILESCOPE_CALIBRATION=my-board.txt tilescope fit --op matmul --input 4096x4096 --input 4096x4096"
    })
public final class CalibrateCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "CSV",
      description =
          "ops_perf_results files of the profiler, of one architecture; also packed (.gz).")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--board",
      paramLabel = "BOARD",
      description = "n150, p150 and so on. Default: what the files tell.")
  private @Nullable String board;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "What to write. Default: ${DEFAULT-VALUE}.")
  private Path output = Path.of("tilescope-calibration.txt");

  @Option(names = "--json", description = "JSON instead of a table.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    Board named =
        board == null ? null : Typed.read(spec.commandLine(), () -> Board.named(board + ""));
    CostConstants before = CostConstants.inUse();
    CostConstants.use(CostConstants.fitted());
    try {
      List<BoardTimes> runs = files.stream().map(file -> BoardTimes.read(file, named)).toList();
      Calibration calibration = Calibration.of(runs);
      require(calibration, runs);
      WholeFile.write(output, writer -> writer.write(opening(runs) + calibration.text()));
      if (json) {
        printJson(calibration, runs);
      } else {
        print(calibration, runs);
      }
      return ExitCode.OK;
    } finally {
      CostConstants.use(before);
    }
  }

  private static void require(Calibration calibration, List<BoardTimes> runs) {
    if (calibration.fitted().isEmpty()) {
      throw new TilescopeException(
          ("%s: %d rows could be compared, and no family of operations in %d configurations, which a"
                  + " factor needs; profile more of the program, or give several files%s")
              .formatted(
                  runs.getFirst().file(),
                  runs.stream().mapToInt(run -> run.compared().size()).sum(),
                  Calibration.FEWEST,
                  runs.stream().mapToInt(BoardTimes::untimed).sum() > 0
                      ? " (some rows have no device time: was the device profiler on?)"
                      : ""));
    }
  }

  private static String opening(List<BoardTimes> runs) {
    return "# Factors and bands of a board, NAME WORMHOLE BLACKHOLE; written by tilescope calibrate on %s from%n"
            .formatted(LocalDate.now(ZoneOffset.UTC))
        + runs.stream()
            .map(run -> "# " + VisibleText.of(run.file() + "") + "\n")
            .collect(Collectors.joining());
  }

  private void print(Calibration calibration, List<BoardTimes> runs) {
    PrintWriter out = spec.commandLine().getOut();
    double compared = runs.stream().mapToDouble(BoardTimes::comparedNanos).sum();
    double left = runs.stream().mapToDouble(BoardTimes::leftNanos).sum();
    out.printf(
        Locale.ROOT,
        "%s, %s: compared %.0f %% of %.3f ms, %d rows left out%n%n",
        runs.getFirst().board().name(),
        calibration.architecture(),
        100 * compared / Math.max(1, compared + left),
        (compared + left) / 1e6,
        runs.stream().mapToInt(run -> run.left().size()).sum());
    out.printf("%-12s  %14s  %6s  %s%n", "family", "configurations", "factor", "band then");
    new TreeMap<>(calibration.fitted())
        .forEach((family, fitted) -> line(out, family.key(), fitted));
    out.printf("%nWrote %s. Use it with %s=%s%n", output, CostConstants.CALIBRATION, output);
    out.flush();
  }

  private void printJson(Calibration calibration, List<BoardTimes> runs) {
    PrintWriter out = spec.commandLine().getOut();
    try (JsonWriter written = JsonWriter.pretty(out)) {
      written
          .beginObject()
          .field("board", runs.getFirst().board().name())
          .field("architecture", calibration.architecture().name())
          .field("file", output.toString());
      written.array(
          "families",
          new TreeMap<>(calibration.fitted()).entrySet(),
          family -> {
            Fitted fitted = family.getValue();
            written
                .beginObject()
                .field("family", family.getKey().key())
                .field("configurations", fitted.configurations())
                .field("factor", fitted.factor())
                .field("band_low", fitted.band().low())
                .field("band_high", fitted.band().high())
                .endObject();
          });
      written.endObject();
    }
    out.println();
    out.flush();
  }

  private static void line(PrintWriter out, String family, Fitted fitted) {
    out.printf(
        Locale.ROOT,
        "%-12s  %14d  %6.2f  %s%n",
        family,
        fitted.configurations(),
        fitted.factor(),
        fitted.band());
  }
}
