package dev.tilescope.internal.cli;

import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tilescope python}: done by the launcher, which becomes Python; here for the help. */
@Command(
    name = "python",
    mixinStandardHelpOptions = true,
    description = {
      "Run a Python program of TT-NN's on a modelled board, as it is",
      "What follows is for Python: SCRIPT ARGUMENTS, -m pytest ..., -m tracy ..., or nothing for"
          + " its prompt. TILESCOPE_BOARD names the board (n150 if unset), TILESCOPE_PYTHON the"
          + " Python (python3 if unset)."
    },
    footer = {
      "",
      "Example:",
      "  tilescope python --report run.json model.py --batch 8",
      "  tilescope memory run.json"
    })
public final class PythonCommand implements Callable<Integer> {
  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Write a graph report of everything the program does; comes first.")
  @SuppressWarnings("unused") // the launcher takes it
  private @Nullable Path report;

  @Parameters(arity = "0..*", paramLabel = "WORD", description = "What Python is to run.")
  private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    throw new TilescopeException(
        "python %s: only the launcher can start Python; use ./tilescope of a checkout or bin/tilescope of the archive"
            .formatted(String.join(" ", words)));
  }
}
