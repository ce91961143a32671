package dev.tilescope.serve.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.BufferLifetimes;
import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.analysis.LateFrees;
import dev.tilescope.analysis.RegionPeaks;
import dev.tilescope.analysis.RegionPeaks.RegionPeak;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.demo.Bert;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.report.ReportFile;
import dev.tilescope.serve.Client;
import dev.tilescope.store.ImportOptions;
import dev.tilescope.store.ReportImport;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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
  static void traceBert() throws SQLException {
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
    writeAllocations();
  }

  /** One row a lifetime, in their order, whatever the import wrote. */
  private static void writeAllocations() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      List<Integer> steps = steps(statement);
      statement.execute("DROP TABLE IF EXISTS tilescope_allocations");
      statement.execute(
          "CREATE TABLE tilescope_allocations (allocation_id INTEGER PRIMARY KEY, device_id int,"
              + " address int, size int, max_size_per_bank int, page_size int, num_cores int,"
              + " buffer_type int, buffer_layout int, tensor_id int, first_operation_id int,"
              + " first_node int, last_operation_id int, last_node int, last_use_operation_id int,"
              + " rank int NOT NULL DEFAULT 0)");
      try (PreparedStatement row =
          connection.prepareStatement(
              "INSERT INTO tilescope_allocations (device_id, buffer_type, address, size,"
                  + " max_size_per_bank, first_operation_id, first_node, last_operation_id,"
                  + " last_node, last_use_operation_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
        for (Lifetime lifetime : BufferLifetimes.of(report.trace()).lifetimes()) {
          insert(row, lifetime, steps);
        }
      }
      connection.commit();
    }
  }

  private static void insert(PreparedStatement row, Lifetime lifetime, List<Integer> steps)
      throws SQLException {
    row.setInt(1, lifetime.region().deviceId());
    row.setInt(2, lifetime.region().type().ordinal());
    row.setLong(3, lifetime.description().address());
    row.setLong(4, lifetime.bytes());
    row.setLong(5, lifetime.bytesPerBank());
    row.setObject(6, operationOf(lifetime.made(), steps));
    row.setObject(7, nodeOf(lifetime.made()));
    row.setObject(8, operationOf(lifetime.freed(), steps));
    row.setObject(9, nodeOf(lifetime.freed()));
    row.setObject(10, operationOf(lifetime.lastUse(), steps));
    row.executeUpdate();
  }

  private static @Nullable Integer nodeOf(@Nullable Moment moment) {
    return moment == null ? null : moment.counter();
  }

  /** Ids of the operations that begin a step of the program: those that do more than free. */
  private static List<Integer> steps(Statement statement) throws SQLException {
    List<Integer> ids = new ArrayList<>();
    try (var rows =
        statement.executeQuery(
            "SELECT operation_id FROM operations WHERE name NOT LIKE '%deallocate'"
                + " ORDER BY operation_id")) {
      while (rows.next()) {
        ids.add(rows.getInt(1));
      }
    }
    return ids;
  }

  private static @Nullable Integer operationOf(@Nullable Moment moment, List<Integer> steps) {
    return moment == null ? null : steps.get(Math.max(0, moment.step()));
  }

  @Test
  void peaksWhatWasLateInThemAndWhatTheyCouldHaveBeenAreTheSame()
      throws IOException, InterruptedException {
    List<RegionPeak> peaks = RegionPeaks.of(BufferLifetimes.of(report.trace())).regions();
    assertThat(peaks).hasSizeGreaterThan(1);
    assertThat(peaks).anyMatch(peak -> peak.bytesIfFreedInTime() < peak.bytes());
    try (Client server = Client.of(database)) {
      for (RegionPeak peak : peaks) {
        String said =
            server.json(
                "memory/peak?device=%d&type=%d"
                    .formatted(peak.region().deviceId(), peak.region().type().ordinal()));
        assertThat(Client.number(said, "bytes")).isEqualTo(peak.bytes());
        assertThat(Client.number(said, "live")).isEqualTo(peak.live().size());
        assertThat(Client.number(said, "lateBytes")).isEqualTo(peak.lateBytes());
        assertThat(Client.number(said, "bytesIfInTime")).isEqualTo(peak.bytesIfFreedInTime());
      }
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
        Lifetime lifetime = lifetimes.lifetimes().get(span);
        String said = server.json("memory/buffer?span=" + span);
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
  void theBestSingleFreeIsNeverBetterThanFreeingAllInTime()
      throws IOException, InterruptedException {
    try (Client server = Client.of(database)) {
      String said = server.json("memory/peak?device=0&type=0");
      long most = Client.number(said, "bytes") - Client.number(said, "bytesIfInTime");
      assertThat(Client.number(said, "savedBytes")).isBetween(1L, most);
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
