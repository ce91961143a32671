package dev.tilescope.internal.cli;

import dev.tilescope.internal.kinds.FileKind;
import dev.tilescope.internal.kinds.FileKinds;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.TraceFolder;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** The folder of traced calls that a command was given. */
final class TraceInput {
  private static final int NAMED = 3;

  private TraceInput() {}

  /** It may be empty, but not if folders in it hold calls: one of those was meant. */
  static TraceFolder open(CommandSpec spec, Path folder) {
    TraceFolder traces = TraceFolder.open(folder);
    refuseParent(spec, folder, List.of(traces));
    return traces;
  }

  /** As {@link TraceFolder#ofPassedTests}. */
  static List<TraceFolder> ofPassedTests(CommandSpec spec, Path folder) {
    List<TraceFolder> traces = TraceFolder.ofPassedTests(folder);
    refuseParent(spec, folder, traces);
    return traces;
  }

  private static void refuseParent(CommandSpec spec, Path folder, List<TraceFolder> traces) {
    boolean isEmpty = traces.size() == 1 && traces.getFirst().entries().isEmpty();
    if (isEmpty && FileKinds.at(folder).stream().anyMatch(FileKind::isCertain)) {
      throw new TilescopeException(folder + ": no traced calls here");
    }
    List<Path> inside = isEmpty ? TraceFolder.inside(folder) : List.of();
    if (!inside.isEmpty()) {
      throw new TilescopeException(
          "%s: no traced calls here, but in %s; name one folder: %s"
              .formatted(folder, named(folder, inside), command(spec, folder, inside.getFirst())));
    }
  }

  private static String named(Path folder, List<Path> inside) {
    String first =
        inside.stream()
            .limit(NAMED)
            .map(path -> folder.relativize(path).toString())
            .collect(Collectors.joining(", "));
    int more = inside.size() - NAMED;
    return more > 0 ? String.format(Locale.ROOT, "%s and %,d more", first, more) : first;
  }

  /** What was typed, with the other folder. */
  private static String command(CommandSpec spec, Path folder, Path instead) {
    List<String> words = new ArrayList<>(List.of("tilescope"));
    boolean isReplaced = false;
    for (String word : spec.root().commandLine().getParseResult().originalArgs()) {
      boolean isFolder = !isReplaced && new File(word).equals(folder.toFile());
      isReplaced |= isFolder;
      words.add(ShellWord.of(isFolder ? instead.toString() : word));
    }
    return String.join(" ", words);
  }
}
