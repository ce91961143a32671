package dev.tilescope.internal.serve.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.serve.ServedReport;
import dev.tilescope.internal.serve.ServedReport.Found;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperationListTest {
  private static final String GRAPH =
      """
      [{"node_type": "capture_start", "params": {}},
       {"node_type": "function_start", "params": {"name": "ttnn.linear", "inputs": "2"}},
       {"node_type": "function_start", "params": {"name": "MatmulDeviceOperation"}},
       {"node_type": "function_start", "params": {"name": "tt::tt_metal::create_device_tensor"}},
       {"node_type": "function_end", "params": {"name": "x"}, "duration_ns": 300},
       {"node_type": "function_end", "params": {}, "duration_ns": 4000},
       {"node_type": "function_end", "params": {}, "duration_ns": 5000}]
      """;

  @TempDir Path folder;

  /** An embedding, four layers of linear, gelu, add with a deallocation each, and a softmax. */
  private static void model(ServedReport.Rows rows) throws SQLException {
    rows.operation(1, "ttnn.embedding", 0.003);
    int id = 2;
    for (int layer = 0; layer < 4; layer++) {
      for (String name : new String[] {"linear", "gelu", "add", "deallocate"}) {
        rows.operation(id, "ttnn." + name, 0.0001 * id);
        rows.add(
            "stack_traces (operation_id, stack_trace)",
            id,
            "  File \"/m/model.py\", line %d, in layer\n".formatted(30 + name.length()));
        id++;
      }
    }
    rows.operation(id, "ttnn.softmax", 0.5);
  }

  @Test
  void repeatedLayersAreOneRowThatOpens() throws Exception {
    try (ServedReport served = ServedReport.of(folder, OperationListTest::model)) {
      Found folded = served.ask("operations");
      assertThat(folded.each("rows", "kind")).containsExactly("operation", "group", "operation");
      Found group = folded.all("rows").get(1);
      assertThat(group.at("copies").text()).isEqualTo("4");
      assertThat(group.at("period").text()).isEqualTo("4");
      assertThat(group.at("token").text()).isEqualTo("2x4");

      Found open = served.ask("operations", "open", "g2x4.i2x4");
      assertThat(open.each("rows", "kind"))
          .containsExactly(
              "operation",
              "group",
              "layer",
              "operation",
              "operation",
              "operation",
              "operation",
              "layer",
              "layer",
              "layer",
              "operation");
      assertThat(open.each("rows", "id")).startsWith("1", "2", "2", "2", "3", "4", "5", "6");
      assertThat(served.ask("operations", "open", "a2x4").at("all").text()).isEqualTo("23");
    }
  }

  @Test
  void withoutDeallocationsLayersAreShorterAndFlatHasEveryOperation() throws Exception {
    try (ServedReport served = ServedReport.of(folder, OperationListTest::model)) {
      Found without = served.ask("operations", "nofree", "1");
      assertThat(without.all("rows").get(1).at("period").text()).isEqualTo("3");
      assertThat(served.ask("operations", "flat", "1").at("all").text()).isEqualTo("18");
      assertThat(served.ask("operations", "flat", "1", "nofree", "1").at("all").text())
          .isEqualTo("14");
    }
  }

  @Test
  void layersThatDifferInShapesAreToldApartUnlessThenNothingIsFound() throws Exception {
    try (ServedReport served =
        ServedReport.of(
            folder,
            rows -> {
              for (int id = 1; id <= 24; id++) {
                rows.operation(id, "ttnn." + "abc".charAt(id % 3), 0.001);
                rows.tensor(id, id <= 12 ? "[32, 64]" : "[64, 32]", 4096 * id);
                rows.gives(id, id);
              }
            })) {
      Found found = served.ask("operations");
      assertThat(found.each("rows", "copies")).containsExactly("4", "4");
      assertThat(found.at("byShape").text()).isEqualTo("true");
    }
  }

  @Test
  void shapesThatGrowFromStepToStepDoNotHideLayers() throws Exception {
    try (ServedReport served =
        ServedReport.of(
            folder,
            rows -> {
              for (int id = 1; id <= 24; id++) {
                rows.operation(id, "ttnn." + "abc".charAt(id % 3), 0.001);
                rows.tensor(id, "[1, %d]".formatted(id), 4096 * id);
                rows.gives(id, id);
              }
            })) {
      Found found = served.ask("operations");
      assertThat(found.each("rows", "copies")).containsExactly("8");
      assertThat(found.at("byShape").text()).isEqualTo("false");
    }
  }

  @Test
  void textNamesErrorsAndPlacesInTheSourceFilter() throws Exception {
    try (ServedReport served =
        ServedReport.of(
            folder,
            rows -> {
              model(rows);
              rows.add(
                  "errors (operation_id, operation_name, error_type, error_message)",
                  4,
                  "ttnn.add",
                  "RuntimeError",
                  "out of memory");
            })) {
      assertThat(served.ask("operations", "text", "GELU").each("rows", "id"))
          .containsExactly("3", "7", "11", "15");
      assertThat(served.ask("operations", "name", "ttnn.softmax").each("rows", "id"))
          .containsExactly("18");
      assertThat(served.ask("operations", "text", "12").each("rows", "id")).containsExactly("12");
      assertThat(served.ask("operations", "text", "model.py:33").each("rows", "name"))
          .containsOnly("ttnn.add");
      Found failed = served.ask("operations", "errors", "1");
      assertThat(failed.each("rows", "id")).containsExactly("4");
      assertThat(failed.each("rows", "error")).containsExactly("true");
      assertThat(failed.each("rows", "source")).containsExactly("/m/model.py:33");
    }
  }

  @Test
  void rowsAreSortedPagedAndFoundById() throws Exception {
    try (ServedReport served = ServedReport.of(folder, OperationListTest::model)) {
      Found longest = served.ask("operations", "sort", "nanos", "down", "1", "count", "2");
      assertThat(longest.each("rows", "id")).containsExactly("18", "1");
      assertThat(longest.at("all").text()).isEqualTo("18");
      Found page = served.ask("operations", "flat", "1", "from", "16", "count", "50");
      assertThat(page.each("rows", "id")).containsExactly("17", "18");
      assertThat(served.ask("operations", "count", "0", "place", "18").at("place").text())
          .isEqualTo("2");
      assertThat(served.ask("operations", "count", "0", "place", "7").at("place").text())
          .as("inside the folded group")
          .isEqualTo("1");
    }
  }

  @Test
  void anOpenOperationShowsItsArgumentsAndCalls() throws Exception {
    try (ServedReport served =
        ServedReport.of(
            folder,
            rows -> {
              rows.operation(1, "ttnn.linear", 0.001);
              rows.add(
                  "operation_arguments (operation_id, name, value)", 1, "bias", "x".repeat(5_000));
              rows.add("captured_graph (operation_id, captured_graph)", 1, GRAPH);
            })) {
      Found open = served.ask("operations", "open", "o1");
      assertThat(open.each("rows", "kind"))
          .containsExactly("operation", "argument", "call", "call");
      assertThat(open.each("rows", "nanos")).containsExactly("1000000", "null", "4000", "300");
      assertThat(open.each("rows", "device")).containsExactly("null", "null", "true", "false");
      assertThat(open.all("rows").get(1).at("value").text()).hasSize(400);
    }
  }

  @Test
  void aDamagedPartOfTheTraceIsSaidAndTheRestIsShown() throws Exception {
    try (ServedReport served =
        ServedReport.of(
            folder,
            rows -> {
              rows.operation(1, "ttnn.linear", 0.001);
              rows.add("captured_graph (operation_id, captured_graph)", 1, GRAPH.substring(0, 300));
            })) {
      Found open = served.ask("operations", "open", "o1");
      assertThat(open.status()).isEqualTo(200);
      assertThat(open.each("rows", "kind")).endsWith("note");
      assertThat(open.all("rows").getLast().at("value").text()).contains("damaged");
    }
  }

  @Test
  void namesFromReportsAreDataWhateverTheyHold() throws Exception {
    String name = "<img src=x onerror=alert(1)>'\"; DROP TABLE operations; --";
    try (ServedReport served =
        ServedReport.of(folder, rows -> rows.operation(1, name + "y".repeat(100_000), 0.001))) {
      assertThat(served.ask("operations").each("rows", "name").getFirst())
          .startsWith(name)
          .hasSize(300);
      assertThat(served.ask("operations", "text", "drop table").at("all").text()).isEqualTo("1");
      assertThat(served.ask("operations", "sort", "no-such").status()).isEqualTo(400);
    }
  }
}
