package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.store.ImportOptions.Existing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Small reports with the rows that upstream's importer (schema 3.3) wrote for them. A file is: one
 * line that says which rule it is about; the report; its sidecar if it has one; all rows.
 */
class UpstreamRowsTest {
  private static final ImportOptions OPTIONS =
      new ImportOptions("db.sqlite", true, Existing.REFUSE, false);

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void everyRowIsUpstreams(String name) throws IOException {
    String golden = Files.readString(goldenFolder().resolve(name + ".txt"));
    Path report = folder.resolve("report.json");
    Files.writeString(report, section(golden, "report"));
    if (golden.contains("\n== python_io\n")) {
      Files.writeString(folder.resolve("report.python_io.json"), section(golden, "python_io"));
    }
    Path out = folder.resolve("out");
    ReportImport.run(report, out, OPTIONS, (file, done, all) -> {});
    assertThat(DatabaseRows.all(out.resolve("db.sqlite")))
        .as(golden.lines().findFirst().orElse(""))
        .containsExactlyElementsOf(section(golden, "rows").lines().toList());
  }

  @Test
  void thereAreCasesForEveryRule() throws IOException {
    assertThat(cases()).hasSizeGreaterThanOrEqualTo(40);
  }

  static List<String> cases() throws IOException {
    try (Stream<Path> files = Files.list(goldenFolder())) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .map(name -> name.substring(0, name.length() - ".txt".length()))
          .sorted()
          .toList();
    }
  }

  private static Path goldenFolder() {
    try {
      return Path.of(
          Objects.requireNonNull(UpstreamRowsTest.class.getResource("upstream")).toURI());
    } catch (URISyntaxException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  private static String section(String golden, String title) {
    String heading = "\n== " + title + "\n";
    int start = golden.indexOf(heading) + heading.length();
    int end = golden.indexOf("\n== ", start);
    return end < 0 ? golden.substring(start) : golden.substring(start, end);
  }
}
