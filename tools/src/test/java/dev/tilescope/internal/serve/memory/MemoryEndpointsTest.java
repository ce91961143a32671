package dev.tilescope.internal.serve.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.serve.Client;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Small runs whose memory can be worked out by hand, and reports that mean harm. */
@Timeout(60)
class MemoryEndpointsTest {
  private static final String OPERATIONS =
      "CREATE TABLE operations (operation_id int, name text, duration float, rank int)";
  private static final String ALLOCATIONS =
      "CREATE TABLE tilescope_allocations (allocation_id INTEGER PRIMARY KEY, device_id int,"
          + " buffer_type int, address int, size int, max_size_per_bank int, tensor_id int,"
          + " first_operation_id int, first_node int, last_operation_id int, last_node int,"
          + " last_use_operation_id int, rank int NOT NULL DEFAULT 0)";
  private static final String PEAKS =
      "CREATE TABLE tilescope_memory_peaks (device_id int, mesh_device_id int,"
          + " l1_bytes_per_core int, l1_capacity_bytes int, l1_program_bytes int, l1_core_x int,"
          + " l1_core_y int, l1_operation_id int, l1_node int, l1_headroom_bytes int,"
          + " l1_headroom_operation_id int, l1_headroom_node int, dram_bytes_per_bank int,"
          + " dram_capacity_bytes int, dram_operation_id int, dram_node int,"
          + " rank int NOT NULL DEFAULT 0)";
  private static final String LEVELS =
      "CREATE TABLE tilescope_memory_levels (operation_id int, device_id int,"
          + " l1_bytes_before int, l1_bytes_per_core int, dram_bytes_before int,"
          + " dram_bytes_per_bank int, rank int NOT NULL DEFAULT 0)";

  @TempDir private Path folder = Path.of("");

  /** Operations 1 to 4; a lives in all of them but is needed in the first only. */
  private Client fourOperations() throws SQLException {
    return Client.of(
        Client.database(
            folder.resolve("four.sqlite"),
            OPERATIONS,
            "INSERT INTO operations VALUES (1, 'ttnn.a', 1e-6, 0), (2, 'ttnn.b', 1e-6, 0),"
                + " (3, 'ttnn.c', 1e-6, 0), (4, 'ttnn.d', null, 0), (1, 'other', 1, 7)",
            "CREATE TABLE devices (device_id int, worker_l1_size int,"
                + " address_at_first_l1_cb_buffer int)",
            "INSERT INTO devices VALUES (0, 1000, 100)",
            "CREATE TABLE buffer_chunks (operation_id int, device_id int, address int,"
                + " bank_id int, core_x int, core_y int, chunk_address int, chunk_size int,"
                + " page_size int, num_pages int, buffer_type int)",
            "INSERT INTO buffer_chunks VALUES (2, 0, 200, 0, 0, 0, 200, 64, 32, 2, 1), (2, 0, 300,"
                + " 0, 0, 0, 300, 32, 32, 1, 1), (2, 0, 200, 1, 1, 0, 200, 64, 32, 2, 1), (2, 0,"
                + " 200, 1, 1, 0, 200, 9999, 32, 2, 0), (3, 0, 200, 1, 1, 0, 200, 7, 7, 1, 1)",
            PEAKS,
            "INSERT INTO tilescope_memory_peaks VALUES (0, null, 106, 900, 0, null, null, 3, 30,"
                + " null, null, null, 500, null, 1, 10, 0)",
            LEVELS,
            "INSERT INTO tilescope_memory_levels VALUES (1, 0, 0, 64, 500, 500, 0),"
                + " (2, 0, 64, 96, 500, 500, 0), (3, 0, 96, 106, 500, 500, 0),"
                + " (4, 0, 64, 64, 500, 500, 0)",
            ALLOCATIONS,
            "INSERT INTO tilescope_allocations VALUES"
                + " (1, 0, 1, 200, 640, 64, 11, 1, 10, null, null, 1, 0),"
                + " (2, 0, 1, 300, 320, 32, 12, 2, 20, 3, 35, 2, 0),"
                + " (3, 0, 1, 400, 100, 10, null, 3, 30, 3, 34, null, 0),"
                + " (4, 0, 0, 4096, 5000, 500, 14, null, null, 4, 40, 4, 0)"));
  }

  @Test
  void theCurveIsTheMostOfACoreThatWasTakenWhileEachOperationRan()
      throws IOException, InterruptedException, SQLException {
    try (Client server = fourOperations()) {
      assertThat(server.json("memory/curve?device=0&type=1&buckets=100"))
          .contains("\"most\":[64,96,106,64]")
          .contains("\"ids\":[1,2,3,4]");
      assertThat(server.json("memory/curve?device=0&type=1&from=1&to=4&buckets=1"))
          .contains("\"most\":[106]");
    }
  }

  @Test
  void aFreeIsPricedByHowMuchLowerThePeakWouldHaveBeen()
      throws IOException, InterruptedException, SQLException {
    try (Client server = fourOperations()) {
      String said = server.json("memory/peak?device=0&type=1");
      assertThat(Client.number(said, "bytes")).isEqualTo(106);
      assertThat(said)
          .contains("L1 of device 0 is fullest in #3 ttnn.c: 106 bytes of 900 B (11.8 %) on every")
          .contains("32 B is 1 buffer that nothing needs any more: tensor 12, 32 B, made by #2")
          .contains("To save 10 B, free tensor 12 right after #2 ttnn.b.");
    }
  }

  @Test
  void spansComeLargestFirstWithWhereTheyLieAndHowLong()
      throws IOException, InterruptedException, SQLException {
    try (Client server = fourOperations()) {
      assertThat(server.json("memory/spans?device=0&type=1"))
          .isEqualTo(
              "{\"all\":3,\"from\":0,\"spans\":[0,200,64,0,4,11,0,1,300,32,1,2,12,1,2,400,10,2,3,-1,-1]}");
      assertThat(server.json("memory/spans?device=0&type=1&from=9")).contains("\"spans\":[]");
    }
  }

  @Test
  void memoryBeforeAndAfterAnOperationSaysWhatIsFreeAndInHowManyPieces()
      throws IOException, InterruptedException, SQLException {
    try (Client server = fourOperations()) {
      String said = server.json("operation/memory?id=3");
      String l1 = said.substring(said.indexOf("\"type\":1"));
      assertThat(l1).contains("\"low\":100,\"high\":1000,\"placed\":true,\"sized\":true");
      assertThat(l1)
          .contains("\"before\":{\"usedBytes\":96,\"freeBytes\":804,\"largestFreeBytes\":668,")
          .contains("\"largestFreeAt\":332,\"gaps\":3,\"count\":2")
          .contains("\"after\":{\"usedBytes\":64,")
          .contains("\"inside\":[2,400,10,100,-1]");
    }
  }

  @Test
  void coresAreAskedForByOperationAndOnlyL1Counts()
      throws IOException, InterruptedException, SQLException {
    try (Client server = fourOperations()) {
      assertThat(server.json("operation/cores?id=2"))
          .contains("{\"x\":0,\"y\":0,\"bytes\":96,\"chunks\":2}")
          .contains("{\"x\":1,\"y\":0,\"bytes\":64,\"chunks\":1}");
      assertThat(server.json("operation/core?id=2&x=0&y=0"))
          .contains("{\"buffer\":300,\"address\":300,\"bytes\":32,\"pages\":1}");
    }
  }

  @Test
  void sizesAreCountedByPowersOfTwo() throws IOException, InterruptedException, SQLException {
    try (Client server = fourOperations()) {
      assertThat(server.json("memory/sizes?device=0&type=1"))
          .contains("\"fromBytes\":64,\"count\":1")
          .contains("\"fromBytes\":256,\"count\":1")
          .contains("\"fromBytes\":512,\"count\":1");
    }
  }

  @Test
  void whatIsNotThereIsSaidSo() throws IOException, InterruptedException, SQLException {
    try (Client server = fourOperations()) {
      for (String question :
          new String[] {
            "memory/peak?device=3&type=1", "memory/buffer?span=4", "operation/memory?id=99"
          }) {
        HttpResponse<String> response = server.send(question);
        assertThat(response.statusCode()).as(question).isEqualTo(404);
        assertThat(response.body()).contains("error");
      }
      assertThat(server.send("memory/spans?device=x&type=1").statusCode()).isEqualTo(400);
    }
  }

  @Test
  void sizesAndPlacesThatCannotBeAreAnsweredWithoutOverflow()
      throws IOException, InterruptedException, SQLException {
    String[] rows = new String[200];
    Arrays.setAll(
        rows,
        i ->
            "(%d, 0, 1, %d, %d, %d, %d, 1, 5, %d, 9, 77, 0)"
                .formatted(
                    i + 1,
                    i % 2 == 0 ? Long.MAX_VALUE : Long.MIN_VALUE,
                    Long.MAX_VALUE,
                    Long.MAX_VALUE,
                    i,
                    i % 3));
    Path file =
        Client.database(
            folder.resolve("hostile.sqlite"),
            OPERATIONS,
            "INSERT INTO operations VALUES (1, '<script>', 1e300, 0), (2, null, -1, 0)",
            ALLOCATIONS,
            "INSERT INTO tilescope_allocations VALUES " + String.join(", ", rows),
            PEAKS,
            "INSERT INTO tilescope_memory_peaks VALUES (0, 0, %1$d, %1$d, %1$d, %1$d, %1$d, 1, 5,"
                    .formatted(Long.MAX_VALUE)
                + " %1$d, 1, 5, %1$d, %1$d, 99, %2$d, 0)".formatted(Long.MAX_VALUE, Long.MIN_VALUE),
            LEVELS,
            "INSERT INTO tilescope_memory_levels VALUES (1, 0, %1$d, %1$d, %2$d, %1$d, 0)"
                .formatted(Long.MAX_VALUE, Long.MIN_VALUE));
    try (Client server = Client.of(file)) {
      assertThat(Client.number(server.json("memory"), "peakBytes")).isPositive();
      assertThat(Client.number(server.json("memory/peak?device=0&type=1"), "bytes"))
          .isEqualTo(Long.MAX_VALUE);
      server.json("memory/peak?device=0&type=0");
      server.json("memory/spans?device=0&type=1");
      server.json("memory/curve?device=0&type=1&from=-5&to=99999999999&buckets=999999999");
      server.json("memory/sizes?device=0&type=1");
      server.json("operation/memory?id=1");
    }
  }

  @Test
  void aReportWithoutBuffersHasNoRegions() throws IOException, InterruptedException, SQLException {
    Path file = Client.database(folder.resolve("empty.sqlite"), OPERATIONS);
    try (Client server = Client.of(file)) {
      assertThat(server.json("memory")).contains("\"regions\":[]").contains("\"operations\":0");
    }
  }
}
