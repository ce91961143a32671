package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.luben.zstd.Zstd;
import dev.tilescope.internal.io.UnpackLimit;
import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TilescopeException.Place;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One bad file after the other: a message and nothing, or with {@code --keep-going} what is sound
 * and a count of what is not.
 */
class BadInputTest {
  @TempDir private Path folder = Path.of("");

  private static TraceText twoOperations() {
    return new TraceText()
        .start("first", 1)
        .tensor(7, 64)
        .end("first")
        .start("second", 4)
        .tensor(8, 128)
        .end("second");
  }

  private ImportSummary run(Path source, boolean keepGoing, UnpackLimit limit) {
    return ReportImport.run(
        source,
        folder.resolve("out"),
        new ImportOptions("db.sqlite", false, Existing.REFUSE, keepGoing, limit, _ -> {}),
        (f, d, a) -> {});
  }

  private ImportSummary keepGoing(Path source) {
    return run(source, true, UnpackLimit.usual());
  }

  private void refused(Path source, String... said) throws IOException {
    assertThatThrownBy(() -> run(source, false, UnpackLimit.usual()))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(String.valueOf(source.getFileName()))
        .hasMessageContainingAll(said);
    assertThat(folder.resolve("out")).as("made for nothing").doesNotExist();
  }

  private List<String> left() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      return files.map(f -> String.valueOf(f.getFileName())).sorted().toList();
    }
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("r.json"), text);
  }

  private static List<List<Object>> query(ImportSummary summary, String sql) {
    return DatabaseRows.query(summary.database(), sql).stream()
        .map(row -> row.stream().map(value -> (Object) String.valueOf(value)).toList())
        .toList();
  }

  private static List<String> operations(ImportSummary summary) {
    return query(summary, "SELECT name FROM operations ORDER BY operation_id").stream()
        .map(row -> row.getFirst().toString())
        .toList();
  }

  private static void counted(ImportSummary summary, int parts, String... said) {
    assertThat(summary.dropped()).isEqualTo(parts);
    assertThat(
            query(
                summary, "SELECT value FROM report_metadata WHERE key = 'tilescope_dropped_parts'"))
        .containsExactly(List.of(Integer.toString(parts)));
    assertThat(
            query(summary, "SELECT value FROM report_metadata WHERE key = 'tilescope_dropped'")
                .toString())
        .contains(said);
  }

  @Test
  void aTruncatedReportGivesTheOperationsBeforeItsEnd() throws IOException {
    String whole = twoOperations().report();
    Path report = write(whole.substring(0, whole.indexOf("second")));
    refused(report, "r.json:4:", "cut off");
    ImportSummary summary = keepGoing(report);
    assertThat(operations(summary)).containsExactly("first");
    assertThat(query(summary, "SELECT tensor_id FROM tensors")).containsExactly(List.of("7"));
    counted(summary, 1, "r.json:4:");
  }

  @Test
  void whereItIsIsSaidOnceAndAlsoApartFromTheMessage() throws IOException {
    String whole = twoOperations().report();
    Path cut = write(whole.substring(0, whole.indexOf("second")));
    assertThat(refusal(cut)).hasMessageStartingWith(cut + ":4:");
    assertThat(refusal(cut).place()).isEqualTo(new Place(cut.toString(), 4, -1));
    Path wrong = write(whole.replaceFirst("\"tensor_id\": 7", "\"tensor_id\": [7]"));
    assertThat(refusal(wrong)).hasMessageStartingWith(wrong + ": node 1: expected a number");
    assertThat(refusal(wrong).place()).isEqualTo(new Place(wrong.toString(), 0, 1));
  }

  private TilescopeException refusal(Path source) {
    return catchThrowableOfType(
        TilescopeException.class, () -> run(source, false, UnpackLimit.usual()));
  }

  @Test
  void aReportThatEndsBehindItsTraceGivesTheWholeTrace() throws IOException {
    String whole = twoOperations().report();
    Path report = write(whole.substring(0, whole.indexOf("world_size")));
    refused(report, "cut off");
    assertThat(operations(keepGoing(report))).containsExactly("first", "second");
  }

  @Test
  void brokenJsonEndsTheTraceThere() throws IOException {
    Path report = write(twoOperations().report().replace("{\"name\": \"second\"}", "{@}"));
    refused(report, "r.json:4:", "'@'");
    ImportSummary summary = keepGoing(report);
    assertThat(operations(summary)).containsExactly("first");
    counted(summary, 1, "'@'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"counter\": 1,            | \"counter\": \"x\",        | r.json:2:",
        "\"counter\": 1,            | \"counter\": 0,            | node 1: its counter is 0",
        "\"counter\": 1,            | \"counter\": -1,           | node 1: its counter is -1",
        "\"counter\": 1,            | \"counter\": 1e99,         | r.json:2:",
        "\"counter\": 1,            | \"counter\": 99999999999999999999, | 64 bits",
        "\"tensor_id\": 7,          | \"tensor_id\": [7],        | node 1: expected a number",
        "\"address\": 64,           | \"address\": \"here\",     | node 1: expected a number",
        "\"dtype\": \"DataType::BFLOAT16\", | \"dtype\": 5,       | node 1: a tensor's dtype",
        "\"buffer_type\": 1,        | \"buffer_type\": \"L9\",   | node 1: buffer type 'L9'",
        "\"name\": \"first\"        | \"name\": 5                | node 0: the name of a call",
        "{\"device_id\": 4, \"l1_num_banks\": 64} | 3             | devices",
        "[{\"device_id\": 4, \"l1_num_banks\": 64}] | 3           | devices is not a list",
        "{\"rank\": 0, \"world_size\": 1} | [0]                   | metadata is not an object",
        "\"rank\": 0                | \"rank\": \"x\"            | found x"
      })
  void aWrongValueCostsNoMoreThanItsNodeOrField(String sound, String wrong, String said)
      throws IOException {
    Path report = write(twoOperations().report().replaceFirst(quoted(sound), quoted(wrong)));
    refused(report, said);
    ImportSummary summary = keepGoing(report);
    assertThat(operations(summary)).hasSize(2).endsWith("second");
    assertThat(query(summary, "SELECT tensor_id FROM tensors")).contains(List.of("8"));
    assertThat(summary.dropped()).isPositive();
  }

  private static String quoted(String text) {
    return text.replaceAll("([\\[\\]{}])", "\\\\$1");
  }

  @Test
  void anElementThatIsNoNodeKeepsItsPlace() throws IOException {
    Path report =
        write(twoOperations().report().replaceFirst("\\{\"arguments\"", "7, {\"arguments\""));
    refused(report, "r.json:1:");
    assertThat(operations(keepGoing(report))).containsExactly("first", "second");
  }

  @Test
  void cyclesAreNormalAndConnectionsToNowhereLeadNowhere() throws IOException {
    String loops =
        twoOperations().report().replace("\"connections\": []", "\"connections\": [0, 3, 99]");
    assertThat(operations(run(write(loops), false, UnpackLimit.usual())))
        .containsExactly("first", "second");
  }

  @Test
  void aHundredThousandNestedCallsAreOneOperation() throws IOException {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < 100_000; i++) {
      text.append(i == 0 ? "" : ",")
          .append("{\"counter\":")
          .append(i)
          .append(",\"node_type\":\"function_start\",\"params\":{\"name\":\"f\"}}");
    }
    assertThat(operations(run(write(text + "]"), false, UnpackLimit.usual()))).containsExactly("f");
  }

  @ParameterizedTest
  @ValueSource(strings = {"graph", "metadata", "other"})
  void aMillionNestingLevelsAreRefusedWhereverTheyAre(String where) throws IOException {
    String deep = "[".repeat(1_000_000) + "]".repeat(1_000_000);
    String sound = twoOperations().report();
    Path report =
        write(
            switch (where) {
              case "graph" -> sound.replaceFirst("\"arguments\": \\[\\]", "\"arguments\": " + deep);
              case "metadata" -> sound.replace("\"world_size\": 1", "\"world_size\": " + deep);
              default -> sound.replace("\"version\"", "\"x\": " + deep + ", \"version\"");
            });
    if (where.equals("other")) {
      assertThat(operations(run(report, false, UnpackLimit.usual()))).hasSize(2);
    } else {
      refused(report, "nest");
      assertThat(keepGoing(report).dropped()).isPositive();
    }
  }

  @Test
  void aStringBeyondTheLimitIsRefusedInBoundedMemory() throws IOException {
    Path report = folder.resolve("r.json");
    byte[] megabyte = "a".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
    try (OutputStream out = Files.newOutputStream(report)) {
      out.write("[{\"counter\": 0, \"node_type\": \"".getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < 130; i++) {
        out.write(megabyte);
      }
      out.write("\"}]".getBytes(StandardCharsets.US_ASCII));
    }
    refused(report, "one value of more than 128 MB");
  }

  @Test
  void aVersionFromTheFutureIsRefusedAndItsNeighbourImported() throws IOException {
    Path reports = Files.createDirectory(folder.resolve("in"));
    twoOperations().write(reports.resolve("a.json"));
    Files.writeString(
        reports.resolve("b.json"),
        twoOperations().report().replace("\"version\": 1", "\"version\": 7"));
    assertThatThrownBy(() -> run(reports, false, UnpackLimit.usual()))
        .hasMessageContainingAll("b.json", "version 7");
    ImportSummary summary = keepGoing(reports);
    assertThat(operations(summary)).containsExactly("first", "second");
    assertThat(summary.skipped()).singleElement().asString().contains("b.json", "version 7");
  }

  @Test
  void upstreamPassesOverAVersionFromTheFuture() throws IOException {
    Path report = write(twoOperations().report().replace("\"version\": 1", "\"version\": 7"));
    ImportSummary summary =
        ReportImport.run(
            report,
            folder.resolve("out"),
            new ImportOptions("db.sqlite", true, Existing.REFUSE, false),
            (f, d, a) -> {});
    assertThat(summary.files()).isZero();
    assertThat(summary.skipped()).singleElement().asString().contains("version 7");
    assertThat(DatabaseRows.all(summary.database()))
        .containsExactly("report_metadata [\"schema_version\", \"3.3\"]");
  }

  @Test
  void idsThatMustBeUniqueAndAreNotAreToldAndCounted() throws IOException {
    String record =
        "{\"tensor_id\": 7, \"golden_tensor_id\": 1, \"matches\": 1, \"desired_pcc\": 1,"
            + " \"actual_pcc\": 1}";
    Path report =
        twoOperations()
            .write(
                folder.resolve("r.json"),
                ", \"comparison_records\": {\"local_tensor_comparison_records\": ["
                    + String.join(", ", record, record, "5")
                    + "]}");
    refused(report, "comparison record");
    ImportSummary summary = keepGoing(report);
    assertThat(summary.rowsOf("local_tensor_comparison_records")).isEqualTo(1);
    counted(summary, 2, "local_tensor_comparison_records", "unique", "not an object");
    assertThat(operations(summary)).containsExactly("first", "second");
  }

  @Test
  void aBatchWithOneDuplicateLosesOnlyThat() throws IOException {
    StringBuilder records = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      records
          .append(i == 0 ? "" : ", ")
          .append("{\"tensor_id\": ")
          .append(i == 50 ? 3 : i)
          .append(", \"golden_tensor_id\": 1, \"matches\": 1, \"desired_pcc\": 1,")
          .append(" \"actual_pcc\": 1}");
    }
    Path report =
        twoOperations()
            .write(
                folder.resolve("r.json"),
                ", \"comparison_records\": {\"global_tensor_comparison_records\": ["
                    + records
                    + "]}");
    refused(report, "global_tensor_comparison_records", "unique");
    ImportSummary summary = keepGoing(report);
    assertThat(query(summary, "SELECT count(*) FROM global_tensor_comparison_records"))
        .containsExactly(List.of("149"));
    counted(summary, 1, "unique");
  }

  @Test
  void aDamagedSidecarCostsTheCallsBehindTheDamage() throws IOException {
    Path report = twoOperations().write(folder.resolve("r.json"));
    Path sidecar =
        Files.writeString(
            folder.resolve("r.python_io.json"),
            "[{\"name\": \"first\", \"arguments\": {\"k\": 1}}, {}, {\"name\": \"sec");
    assertThatThrownBy(() -> run(report, false, UnpackLimit.usual()))
        .hasMessageContaining(String.valueOf(sidecar.getFileName()));
    ImportSummary summary = keepGoing(report);
    assertThat(query(summary, "SELECT name, value FROM operation_arguments"))
        .containsExactly(List.of("k", "1"));
    counted(summary, 2, "without a name", "r.python_io.json:1:");
  }

  private Path packed(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private static byte[] pack(String kind, byte[] bytes) throws IOException {
    return kind.equals("gz") ? gzip(bytes) : Zstd.compress(bytes);
  }

  private static byte[] join(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "zst"})
  void severalCompressedPiecesAreOneReport(String kind) throws IOException {
    byte[] whole = twoOperations().report().getBytes(StandardCharsets.UTF_8);
    byte[] pieces =
        join(
            pack(kind, Arrays.copyOf(whole, 100)),
            pack(kind, Arrays.copyOfRange(whole, 100, whole.length)));
    ImportSummary summary = run(packed("r.json." + kind, pieces), false, UnpackLimit.usual());
    assertThat(operations(summary)).containsExactly("first", "second");
    assertThat(left()).containsExactly("db.sqlite");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "zst"})
  void aTruncatedCompressedReportGivesWhatUnpacks(String kind) throws IOException {
    TraceText trace = new TraceText();
    for (int i = 0; i < 3000; i++) {
      trace.start("op" + i * 7919 % 3000).end("op");
    }
    byte[] whole = pack(kind, trace.report().getBytes(StandardCharsets.UTF_8));
    Path report = packed("r.json." + kind, Arrays.copyOf(whole, whole.length * 9 / 10));
    refused(report, "is cut off after", "copy or write the file again");
    ImportSummary summary = keepGoing(report);
    assertThat(operations(summary)).hasSizeGreaterThan(100);
    assertThat(summary.dropped()).isPositive();
    assertThat(left()).containsExactly("db.sqlite");
  }

  @Test
  void aWrongChecksumIsTold() throws IOException {
    byte[] packed = gzip(twoOperations().report().getBytes(StandardCharsets.UTF_8));
    packed[packed.length - 6] ^= 1;
    Path report = packed("r.json.gz", packed);
    refused(report, "the gzip data is damaged");
    assertThat(operations(keepGoing(report))).containsExactly("first", "second");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "zst"})
  void aZipBombIsRefusedAndItsPiecesAreDeleted(String kind) throws IOException {
    byte[] bomb = pack(kind, new byte[4 << 20]);
    Path report = packed("bomb.json." + kind, bomb);
    assertThatThrownBy(() -> run(report, true, new UnpackLimit(1 << 20, 0)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContainingAll("bomb.json", "more than 1,048,576 bytes", "--max-unpacked");
    assertThat(folder.resolve("out")).as("made for nothing").doesNotExist();
  }

  @Test
  void theUsualLimitIsAGibibyteOrManyTimesTheCompressedSize() throws IOException {
    byte[] bomb = Zstd.compress(new byte[1 << 26]);
    for (int i = 0; i < 5; i++) {
      bomb = join(bomb, bomb);
    }
    Path report = packed("bomb.json.zst", bomb);
    refused(report, "more than 1,073,741,824 bytes");
  }
}
