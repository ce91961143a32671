package dev.tilescope.internal.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.demo.Bert;
import dev.tilescope.internal.demo.DemoModel;
import dev.tilescope.internal.demo.Llama;
import dev.tilescope.internal.demo.ResNet50;
import dev.tilescope.internal.serve.ServedReport.Found;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.model.RunMode;
import dev.tilescope.report.ReportFile;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operations, Overview, Graph and Memory speak of the same layers. */
class OneStoryOfLayersTest {
  private static final int KIND = 1;
  private static final int ID = 2;
  private static final int COUNT = 4;
  private static final int COPIES = 5;
  private static final int TEXT = 11;

  private record Told(String id, String name, String copies) {}

  @TempDir Path folder;

  @Test
  void ofBert() {
    assertThat(told(device -> new Bert(Bert.Size.TINY.withLayers(3), device)))
        .containsExactly(new Told("62", "attention + feed-forward", "3"));
  }

  @Test
  void ofLlama() {
    assertThat(told(device -> new Llama(Llama.Size.TINY, device)))
        .containsExactly(new Told("30", "attention + feed-forward", "2"));
  }

  @Test
  void ofResNet50() {
    assertThat(told(device -> new ResNet50(ResNet50.Size.TINY, device)))
        .extracting(Told::name, Told::copies)
        .containsExactly(
            tuple("convolution block", "2"),
            tuple("convolution block", "3"),
            tuple("convolution block", "5"),
            tuple("convolution block", "2"));
  }

  /** The first layer frees one tensor less than the others; a norm follows the last. */
  @Test
  void ofAHundredLayersOfWhichTheFirstFreesLess() throws SQLException {
    try (ServedReport served = ServedReport.of(folder, rows -> new Transformer(rows).write(100))) {
      assertThat(told(served)).containsExactly(new Told("1", "attention + feed-forward", "100"));
      Found operations = served.ask("operations");
      assertThat(operations.each("rows", "kind")).containsExactly("group", "operation");
      assertThat(operations.each("rows", "last")).startsWith("2999");
      Found open = served.ask("operations", "open", "g1x30.i1x30");
      assertThat(open.each("rows", "kind")).startsWith("group", "layer", "operation");
      assertThat(served.ask("operations", "open", "g1x30").each("rows", "id"))
          .startsWith("1", "1", "30", "60", "90");
      assertThat(served.ask("graph/layer", "node", "0").at("period").text()).isEqualTo("14");
    }
  }

  /** Operations as a model of one transformer would run them, each output freed after its use. */
  private static final class Transformer {
    private final ServedReport.Rows rows;
    private int operations;
    private int tensors = 1;

    Transformer(ServedReport.Rows rows) throws SQLException {
      this.rows = rows;
      rows.tensor(1, "[1, 384, 1024]", 0);
    }

    void write(int layers) throws SQLException {
      int state = 1;
      for (int layer = 0; layer < layers; layer++) {
        state = layer(state);
      }
      call("layer_norm", "[1, 384, 1024]", state);
    }

    private int layer(int state) throws SQLException {
      int normed = call("layer_norm", "[1, 384, 1024]", state);
      int fused = freeing(call("linear", "[1, 384, 3072]", normed), normed);
      int queries = call("split_heads", "[1, 16, 384, 64]", fused);
      int keys = gives("[1, 16, 64, 384]");
      int heads = freeing(gives("[1, 16, 384, 64]"), fused);
      int scores = call("matmul", "[1, 16, 384, 384]", queries, keys);
      freeing(scores, queries, keys);
      int weights = freeing(call("softmax", "[1, 16, 384, 384]", scores), scores);
      int context = freeing(call("matmul", "[1, 16, 384, 64]", weights, heads), weights, heads);
      int joined = freeing(call("concatenate_heads", "[1, 384, 1024]", context), context);
      int projected = freeing(call("linear", "[1, 384, 1024]", joined), joined);
      int sum = freeing(call("add", "[1, 384, 1024]", state, projected), projected);
      if (state != 1) {
        freeing(sum, state);
      }
      int again = call("layer_norm", "[1, 384, 1024]", sum);
      int wide = freeing(call("linear", "[1, 384, 4096]", again), again);
      int active = freeing(call("gelu", "[1, 384, 4096]", wide), wide);
      int narrow = freeing(call("linear", "[1, 384, 1024]", active), active);
      return freeing(call("add", "[1, 384, 1024]", sum, narrow), sum, narrow);
    }

    private int freeing(int result, int... freed) throws SQLException {
      for (int tensor : freed) {
        rows.operation(++operations, "ttnn.deallocate", 1e-6);
        rows.takes(operations, tensor);
      }
      return result;
    }

    private int call(String name, String shape, int... takes) throws SQLException {
      rows.operation(++operations, "ttnn." + name, 1e-6);
      for (int tensor : takes) {
        rows.takes(operations, tensor);
      }
      return gives(shape);
    }

    private int gives(String shape) throws SQLException {
      rows.tensor(++tensors, shape, 4096L * tensors);
      rows.gives(operations, tensors);
      return tensors;
    }
  }

  private List<Told> told(Function<MeshDevice, DemoModel> model) {
    Path file = folder.resolve("report.json");
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(CaptureOptions.of(RunMode.NO_DISPATCH))) {
      model.apply(device).forward((_, _, _) -> {});
      ReportFile.write(capture.end(), file);
    }
    ReportImport.run(file, folder, ImportOptions.DEFAULT, (_, _, _) -> {});
    try (ServedReport served = ServedReport.of(folder.resolve("db.sqlite"))) {
      return told(served);
    }
  }

  /** What the list of operations tells, when all the others tell the same. */
  private static List<Told> told(ServedReport served) {
    List<Told> list =
        served.ask("operations", "count", "200").all("rows").stream()
            .filter(row -> row.at("kind").text().equals("group"))
            .filter(row -> !row.at("period").text().equals("1"))
            .map(OneStoryOfLayersTest::fields)
            .toList();
    assertThat(
            served.ask("overview-patterns").all("layers").stream()
                .map(OneStoryOfLayersTest::fields))
        .containsExactlyElementsOf(list);
    assertThat(inGraph(served.ask("graph", "head", "1"))).isEqualTo(list);
    assertThat(served.ask("memory").all("layers").stream().map(starts -> starts.all().size() - 1))
        .containsExactlyElementsOf(list.stream().map(t -> Integer.parseInt(t.copies())).toList());
    return list;
  }

  private static Told fields(Found row) {
    return new Told(row.at("id").text(), row.at("name").text(), row.at("copies").text());
  }

  private static List<Told> inGraph(Found graph) {
    List<Told> told = new ArrayList<>();
    for (Found node : graph.all("nodes")) {
      List<String> row = node.all().stream().map(Found::text).toList();
      if (row.get(KIND).equals("1") && !row.get(COUNT).equals(row.get(COPIES))) {
        String name = graph.all("texts").get(Integer.parseInt(row.get(TEXT))).text();
        told.add(new Told(row.get(ID), name, row.get(COPIES)));
      }
    }
    return told;
  }
}
