package dev.tilescope.cli;

import dev.tilescope.args.JunitExport;
import dev.tilescope.args.TraceFile;
import dev.tilescope.args.TraceFolder;
import dev.tilescope.device.Board;
import dev.tilescope.export.VisibleText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
          + " were not recorded are seeded; then the result is that of today."
    },
    footer = {"", "Example:", "  tilescope ops export-junit DIR 3 -o src/test/java/AddTest.java"})
public final class OpsExportJunitCommand implements Callable<Integer> {
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
      description = "What the test runs on. Default: ${DEFAULT-VALUE}.")
  private String board = "n150";

  @Option(
      names = "--pcc",
      arity = "0..1",
      fallbackValue = "0.999",
      paramLabel = "R",
      description =
          "Assert the correlation with the recorded values, at least R (default ${FALLBACK-VALUE}),"
              + " instead of equal values.")
  private @Nullable Double pcc;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (pcc != null && !(pcc >= -1 && pcc <= 1)) {
      throw new ParameterException(
          spec.commandLine(), "--pcc must be a correlation from -1 to 1, got " + pcc);
    }
    JunitExport export = new JunitExport(packageName, Board.named(board).name(), pcc);
    PrintWriter out = spec.commandLine().getOut();
    export
        .write(TraceFile.read(TraceFolder.open(folder).entry(number).file()), file)
        .forEach(written -> out.println(VisibleText.of(written.toString())));
    return ExitCode.OK;
  }
}
