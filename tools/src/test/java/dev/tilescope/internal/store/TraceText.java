package dev.tilescope.internal.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a report node by node. Texts are given without quotes inside. */
final class TraceText {
  private final List<String> nodes = new ArrayList<>();
  private int rank;
  private int thread;

  TraceText rank(int number) {
    rank = number;
    return this;
  }

  /** Nodes from here on were recorded on this thread. */
  TraceText thread(int number) {
    thread = number;
    return this;
  }

  /** Adds a node; params as {@code "size: 5| name: add"}: what looks like a number is one. */
  TraceText node(String type, String params, int... connections) {
    return node(type, params, new int[] {}, connections);
  }

  TraceText node(String type, String params, int[] inputs, int... connections) {
    nodes.add(
        "{\"arguments\": [], \"connections\": %s, \"counter\": %d, \"input_tensors\": %s, \"node_type\": \"%s\", \"params\": {%s}, \"stacking_level\": 1%s}"
            .formatted(
                Arrays.toString(connections),
                nodes.size(),
                Arrays.toString(inputs),
                type,
                fields(params),
                thread == 0 ? "" : ", \"thread\": " + thread));
    return this;
  }

  /** The call number is the node's own number. */
  TraceText start(String name, int... inputs) {
    return node("function_start", "name: " + name, inputs, new int[] {});
  }

  TraceText end(String name, int... outputs) {
    return node("function_end", "name: " + name, outputs);
  }

  TraceText tensor(int id, long address) {
    return node(
        "tensor",
        ("tensor_id: %d| address: %d| device_id: 4| buffer_type: 1| size: 2048| dtype:"
                + " DataType::BFLOAT16| layout: Layout::TILE| shape: Shape([1, 32])")
            .formatted(id, address));
  }

  TraceText allocate(long address, String layout) {
    return node(
        "buffer_allocate",
        "address: %d| device_id: 4| buffer_type: 1| layout: %s| max_size_per_bank: 2048"
            .formatted(address, layout));
  }

  TraceText free(long address) {
    return node("buffer_deallocate", "address: %d| device_id: 4".formatted(address));
  }

  private static String fields(String params) {
    return params.isEmpty()
        ? ""
        : List.of(params.split("\\| ")).stream()
            .map(field -> field.split(": ", 2))
            .map(field -> "\"" + field[0] + "\": " + value(field[1]))
            .collect(Collectors.joining(", "));
  }

  private static String value(String text) {
    return text.matches("-?\\d+") ? text : "\"" + text + "\"";
  }

  String trace() {
    return "[" + String.join(",\n", nodes) + "]";
  }

  String report(String... more) {
    return "{\"devices\": [{\"device_id\": 4, \"l1_num_banks\": 64}], \"graph\": %s, \"metadata\": {\"rank\": %d, \"world_size\": 1}%s, \"version\": 1}"
        .formatted(trace(), rank, String.join("", more));
  }

  Path write(Path file, String... more) {
    try {
      return Files.writeString(file, report(more));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
