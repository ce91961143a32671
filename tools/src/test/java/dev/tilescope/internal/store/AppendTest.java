package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Adding to databases that another version or another importer made. */
class AppendTest {
  @TempDir private Path folder = Path.of("");
  private Path database = Path.of("");

  @BeforeEach
  void name() {
    database = folder.resolve("out").resolve("db.sqlite");
  }

  private static TraceText trace(String name, int tensor) {
    return new TraceText().start(name, 1).tensor(tensor, 64).end(name);
  }

  private void append(String name, int tensor, boolean upstream) {
    ReportImport.run(
        trace(name, tensor).write(folder.resolve("r.json")),
        folder.resolve("out"),
        new ImportOptions("db.sqlite", upstream, Existing.APPEND, false),
        (f, d, a) -> {});
  }

  private void refusedUntouched(String... said) throws IOException {
    byte[] before = Files.readAllBytes(database);
    assertThatThrownBy(() -> append("b", 2, false))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContainingAll("db.sqlite", "--replace")
        .hasMessageContainingAll(said);
    assertThat(Files.readAllBytes(database)).isEqualTo(before);
    try (Stream<Path> left = Files.list(folder.resolve("out"))) {
      assertThat(left.filter(f -> f.toString().endsWith(".tmp"))).isEmpty();
    }
  }

  @Test
  void upstreamsDatabaseGetsTheColumnItLacks() {
    append("a", 1, true);
    append("b", 2, false);
    assertThat(DatabaseRows.query(database, "SELECT tensor_id, size FROM tensors ORDER BY 1"))
        .extracting(Object::toString)
        .containsExactly("[1, null]", "[2, 2048]");
  }

  @Test
  void upstreamsRowsGoIntoADatabaseThatHasMoreColumns() {
    append("a", 1, false);
    append("b", 2, true);
    assertThat(DatabaseRows.query(database, "SELECT tensor_id, size FROM tensors ORDER BY 1"))
        .containsExactly(List.of(1L, 2048L), List.of(2L, 2048L));
  }

  @ParameterizedTest
  @CsvSource({"3.1, the older schema 3.1", "2, the older schema 2", "x, does not say"})
  void anOlderSchemaIsRefused(String version, String said) throws IOException {
    append("a", 1, false);
    DatabaseRows.execute(
        database,
        "UPDATE report_metadata SET value = '" + version + "' WHERE key = 'schema_version'");
    refusedUntouched(said);
  }

  @Test
  void otherColumnsAreRefusedByName() throws IOException {
    append("a", 1, false);
    DatabaseRows.execute(database, "ALTER TABLE buffers DROP COLUMN buffer_layout");
    refusedUntouched("a table buffers of other columns", "expected operation_id");
  }

  @Test
  void aForeignDatabaseIsRefused() throws IOException {
    Files.createDirectories(folder.resolve("out"));
    DatabaseRows.execute(database, "CREATE TABLE songs (name text)");
    refusedUntouched("holds no imported reports");
  }

  @Test
  void aFileThatIsNoDatabaseIsRefused() throws IOException {
    Files.createDirectories(folder.resolve("out"));
    Files.writeString(database, "not a database, but long enough to be looked at ".repeat(40));
    refusedUntouched("cannot be read as a SQLite database");
  }

  @Test
  void aDatabaseThatIsOpenElsewhereIsRefused() throws IOException {
    append("a", 1, false);
    Files.writeString(folder.resolve("out").resolve("db.sqlite-wal"), "pages");
    refusedUntouched("is open in another program");
  }
}
