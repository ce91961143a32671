package dev.tilescope.internal.serve.graph;

import static dev.tilescope.internal.serve.Client.number;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.serve.Client;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class GraphEndpointsTest {
  private static final int KIND = 1;
  private static final int ID = 2;
  private static final int OPERATIONS = 4;
  private static final int COPIES = 5;
  private static final int X = 7;
  private static final int Y = 8;
  private static final int W = 9;
  private static final int H = 10;

  @TempDir private Path folder = Path.of("");

  private Path file() {
    return folder.resolve("db.sqlite");
  }

  private Path layers(int count) throws SQLException {
    return FlowDatabase.of(
        file(),
        db -> {
          int tensor = db.operation("ttnn.embedding");
          for (int i = 0; i < count; i++) {
            tensor = db.layer(tensor);
          }
          db.operation("ttnn.softmax", tensor);
        });
  }

  @Test
  void repeatedLayersAreOneNode() throws Exception {
    try (Client asked = Client.of(layers(24))) {
      String graph = asked.json("graph?head=1");
      List<int[]> nodes = arrays(graph, "nodes");
      assertThat(nodes).hasSize(3);
      assertThat(nodes.get(1)[KIND]).isEqualTo(VisibleGraph.Kind.LAYERS.ordinal());
      assertThat(nodes.get(1)[OPERATIONS]).isEqualTo(24 * 4);
      assertThat(nodes.get(1)[COPIES]).isEqualTo(24);
      assertThat(arrays(graph, "edges")).hasSize(2);
      assertThat(number(graph, "leftOut")).isEqualTo(48);
    }
  }

  @Test
  void aLayerOpensInPlaceBetweenTheCopiesBeforeAndAfterIt() throws Exception {
    try (Client asked = Client.of(layers(24))) {
      int layer = arrays(asked.json("graph"), "nodes").get(1)[ID];
      String graph = asked.json("graph?head=1&open=" + layer + ".5");
      List<int[]> nodes = arrays(graph, "nodes");
      assertThat(nodes.stream().map(n -> n[KIND])).containsExactly(0, 2, 0, 0, 0, 0, 3, 0);
      assertThat(nodes.get(1)[COPIES]).isEqualTo(5);
      assertThat(nodes.get(6)[COPIES]).isEqualTo(18);
      assertThat(nodes.get(2)[ID]).isEqualTo(layer + 5 * 6);
      assertThat(graph).contains("\"copy\":5,\"copies\":24");
    }
  }

  @Test
  void deallocationsAreNodesWhenAskedFor() throws Exception {
    try (Client asked = Client.of(layers(2))) {
      assertThat(number(asked.json("graph?fold=0"), "nodesInAll")).isEqualTo(10);
      assertThat(number(asked.json("graph?fold=0&deallocate=1"), "nodesInAll")).isEqualTo(14);
    }
  }

  @Test
  void tensorsAreNodesWhenAskedFor() throws Exception {
    try (Client asked = Client.of(layers(1))) {
      List<int[]> nodes = arrays(asked.json("graph?fold=0&tensors=1"), "nodes");
      // Those between the six operations, and the weight that nobody made.
      assertThat(nodes.stream().filter(n -> n[KIND] == VisibleGraph.Kind.TENSOR.ordinal()))
          .hasSize(5 + 1);
    }
  }

  @Test
  void anEdgeComesFromTheLastOperationThatGaveTheTensor() throws Exception {
    Path database =
        FlowDatabase.of(
            file(),
            db -> {
              int tensor = db.operation("ttnn.zeros");
              db.call("ttnn.add_", tensor);
              db.gives(tensor);
              db.call("ttnn.relu", tensor);
            });
    try (Client asked = Client.of(database)) {
      List<int[]> edges = arrays(asked.json("graph?fold=0"), "edges");
      assertThat(edges.stream().map(e -> e[1] + ">" + e[2])).containsExactly("0>1", "1>2");
    }
  }

  @Test
  void nodesDoNotOverlapAndEdgesLeadDown() throws Exception {
    for (int size : new int[] {60, 290, 1_500}) {
      Path database = folder.resolve(size + ".sqlite");
      try (Client asked = Client.of(random(database, size))) {
        List<int[]> nodes = allParts(asked, "nodes");
        assertThat(nodes).hasSize(size);
        assertThat(overlapping(nodes)).isEmpty();
        Map<Integer, int[]> byNumber = new HashMap<>();
        nodes.forEach(n -> byNumber.put(n[0], n));
        for (int[] edge : allParts(asked, "edges")) {
          assertThat(byNumber.get(edge[1])[Y] + byNumber.get(edge[1])[H])
              .isLessThan(byNumber.get(edge[2])[Y]);
        }
      }
    }
  }

  private static Path random(Path file, int size) throws SQLException {
    Random random = new Random(7);
    return FlowDatabase.of(
        file,
        db -> {
          List<Integer> tensors = new ArrayList<>();
          for (int i = 0; i < size; i++) {
            int[] inputs = new int[Math.min(i, random.nextInt(4))];
            for (int k = 0; k < inputs.length; k++) {
              int back = Math.min(tensors.size(), 1 + random.nextInt(k == 0 ? 3 : 200));
              inputs[k] = tensors.get(tensors.size() - back);
            }
            tensors.add(db.operation("op" + random.nextInt(1000), inputs));
          }
        });
  }

  private static List<int[]> allParts(Client asked, String name)
      throws IOException, InterruptedException {
    List<int[]> all = new ArrayList<>();
    long parts = number(asked.json("graph?fold=0"), "parts");
    for (int part = 0; part < parts; part++) {
      all.addAll(arrays(asked.json("graph?fold=0&part=" + part), name));
    }
    return all;
  }

  private static List<String> overlapping(List<int[]> nodes) {
    List<String> found = new ArrayList<>();
    for (int[] a : nodes) {
      for (int[] b : nodes) {
        if (a[0] < b[0]
            && a[X] < b[X] + b[W]
            && b[X] < a[X] + a[W]
            && a[Y] < b[Y] + b[H]
            && b[Y] < a[Y] + a[H]) {
          found.add(a[0] + " and " + b[0]);
        }
      }
    }
    return found;
  }

  @Test
  void operationsWithoutAnyTensorsStandInRows() throws Exception {
    Path database =
        FlowDatabase.of(
            file(),
            db -> {
              for (int i = 0; i < 1_000; i++) {
                db.call("op" + i % 7 * i);
              }
            });
    try (Client asked = Client.of(database)) {
      String graph = asked.json("graph?fold=0&head=1");
      assertThat(number(graph, "nodesInAll")).isEqualTo(1_000);
      assertThat(number(graph, "width")).isLessThan(4_000);
    }
  }

  @Test
  void aSearchSaysHowManyAndStepsRoundAndRound() throws Exception {
    try (Client asked = Client.of(layers(24))) {
      String first = asked.json("graph/find?fold=0&text=GELU&n=0");
      assertThat(number(first, "all")).isEqualTo(24);
      assertThat(number(first, "id")).isEqualTo(7);
      assertThat(number(asked.json("graph/find?fold=0&text=gelu&n=-1"), "n")).isEqualTo(23);
      assertThat(number(asked.json("graph/find?fold=0&text=gelu&n=25"), "n")).isEqualTo(1);
      assertThat(number(asked.json("graph/find?text=gelu&n=9"), "node")).isEqualTo(1);
      assertThat(number(asked.json("graph/find?text=nothing"), "all")).isZero();
      assertThat(asked.json("graph/find?text=nothing")).doesNotContain("node");
    }
  }

  @Test
  void aNodeSaysWhatItTakesAndGivesAndFromWhom() throws Exception {
    try (Client asked = Client.of(layers(2))) {
      String add = asked.json("graph/node?id=5");
      assertThat(add).contains("\"name\":\"ttnn.add\"", "\"nanos\":5000");
      assertThat(add).contains("\"other\":3", "\"other\":1", "\"other\":7");
      assertThat(asked.send("graph/node?id=999").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void callsInsideAnOperationAreATree() throws Exception {
    String trace =
        """
        [{"node_type": "function_start", "counter": 1, "params": {"name": "ttnn::add"}},
         {"node_type": "function_start", "counter": 2, "params": {"name": "BinaryDeviceOperation"}},
         {"node_type": "circular_buffer_allocate", "counter": 3, "params": {"size": 64}},
         {"node_type": "function_end", "counter": 4, "duration_ns": 70, "modelled_device_ns": 9},
         {"node_type": "function_end", "counter": 5, "duration_ns": 100}, 3, {"node_type": null}]
        """;
    Path database =
        FlowDatabase.of(
            file(),
            db -> {
              int id = db.call("ttnn.add");
              db.run("INSERT INTO captured_graph VALUES (?, ?)", id, trace);
              db.run("INSERT INTO captured_graph VALUES (?, '[{\"node_type')", db.call("broken"));
            });
    try (Client asked = Client.of(database)) {
      String calls = asked.json("graph/calls?id=1");
      assertThat(calls).contains("\"name\":\"BinaryDeviceOperation\",\"node\":2,\"parent\":0");
      assertThat(calls).contains("\"kind\":\"device\"", "\"modelled\":9", "\"circularBytes\":64");
      assertThat(asked.json("graph/calls?id=2")).contains("\"calls\":[]");
    }
  }

  @Test
  void namesOfTenMegabytesAreCut() throws Exception {
    Path database =
        FlowDatabase.of(
            file(),
            db -> {
              db.call("<img src=x onerror=alert(1)>" + "\u0001".repeat(10 << 20));
              db.run("INSERT INTO captured_graph VALUES (1, ?)", "[".repeat(2 << 20));
            });
    try (Client asked = Client.of(database)) {
      assertThat(asked.json("graph").length()).isLessThan(10_000);
      assertThat(asked.json("graph/node?id=1").length()).isLessThan(10_000);
      assertThat(asked.json("graph/calls?id=1")).contains("\"calls\":[]");
    }
  }

  @Test
  void partsThatAreNotThereAndNonsenseAreRefusedWithReasons() throws Exception {
    try (Client asked = Client.of(layers(2))) {
      assertThat(asked.send("graph?part=7").statusCode()).isEqualTo(404);
      assertThat(asked.send("graph?open=x").body()).contains("expected ID.COPY");
      assertThat(asked.send("graph/layer?node=99").statusCode()).isEqualTo(404);
      assertThat(asked.json("graph?open=" + Integer.MAX_VALUE + ".5")).contains("nodes");
    }
  }

  @Test
  void modelledTimeAndMemoryOfTheImporterAreUsedIfTheyAreThere() throws Exception {
    Path database =
        FlowDatabase.of(
            file(),
            db -> {
              db.call("ttnn.add");
              db.run(
                  "CREATE TABLE tilescope_operation_facts (operation_id int, modelled_nanos int,"
                      + " rank int)");
              db.run("INSERT INTO tilescope_operation_facts VALUES (1, 1234, 0)");
              db.run(
                  "CREATE TABLE tilescope_memory_levels (operation_id int, l1_bytes_per_core int,"
                      + " l1_bytes_before int, dram_bytes_per_bank int, dram_bytes_before int,"
                      + " rank int)");
              db.run("INSERT INTO tilescope_memory_levels VALUES (1, 4096, 0, 0, 0, 0)");
            });
    try (Client asked = Client.of(database)) {
      assertThat(asked.json("graph?head=1&memory=1")).contains("[1234,1234],[4096,4096]");
    }
  }

  /** The arrays of numbers in an array of a name. */
  private static List<int[]> arrays(String json, String name) {
    Matcher all = Pattern.compile("\"" + name + "\":\\[((?:\\[[-\\d,]*+\\],?)*+)\\]").matcher(json);
    if (!all.find()) {
      throw new IllegalStateException(name + " is not in " + json);
    }
    List<int[]> found = new ArrayList<>();
    Matcher each = Pattern.compile("\\[([-\\d,]+)\\]").matcher(all.group(1));
    while (each.find()) {
      found.add(Arrays.stream(each.group(1).split(",")).mapToInt(Integer::parseInt).toArray());
    }
    return found;
  }
}
