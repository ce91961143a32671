package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * 300 made-up reports, most of them damaged: every row that an import with upstream's rows writes
 * is the row that {@link SpecImporter} derives, in its place, and what that refuses is refused.
 *
 * <p>With the system property {@code tilescope.keepReports} the reports stay in that directory, for
 * a comparison with TT-NN's own importer.
 */
class SpecifiedRowsTest {
  private static final int REPORTS = 300;
  private static final ImportOptions OPTIONS =
      new ImportOptions("db.sqlite", true, Existing.REFUSE, false);

  @TempDir private Path temporary = Path.of("");

  @Test
  void everyRowIsTheSpecifiedOne() throws IOException {
    String kept = System.getProperty("tilescope.keepReports");
    Path folder = kept == null ? temporary : Files.createDirectories(Path.of(kept));
    int imported = 0;
    int refused = 0;
    for (int seed = 0; seed < REPORTS; seed++) {
      Path source = folder.resolve("%04d".formatted(seed));
      Map<String, List<String>> specified = specified(generate(seed, source));
      Map<String, List<String>> actual = actual(source, folder.resolve("out" + seed));
      if (specified.isEmpty()) {
        refused++;
      } else {
        imported++;
      }
      for (String table : SpecTables.names()) {
        assertThat(actual.getOrDefault(table, List.of("refused")))
            .as("%s of report %d", table, seed)
            .containsExactlyElementsOf(specified.getOrDefault(table, List.of("refused")));
      }
    }
    assertThat(imported).as("sound enough to import").isGreaterThan(REPORTS * 2 / 3);
    assertThat(refused).as("too damaged").isGreaterThan(REPORTS / 50);
  }

  /** One report, or several in a directory; two of three are mutated. */
  private static List<Path> generate(int seed, Path folder) throws IOException {
    Random random = new Random(seed);
    Files.createDirectories(folder);
    Path model = Files.writeString(folder.resolve("model.py"), "import ttnn\n");
    List<Path> files = new ArrayList<>();
    for (int i = random.nextInt(6) == 0 ? 1 : 0; i >= 0; i--) {
      RandomReport maker = new RandomReport(random, model);
      Map<String, Object> report = maker.report(random.nextInt(4) == 0 ? 1 : 0);
      ReportMutation mutation = new ReportMutation(random, report, maker.calls());
      for (int n = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(4); n > 0; n--) {
        mutation.apply();
      }
      Path file = folder.resolve("report" + files.size() + ".json");
      if (random.nextBoolean()) {
        report.put("python_io", maker.calls());
      } else {
        Files.writeString(
            folder.resolve("report" + files.size() + ".python_io.json"),
            PlainJson.dumps(maker.calls()));
      }
      files.add(Files.writeString(file, PlainJson.dumps(report)));
    }
    return files;
  }

  /** Rows by table, nothing if the reports are refused. */
  private static Map<String, List<String>> specified(List<Path> files) {
    Map<String, List<String>> rows = new TreeMap<>();
    try {
      SpecTables tables = SpecImporter.tables(files);
      for (String table : SpecTables.names()) {
        rows.put(table, texts(tables.rows(table)));
      }
      return rows;
    } catch (PlainJson.Refused e) {
      return Map.of();
    }
  }

  private static Map<String, List<String>> actual(Path source, Path out) {
    Path database;
    try {
      database = ReportImport.run(source, out, OPTIONS, (file, done, all) -> {}).database();
    } catch (TilescopeException e) {
      return Map.of();
    }
    Map<String, List<String>> rows = new TreeMap<>();
    DatabaseRows.tables(database, SpecTables.names())
        .forEach((table, values) -> rows.put(table, texts(values)));
    return rows;
  }

  /** The checkout that wrote a row is nobody's business. */
  private static List<String> texts(List<? extends List<? extends @Nullable Object>> rows) {
    List<String> texts = new ArrayList<>();
    for (List<? extends @Nullable Object> row : rows) {
      List<Object> values = new ArrayList<>();
      row.forEach(value -> values.add(SpecImporter.orNone(value)));
      texts.add(PlainJson.dumps(values));
    }
    texts.replaceAll(text -> text.startsWith("[\"git_") ? text.substring(0, 10) : text);
    return texts;
  }
}
