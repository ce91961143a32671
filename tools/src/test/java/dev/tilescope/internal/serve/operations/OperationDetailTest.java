package dev.tilescope.internal.serve.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.serve.Client;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One operation, asked for over HTTP. */
@Timeout(60)
class OperationDetailTest {
  private static final String GRAPH =
      "[{\"node_type\":\"capture_start\"},"
          + "{\"node_type\":\"function_start\",\"params\":{\"name\":\"ttnn.add\"}},"
          + "{\"node_type\":\"function_start\",\"params\":{\"name\":\"BinaryDeviceOperation\"}},"
          + "{\"node_type\":\"buffer_allocate\",\"params\":{\"address\":\"64\",\"size\":32,"
          + "\"type\":\"L1\"}},"
          + "{\"node_type\":\"circular_buffer_allocate\",\"params\":{\"address\":\"96\","
          + "\"size\":\"8\",\"core_range_set\":\"{[(x=0,y=0) - (x=7,y=1)]}\","
          + "\"globally_allocated\":\"1\"}},"
          + "{\"node_type\":\"function_end\",\"duration_ns\":70},"
          + "{\"node_type\":\"function_end\",\"duration_ns\":100}";

  @TempDir private Path folder = Path.of("");

  private Client server() throws SQLException {
    return Client.of(
        Client.database(
            folder.resolve("db.sqlite"),
            "CREATE TABLE operations (operation_id int, name text, duration float, rank int)",
            "INSERT INTO operations VALUES (1, 'ttnn.a', 1, 0), (3, 'ttnn.add', 2e-6, 0),"
                + " (4, replace(hex(zeroblob(3000000)), '0', '<'), 1, 0), (3, 'else', 1, 5)",
            "CREATE TABLE input_tensors (operation_id int, input_index int, tensor_id int)",
            "INSERT INTO input_tensors VALUES (3, 1, 8), (3, 0, 7)",
            "CREATE TABLE tensors (tensor_id int, shape text, dtype text, layout text,"
                + " memory_config text, device_id int, address int, buffer_type int)",
            "INSERT INTO tensors VALUES (7, 'Shape([1])', 'BFLOAT16', 'TILE', 'm', 0, 640, 1)",
            "CREATE TABLE local_tensor_comparison_records (tensor_id int, golden_tensor_id int,"
                + " matches int, desired_pcc float, actual_pcc float)",
            "INSERT INTO local_tensor_comparison_records VALUES (7, 1, 1, 0.99, 0.9995)",
            "CREATE TABLE operation_arguments (operation_id int, name text, value text)",
            "INSERT INTO operation_arguments VALUES (3, 'x', 'short'),"
                + " (3, 'y', replace(hex(zeroblob(5000000)), '0', 'z'))",
            "CREATE TABLE captured_graph (operation_id int, captured_graph text)",
            "INSERT INTO captured_graph VALUES (3, '" + GRAPH + "]'), (1, '" + GRAPH + ", nul')",
            "CREATE TABLE source_files (id INTEGER PRIMARY KEY, path text, contents text)",
            "INSERT INTO source_files VALUES (1, '/m.py', 'one' || char(10) || 'two')",
            "CREATE TABLE errors (operation_id int, error_type text, error_message text)",
            "INSERT INTO errors VALUES (3, 'RuntimeError', 'does not fit')"));
  }

  @Test
  void anOperationComesWithItsNeighboursTensorsArgumentsAndErrors()
      throws IOException, InterruptedException, SQLException {
    try (Client server = server()) {
      assertThat(server.json("operation?id=3"))
          .contains("\"name\":\"ttnn.add\",\"nanos\":2000")
          .contains("\"previous\":{\"id\":1,\"index\":0,\"name\":\"ttnn.a\"},\"next\":{\"id\":4,")
          .contains("\"inputs\":[{\"id\":7,\"shape\":\"Shape([1])\"")
          .contains("\"pcc\":{\"actual\":0.9995,\"desired\":0.99,\"matches\":true}")
          .contains("{\"id\":8,\"shape\":\"\"")
          .contains("does not fit");
    }
  }

  @Test
  void longTextsAreCutAndTheirLengthIsSaid()
      throws IOException, InterruptedException, SQLException {
    try (Client server = server()) {
      String said = server.json("operation?id=3");
      assertThat(said).hasSizeLessThan(5_000).contains("\"chars\":10000000");
      assertThat(server.json("operation/argument?id=3&at=1"))
          .hasSizeBetween(200_000, 300_000)
          .contains("\"chars\":10000000");
      assertThat(server.json("operation?id=4")).hasSizeLessThan(5_000);
      assertThat(server.send("operation/argument?id=3&at=2").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void callsAreATreeWithWhatTheyDidToMemory()
      throws IOException, InterruptedException, SQLException {
    try (Client server = server()) {
      assertThat(server.json("operation/calls?id=3"))
          .contains(
              "{\"kind\":\"call\",\"depth\":0,\"name\":\"ttnn.add\",\"nanos\":100,\"device\":false}")
          .contains("\"depth\":1,\"name\":\"BinaryDeviceOperation\",\"nanos\":70,\"device\":true")
          .contains("{\"kind\":\"allocate\",\"depth\":2,\"deviceId\":0,\"address\":64,\"bytes\":32")
          .contains("\"global\":true,\"cores\":[0,0,7,1]");
    }
  }

  @Test
  void aDamagedTraceSaysSoAndKeepsWhatCameBefore()
      throws IOException, InterruptedException, SQLException {
    try (Client server = server()) {
      assertThat(server.json("operation/calls?id=1"))
          .contains("BinaryDeviceOperation")
          .contains("captured graph of operation 1")
          .doesNotContain("\"damage\":\"\"");
      assertThat(server.json("operation/calls?id=4")).contains("\"recorded\":false");
    }
  }

  @Test
  void sourceTextIsOnlyThatOfTheReport() throws IOException, InterruptedException, SQLException {
    try (Client server = server()) {
      assertThat(server.json("operation/source?path=/m.py&line=2"))
          .contains("\"from\":1,\"all\":2,\"lines\":[\"one\",\"two\"]");
      assertThat(server.json("operation/source?path=/etc/passwd&line=1")).contains("\"lines\":[]");
    }
  }

  @Test
  void anOperationThatIsNotThereIsSaidSo() throws IOException, InterruptedException, SQLException {
    try (Client server = server()) {
      assertThat(server.send("operation?id=2").statusCode()).isEqualTo(404);
      assertThat(server.send("operation?id=2").body()).contains("the report has 3");
    }
  }
}
