package dev.tilescope.internal.serve.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.internal.serve.Client;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.Query;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.model.TilescopeException;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AskEndpointsTest {
  private static final String CALL = "7_ttnn_add_20260116_100125_000001.json";

  @TempDir static Path folder;
  private static Path database;
  private static Client client;

  @BeforeAll
  static void start() throws IOException {
    Path report = folder.resolve("report.json");
    copy("/seeds/add-newer-generation.json", report);
    Path out = folder.resolve("db");
    ReportImport.run(report, out, ImportOptions.DEFAULT, (_, _, _) -> {});
    database = out.resolve("db.sqlite");
    Path calls = Files.createDirectory(folder.resolve("calls"));
    String name = "1_ttnn_rand_20260116_100125_580236.json";
    copy("/dev/tilescope/replay/example1/" + name, calls.resolve(name));
    Files.writeString(calls.resolve(CALL), "{\"operation_name\": \"ttnn.a");
    client = Client.of(database, calls);
  }

  private static void copy(String resource, Path target) throws IOException {
    try (InputStream in = AskEndpointsTest.class.getResourceAsStream(resource)) {
      Files.copy(Objects.requireNonNull(in), target);
    }
  }

  @AfterAll
  static void end() {
    client.close();
  }

  @Test
  void aQuestionIsAnsweredWithItsColumnsAndAPageOfRows() {
    HttpResponse<String> answer =
        client.post(
            "api/sql?from=1&count=2",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5)"
                + " SELECT i, 'x' || i AS t, NULL AS none FROM n");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .contains("\"columns\":[\"i\",\"t\",\"none\"]", "\"all\":5")
        .contains("\"rows\":[[2,\"x2\",null],[3,\"x3\",null]]");
  }

  @Test
  void nothingCanBeChangedByAQuestion() throws IOException {
    byte[] before = Files.readAllBytes(database);
    for (String sql :
        List.of(
            "DELETE FROM operations",
            "CREATE TABLE x (y)",
            "UPDATE operations SET name = 'x' RETURNING name",
            "ATTACH DATABASE '" + folder.resolve("other.sqlite") + "' AS o",
            "VACUUM INTO '" + folder.resolve("copy.sqlite") + "'",
            "PRAGMA journal_mode = WAL",
            "SELECT load_extension('x')",
            "SELECT writefile('x', 'y')")) {
      client.post("api/sql", sql);
    }
    assertThat(Files.readAllBytes(database)).isEqualTo(before);
    assertThat(folder.resolve("other.sqlite")).doesNotExist();
    assertThat(folder.resolve("copy.sqlite")).doesNotExist();
  }

  @Test
  void aQuestionWithAMistakeIsToldWhatIsWrong() {
    assertThat(refusal("SELECT no_such_column FROM operations")).contains("no_such_column");
    assertThat(client.post("api/sql", " ").statusCode()).isEqualTo(400);
    assertThat(client.post("api/sql", "x".repeat(70_000)).statusCode()).isEqualTo(413);
  }

  /** Whoever had to wait has been told a status before there was one, and then blanks. */
  private static String refusal(String sql) {
    HttpResponse<String> answer = client.post("api/sql", sql);
    boolean hadToWait = answer.body().startsWith(" ");
    assertThat(answer.statusCode()).as(sql).isEqualTo(hadToWait ? 200 : 422);
    assertThat(answer.body()).as(sql).matches("(?s) *\\{\"error\":.*");
    return answer.body();
  }

  @Test
  void veryLongValuesAreCutAndVeryManyRowsAreCounted() {
    String body =
        client
            .post(
                "api/sql?count=2000",
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)"
                    + " SELECT hex(zeroblob(10000)), zeroblob(5000) FROM n")
            .body();
    assertThat(body.length()).isLessThan(1 << 20);
    assertThat(body).contains("\"all\":3000", "0".repeat(2000) + "…");
    assertThat(
            client
                .post(
                    "api/sql?count=1",
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM"
                        + " n")
                .body())
        .contains("\"all\":100000,\"capped\":true");
  }

  private static final String ENDLESS =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";

  /** A step of it makes 16 MB, and nothing of it may be forgotten. */
  private static final String ENDLESS_AND_LARGE =
      "WITH RECURSIVE r(x) AS (SELECT randomblob(16000000) UNION ALL SELECT randomblob(16000000)"
          + " FROM r) SELECT count(*) FROM (SELECT x FROM r ORDER BY x)";

  /** SQLite can be interrupted between steps, and here there is nothing between. */
  private static final String ENDLESS_IN_ONE_STEP =
      "SELECT instr(hex(zeroblob(4000000)), hex(zeroblob(2000000)) || '1')";

  @ParameterizedTest
  @ValueSource(strings = {ENDLESS, ENDLESS_IN_ONE_STEP})
  @Timeout(60)
  void aQuestionThatDoesNotEndIsGivenUpAndItsProcessWithItAndItsFiles(
      String sql, @TempDir Path scratch) throws Exception {
    List<Process> started = new ArrayList<>();
    Questions questions = new Questions(Duration.ofMillis(300), scratch, started::add);
    assertThatThrownBy(() -> answer(questions, sql))
        .hasCauseInstanceOf(Refusal.class)
        .hasMessageContaining("given up");
    assertThat(started).hasSize(1);
    started.getFirst().waitFor();
    while (!filesIn(scratch).isEmpty()) {
      Thread.onSpinWait();
    }
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  @Timeout(60)
  void whatAProcessUnpacksLiesWhereItGoesWithIt(@TempDir Path scratch) throws Exception {
    List<Process> started = new ArrayList<>();
    Questions questions = new Questions(Duration.ofSeconds(50), scratch, started::add);
    answer(questions, "SELECT 1");
    assertThat(filesIn(filesIn(scratch).getFirst()))
        .anyMatch(file -> file.toString().contains("sqlitejdbc"));
    started.getFirst().destroyForcibly().waitFor();
    answer(questions, "SELECT 2");
    while (filesIn(scratch).size() > 1) {
      Thread.onSpinWait();
    }
    started.getLast().destroyForcibly();
  }

  @Test
  @Timeout(60)
  void anAnswerThatIsTooLargeIsRefusedAtOnceAndNotWhenItsTimeIsUp() throws Exception {
    assertThat(refusal("SELECT " + "hex(zeroblob(1000)), ".repeat(600) + "1"))
        .contains("the answer is larger than 1,048,576 bytes");
  }

  @Test
  void aPageIsAsLongAsItsBytesAllowWhateverItsCharactersAre() {
    for (int character : new int[] {'字', 1}) {
      HttpResponse<String> answer =
          client.post(
              "api/sql?count=400",
              ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)"
                      + " SELECT replace(hex(zeroblob(900)), '0', char(%d)) FROM n")
                  .formatted(character));
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.body()).contains("\"all\":400", "\"rows\":[[\"");
    }
  }

  private static String answer(Questions questions, String sql) throws Exception {
    Answer.Pending answer =
        (Answer.Pending) questions.ask(new QuestionProcess.Question(database, sql, 0, 10));
    return new String(answer.content().get().bytes(), StandardCharsets.UTF_8);
  }

  @Test
  @Timeout(60)
  void aQuestionThatNeedsMoreMemoryThanItMayHaveIsToldSoAndTheNextIsAnswered(@TempDir Path scratch)
      throws Exception {
    List<Process> started = new ArrayList<>();
    Questions questions = new Questions(Duration.ofSeconds(50), scratch, started::add);
    assertThatThrownBy(() -> answer(questions, ENDLESS_AND_LARGE))
        .hasCauseInstanceOf(Refusal.class)
        .hasMessageContaining("more than the 512 MiB of memory");
    started.getFirst().waitFor();
    assertThat(answer(questions, "SELECT 6 * 7")).contains("[[42]]");
    started.forEach(Process::destroyForcibly);
  }

  /** On a busy machine not the very next one: a process that was slow to answer is let go. */
  @Test
  @Timeout(60)
  void aProcessThatHasAnsweredAnswersAgain(@TempDir Path scratch) throws Exception {
    List<Process> started = new ArrayList<>();
    Questions questions = new Questions(Duration.ofSeconds(50), scratch, started::add);
    int asked = 0;
    do {
      assertThat(answer(questions, "SELECT 7 * 7")).contains("[[49]]");
      asked++;
    } while (started.size() == asked);
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void whatSqliteWouldWriteToTemporaryFilesStaysInMemory() {
    assertThat(client.post("api/sql", "SELECT * FROM pragma_temp_store").body())
        .contains("\"rows\":[[2]]");
  }

  @Test
  @Timeout(60)
  void aQuestionEndsWhenWhoAskedItHasGone() throws Exception {
    try (Client own = Client.of(database)) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), own.at("").getPort())) {
        String request =
            "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(
                    own.at("api/sql").getPath(), own.at("").getPort(), ENDLESS.length(), ENDLESS);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        while (own.questionProcesses().isEmpty()) {
          Thread.onSpinWait();
        }
      }
      long start = System.nanoTime();
      own.questionProcesses().getFirst().waitFor();
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(9));
    }
  }

  @Test
  @Timeout(60)
  void aProcessThatAnswersDoesNotOutliveTheServerEvenInTheMiddleOfAQuestion() throws Exception {
    QuestionProcess process = QuestionProcess.start(folder);
    DataOutputStream to = new DataOutputStream(process.process().getOutputStream());
    new QuestionProcess.Question(database, ENDLESS, 0, 1).write(to);
    to.close();
    assertThat(process.process().waitFor()).isZero();
  }

  @Test
  void aStatementThatIsRefusedIsNotEvenPrepared() throws Exception {
    String moving = "PRAGMA temp_store_directory = '" + folder + "'";
    for (String sql :
        List.of(
            moving,
            "/* a; */ -- b\n " + moving.replace("PRAGMA", "pragma"),
            "EXPLAIN " + moving,
            "explain query plan " + moving,
            ";" + moving)) {
      assertThatThrownBy(() -> Query.ask(database, sql, NOBODY))
          .as(sql)
          .isInstanceOf(TilescopeException.class);
      assertThat(temporaryFolder()).as(sql).isNullOrEmpty();
      assertThat(refusal(sql)).contains("PRAGMA");
    }
    assertThat(refusal("PRAGMA user_version")).contains("pragma_table_info");
  }

  /** Of this whole process, whichever connection is asked. */
  private static @Nullable String temporaryFolder() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA temp_store_directory")) {
      return rows.next() ? rows.getString(1) : null;
    }
  }

  private static final Query.Answer NOBODY =
      new Query.Answer() {
        @Override
        public void columns(List<String> names) {}

        @Override
        public void row(List<@Nullable Object> values) {}
      };

  @Test
  void questionsMayBeginInEveryWayThatQuestionsDo() {
    for (String sql :
        List.of(
            "values (1)",
            "/* a */ select 1",
            "-- a\nWITH a AS (SELECT 1) SELECT * FROM a;",
            "EXPLAIN SELECT 1",
            "explain query plan select * from operations")) {
      assertThat(client.post("api/sql", sql).statusCode()).as(sql).isEqualTo(200);
    }
  }

  @Test
  void tablesAreListedWithTheirColumns() {
    assertThat(client.json("schema"))
        .contains("{\"name\":\"operations\",\"columns\":[\"operation_id\",\"name\",\"duration\",");
  }

  @Test
  void callsAreListedDamagedOnesToo() {
    assertThat(client.json("calls"))
        .contains("\"all\":2")
        .contains("\"name\":\"ttnn.rand\"", "dtype=DataType.BFLOAT16")
        .contains("\"number\":7,\"name\":\"ttnn_add\",\"damage\":\"");
    assertThat(client.json("calls?filter=ttnn.RAND")).contains("\"all\":1");
  }

  @Test
  void oneCallHasItsArgumentsAndResult() {
    assertThat(client.json("call?number=1"))
        .contains("{\"name\":\"shape\",\"text\":\"[4, 5]\"}")
        .contains("\"results\":[{\"name\":\"\",\"text\":\"Tensor(shape=[4, 5]");
    assertThat(client.get("api/call?number=99").body()).contains("there is no call 99");
    assertThat(client.get("api/call?number=x").statusCode()).isEqualTo(400);
  }
}
