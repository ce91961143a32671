package dev.tilescope.internal.cli;

import dev.tilescope.device.Board;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.JunitExport;
import dev.tilescope.replay.RecordedBoard;
import dev.tilescope.replay.ReplayResult;
import dev.tilescope.replay.ReplayResult.Verdict;
import dev.tilescope.replay.TraceFile;
import dev.tilescope.replay.TracedCall;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tilescope ops export-junit}: a traced call as a test. */
@Command(
    name = "export-junit",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Write a traced call as a JUnit test that runs by itself.",
      "It builds the recorded tensors, makes the call and asserts the recorded result. Values that"
          + " were not recorded are seeded; then the result is that of today. If the recorded"
          + " result is not today's, the test fails, and that is said."
    },
    footer = {"", "Example:", "  tilescope ops export-junit DIR 3 -o src/test/java/AddTest.java"})
public final class OpsExportJunitCommand implements Callable<Integer> {
  private static final double DEFAULT_PCC = 0.999;

  @Parameters(index = "0", paramLabel = "DIR", description = "A folder of traced calls.")
  private Path folder = Path.of("");

  @Parameters(index = "1", paramLabel = "N", description = "The number of the call.")
  private long number;

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description =
          "The test; its name is that of the class. Large tensors become files beside it.")
  private Path file = Path.of("");

  @Option(names = "--package", paramLabel = "NAME", description = "The package. Default: none.")
  private String packageName = "";

  @Option(
      names = "--device",
      paramLabel = "BOARD",
      description =
          "What the test runs on, n150, p150 and so on. Default: n150, or one with the mesh of the"
              + " call.")
  private @Nullable String board;

  @Option(
      names = "--pcc",
      arity = "0..1",
      fallbackValue = "" + DEFAULT_PCC,
      paramLabel = "R",
      description =
          "Assert the correlation with the recorded values, at least R (default ${FALLBACK-VALUE}),"
              + " instead of equal values.")
  private @Nullable Double pcc;

  @Option(names = "--replace", description = "Write the test anew if it exists.")
  private boolean replace;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    OptionBounds.requireCorrelation(spec, "--pcc", pcc);
    if (!replace && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw new TilescopeException(
          file + " exists; write it anew with --replace, or name another file");
    }
    TracedCall call = TraceFile.read(TraceInput.open(spec, folder).entry(number).file());
    JunitExport export = exportWith(call, pcc);
    ReplayResult replayed = export.replayed(call);
    PrintWriter out = spec.commandLine().getOut();
    export
        .write(call, replayed, file)
        .forEach(written -> out.println(VisibleText.of(written.toString())));
    if (replayed.verdict() instanceof Verdict.Differs(List<String> how)) {
      warn(call, how);
    }
    return ExitCode.OK;
  }

  private JunitExport exportWith(TracedCall call, @Nullable Double correlation) {
    Board device = board == null ? RecordedBoard.of(call) : Board.named(board);
    return new JunitExport(packageName, device.name(), correlation);
  }

  /** Such a test is that of a bug report, which is not what everybody wants. */
  private void warn(TracedCall call, List<String> how) {
    boolean correlates = pcc == null && !exportWith(call, DEFAULT_PCC).replayed(call).differs();
    PrintWriter err = spec.commandLine().getErr();
    err.println(
        "note: the test fails, since today's result is not the recorded one: "
            + VisibleText.of(String.join("; ", how))
            + (correlates ? ". With --pcc " + DEFAULT_PCC + " it passes" : ""));
    err.flush();
  }
}
