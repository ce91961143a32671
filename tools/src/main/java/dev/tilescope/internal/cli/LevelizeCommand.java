package dev.tilescope.internal.cli;

import dev.tilescope.graph.LevelizedGraph;
import dev.tilescope.internal.export.LevelizedText;
import dev.tilescope.model.Report;
import java.io.IOException;
import java.io.Writer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tilescope levelize}: how tensors flow between operations. */
@Command(
    name = "levelize",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Print how tensors flow between operations: TT-NN's levelized graph.",
      "A line is a vertex: its number, its name, the vertices it takes from (<-) and gives to"
          + " (->), and the shapes it returns."
    })
public final class LevelizeCommand extends ReportCommand {
  @Option(
      names = "--max-level",
      paramLabel = "N",
      description = "Operations down to level N; 1, the default, is what the program called.")
  private int maxLevel = 1;

  @Option(
      names = "--join-by-tensor",
      description =
          "Join operations that pass a tensor on, by its id. TT-NN's graph does not: its traces"
              + " hold a new node each time a tensor is passed.")
  private boolean joinByTensor;

  @Option(names = "--json", description = "TT-NN's JSON instead of text.")
  private boolean json;

  @Override
  void print(Report report, Writer out) throws IOException {
    OptionBounds.requireAtLeast(spec(), "--max-level", 1, maxLevel);
    LevelizedGraph graph =
        joinByTensor
            ? LevelizedGraph.joinedByTensor(report.trace(), maxLevel)
            : LevelizedGraph.of(report.trace(), maxLevel);
    if (json) {
      LevelizedText.json(graph, out);
    } else {
      LevelizedText.list(graph, out);
    }
  }
}
