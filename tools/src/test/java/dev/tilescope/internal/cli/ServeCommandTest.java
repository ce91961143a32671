package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.serve.data.Source;
import dev.tilescope.internal.serve.data.Source.Kind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServeCommandTest {
  @TempDir private Path folder;

  private static void demo(Path target) {
    PrintWriter unread = new PrintWriter(new StringWriter());
    new Main(Commands.ALL, unread, unread)
        .run("demo", "--no-dispatch", "--report", target.toString());
  }

  /** What the command says first when it is run in the folder without arguments. */
  private String firstLine() throws IOException {
    Process serve =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    "serve"))
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader said = serve.inputReader()) {
      return String.valueOf(said.readLine());
    } finally {
      serve.destroy();
    }
  }

  @Test
  void withoutArgumentsTheReportOfTheDemoIsServedBesideWhatRunsWrote() throws IOException {
    demo(folder.resolve("tilescope-demo"));
    assertThat(firstLine()).isEqualTo("Serving 1 report at");
    demo(folder.resolve("generated"));
    assertThat(firstLine()).isEqualTo("Serving 2 reports at");
  }

  @Test
  void withoutArgumentsAndReportsNothingIsServed() throws IOException {
    assertThat(firstLine()).isEqualTo("Serving no reports at");
  }

  private static String things(Kind... kinds) {
    List<Source> sources =
        Stream.of(kinds).map(kind -> new Source(1, kind, Path.of("x"), 0, 0)).toList();
    return ServeCommand.things(sources);
  }

  @Test
  void whatIsServedIsCountedByKind() {
    assertThat(things(Kind.RUN, Kind.REPORT, Kind.CALLS, Kind.DATABASE, Kind.RUN))
        .isEqualTo("2 reports, 2 profiled runs, 1 folder of traced calls");
    assertThat(things(Kind.DATABASE)).isEqualTo("1 report");
    assertThat(things(Kind.RUN, Kind.CALLS, Kind.CALLS))
        .isEqualTo("1 profiled run, 2 folders of traced calls");
    assertThat(things()).isEqualTo("no reports");
  }
}
