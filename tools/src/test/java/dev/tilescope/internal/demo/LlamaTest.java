package dev.tilescope.internal.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.Report.OperationCall;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A decode step of TT-NN's Llama demo, call by call. */
class LlamaTest {
  private static final List<String> LAYER =
      List.of(
          "ttnn::rms_norm",
          "ttnn::linear",
          "ttnn::reshape",
          "ttnn::experimental::nlp_create_qkv_heads_decode",
          "ttnn::experimental::rotary_embedding_llama",
          "ttnn::experimental::rotary_embedding_llama",
          "ttnn::experimental::paged_update_cache",
          "ttnn::experimental::paged_update_cache",
          "ttnn::transformer::paged_scaled_dot_product_attention_decode",
          "ttnn::to_memory_config",
          "ttnn::experimental::nlp_concat_heads_decode",
          "ttnn::linear",
          "ttnn::add",
          "ttnn::rms_norm",
          "ttnn::linear",
          "ttnn::linear",
          "ttnn::multiply",
          "ttnn::linear",
          "ttnn::add");

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private float[] logits(Llama.Size size) {
    return new Llama(size, device).forward((what, done, total) -> {}).toFloats();
  }

  @Test
  void aLayerIsTheCallsOfTtNnInOrder() {
    try (GraphCapture loading = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Llama model = new Llama(Llama.Size.BASE, device);
      List<String> calls;
      try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
        model.forward((what, done, total) -> {});
        calls =
            capture.end().calls().stream()
                .map(OperationCall::name)
                .filter(name -> !name.equals("ttnn::deallocate"))
                .toList();
      }
      loading.end();
      int first = calls.indexOf("ttnn::embedding") + 1;
      int end = first + 16 * LAYER.size();
      assertThat(calls.subList(0, first - 1)).containsOnly("ttnn.from_torch");
      for (int at = first; at < end; at += LAYER.size()) {
        assertThat(calls.subList(at, at + LAYER.size())).isEqualTo(LAYER);
      }
      assertThat(calls.subList(end, calls.size()))
          .containsExactly("ttnn::rms_norm", "ttnn::linear", "ttnn::from_device", "ttnn.to_torch");
    }
  }

  @Test
  void aStepGivesFiniteLogitsAndLeavesNothingInL1() {
    Llama model = new Llama(Llama.Size.TINY, device);
    float[] first = model.forward((what, done, total) -> {}).toFloats();
    int weightsAndPrograms = device.liveBuffers().size();
    float[] second = model.forward((what, done, total) -> {}).toFloats();
    assertThat(first).hasSize(8 * 1024);
    assertThat(rootMeanSquare(first)).isBetween(0.1, 10.0);
    assertThat(second).as("the same token at the same position").isEqualTo(first);
    assertThat(device.liveBuffers().size()).isEqualTo(weightsAndPrograms);
    assertThat(device.liveBuffers().stream().filter(b -> b.type().isL1())).isEmpty();
  }

  /** NaN and infinities show in it, too. */
  private static double rootMeanSquare(float[] values) {
    double sum = 0;
    for (float value : values) {
      sum += (double) value * value;
    }
    return Math.sqrt(sum / values.length);
  }

  /** At the first position nothing of the cache is read but the row just written. */
  @Test
  void aUserWithoutAPastGetsTheSameAloneAndAmongOthers() {
    Llama.Size start = Llama.Size.TINY.withSequence(1);
    float[] alone = logits(start.withBatch(1));
    assertThat(alone).hasSize(1024);
    assertThat(logits(start.withBatch(8))).startsWith(alone);
    assertThat(logits(start.withBatch(32))).hasSize(32 * 1024).startsWith(alone);
  }

  @Test
  void earlierTokensAreSeen() {
    float[] start = logits(Llama.Size.TINY.withSequence(1));
    float[] later = logits(Llama.Size.TINY.withSequence(33));
    assertThat(Arrays.equals(start, later)).isFalse();
  }

  @Test
  void everyWeightAndEveryRowOfTheCachesIsUsedOnceForEachUser() {
    Llama model = new Llama(Llama.Size.TINY, device);
    long before = device.floatingPointOperations();
    model.forward((what, done, total) -> {});
    long layer = 256L * ((4 + 2 * 2) * 64 + 256 + 3 * 512);
    long products = 2 * 8 * (2 * layer + 256L * 1024);
    long attention = 2 * 2 * (2L * 8 * 4 * 64 * 64);
    assertThat(device.floatingPointOperations() - before).isEqualTo(products + attention);
  }

  @Test
  void sizesTheModelDoesNotHaveAreRefused() {
    assertThatThrownBy(() -> new Llama(Llama.Size.TINY.withBatch(33), device))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("batch: 1..32 users are needed, got 33");
    assertThatThrownBy(() -> new Llama(Llama.Size.TINY.withSequence(0), device))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("sequence: 1..131072 tokens are needed, got 0");
  }
}
