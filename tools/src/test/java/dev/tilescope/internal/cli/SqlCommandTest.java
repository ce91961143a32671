package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path database;

  @BeforeEach
  void fill() throws SQLException {
    database = folder.resolve("db.sqlite");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE operations (operation_id int, name text, duration float)");
      statement.execute(
          "INSERT INTO operations VALUES (1, 'ttnn::add', 0.5), (2, 'a \"b\", c', NULL)");
    }
  }

  @Test
  void answersAreAligned() {
    assertThat(run("sql", "" + database, "SELECT operation_id, name FROM operations")).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "operation_id  name", "1             ttnn::add", "2             a \"b\", c");
  }

  @Test
  void aMistakeIsSaidInSqlitesWordsWithoutThoseOfItsDriver() {
    assertThat(run("sql", "" + database, "SELECT * FROM operation")).isOne();
    assertThat(err.toString().lines())
        .containsExactly("tilescope: " + database + ": no such table: operation");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n", ";", " -- what?", "/* nothing */ ;"})
  void anEmptyQuestionIsCalledEmpty(String sql) {
    assertThat(run("sql", "" + database, sql)).isOne();
    assertThat(err.toString().lines())
        .containsExactly("tilescope: the question is empty; ask with SELECT");
  }

  @Test
  void theDriverIsSilentAboutFilesThatOtherProcessesRemove() {
    assertThat(run("sql", "" + database, "SELECT 1")).isZero();
    Logger loader = Logger.getLogger("org.sqlite.SQLiteJDBCLoader");
    assertThat(loader.isLoggable(Level.SEVERE)).isFalse();
  }

  @Test
  void aReportIsNoDatabaseAndIsToldHowToBecomeOne() throws IOException {
    Path report = Files.writeString(folder.resolve("report.json"), "{\"version\": 1}");
    assertThat(run("sql", "" + report, "SELECT 1")).isOne();
    assertThat(err.toString())
        .contains("report.json is no database; if it is a report, make one with: tilescope import")
        .hasLineCount(1);
  }

  @Test
  void answersAreCsvOrJson() {
    assertThat(run("sql", "--csv", "" + database, "SELECT name FROM operations")).isZero();
    assertThat(out.toString().lines()).containsExactly("name", "ttnn::add", "\"a \"\"b\"\", c\"");
    out.getBuffer().setLength(0);
    assertThat(run("sql", "--json", "" + database, "SELECT * FROM operations")).isZero();
    assertThat(out.toString())
        .contains("\"operation_id\": 1", "\"duration\": 0.5", "\"duration\": null");
  }

  private static final String ACTING =
      "SELECT char(27) || '[2J' || char(155) || char(8238) || char(10) || 'ü' AS x";

  @Test
  void csvIsExactInAPipeAndHarmlessOnATerminal() {
    assertThat(run("sql", "--csv", "" + database, ACTING)).isZero();
    assertThat(out.toString()).isEqualTo("x\n\"\u001b[2J\u009b\u202e\nü\"\n");
    StringWriter terminal = new StringWriter();
    int code =
        new Main(Commands.ALL, new TerminalOutput(terminal), new PrintWriter(err))
            .run("sql", "--csv", "" + database, ACTING);
    assertThat(code).isZero();
    assertThat(terminal.toString()).isEqualTo("x\n\\u001b[2J\\u009b\\u202e\\nü\n");
  }

  /** With its input from elsewhere, as in a loop of a shell. */
  @Test
  void aRealTerminalGetsNothingThatActsOnIt() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no command 'script' here");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    ProcessBuilder builder =
        new ProcessBuilder(
            "script",
            "-qec",
            "\"$JAVA\" --enable-native-access=ALL-UNNAMED -cp \"$CP\" dev.tilescope.internal.cli.Main sql"
                + " --csv \"$DB\" \"$SQL\" </dev/null",
            "/dev/null");
    builder.environment().put("JAVA", java);
    builder.environment().put("CP", System.getProperty("java.class.path"));
    builder.environment().put("DB", database.toString());
    builder.environment().put("SQL", ACTING);
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.redirectInput(Redirect.from(new File("/dev/null"))).start();
    String seen = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(seen).isZero();
    assertThat(seen.lines()).contains("\\u001b[2J\\u009b\\u202e\\nü");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM operations",
        "DROP TABLE operations",
        "CREATE TABLE more (x int)",
        "ATTACH DATABASE 'other.sqlite' AS other",
        "SELECT load_extension('x')",
        "SELECT nothing FROM nowhere",
        "VACUUM INTO 'copy.sqlite'",
        "SELECT 1; SELECT 2",
        "SELECT 1; DELETE FROM operations",
        "nonsense"
      })
  void whatIsNotAQuestionIsRefusedAndChangesNothing(String sql) throws IOException {
    byte[] before = Files.readAllBytes(database);
    assertThat(run("sql", "" + database, sql)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).startsWith("tilescope: ");
    assertThat(Files.readAllBytes(database)).isEqualTo(before);
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(database);
    }
  }

  @Test
  void aMissingDatabaseIsNotCreated() {
    assertThat(run("sql", "" + folder.resolve("none.sqlite"), "SELECT 1")).isEqualTo(1);
    assertThat(err.toString()).contains("does not exist").contains("tilescope import");
    assertThat(folder.resolve("none.sqlite")).doesNotExist();
  }

  private int run(String... arguments) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err)).run(arguments);
  }
}
