package dev.tilescope.internal.serve;

import dev.tilescope.internal.json.JsonReader;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A database as TT-NN's importer writes it, filled by a test and served over HTTP. */
public final class ServedReport implements AutoCloseable {
  private static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE devices (device_id int, num_x_compute_cores int, num_y_compute_cores int,"
              + " l1_bank_size int, rank int DEFAULT 0)",
          "CREATE TABLE operations (operation_id int, name text, duration float, rank int DEFAULT"
              + " 0)",
          "CREATE TABLE operation_arguments (operation_id int, name text, value text,"
              + " rank int DEFAULT 0)",
          "CREATE TABLE tensors (tensor_id int, shape text, dtype text, layout text,"
              + " memory_config text, device_id int, address int, buffer_type int,"
              + " rank int DEFAULT 0)",
          "CREATE TABLE input_tensors (operation_id int, input_index int, tensor_id int,"
              + " rank int DEFAULT 0)",
          "CREATE TABLE output_tensors (operation_id int, output_index int, tensor_id int,"
              + " rank int DEFAULT 0)",
          "CREATE TABLE buffers (operation_id int, device_id int, address int,"
              + " max_size_per_bank int, buffer_type int, buffer_layout int, rank int DEFAULT 0)",
          "CREATE TABLE stack_traces (operation_id int, stack_trace text, rank int DEFAULT 0)",
          "CREATE TABLE captured_graph (operation_id int, captured_graph text, rank int DEFAULT 0)",
          "CREATE TABLE errors (operation_id int, operation_name text, error_type text,"
              + " error_message text, rank int DEFAULT 0)",
          "CREATE TABLE report_metadata (key text, value text)",
          "CREATE TABLE local_tensor_comparison_records (tensor_id int, golden_tensor_id int,"
              + " matches int, desired_pcc float, actual_pcc float, rank int DEFAULT 0)");

  /** Fills tables. */
  public interface Filling {
    void fill(Rows rows) throws SQLException;
  }

  /** Inserts rows, columns in the order of the table. */
  public static final class Rows {
    private final Connection connection;

    Rows(Connection connection) {
      this.connection = connection;
    }

    public void run(String sql) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
    }

    public void add(String into, @Nullable Object... values) throws SQLException {
      String places = "?,".repeat(values.length);
      try (PreparedStatement row =
          connection.prepareStatement(
              "INSERT INTO %s VALUES (%s)"
                  .formatted(into, places.substring(0, places.length() - 1)))) {
        for (int i = 0; i < values.length; i++) {
          row.setObject(i + 1, values[i]);
        }
        row.executeUpdate();
      }
    }

    public void operation(int id, String name, double seconds) throws SQLException {
      add("operations (operation_id, name, duration)", id, name, seconds);
    }

    /** A bf16 tensor of tiles in L1. */
    public void tensor(long id, String shape, long address) throws SQLException {
      add(
          "tensors (tensor_id, shape, dtype, layout, memory_config, device_id, address,"
              + " buffer_type)",
          id,
          "Shape(" + shape + ")",
          "DataType.BFLOAT16",
          "Layout.TILE",
          "MemoryConfig(memory_layout=TensorMemoryLayout::INTERLEAVED,buffer_type=BufferType::L1)",
          0,
          address,
          1);
    }

    public void gives(int operation, long tensor) throws SQLException {
      add("output_tensors (operation_id, output_index, tensor_id)", operation, 0, tensor);
    }

    public void takes(int operation, long tensor) throws SQLException {
      add("input_tensors (operation_id, input_index, tensor_id)", operation, 0, tensor);
    }
  }

  private final Client client;

  private ServedReport(Client client) {
    this.client = client;
  }

  public static ServedReport of(Path folder, Filling filling) throws SQLException {
    Path file = folder.resolve("db.sqlite");
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
      connection.setAutoCommit(false);
      Rows rows = new Rows(connection);
      for (String table : SCHEMA) {
        rows.run(table);
      }
      filling.fill(rows);
      connection.commit();
    }
    return new ServedReport(Client.of(file));
  }

  /** A database that is there. */
  public static ServedReport of(Path database) {
    return new ServedReport(Client.of(database));
  }

  /** Asks {@code name?key=value&...}; values are given apart, to be encoded. */
  public Found ask(String name, String... pairs) {
    StringBuilder address = new StringBuilder(name);
    for (int i = 0; i < pairs.length; i += 2) {
      address
          .append(i == 0 ? '?' : '&')
          .append(pairs[i])
          .append('=')
          .append(Client.encoded(pairs[i + 1]));
    }
    HttpResponse<String> response = client.send(address.toString());
    try (JsonReader json = JsonReader.of(response.body(), name)) {
      return new Found(response.statusCode(), value(json));
    }
  }

  private static @Nullable Object value(JsonReader json) {
    return switch (json.kind()) {
      case OBJECT -> object(json);
      case ARRAY -> array(json);
      case STRING -> json.text();
      case INTEGER -> json.longValue();
      case DECIMAL -> json.doubleValue();
      case BOOLEAN -> json.booleanValue();
      case NULL, END -> null;
    };
  }

  private static Map<String, @Nullable Object> object(JsonReader json) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    json.enterObject();
    for (String field = json.nextField(); field != null; field = json.nextField()) {
      fields.put(field, value(json));
    }
    return fields;
  }

  private static List<@Nullable Object> array(JsonReader json) {
    List<@Nullable Object> elements = new ArrayList<>();
    json.enterArray();
    while (json.nextElement()) {
      elements.add(value(json));
    }
    return elements;
  }

  /** An answer, or a part of one. */
  public record Found(int status, @Nullable Object value) {
    /** A field, down a path such as {@code tensors.late}. */
    public Found at(String path) {
      @Nullable Object now = value;
      for (String name : path.split("\\.", -1)) {
        now = now instanceof Map<?, ?> fields ? fields.get(name) : null;
      }
      return new Found(status, now);
    }

    /** Elements of an array. */
    public List<Found> all(String path) {
      return at(path).all();
    }

    /** Elements of this array. */
    public List<Found> all() {
      return ((List<?>) Objects.requireNonNull(value))
          .stream().map(element -> new Found(status, element)).toList();
    }

    /** One field of each element of an array. */
    public List<String> each(String path, String field) {
      return all(path).stream().map(element -> element.at(field).text()).toList();
    }

    public String text() {
      return String.valueOf(value);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
