package dev.tilescope.internal.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.Report.OperationCall;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** TT-NN's demo of ResNet-50, call by call. */
class ResNet50Test {
  private static final int[] BLOCKS = {3, 4, 6, 3};

  private static final List<String> STEM =
      List.of(
          "ttnn.from_torch",
          "ttnn::fold",
          "ttnn::deallocate",
          "ttnn::reshape",
          "ttnn::conv2d",
          "ttnn::max_pool2d",
          "ttnn::to_memory_config");

  private static final List<String> HEAD =
      List.of(
          "ttnn::to_memory_config",
          "ttnn::avg_pool2d",
          "ttnn::to_memory_config",
          "ttnn::linear",
          "ttnn::untilize_with_unpadding",
          "ttnn::reshape",
          "ttnn::from_device",
          "ttnn.to_torch");

  private static List<String> expectedCalls() {
    List<String> calls = new ArrayList<>(STEM);
    for (int stage = 0; stage < BLOCKS.length; stage++) {
      for (int block = 0; block < BLOCKS[stage]; block++) {
        if (block == 0 && stage >= 2) {
          calls.add("ttnn::to_memory_config");
        }
        calls.addAll(Collections.nCopies(block == 0 ? 4 : 3, "ttnn::conv2d"));
        calls.add("ttnn::add_");
        calls.add("ttnn::deallocate");
      }
    }
    calls.addAll(HEAD);
    return calls;
  }

  @Test
  void aPassIsTheCallsOfTtNnInOrderAndLeavesNothingBehind() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      ResNet50 model = new ResNet50(ResNet50.Size.TINY, device);
      long before = device.floatingPointOperations();
      try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
        float[] logits = model.forward((what, done, total) -> {}).toFloats();
        assertThat(capture.end().calls().stream().map(OperationCall::name))
            .containsExactlyElementsOf(expectedCalls());
        assertThat(rootMeanSquare(logits)).isBetween(0.1, 10.0);
        assertThat(logits).hasSize(1000);
      }
      assertIsResNet50(device.floatingPointOperations() - before);
      int weightsAndPrograms = device.liveBuffers().size();
      model.forward((what, done, total) -> {});
      assertThat(device.liveBuffers().size()).isEqualTo(weightsAndPrograms);
      assertThat(device.liveBuffers().stream().filter(b -> b.type().isL1())).isEmpty();
    }
  }

  private static double rootMeanSquare(float[] values) {
    double sum = 0;
    for (float value : values) {
      sum += (double) value * value;
    }
    return Math.sqrt(sum / values.length);
  }

  /**
   * The published count for 224 x 224 pixels is 4.09 G multiply-adds, of which every convolution
   * has 49 / 4 times as many as for 64 x 64. Folding adds taps to the first one: 4 x 4 x 16 instead
   * of 7 x 7 x 3.
   */
  private static void assertIsResNet50(long operations) {
    double classes = 2.0 * 2048 * 1000;
    double folding = 2.0 * (4 * 4 * 16 - 7 * 7 * 3) * 64 * 112 * 112;
    double published = (operations - classes) * 49 / 4 + classes - folding;
    assertThat(published / 2e9).isCloseTo(4.09, within(0.005));
  }

  @Test
  void anImageGivesTheSameAloneAndInABatchOfOddSides() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      ResNet50.Size odd = ResNet50.Size.TINY.withSide(33);
      float[] alone = new ResNet50(odd, device).forward((what, done, total) -> {}).toFloats();
      float[] pair =
          new ResNet50(odd.withBatch(2), device).forward((what, done, total) -> {}).toFloats();
      assertThat(pair).hasSize(2000).startsWith(alone);
    }
  }

  @Test
  void imagesThatNoArrayHoldsAreRefused() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      assertThatThrownBy(() -> new ResNet50(ResNet50.Size.BASE.withSide(100_000), device))
          .isInstanceOf(TilescopeException.class)
          .hasMessageContaining("1 images of 100000 x 100000 pixels");
      assertThatThrownBy(() -> new ResNet50(ResNet50.Size.BASE.withBatch(0), device))
          .isInstanceOf(TilescopeException.class)
          .hasMessageContaining("got 0 images");
    }
  }
}
