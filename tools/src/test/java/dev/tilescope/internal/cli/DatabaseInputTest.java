package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every command says the same about a report and about the database it was imported into. */
class DatabaseInputTest {
  @TempDir private static Path folder = Path.of("");

  /** Databases by their reports. */
  private static final Map<Path, Path> DATABASES = new LinkedHashMap<>();

  private record Answer(int exit, String out, String err) {}

  private static Answer run(List<String> words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err))
            .run(words.toArray(String[]::new));
    return new Answer(exit, out.toString(), err.toString());
  }

  private static Answer run(String... words) {
    return run(List.of(words));
  }

  @BeforeAll
  static void importReports() throws IOException, URISyntaxException {
    Path demo = folder.resolve("report.json");
    run("demo", "--batch", "1", "--seq", "32", "--report", folder.toString());
    List<Path> reports = new ArrayList<>(List.of(demo));
    reports.add(seed("add-older-generation.json"));
    reports.add(seed("add-newer-generation.json"));
    for (int seed = 1; seed <= 3; seed++) {
      reports.add(
          Files.writeString(folder.resolve("g" + seed + ".json"), generated(new Random(seed))));
    }
    for (Path report : reports) {
      Path out = folder.resolve("db-" + report.getFileName());
      Answer answer = run("import", report.toString(), out.toString());
      assertThat(answer.exit()).as(answer.err()).isZero();
      DATABASES.put(report, out.resolve("db.sqlite"));
    }
  }

  private static Path seed(String name) throws URISyntaxException {
    return Path.of(DatabaseInputTest.class.getResource("/seeds/" + name).toURI());
  }

  /** Calls, memory of two devices and flaws that lint finds, with device ids that are not 0, 1. */
  private static String generated(Random random) {
    List<String> nodes = new ArrayList<>();
    int depth = 0;
    for (int i = 0; i < 120; i++) {
      int kind = random.nextInt(7);
      String params =
          "\"device_id\": %d, \"address\": %d, \"size\": 2048, \"type\": \"L1\", \"page_size\": 64"
              .formatted(4 + random.nextInt(2), 64 * random.nextInt(6));
      depth += kind == 0 ? 1 : kind == 1 && depth > 0 ? -1 : 0;
      String type =
          switch (kind) {
            case 0 -> "function_start";
            case 1 -> "function_end";
            case 2 -> "tensor";
            case 3 -> "buffer";
            case 4 -> "buffer_allocate";
            case 5 -> "buffer_deallocate";
            default -> "circular_buffer_allocate";
          };
      nodes.add(
          "{\"counter\": %d, \"node_type\": \"%s\", \"connections\": [%d], \"arguments\": [\"%d\"], \"params\": {\"name\": \"op%d\", \"tensor_id\": %d, %s}}"
              .formatted(i, type, random.nextInt(130), i, depth, random.nextInt(9), params));
    }
    return "{\"version\": 1, \"metadata\": {\"rank\": 0}, \"devices\": [{\"device_id\": 5, \"l1_num_banks\": 64}, {\"device_id\": 4}],\n\"graph\": [\n%s\n]}"
        .formatted(String.join(",\n", nodes));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "show",
        "show --brief",
        "show --json",
        "calltrace",
        "levelize",
        "levelize --join-by-tensor --max-level 2 --json",
        "args",
        "lint",
        "lint --json",
        "svg",
        "svg --dot",
        "peak --trace",
        "peak --per-core --json",
        "memory --trace",
        "memory --json",
        "table",
        "table --csv"
      })
  void aCommandSaysTheSameAboutADatabase(String command) {
    DATABASES.forEach((report, database) -> {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.add(report.toString());
      Answer ofReport = run(words);
      words.set(words.size() - 1, database.toString());
      Answer ofDatabase = run(words);
      assertThat(ofDatabase.exit()).isEqualTo(ofReport.exit());
      assertThat(ofDatabase.out().replace(database.toString(), report.toString()))
          .as("%s %s", command, report)
          .isEqualTo(ofReport.out());
    });
  }

  @Test
  void aDiffTakesReportsAndDatabasesInAnyMixture() {
    List<Path> reports = List.copyOf(DATABASES.keySet());
    String a = reports.get(3).toString();
    String b = reports.get(4).toString();
    String databaseA = String.valueOf(DATABASES.get(reports.get(3)));
    String databaseB = String.valueOf(DATABASES.get(reports.get(4)));
    Answer expected = run("diff", a, b, "--json");
    assertThat(expected.out()).isNotEmpty();
    assertThat(run("diff", databaseA, databaseB, "--json").out()).isEqualTo(expected.out());
    assertThat(run("diff", a, databaseB, "--json").out()).isEqualTo(expected.out());
  }

  @Test
  void aDirectoryOfADatabaseIsTakenForIt() {
    Path report = DATABASES.keySet().iterator().next();
    Path directory = folder.resolve("db-" + report.getFileName());
    assertThat(run("calltrace", directory.toString()))
        .isEqualTo(run("calltrace", report.toString()));
  }

  @Test
  void aDirectoryThatHoldsAReportTooStandsForTheReport(@TempDir Path both) throws IOException {
    Path report = Files.writeString(both.resolve("r.json"), generated(new Random(7)));
    Files.writeString(both.resolve("db.sqlite"), "SQLite format 3\0 and no more");
    assertThat(run("calltrace", both.toString()).out())
        .isNotEmpty()
        .isEqualTo(run("calltrace", report.toString()).out());
  }

  @Test
  void ranksAreToldApartInDatabasesAndDirectories(@TempDir Path ranks) throws IOException {
    for (int rank = 0; rank < 2; rank++) {
      Files.writeString(
          ranks.resolve("graph_capture_%d_of_2.json".formatted(rank + 1)),
          generated(new Random(rank)).replace("\"rank\": 0", "\"rank\": " + rank));
    }
    Path out = ranks.resolve("out");
    run("import", ranks.toString(), out.toString());
    Answer open = run("show", out.toString());
    assertThat(open.exit()).isOne();
    assertThat(open.err())
        .contains("holds 2 reports")
        .contains("graph_capture_2_of_2.json (rank 1)");
    Answer second = run("show", ranks.resolve("graph_capture_2_of_2.json").toString());
    assertThat(second.exit()).isZero();
    assertThat(run("show", "--rank", "1", out.toString()).out()).isEqualTo(second.out());
    assertThat(run("show", "--rank", "1", ranks.toString()).out()).isEqualTo(second.out());
    assertThat(run("show", "--name", "graph_capture_2_of_2.json", out.toString()).out())
        .isEqualTo(second.out());
  }

  @Test
  void upstreamsRowsAreAnsweredWithAWarning(@TempDir Path out) {
    Path report = DATABASES.keySet().iterator().next();
    run("import", "--upstream-rows", report.toString(), out.toString());
    Answer answer = run("calltrace", "--depth", "1", out.toString());
    assertThat(answer.exit()).isZero();
    assertThat(answer.out()).contains("ttnn::matmul\n");
    assertThat(answer.err())
        .startsWith("warning: ")
        .contains("only the operations' own parts of the trace", "--upstream-rows")
        .hasLineCount(1);
    assertThat(run("lint", out.toString()).exit()).isOne();
    for (String command : List.of("show", "levelize", "args", "svg", "peak", "memory", "table")) {
      assertThat(run(command, out.toString()).exit()).as(command).isZero();
    }
    assertThat(run("memory", out.toString()).out())
        .endsWith("do not say what a peak is made of; --trace does.\n");
    assertThat(run("memory", "--trace", out.toString()).out()).contains(" is fullest in #");
    for (String command : List.of("peak", "memory")) {
      assertThat(run(command, out.toString()).out())
          .contains(" of buffers after operations; circular buffers are not known");
      assertThat(run(command, "--trace", out.toString()).exit()).as(command).isZero();
    }
  }

  @Test
  void whatIsNoDatabaseOfReportsIsOneMessage(@TempDir Path out) throws IOException {
    Path broken = Files.writeString(out.resolve("db.sqlite"), "SQLite format 3\0 and no more");
    for (Path path : List.of(broken, out)) {
      Answer answer = run("peak", path.toString());
      assertThat(answer.exit()).isOne();
      assertThat(answer.out()).isEmpty();
      assertThat(answer.err())
          .startsWith("tilescope: database ")
          .contains("cannot be read")
          .hasLineCount(1);
    }
  }
}
