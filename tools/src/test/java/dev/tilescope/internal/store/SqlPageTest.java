package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.io.UnpackLimit;
import dev.tilescope.internal.runs.PerformanceTables;
import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The queries of docs/sql.md run, and answer. */
class SqlPageTest {
  private static final Pattern QUERY = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);
  private static final String FRAME = "\"  File \\\"/m.py\\\", line 3, in f\\n\"";

  @TempDir private Path folder = Path.of("");

  @Test
  void everyQueryOfThePageAnswers() throws IOException {
    String page =
        Files.readString(
            Path.of(System.getProperty("tilescope.root", "..")).resolve("docs/sql.md"));
    List<String> queries = QUERY.matcher(page).results().map(SqlPageTest::sql).toList();
    assertThat(queries).hasSizeGreaterThanOrEqualTo(10);
    Path database = database();
    for (String query : queries) {
      assertThat(DatabaseRows.query(database, query)).as(query).isNotEmpty();
    }
  }

  private static String sql(MatchResult match) {
    return match.group(1);
  }

  private Path database() throws IOException {
    Path report =
        new TraceText()
            .start("ttnn.a")
            .start("MatmulDeviceOperation", 2)
            .tensor(1, 32)
            .allocate(64, "INTERLEAVED")
            .allocate(96, "INTERLEAVED")
            .end("MatmulDeviceOperation", 6)
            .tensor(2, 64)
            .end("ttnn.a")
            .start("ttnn.b", 9)
            .tensor(2, 64)
            .end("ttnn.b")
            .start("ttnn.c")
            .end("ttnn.c")
            .start("ttnn.deallocate")
            .free(64)
            .end("ttnn.deallocate")
            .start("ttnn.crash")
            .write(
                folder.resolve("r.json"),
                ", \"python_io\": [{\"name\": \"ttnn.a\", \"python_stack_trace\": ["
                    + FRAME
                    + "]}]");
    Path csv =
        Files.writeString(
            folder.resolve("ops_perf_results.csv"),
            "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,ATTRIBUTES,OP TO OP LATENCY [ns],"
                + "DEVICE KERNEL DURATION [ns]\n"
                + "MatmulDeviceOperation,tt_dnn_device,1024,0,,,7000\n");
    ImportOptions options =
        new ImportOptions(
            "db.sqlite",
            false,
            Existing.REFUSE,
            false,
            UnpackLimit.usual(),
            database -> PerformanceTables.add(csv, ReportFile.read(report), database));
    return ReportImport.run(report, folder.resolve("out"), options, (f, d, a) -> {}).database();
  }
}
