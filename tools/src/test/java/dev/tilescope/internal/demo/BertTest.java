package dev.tilescope.internal.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.analysis.PeakByDevice;
import dev.tilescope.analysis.ResourceUsagePerCore;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.OperationCall;
import dev.tilescope.model.RunMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** TT-NN's optimised demo, call by call. */
class BertTest {
  private static final List<String> LAYER =
      List.of(
          "ttnn::linear",
          "ttnn::transformer::split_query_key_value_and_split_heads",
          "ttnn::deallocate",
          "ttnn::matmul",
          "ttnn::deallocate",
          "ttnn::deallocate",
          "ttnn::transformer::attention_softmax_",
          "ttnn::matmul",
          "ttnn::deallocate",
          "ttnn::deallocate",
          "ttnn::transformer::concatenate_heads",
          "ttnn::linear",
          "ttnn::deallocate",
          "ttnn::add",
          "ttnn::layer_norm",
          "ttnn::deallocate",
          "ttnn::deallocate",
          "ttnn::linear",
          "ttnn::linear",
          "ttnn::deallocate",
          "ttnn::layer_norm",
          "ttnn::deallocate",
          "ttnn::deallocate",
          "ttnn::reallocate");

  @Test
  void aForwardPassOfBertLargeIs597Calls24ForEachLayer() {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture loading = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Bert bert = new Bert(Bert.Size.LARGE, device);
      List<String> calls;
      try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
        bert.forward((what, done, total) -> {});
        calls = capture.end().calls().stream().map(OperationCall::name).toList();
      }
      assertThat(loading.end().completeness().unclosedOperations()).isEmpty();
      assertThat(calls).hasSize(597);
      assertThat(calls.subList(0, 4)).containsOnly("ttnn.from_torch");
      for (int layer = 0; layer < 24; layer++) {
        assertThat(calls.subList(18 + 24 * layer, 42 + 24 * layer)).isEqualTo(LAYER);
      }
      assertThat(calls.subList(594, 597))
          .containsExactly("ttnn::linear", "ttnn::from_device", "ttnn.to_torch");
    }
  }

  @Test
  void aLayerOfBertLargeIs82GigaflopOfMatrixProducts() {
    long one = 2L * 8 * 384 * 1024 * (3 * 1024 + 1024 + 4096 + 4096);
    long scores = 2 * 2L * 8 * 16 * 384 * 384 * 64;
    assertThat((one + scores) / 1e9).isCloseTo(82.1, within(0.05));
    try (MeshDevice device = MeshDevice.open("n150")) {
      Bert.Size size = new Bert.Size("one layer", 1, 128, 2, 512, 2, 64);
      Bert bert = new Bert(size, device);
      long before = device.floatingPointOperations();
      bert.forward((what, done, total) -> {});
      long layer = 2L * 2 * 64 * 128 * (3 * 128 + 128 + 512 + 512) + 2 * 2L * 2 * 2 * 64 * 64 * 64;
      long answers = 2L * 2 * 64 * 128 * 2;
      assertThat(device.floatingPointOperations() - before).isEqualTo(layer + answers);
    }
  }

  @Test
  void bertLargeFitsTheL1OfAnN150AndFreesWhatItMakes() {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      new Bert(Bert.Size.LARGE, device).forward((what, done, total) -> {});
      Report report = capture.end();
      long perCoreBytes = ResourceUsagePerCore.of(report.trace()).peakTotalBytes();
      assertThat(perCoreBytes).isBetween(1_000_000L, device.info().cbLimitBytes());
      PeakByDevice.Peak l1 = PeakByDevice.of(report.trace()).devices().getFirst().l1();
      long banks = device.info().l1Banks();
      assertThat(l1.bytes()).isLessThan(banks * device.info().l1BankBytes());
    }
  }

  @Test
  void nothingStaysInL1AfterAForwardPass() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Bert bert = new Bert(new Bert.Size("small", 2, 128, 2, 512, 2, 64), device);
      int before = device.liveBuffers().size();
      Report report;
      try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
        float[] logits = bert.forward((what, done, total) -> {}).toFloats();
        report = capture.end();
        assertThat(logits).hasSize(2 * 64 * 2);
        for (float logit : logits) {
          assertThat(Float.isFinite(logit)).isTrue();
        }
      }
      assertThat(device.liveBuffers().stream().filter(b -> b.type().isL1())).isEmpty();
      assertThat(report.calls()).hasSize(4 + 14 + 2 * 24 + 3);
      assertThat(before).isPositive();
    }
  }
}
