package dev.tilescope.internal.serve.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.BufferLifetimes;
import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.FullMoments;
import dev.tilescope.analysis.LateFrees;
import dev.tilescope.analysis.MemoryLevels;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.demo.Bert;
import dev.tilescope.internal.export.PeakSentences;
import dev.tilescope.internal.serve.Client;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the page says of memory is what {@code tilescope memory} says of the same run. */
@Timeout(120)
class MemoryAgainstAnalysisTest {
  @TempDir private static Path folder = Path.of("");

  private static Report report = Report.of(dev.tilescope.model.Trace.EMPTY);
  private static Path database = Path.of("");

  @BeforeAll
  static void traceBert() {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      new Bert(new Bert.Size("small", 2, 64, 2, 128, 2, 32), device)
          .forward((what, done, total) -> {});
      report = capture.end();
    }
    Path file = folder.resolve("report.json");
    ReportFile.write(report, file);
    report = ReportFile.read(file);
    database =
        ReportImport.run(file, folder.resolve("db"), ImportOptions.DEFAULT, (f, d, a) -> {})
            .database();
  }

  @Test
  void thePageExplainsPeaksInTheSentencesOfTheCommandLine()
      throws IOException, InterruptedException {
    List<FullMoment> moments = FullMoments.of(report);
    assertThat(moments).hasSize(2);
    try (Client server = Client.of(database)) {
      for (FullMoment moment : moments) {
        String said = server.json("memory/peak?device=0&type=" + (moment.isL1() ? 1 : 0));
        assertThat(Client.number(said, "bytes")).isEqualTo(moment.amount().bytes());
        assertThat(Client.number(said, "live")).isEqualTo(moment.buffers().size());
        for (String sentence : PeakSentences.of(moment)) {
          assertThat(said).contains('"' + sentence + '"');
        }
      }
    }
  }

  @Test
  void theCurveIsTheLevelOfTheAccount() throws IOException, InterruptedException {
    MemoryLevels.Device levels = MemoryLevels.of(report).devices().get(0);
    try (Client server = Client.of(database)) {
      String l1 = server.json("memory/curve?device=0&type=1&buckets=" + levels.l1().length);
      assertThat(l1).contains("\"most\":" + Arrays.toString(levels.l1()).replace(" ", ""));
      String dram = server.json("memory/curve?device=0&type=0&buckets=" + levels.dram().length);
      assertThat(dram).contains("\"most\":" + Arrays.toString(levels.dram()).replace(" ", ""));
    }
  }

  @Test
  void eachBufferIsAsLateAsTheAnalysisSays() throws IOException, InterruptedException {
    BufferLifetimes lifetimes = BufferLifetimes.of(report.trace());
    Map<Lifetime, Integer> late = new HashMap<>();
    LateFrees.of(lifetimes).frees().forEach(l -> late.put(l.buffer(), l.operationsLate()));
    assertThat(late).isNotEmpty();
    try (Client server = Client.of(database)) {
      for (int span = 0; span < lifetimes.lifetimes().size(); span++) {
        String said = server.json("memory/buffer?span=" + span);
        Lifetime lifetime = lifetimes.lifetimes().get(span);
        assertThat(Client.number(said, "address"))
            .isEqualTo(Math.max(0, lifetime.description().address()));
        assertThat(Client.number(said, "lateOperations"))
            .as(
                "buffer %d, last used %s, freed %s: %s",
                span, lifetime.lastUse(), lifetime.freed(), said)
            .isEqualTo((long) late.getOrDefault(lifetime, 0));
      }
    }
  }

  @Test
  void withoutOurTableBuffersAreThoseSeenAfterEachOperation()
      throws IOException, InterruptedException, SQLException {
    Path other = folder.resolve("upstream.sqlite");
    Client.database(
        other,
        "ATTACH '" + database + "' AS ours",
        "CREATE TABLE operations AS SELECT * FROM ours.operations",
        "CREATE TABLE buffers AS SELECT * FROM ours.buffers",
        "CREATE TABLE input_tensors AS SELECT * FROM ours.input_tensors",
        "CREATE TABLE output_tensors AS SELECT * FROM ours.output_tensors",
        "CREATE TABLE tensors AS SELECT tensor_id, shape, dtype, layout, memory_config, device_id,"
            + " address, buffer_type, rank FROM ours.tensors");
    try (Client server = Client.of(other)) {
      assertThat(server.json("memory")).contains("\"exact\":false");
      assertThat(Client.number(server.json("memory/peak?device=0&type=1"), "bytes"))
          .isEqualTo(most(other));
      assertThat(Client.number(server.json("memory/buffer?span=0"), "bankBytes")).isPositive();
    }
  }

  private static long most(Path file) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT sum(max_size_per_bank) FROM buffers WHERE buffer_type = 1"
                    + " GROUP BY operation_id ORDER BY 1 DESC LIMIT 1")) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }
}
