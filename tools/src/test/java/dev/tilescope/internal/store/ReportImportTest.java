package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Files and folders around an import: what exists, what is broken, what belongs together. */
class ReportImportTest {
  @TempDir private Path folder = Path.of("");

  private static TraceText one(String name) {
    return new TraceText().start(name).end(name);
  }

  private ImportSummary run(Path source, Existing existing, boolean keepGoing) {
    ImportOptions options = new ImportOptions("db.sqlite", false, existing, keepGoing);
    return ReportImport.run(source, folder.resolve("out"), options, (f, d, a) -> {});
  }

  private List<String> names(Path database) {
    return DatabaseRows.query(database, "SELECT name FROM operations ORDER BY rank, operation_id")
        .stream()
        .map(row -> String.valueOf(row.getFirst()))
        .toList();
  }

  @Test
  void anExistingDatabaseIsRefusedWithBothWaysOut() {
    Path report = one("a").write(folder.resolve("r.json"));
    run(report, Existing.REFUSE, false);
    assertThatThrownBy(() -> run(report, Existing.REFUSE, false))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContainingAll("db.sqlite exists", "--replace", "--append");
  }

  @Test
  void replacingForgetsWhatWasThereAndAppendingKeepsIt() {
    run(one("a").write(folder.resolve("r.json")), Existing.REFUSE, false);
    Path second = one("b").write(folder.resolve("s.json"));
    assertThat(names(run(second, Existing.APPEND, false).database())).containsExactly("a", "b");
    assertThat(names(run(second, Existing.REPLACE, false).database())).containsExactly("b");
  }

  @ParameterizedTest
  @EnumSource(
      value = Existing.class,
      names = {"REPLACE", "APPEND"})
  void aFailedImportLeavesEverythingAsItWas(Existing existing) throws IOException {
    Path database =
        run(one("a").write(folder.resolve("r.json")), Existing.REFUSE, false).database();
    byte[] before = Files.readAllBytes(database);
    String whole = one("b").report();
    Path broken =
        Files.writeString(folder.resolve("s.json"), whole.substring(0, whole.length() - 80));
    assertThatThrownBy(() -> run(broken, existing, false)).isInstanceOf(TilescopeException.class);
    assertThat(Files.readAllBytes(database)).isEqualTo(before);
    assertThat(filesIn(folder.resolve("out"))).containsExactly("db.sqlite");
  }

  private static List<String> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(f -> String.valueOf(f.getFileName())).sorted().toList();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"graph\": [{] | r.json:1:",
        "{\"graph\": [1] , \"version\": 1} | r.json:1:12",
        "{} | not a report",
        "7 | r.json",
        "[7] | r.json:1:2",
        "{\"graph\": [], \"metadata\": {\"rank\": 0}, \"version\": 9} | version 9",
        "{\"graph\": [], \"metadata\": {\"rank\": \"x\"}, \"version\": 1} | found x",
        "{\"graph\": [{\"counter\": \"no\"}], \"version\": 1} | r.json:1:",
        "{\"graph\": [{\"counter\": 99999999999999999999}], \"version\": 1} | 64 bits",
        "{\"graph\": [{\"connections\": {}}], \"version\": 1} | r.json:1:",
        "{\"graph\": [{\"node_type\": \"function_start\", \"params\": {\"name\": 5}}], \"version\":"
            + " 1} | node 0",
        "{\"graph\": [], \"version\": 1} trailing | r.json:1:",
        "{\"graph\": [], \"version\": 1, \"devices\": [3]} | devices",
        "{\"graph\": [], \"version\": 1, \"python_io\": [{}]} | without a name"
      })
  void brokenInputIsToldWithItsPlaceAndLeavesNothing(String text, String said) throws IOException {
    Path report = Files.writeString(folder.resolve("r.json"), text);
    assertThatThrownBy(() -> run(report, Existing.REFUSE, false))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("r.json")
        .hasMessageContaining(said);
    assertThat(folder.resolve("out")).as("made for nothing").doesNotExist();
  }

  @Test
  void aMillionNestingLevelsAreRefused() throws IOException {
    String deep = "[".repeat(1_000_000);
    Path report =
        Files.writeString(folder.resolve("r.json"), "{\"graph\": [{\"x\": " + deep + "}]}");
    assertThatThrownBy(() -> run(report, Existing.REFUSE, false))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("r.json");
  }

  @Test
  void ranksComeInTheOrderOfTheirNumbers() throws IOException {
    Path reports = ranks(11, IntStream.rangeClosed(1, 11).toArray());
    Files.writeString(reports.resolve("config.json"), "{}");
    ImportSummary summary = run(reports, Existing.REFUSE, false);
    assertThat(names(summary.database())).startsWith("rank1", "rank2").endsWith("rank10", "rank11");
    assertThat(summary.files()).isEqualTo(11);
    assertThat(filesIn(folder.resolve("out"))).contains("cluster_descriptor.yaml");
    assertThat(insertionOrder(summary)).containsExactly("rank1", "rank2", "rank3");
  }

  @Test
  void upstreamsRowsComeInTheOrderOfTheNamesText() throws IOException {
    Path reports = ranks(11, 1, 2, 10);
    ImportOptions options = new ImportOptions("db.sqlite", true, Existing.REFUSE, false);
    ImportSummary summary =
        ReportImport.run(reports, folder.resolve("out"), options, (f, d, a) -> {});
    assertThat(insertionOrder(summary)).containsExactly("rank10", "rank1", "rank2");
    assertThat(summary.problems()).singleElement().asString().contains("rank 3, 4, 5, 6, 7, ...");
  }

  private static List<String> insertionOrder(ImportSummary summary) {
    return DatabaseRows.query(
            summary.database(), "SELECT name FROM operations ORDER BY rowid LIMIT 3")
        .stream()
        .map(row -> String.valueOf(row.getFirst()))
        .toList();
  }

  /** A directory with reports of these of so many ranks. */
  private Path ranks(int world, int... numbers) throws IOException {
    Path reports = Files.createDirectory(folder.resolve("in"));
    for (int number : numbers) {
      one("rank" + number)
          .rank(number - 1)
          .write(
              reports.resolve("graph_capture_" + number + "_of_" + world + ".json"),
              ", \"cluster_descriptor\": \"arch: {}\"");
    }
    return reports;
  }

  @Test
  void aMissingRankIsNamedAndTheRestIsImportedOnlyWhenAsked() throws IOException {
    Path reports = ranks(4, 1, 2, 4);
    assertThatThrownBy(() -> run(reports, Existing.REFUSE, false))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContainingAll("rank 3 of 4", "graph_capture_3_of_4.json", "--keep-going");
    ImportSummary summary = run(reports, Existing.REFUSE, true);
    assertThat(names(summary.database())).containsExactly("rank1", "rank2", "rank4");
    assertThat(summary.dropped()).isEqualTo(1);
    assertThat(metadata(summary, "tilescope_dropped_parts")).isEqualTo("1");
    assertThat(metadata(summary, "tilescope_dropped")).contains("rank 3 of 4");
  }

  @Test
  void ranksOfTwoRunsInOneDirectoryAreRefused() throws IOException {
    Path reports = ranks(2, 1, 2);
    one("x").write(reports.resolve("graph_capture_1_of_1.json"));
    assertThatThrownBy(() -> run(reports, Existing.REFUSE, false))
        .hasMessageContaining("runs with 1, 2 ranks");
  }

  @Test
  void twoFilesOfOneRankAreRefused() throws IOException {
    Path reports = ranks(2, 1, 2);
    one("x").rank(0).write(reports.resolve("graph_capture_01_of_2.json"));
    assertThatThrownBy(() -> run(reports, Existing.REFUSE, false))
        .hasMessageContaining("two reports of the same rank");
  }

  @Test
  void aRankThatContradictsItsFilesNameIsRefusedOrCounted() throws IOException {
    Path reports = ranks(2, 1);
    one("second").rank(0).write(reports.resolve("graph_capture_2_of_2.json"));
    assertThatThrownBy(() -> run(reports, Existing.REFUSE, false))
        .hasMessageContainingAll("graph_capture_2_of_2.json", "metadata.rank is 0");
    ImportSummary summary = run(reports, Existing.REFUSE, true);
    assertThat(DatabaseRows.query(summary.database(), "SELECT name, rank FROM operations"))
        .containsExactly(List.of("rank1", 0L), List.of("second", 1L));
    assertThat(summary.dropped()).isEqualTo(1);
  }

  private static String metadata(ImportSummary summary, String key) {
    return DatabaseRows.query(
            summary.database(), "SELECT value FROM report_metadata WHERE key = ?", key)
        .stream()
        .map(row -> String.valueOf(row.getFirst()))
        .findFirst()
        .orElse("");
  }

  @Test
  void aForeignFileStopsADirectoryUnlessToldToKeepGoing() throws IOException {
    Path reports = Files.createDirectory(folder.resolve("in"));
    one("good").write(reports.resolve("b.json"));
    Files.writeString(reports.resolve("a.json"), "{\"name\": \"package\"}");
    assertThatThrownBy(() -> run(reports, Existing.REFUSE, false))
        .hasMessageContaining("a.json")
        .hasMessageContaining("not a report");
    ImportSummary summary = run(reports, Existing.REFUSE, true);
    assertThat(names(summary.database())).containsExactly("good");
    assertThat(summary.skipped()).singleElement().asString().contains("a.json");
    assertThat(
            DatabaseRows.query(
                summary.database(),
                "SELECT value FROM report_metadata WHERE key = 'tilescope_skipped_files'"))
        .containsExactly(List.of("1"));
  }

  @Test
  void nothingIsWrittenIfNothingCouldBeImported() throws IOException {
    Path report = Files.writeString(folder.resolve("r.json"), "{\"name\": \"package\"}");
    assertThatThrownBy(() -> run(report, Existing.REFUSE, true))
        .hasMessageContainingAll("nothing could be imported", "r.json", "not a report");
    assertThat(folder.resolve("out")).as("made for nothing").doesNotExist();
  }

  @Test
  void aGzipFileIsKnownByItsFirstBytesAndItsSidecarByItsName() throws IOException {
    Path report = folder.resolve("r.json.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(report))) {
      out.write(one("a").report().getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    Files.writeString(
        folder.resolve("r.python_io.json"), "[{\"name\": \"a\", \"arguments\": {\"k\": \"v\"}}]");
    Path database = run(report, Existing.REFUSE, false).database();
    assertThat(DatabaseRows.query(database, "SELECT name, value FROM operation_arguments"))
        .containsExactly(List.of("k", "v"));
    assertThat(filesIn(folder.resolve("out"))).containsExactly("db.sqlite");
  }

  @Test
  void comparisonRecordsBesideTheReportAreImported() throws IOException {
    Files.writeString(
        folder.resolve("comparison_records.json"),
        "{\"local_tensor_comparison_records\": [{\"tensor_id\": 1, \"golden_tensor_id\": 2,"
            + " \"matches\": true, \"desired_pcc\": 1, \"actual_pcc\": 0.5}]}");
    Path database =
        run(one("a").write(folder.resolve("r.json")), Existing.REFUSE, false).database();
    assertThat(
            DatabaseRows.query(
                database, "SELECT matches, actual_pcc FROM local_tensor_comparison_records"))
        .containsExactly(List.of(1L, 0.5));
  }

  @Test
  void aReferenceFarAheadIsFollowed() {
    TraceText trace = new TraceText().start("a").end("a", 30_000);
    for (int i = 2; i < 30_000; i++) {
      trace.node("buffer", "");
    }
    trace.tensor(7, 64);
    Path database = run(trace.write(folder.resolve("r.json")), Existing.REFUSE, false).database();
    assertThat(DatabaseRows.query(database, "SELECT tensor_id FROM output_tensors"))
        .containsExactly(List.of(7L));
  }
}
