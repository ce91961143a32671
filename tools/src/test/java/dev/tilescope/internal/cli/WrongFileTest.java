package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.kinds.FileKind;
import dev.tilescope.internal.kinds.FileKinds;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Gives every command every kind of file, and reads what it says to those of other commands. */
@Timeout(120)
class WrongFileTest {
  @TempDir private static Path folder = Path.of("");
  private static Map<FileKind, List<Path>> files = Map.of();

  /** Every command that reads files; {@code OUT} is where it would write. */
  private static final List<String> COMMANDS =
      List.of(
          "show FILE",
          "calltrace FILE",
          "levelize FILE",
          "args FILE",
          "lint FILE",
          "svg FILE",
          "peak FILE",
          "memory FILE",
          "table FILE",
          "trace-dump FILE",
          "tracy convert FILE -o OUT",
          "diff FILE REPORT",
          "diff REPORT FILE",
          "import FILE OUT",
          "sql FILE select/**/1",
          "perf FILE",
          "calibrate FILE -o OUT",
          "recover FILE -o OUT",
          "replay FILE",
          "ops FILE",
          "ops show FILE 1",
          "ops diff FILE CALLS",
          "ops index FILE -o OUT",
          "ops export-junit FILE 1 -o OUT",
          "timeline FILE -o OUT",
          "monitor --play FILE --once",
          "profile -o OUT --process-logs-only FILE",
          "profile -o OUT -- FILE",
          "run --trace-params -o OUT -- FILE",
          "serve FILE");

  /** The page tells what is wrong with them. */
  private static final Set<FileKind> MAY_BE_DAMAGED =
      EnumSet.of(FileKind.OTHER_JSON, FileKind.UNKNOWN);

  private static int number;

  @BeforeAll
  static void make() throws IOException {
    files = FilesOfEveryKind.in(folder);
  }

  private static Path first(FileKind kind) {
    return files.getOrDefault(kind, List.of(folder)).getFirst();
  }

  @Test
  void everyKindIsRecognised() {
    assertThat(files.keySet()).isEqualTo(EnumSet.allOf(FileKind.class));
    files.forEach((kind, paths) ->
        paths.forEach(path -> assertThat(FileKinds.at(path)).as("%s", path).contains(kind)));
  }

  @Test
  void everyCommandSaysWhatAFileOfAnotherIsAndWhatToDoWithIt() {
    List<String> complaints = new ArrayList<>();
    for (String command : COMMANDS) {
      files.forEach(
          (kind, paths) -> paths.forEach(path -> complaints.addAll(complaint(command, path))));
    }
    assertThat(complaints).isEmpty();
  }

  /** None if the file is the command's. */
  private static List<String> complaint(String command, Path file) {
    String name = command.replaceFirst(" (-|[A-Z]).*", "");
    Set<FileKind> kinds = FileKinds.at(file);
    FileKind kind = kinds.iterator().next();
    boolean isShownAsDamaged = name.equals("serve") && MAY_BE_DAMAGED.contains(kind);
    if (isShownAsDamaged || kinds.stream().anyMatch(each -> each.isTakenBy(name))) {
      return List.of();
    }
    StringWriter err = new StringWriter();
    int exit =
        new Main(Commands.ALL, new PrintWriter(Writer.nullWriter()), new PrintWriter(err))
            .run(words(command, file));
    String said = err.toString();
    boolean isGood =
        exit == ExitCode.FAILED
            && said.contains(file.toString())
            && said.contains("this is " + kind.phrase())
            && (!kind.isCertain() || said.contains("Next: "))
            && !said.matches("(?s).*\\{(file|run|report|folder)}.*");
    return isGood ? List.of() : List.of(command + " of " + file + ": " + exit + " " + said);
  }

  private static String[] words(String command, Path file) {
    return command
        .replace("FILE", file.toString())
        .replace("OUT", folder.resolve("written-" + number++).toString())
        .replace("REPORT", first(FileKind.REPORT).toString())
        .replace("CALLS", first(FileKind.CALL_FOLDER).toString())
        .split(" ");
  }

  /** Steps of the table are for people to type. */
  @Test
  void everyCommandThatTheTableNamesExists() {
    Set<String> names =
        Commands.ALL.stream().map(Commands.Command::name).collect(Collectors.toSet());
    Set<String> advised = new TreeSet<>();
    for (FileKind kind : FileKind.values()) {
      kind.steps().stream()
          .filter(step -> step.startsWith("tilescope "))
          .forEach(step -> advised.add(step.split(" ")[1]));
    }
    assertThat(names).containsAll(advised);
  }
}
