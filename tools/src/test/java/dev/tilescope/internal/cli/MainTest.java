package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.cli.Commands.Command;
import dev.tilescope.internal.cli.Commands.Group;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @CommandLine.Command(name = "echo", description = "Print a word")
  static final class Echo implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "WORD")
    private String word;

    @Override
    public Integer call() {
      spec.commandLine().getOut().println(word);
      return word.equals("seven") ? 7 : ExitCode.OK;
    }
  }

  @CommandLine.Command(name = "fail", description = "Fail")
  static final class Fail implements Callable<Integer> {
    private final Throwable failure;

    Fail(Throwable failure) {
      this.failure = failure;
    }

    @Override
    public Integer call() throws Exception {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (Exception) failure;
    }
  }

  private static final Command ECHO = new Command(Group.READ, "echo", "Print a word", Echo::new);
  private static final Command NEVER_MADE =
      new Command(
          Group.RUN,
          "demo",
          "Run what must not be made",
          () -> {
            throw new AssertionError("made, though nobody named it");
          });

  private int run(String... args) {
    return runWith(List.of(ECHO, NEVER_MADE), args);
  }

  private int runWith(List<Command> table, String... args) {
    return new Main(table, new PrintWriter(out), new PrintWriter(err)).run(args);
  }

  private int failWith(Throwable failure, String... args) {
    return runWith(List.of(new Command(Group.RUN, "fail", "Fail", () -> new Fail(failure))), args);
  }

  @Test
  void helpListsCommandsByGroupWithoutMakingAny() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .startsWith("Usage: tilescope [-hV] [--debug] COMMAND")
        .containsSubsequence(
            "Record:",
            "  demo  Run what must not be made",
            "Read a report:",
            "  echo  Print a word");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void helpEndsWithTheFirstStepsThatExist() {
    run("--help");
    assertThat(out.toString().lines().toList())
        .endsWith("New here? Try:", "  tilescope demo  trace a small BERT on a modelled n150");
  }

  @Test
  void noArgumentsPrintTheHelp() {
    assertThat(run()).isZero();
    assertThat(out.toString()).startsWith("Usage: tilescope");
  }

  @Test
  void helpAsACommandIsTheOptionOfTheCommandAfterIt() {
    assertThat(run("help")).isZero();
    assertThat(out.toString()).startsWith("Usage: tilescope [-hV]");
    out.getBuffer().setLength(0);
    assertThat(run("help", "echo")).isZero();
    assertThat(out.toString()).startsWith("Usage: tilescope echo");
  }

  @Test
  void everyCommandHasHelpVersionAndDebugWithoutSayingSo() {
    assertThat(run("echo", "--help")).isZero();
    assertThat(out.toString())
        .startsWith("Usage: tilescope echo")
        .contains("--help", "--version", "--debug", "WORD");
  }

  @Test
  void versionNamesTheProgramAndItsJava() {
    assertThat(run("--version")).isZero();
    assertThat(out.toString()).startsWith("tilescope ").contains("Java " + Runtime.version());
    assertThat(run("echo", "--version")).isZero();
  }

  @Test
  void aCommandPrintsAndItsExitCodeIsPassedOn() {
    assertThat(run("echo", "two words")).isZero();
    assertThat(out.toString()).isEqualToIgnoringNewLines("two words");
    assertThat(run("echo", "seven")).isEqualTo(7);
  }

  @Test
  void anUnknownCommandIsAUsageErrorThatNamesTheNearest() {
    assertThat(run("ehco")).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "tilescope: there is no command 'ehco'",
            "Did you mean echo?",
            "Try 'tilescope --help'.");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aWordLikeNoCommandGetsNoGuess() {
    assertThat(run("transmogrify")).isEqualTo(2);
    assertThat(err.toString()).doesNotContain("Did you mean");
  }

  @Test
  void aMistypedOptionGetsTheNearest() {
    assertThat(run("--hlep")).isEqualTo(2);
    assertThat(err.toString()).contains("Did you mean --help?");
  }

  @Test
  void anUnknownOptionOfACommandPointsToThatCommandsHelp() {
    assertThat(run("echo", "word", "--loud")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("tilescope: Unknown option: '--loud'")
        .contains("Try 'tilescope echo --help'.");
  }

  @Test
  void aMissingArgumentIsAUsageError() {
    assertThat(run("echo")).isEqualTo(2);
    assertThat(err.toString()).startsWith("tilescope: Missing required parameter: 'WORD'");
  }

  @Test
  void anExpectedErrorIsOneLineWithoutAStack() {
    assertThat(failWith(new TilescopeException("report.json:7: no such node"), "fail"))
        .isEqualTo(1);
    assertThat(err.toString().lines()).containsExactly("tilescope: report.json:7: no such node");
  }

  @Test
  void debugAddsTheStackBeforeOrAfterTheCommand() {
    assertThat(failWith(new TilescopeException("no"), "--debug", "fail")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("tilescope: no")
        .contains("at dev.tilescope.internal.cli.MainTest");
    err.getBuffer().setLength(0);
    assertThat(failWith(new TilescopeException("no"), "fail", "--debug")).isEqualTo(1);
    assertThat(err.toString()).contains("at dev.tilescope.internal.cli.MainTest");
  }

  @Test
  void aDefectSaysHowToReportIt() {
    assertThat(failWith(new IllegalStateException("oops"), "fail")).isEqualTo(70);
    assertThat(err.toString().lines())
        .containsExactly(
            "tilescope: internal error: java.lang.IllegalStateException: oops",
            "This is a defect of Tilescope: please run it again with --debug and report what it"
                + " prints.");
  }

  @Test
  void errorsOfTheJvmAreCaughtToo() {
    assertThat(failWith(new StackOverflowError(), "fail")).isEqualTo(70);
    assertThat(failWith(new OutOfMemoryError("Java heap space"), "fail")).isEqualTo(1);
    assertThat(err.toString()).contains("allow more with TILESCOPE_JAVA_OPTS=-Xmx");
  }

  @Test
  void aReaderThatWentAwayEndsTheCommandQuietly() {
    assertThat(printInto("Broken pipe", "echo", "word")).isEqualTo(141);
    assertThat(printInto("Broken pipe", "--help")).isEqualTo(141);
    assertThat(printInto("Broken pipe", "echo", "--help")).isEqualTo(141);
    assertThat(printInto("Broken pipe", "--version")).isEqualTo(141);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void outputThatCannotBeWrittenIsAnError() {
    assertThat(printInto("No space left on device", "echo", "word")).isEqualTo(1);
    assertThat(err.toString())
        .startsWith("tilescope: standard output cannot be written")
        .contains("No space left on device")
        .hasLineCount(1);
  }

  /** Some words are known to name files only while their command runs. */
  @ParameterizedTest
  @CsvSource({"peak, 2", "profile --process-logs-only, 1"})
  void aNameThatTheLocaleLacksIsToldWithWhatToDo(String words, int exitCode) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
            "sh",
            "-c",
            "exec \"$0\" -cp \"$CP\" dev.tilescope.internal.cli.Main $WORDS \"$(printf 'gr\\303\\274n')\"",
            java);
    builder.environment().put("WORDS", words);
    builder.environment().put("CP", System.getProperty("java.class.path"));
    builder.environment().put("LC_ALL", "C");
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(exitCode);
    assertThat(said)
        .contains("cannot be the name of a file", "try again with LC_ALL=C.UTF-8")
        .doesNotContain("InvalidPathException", "interface");
  }

  private int printInto(String reason, String... args) {
    OutputStream broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException(reason);
          }
        };
    PrintStream stream = new PrintStream(new StandardOutput(broken), false, StandardCharsets.UTF_8);
    PrintWriter writer = new PrintWriter(stream, false, StandardCharsets.UTF_8);
    return new Main(List.of(ECHO), writer, new PrintWriter(err)).run(args);
  }

  @Test
  void theTableAgreesWithTheCommandsOwnDescriptions() {
    for (Command command : Commands.ALL) {
      CommandSpec spec = new CommandLine(command.create().get()).getCommandSpec();
      assertThat(spec.name()).isEqualTo(command.name());
      assertThat(String.join(" ", spec.usageMessage().description()))
          .as("description of " + command.name())
          .startsWith(command.summary());
    }
  }
}
