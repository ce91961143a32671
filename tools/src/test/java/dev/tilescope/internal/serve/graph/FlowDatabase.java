package dev.tilescope.internal.serve.graph;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A database of operations and tensors as TT-NN's own importer writes them: no table of ours, no
 * indexes, no sizes of tensors.
 */
final class FlowDatabase implements AutoCloseable {
  private final Path file;
  private final Connection connection;
  private int operations;
  private int tensors;

  FlowDatabase(Path file) throws SQLException {
    this.file = file;
    this.connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    connection.setAutoCommit(false);
    run("CREATE TABLE operations (operation_id int, name text, duration float)");
    run("CREATE TABLE input_tensors (operation_id int, input_index int, tensor_id int)");
    run("CREATE TABLE output_tensors (operation_id int, output_index int, tensor_id int)");
    run(
        "CREATE TABLE tensors (tensor_id int, shape text, dtype text, layout text,"
            + " memory_config text, device_id int, address int, buffer_type int)");
    run(
        "CREATE TABLE buffers (operation_id int, device_id int, address int,"
            + " max_size_per_bank int, buffer_type int, buffer_layout int)");
    run("CREATE TABLE captured_graph (operation_id int, captured_graph text)");
    run("CREATE TABLE devices (device_id int, num_y_cores int, num_x_cores int)");
  }

  void run(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      statement.execute();
    }
  }

  int tensor(String shape) throws SQLException {
    run(
        "INSERT INTO tensors VALUES (?, ?, 'DataType.BFLOAT16', 'Layout.TILE', NULL, 0, 0, 1)",
        ++tensors,
        shape);
    return tensors;
  }

  /** An operation that gives one new tensor; returns it. */
  int operation(String name, int... inputs) throws SQLException {
    int output = tensor("Shape([1, 32])");
    call(name, inputs);
    gives(output);
    return output;
  }

  /** An operation that gives nothing yet; returns its id. */
  int call(String name, int... inputs) throws SQLException {
    run("INSERT INTO operations VALUES (?, ?, ?)", ++operations, name, operations * 1e-6);
    for (int i = 0; i < inputs.length; i++) {
      run("INSERT INTO input_tensors VALUES (?, ?, ?)", operations, i, inputs[i]);
    }
    return operations;
  }

  /** The last operation gives a tensor. */
  void gives(int tensor) throws SQLException {
    run("INSERT INTO output_tensors VALUES (?, 0, ?)", operations, tensor);
  }

  /** One layer of six operations: two of them free, and there is an edge around two others. */
  int layer(int input) throws SQLException {
    int normed = operation("ttnn.layer_norm", input);
    int wide = operation("ttnn.linear", normed, tensor("Shape([32, 32])"));
    call("ttnn.deallocate", normed);
    int sum = operation("ttnn.add", wide, input);
    call("ttnn.deallocate", wide);
    return operation("ttnn.gelu", sum);
  }

  Path done() throws SQLException {
    connection.commit();
    return file;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  /** Makes a database; the connection is closed after. */
  interface Content {
    void fill(FlowDatabase database) throws SQLException;
  }

  static Path of(Path file, Content content) throws SQLException {
    try (FlowDatabase database = new FlowDatabase(file)) {
      content.fill(database);
      return database.done();
    }
  }
}
