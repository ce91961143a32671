package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportChoice;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Whatever the bytes are: a whole database, or one message and nothing. */
class MutatedReportsTest {
  private static final byte[] REPORT =
      new TraceText()
          .start("ttnn.a", 1)
          .tensor(1, 64)
          .allocate(64, "HEIGHT_SHARDED")
          .end("ttnn.a", 4)
          .tensor(2, 128)
          .free(64)
          .report(", \"python_io\": [{\"name\": \"ttnn.a\", \"arguments\": {\"k\": [1, null]}}]")
          .getBytes(StandardCharsets.UTF_8);
  private static final byte[] PIECES =
      "{}[]\",:\\0-9.eEntu \u00e9".getBytes(StandardCharsets.UTF_8);

  @Property(tries = 300, seed = "20261115")
  void everyMutationGivesADatabaseOrOneMessage(
      @ForAll @IntRange(min = 0, max = 99_999) int place,
      @ForAll @IntRange(min = 0, max = 3) int kind,
      @ForAll @IntRange(min = 0, max = 999) int piece,
      @ForAll boolean upstream,
      @ForAll boolean keepGoing)
      throws IOException {
    Path folder = Files.createTempDirectory("mutated");
    try {
      Path report = folder.resolve("r.json");
      Files.write(report, mutated(place % REPORT.length, kind, PIECES[piece % PIECES.length]));
      check(
          report,
          folder.resolve("out"),
          new ImportOptions("db.sqlite", upstream, Existing.REFUSE, keepGoing));
    } finally {
      delete(folder);
    }
  }

  private static void check(Path report, Path out, ImportOptions options) {
    try {
      ImportSummary summary = ReportImport.run(report, out, options, (f, d, a) -> {});
      Path database = summary.database();
      assertThat(DatabaseRows.query(database, "PRAGMA integrity_check").toString())
          .isEqualTo("[[ok]]");
      if (summary.rowsOf("operations") > 0) {
        checkReading(report, database, options.upstreamRows());
      }
    } catch (TilescopeException expected) {
      assertThat(expected).hasMessageContaining("r.json");
      assertThat(out).as("made for nothing").doesNotExist();
    }
  }

  private static void checkReading(Path report, Path database, boolean upstream) {
    if (upstream) {
      assertThat(DatabaseReport.read(database, ReportChoice.ONLY).damage()).isNotEmpty();
      return;
    }
    try {
      assertThat(DatabaseReport.read(database, ReportChoice.ONLY))
          .isEqualTo(ReportFile.read(report));
    } catch (TilescopeException unreadable) {
      assertThatThrownBy(() -> ReportFile.read(report)).isInstanceOf(TilescopeException.class);
    }
  }

  private static byte[] mutated(int place, int kind, byte piece) {
    byte[] bytes = REPORT.clone();
    return switch (kind) {
      case 0 -> Arrays.copyOf(bytes, place);
      case 1 -> {
        bytes[place] = piece;
        yield bytes;
      }
      case 2 -> {
        System.arraycopy(bytes, place + 1, bytes, place, bytes.length - place - 1);
        yield Arrays.copyOf(bytes, bytes.length - 1);
      }
      default -> {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        System.arraycopy(bytes, place, longer, place + 1, bytes.length - place);
        longer[place] = piece;
        yield longer;
      }
    };
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
