package dev.tilescope.internal.serve.overview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.serve.ServedReport;
import dev.tilescope.internal.serve.ServedReport.Found;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverviewEndpointsTest {
  @TempDir Path folder;

  /** Tensor 10 is freed two operations late, 20 in time, 30 never; 40 is never used. */
  private static void run(ServedReport.Rows rows) throws SQLException {
    String[] names = {"add", "mul", "exp", "sub", "deallocate", "deallocate", "exp"};
    for (int i = 0; i < names.length; i++) {
      rows.operation(i + 1, "ttnn." + names[i], 0.001);
    }
    rows.add(
        "devices (device_id, num_x_compute_cores, num_y_compute_cores, l1_bank_size)",
        0,
        8,
        8,
        4000);
    rows.tensor(10, "[32, 64]", 0x1000);
    rows.tensor(20, "[32, 32]", 0x3000);
    rows.tensor(30, "[64, 64]", 0x5000);
    rows.tensor(40, "[1, 1]", 0x1000);
    rows.gives(1, 10);
    rows.takes(2, 10);
    rows.gives(2, 20);
    rows.takes(4, 20);
    rows.gives(4, 30);
    rows.takes(5, 10);
    rows.takes(6, 20);
    rows.takes(7, 30);
    rows.gives(7, 40);
    for (int operation = 1; operation <= 4; operation++) {
      rows.add(
          "buffers (operation_id, device_id, address, max_size_per_bank, buffer_type)",
          operation,
          0,
          0x1000,
          operation == 3 ? 3000 : 1000,
          1);
    }
  }

  @Test
  void tensorsKnowWhoMadeUsedAndFreedThemAndHowLate() throws Exception {
    try (ServedReport served = ServedReport.of(folder, OverviewEndpointsTest::run)) {
      Found all = served.ask("tensors");
      assertThat(all.each("rows", "id")).containsExactly("10", "20", "30", "40");
      assertThat(all.each("rows", "producer")).containsExactly("1", "2", "4", "7");
      assertThat(all.each("rows", "last")).containsExactly("2", "4", "7", "null");
      assertThat(all.each("rows", "freed")).containsExactly("5", "6", "null", "null");
      assertThat(all.each("rows", "late"))
          .as("a deallocation between last use and end is no operation to wait for")
          .containsExactly("2", "0", "0", "0");
      assertThat(all.each("rows", "bytes"))
          .as("from shapes in whole tiles, because this importer writes no sizes")
          .containsExactly("4096", "2048", "8192", "2048");
      assertThat(all.each("rows", "wasted")).containsExactly("8192", "0", "0", "0");
      assertThat(all.each("rows", "uses")).containsExactly("1", "1", "1", "0");
    }
  }

  @Test
  void tensorsAreFilteredAndSorted() throws Exception {
    try (ServedReport served = ServedReport.of(folder, OverviewEndpointsTest::run)) {
      assertThat(served.ask("tensors", "only", "late").each("rows", "id")).containsExactly("10");
      assertThat(served.ask("tensors", "only", "never-freed").each("rows", "id"))
          .containsExactly("30", "40");
      assertThat(served.ask("tensors", "only", "never-used").each("rows", "id"))
          .containsExactly("40");
      assertThat(served.ask("tensors", "text", "32, 64").each("rows", "id")).containsExactly("10");
      assertThat(served.ask("tensors", "text", "mul").each("rows", "id")).containsExactly("20");
      assertThat(served.ask("tensors", "region", "0").at("all").text()).isEqualTo("0");
      assertThat(served.ask("tensors", "sort", "bytes", "down", "1").each("rows", "id"))
          .startsWith("30", "10");
      assertThat(served.ask("tensors").at("counts.never-freed").text()).isEqualTo("2");
    }
  }

  @Test
  void oneTensorHasItsConsumersAndWhoElseStoodThere() throws Exception {
    try (ServedReport served =
        ServedReport.of(
            folder,
            rows -> {
              run(rows);
              rows.add(
                  "local_tensor_comparison_records (tensor_id, golden_tensor_id, matches,"
                      + " desired_pcc, actual_pcc)",
                  10,
                  99,
                  0,
                  0.99,
                  0.5);
            })) {
      Found tensor = served.ask("tensor", "id", "10");
      assertThat(tensor.each("consumers", "name")).containsExactly("ttnn.mul", "ttnn.deallocate");
      assertThat(tensor.each("consumers", "frees")).containsExactly("false", "true");
      assertThat(tensor.each("sameAddress", "id")).containsExactly("40");
      assertThat(tensor.each("comparisons", "actual")).containsExactly("0.5");
      assertThat(served.ask("tensor", "id", "11").status()).isEqualTo(404);
      assertThat(served.ask("tensor", "id", "x").status()).isEqualTo(400);
    }
  }

  @Test
  void theOverviewSaysWhatRanWhatFailedAndWhatIsMissing() throws Exception {
    try (ServedReport served =
        ServedReport.of(
            folder,
            rows -> {
              run(rows);
              rows.add(
                  "errors (operation_id, operation_name, error_type, error_message)",
                  7,
                  "ttnn.exp",
                  "incomplete_operation",
                  "never ended");
              rows.add("report_metadata (key, value)", "tilescope_dropped_parts", "3");
              rows.add("report_metadata (key, value)", "tilescope_dropped", "node 5 has no type");
            })) {
      Found overview = served.ask("overview");
      assertThat(overview.at("operations").text()).isEqualTo("7");
      assertThat(overview.at("deallocations").text()).isEqualTo("2");
      assertThat(overview.at("cores").text()).isEqualTo("64");
      assertThat(overview.at("host.nanos").text()).isEqualTo("7000000");
      assertThat(overview.all("host.top").getFirst().at("calls").text()).isEqualTo("2");
      assertThat(overview.each("errors", "id")).containsExactly("7");
      assertThat(String.join("\n", overview.each("caveats", "text")))
          .contains("3 parts of the report were damaged")
          .contains("1 operation began and never ended: the program stopped or crashed inside it")
          .contains("No call stacks")
          .contains("Imported by another tool");
      assertThat(overview.each("caveats", "detail")).contains("node 5 has no type");
      assertThat(overview.each("caveats", "command"))
          .as("how TT-NN records stacks, since it wrote the report")
          .contains("ttnn.graph.enable_python_stack_traces()");
    }
  }

  @Test
  void patternsCountTensorsWorthALook() throws Exception {
    try (ServedReport served = ServedReport.of(folder, OverviewEndpointsTest::run)) {
      Found patterns = served.ask("overview-patterns");
      assertThat(patterns.at("tensors.late").text()).isEqualTo("1");
      assertThat(patterns.at("tensors.wasted").text()).isEqualTo("8192");
      assertThat(patterns.at("tensors.neverFreed").text()).isEqualTo("2");
      assertThat(patterns.all("layers")).isEmpty();
    }
  }

  @Test
  void peaksComeFromSnapshotsIfThereIsNothingBetterAndSaySo() throws Exception {
    try (ServedReport served = ServedReport.of(folder, OverviewEndpointsTest::run)) {
      Found fit = served.ask("overview-memory").all("fits").getFirst();
      assertThat(fit.at("whole").text()).isEqualTo("false");
      assertThat(fit.at("program").text()).isEqualTo("-1");
      assertThat(fit.at("l1.bytes").text()).isEqualTo("3000");
      assertThat(fit.at("l1.id").text()).isEqualTo("3");
      assertThat(fit.at("l1.capacity").text()).isEqualTo("4000");
      assertThat(fit.all("l1Points")).hasSize(7);
      Found chip = served.ask("topology").all("chips").getFirst();
      assertThat(chip.at("l1").text()).isEqualTo("3000");
      assertThat(chip.at("whole").text()).isEqualTo("false");
    }
  }

  @Test
  void peaksAreTheRowsOfTheAccountIfTheyAreThere() throws Exception {
    try (ServedReport served =
        ServedReport.of(
            folder,
            rows -> {
              run(rows);
              rows.run(
                  "CREATE TABLE tilescope_allocations (allocation_id int, device_id int,"
                      + " address int, size int, max_size_per_bank int, buffer_type int,"
                      + " tensor_id int, first_operation_id int, last_operation_id int, rank int)");
              rows.add("tilescope_allocations", 1, 0, 0x1000, 64_000, 500, 1, 10, null, 3, 0);
              rows.add("tilescope_allocations", 2, 0, 0x2000, 64_000, 700, 1, 30, 2, 7, 0);
              rows.run(
                  "CREATE TABLE tilescope_memory_peaks (device_id int, l1_bytes_per_core int,"
                      + " l1_capacity_bytes int, l1_program_bytes int, l1_operation_id int,"
                      + " l1_headroom_bytes int, l1_headroom_operation_id int, rank int)");
              rows.add("tilescope_memory_peaks", 0, 1_500, 4_000, 300, 2, 2_500, 4, 0);
            })) {
      Found fit = served.ask("overview-memory").all("fits").getFirst();
      assertThat(fit.at("whole").text()).isEqualTo("true");
      assertThat(fit.at("l1.bytes").text()).isEqualTo("1500");
      assertThat(fit.at("program").text()).isEqualTo("300");
      assertThat(fit.at("l1.id").text()).isEqualTo("2");
      assertThat(fit.at("headroom.bytes").text()).isEqualTo("2500");
      assertThat(fit.at("headroom.id").text()).isEqualTo("4");
      assertThat(served.ask("tensors", "text", "30").each("rows", "freed")).containsExactly("7");
      Found hits = served.ask("find", "text", "0x1010");
      assertThat(hits.each("hits", "note")).containsExactly("from the start to 3");
    }
  }

  @Test
  void findsOperationsTensorsShapesAddressesSourcesErrorsAndArguments() throws Exception {
    try (ServedReport served =
        ServedReport.of(
            folder,
            rows -> {
              run(rows);
              rows.add(
                  "stack_traces (operation_id, stack_trace)",
                  3,
                  "  File \"/m/model.py\", line 31, in f");
              rows.add(
                  "errors (operation_id, operation_name, error_type, error_message)",
                  7,
                  "ttnn.exp",
                  "RuntimeError",
                  "Statically allocated buffers CLASH");
              rows.add(
                  "operation_arguments (operation_id, name, value)", 2, "mode", "RoundToNearest");
            })) {
      assertThat(served.ask("find", "text", "exp").each("hits", "kind"))
          .startsWith("Operations", "Operation", "Operation");
      assertThat(served.ask("find", "text", "20").each("hits", "kind")).contains("Tensor");
      assertThat(served.ask("find", "text", "3").each("hits", "title")).startsWith("ttnn.exp");
      assertThat(served.ask("find", "text", "32x64").each("hits", "title")).contains("[32, 64]");
      assertThat(served.ask("find", "text", "0x1000").each("hits", "kind"))
          .contains("Address", "Tensor");
      assertThat(served.ask("find", "text", "4096").each("hits", "kind")).contains("Address");
      assertThat(served.ask("find", "text", "model.py:31").each("hits", "kind"))
          .containsExactly("Source");
      assertThat(served.ask("find", "text", "clash").each("hits", "kind")).containsExactly("Error");
      assertThat(served.ask("find", "text", "nearest").each("hits", "note"))
          .containsExactly("ttnn.mul 2");
      assertThat(served.ask("find", "text", "' OR 1=1 --").all("hits")).isEmpty();
      assertThat(served.ask("find", "text", "").all("hits")).isEmpty();
    }
  }

  @Test
  void ranksAreApart() throws Exception {
    try (ServedReport served =
        ServedReport.of(
            folder,
            rows -> {
              run(rows);
              rows.add("operations", 1, "ttnn.other", 0.5, 1);
            })) {
      assertThat(served.ask("ranks").at("ranks").text()).isEqualTo("[0, 1]");
      assertThat(served.ask("overview", "rank", "1").at("operations").text()).isEqualTo("1");
      assertThat(served.ask("tensors", "rank", "1").at("all").text()).isEqualTo("0");
      assertThat(served.ask("overview").at("operations").text()).isEqualTo("7");
    }
  }

  @Test
  void aReportWithoutAnythingIsAnswered() throws Exception {
    try (ServedReport served = ServedReport.of(folder, _ -> {})) {
      assertThat(served.ask("overview").at("operations").text()).isEqualTo("0");
      assertThat(served.ask("overview-memory").all("fits")).isEmpty();
      assertThat(served.ask("overview-patterns").all("layers")).isEmpty();
      assertThat(served.ask("operations").all("rows")).isEmpty();
      assertThat(served.ask("tensors").all("rows")).isEmpty();
      assertThat(served.ask("find", "text", "x1").all("hits")).isEmpty();
    }
  }
}
