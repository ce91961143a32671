package dev.tilescope.internal.cli;

import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tilescope python}: done by the launcher, which becomes Python; here for the help. */
@Command(
    name = "python",
    mixinStandardHelpOptions = true,
    description = {
      "Run a Python program of TT-NN's on a modelled board, as it is",
      "What follows is for Python: SCRIPT ARGUMENTS, -m pytest ..., -m tracy ..., or",
      "nothing for its prompt. Before it, --report FILE writes a graph report of all that",
      "it does. TILESCOPE_BOARD names the board (n150 if unset), TILESCOPE_PYTHON the",
      "Python (python3 if unset)."
    })
public final class PythonCommand implements Callable<Integer> {
  @Parameters(arity = "0..*", paramLabel = "WORD", description = "What Python is to run.")
  private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    throw new TilescopeException(
        "python %s: only the launcher can start Python; use ./tilescope of a checkout or bin/tilescope of the archive"
            .formatted(String.join(" ", words)));
  }
}
