package dev.tilescope.internal.cli;

import dev.tilescope.internal.kinds.FileKind;
import dev.tilescope.internal.kinds.FileKinds;
import dev.tilescope.model.TilescopeException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * Explains the failure of a command that was given a file of another command's. Asked only after a
 * failure, so that no file is refused that a command could have read.
 */
final class WrongFile {
  private static final String LOGS = ".logs";
  private static final int NAMED = 3;

  private final Path path;
  private final FileKind kind;
  private final String command;

  private WrongFile(Path path, FileKind kind, String command) {
    this.path = path;
    this.kind = kind;
    this.command = command;
  }

  /** The failure as it is, or another that says what file was named instead of one it takes. */
  static TilescopeException explained(TilescopeException failure, ParseResult parsed) {
    ParseResult last = last(parsed);
    return files(last).stream()
        .flatMap(path -> of(path, nameOf(last.commandSpec())).stream())
        .findFirst()
        .map(wrong -> new TilescopeException(wrong.message(failure), failure))
        .orElse(failure);
  }

  private static Optional<WrongFile> of(Path path, String command) {
    Set<FileKind> kinds = FileKinds.at(path);
    return kinds.isEmpty() || kinds.stream().anyMatch(kind -> kind.isTakenBy(command))
        ? Optional.empty()
        : Optional.of(new WrongFile(path, kinds.iterator().next(), command));
  }

  private static ParseResult last(ParseResult parsed) {
    return parsed.hasSubcommand() ? last(parsed.subcommand()) : parsed;
  }

  /** As in {@code ops show}. */
  private static String nameOf(CommandSpec spec) {
    return spec.qualifiedName().replaceFirst("^tilescope ", "");
  }

  /** What was named to be read, as far as it may be of a kind. */
  private static List<Path> files(ParseResult parsed) {
    Stream<ArgSpec> named =
        Stream.concat(
            parsed.matchedPositionals().stream(),
            parsed.matchedOptions().stream()
                .filter(option -> option.longestName().equals("--play")));
    return named.flatMap(WrongFile::paths).distinct().toList();
  }

  /** Of the words of a program, the program; what is written is not read. */
  private static Stream<Path> paths(ArgSpec argument) {
    Stream<?> words = words(argument.getValue());
    return switch (argument.paramLabel()) {
      case "OUT_DIR" -> Stream.empty();
      case "COMMAND" -> words.limit(1).flatMap(word -> pathOf(word.toString()));
      default -> words.filter(Path.class::isInstance).map(Path.class::cast);
    };
  }

  private static Stream<?> words(@Nullable Object value) {
    return value instanceof Collection<?> all ? all.stream() : Stream.ofNullable(value);
  }

  private static Stream<Path> pathOf(String word) {
    try {
      return Stream.of(Path.of(word));
    } catch (InvalidPathException e) {
      return Stream.empty();
    }
  }

  /** What is merely strange or damaged is reported by its reader, and named here. */
  private String message(TilescopeException failure) {
    String what = "this is " + kind.phrase();
    return kind.isCertain()
        ? path + ": " + what + ", which " + taken() + "\nNext: " + String.join("\n  or: ", steps())
        : failure.getMessage() + " (" + what + "; " + taken() + ")";
  }

  private String taken() {
    List<String> phrases =
        Arrays.stream(FileKind.values())
            .filter(other -> other.isCertain() && other.isTakenBy(command))
            .map(FileKind::phrase)
            .limit(NAMED)
            .toList();
    String own = "tilescope " + command;
    return kind.isCertain()
        ? own + " does not take" + (phrases.isEmpty() ? "" : "; it takes " + listed(phrases))
        : own + " takes " + listed(phrases);
  }

  private static String listed(List<String> phrases) {
    int last = phrases.size() - 1;
    return last < 1
        ? String.join("", phrases)
        : String.join(", ", phrases.subList(0, last)) + " or " + phrases.get(last);
  }

  private List<String> steps() {
    return kind.steps().stream()
        .map(step ->
            step.replace("{file}", ShellWord.of(path))
                .replace("{folder}", ShellWord.of(folder()))
                .replace("{run}", ShellWord.of(run()))
                .replace("{report}", ShellWord.of(report())))
        .toList();
  }

  private Path folder() {
    Path parent = path.getParent();
    return parent == null ? Path.of(".") : parent;
  }

  /** Logs lie in a folder of their own in that of the run. */
  private Path run() {
    boolean isInLogs = folder().endsWith(LOGS);
    Path above = folder().getParent();
    return isInLogs ? above == null ? Path.of(".") : above : folder();
  }

  private Path report() {
    String name = String.valueOf(path.getFileName()).replace(".python_io.json", ".json");
    return path.resolveSibling(name);
  }
}
