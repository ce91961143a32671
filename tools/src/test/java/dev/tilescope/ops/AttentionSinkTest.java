package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.NormOptions;
import dev.tilescope.ops.options.SdpaDecodeOptions;
import dev.tilescope.ops.options.SdpaOptions;
import dev.tilescope.ops.options.SplitHeadsOptions;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sinks, shared caches, and attention whose heads or users are shared out to two devices. */
class AttentionSinkTest {
  private MeshDevice mesh;

  @BeforeEach
  void open() {
    mesh = MeshDevice.open("n300");
  }

  @AfterEach
  void close() {
    mesh.close();
  }

  private static Tensor host(float[] values, int... dims) {
    return Ttnn.fromArray(values, Shape.of(dims), DataType.FLOAT32, Layout.TILE);
  }

  private static float[] random(int seed, int count) {
    Random random = new Random(seed);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat() * 2 - 1;
    }
    return values;
  }

  private Tensor device(float[] values, int... dims) {
    return Ttnn.toDevice(host(values, dims), mesh);
  }

  private static float[] constant(float value, int count) {
    float[] values = new float[count];
    Arrays.fill(values, value);
    return values;
  }

  @Test
  void aSinkAsHighAsTheOnlyKeyTakesHalf() {
    Tensor q = device(constant(0, 32), 1, 1, 1, 32);
    Tensor v = device(constant(8, 32), 1, 1, 1, 32);
    Tensor half =
        Transformer.scaledDotProductAttention(
            q, q, v, SdpaOptions.DEFAULT.withAttentionSink(device(new float[1], 1, 1, 1, 1)));
    assertThat(Ttnn.toArray(half)).containsOnly(4f);
  }

  @Test
  void sinksAreScaledAsScoresAre() {
    Tensor q = device(constant(0, 32), 1, 1, 1, 32);
    Tensor v = device(constant(1, 32), 1, 1, 1, 32);
    Tensor out =
        Transformer.scaledDotProductAttention(
            q,
            q,
            v,
            SdpaOptions.DEFAULT
                .withScale(0.5f)
                .withAttentionSink(device(new float[] {2}, 1, 1, 1, 1)));
    assertThat(Ttnn.toArray(out)[0]).isCloseTo((float) (1 / (1 + Math.E)), within(1e-6f));
  }

  @Test
  void usersThatShareACacheSeeTheSameKeys() {
    float[] keys = random(1, 32 * 32);
    float[] values = random(2, 32 * 32);
    float[] queries = random(3, 2 * 32);
    float[] twice = Arrays.copyOf(keys, 2 * keys.length);
    System.arraycopy(keys, 0, twice, keys.length, keys.length);
    float[] twiceValues = Arrays.copyOf(values, 2 * values.length);
    System.arraycopy(values, 0, twiceValues, values.length, values.length);
    SdpaDecodeOptions at = SdpaDecodeOptions.DEFAULT.withCurPos(List.of(5, 20));
    Tensor q = device(queries, 1, 2, 1, 32);
    Tensor apart =
        Transformer.scaledDotProductAttentionDecode(
            q, device(twice, 2, 1, 32, 32), device(twiceValues, 2, 1, 32, 32), at);
    Tensor shared =
        Transformer.scaledDotProductAttentionDecode(
            q, device(keys, 1, 1, 32, 32), device(values, 1, 1, 32, 32), at.withShareCache(true));
    assertThat(Ttnn.toArray(shared)).isEqualTo(Ttnn.toArray(apart));
  }

  @Test
  void headsOnTwoDevicesGiveWhatOneDeviceGives() {
    float[] q = random(4, 4 * 40 * 32);
    float[] k = random(5, 4 * 40 * 32);
    float[] v = random(6, 4 * 40 * 32);
    float[] sinks = random(7, 4);
    Tensor whole =
        Transformer.scaledDotProductAttention(
            device(q, 1, 4, 40, 32),
            device(k, 1, 4, 40, 32),
            device(v, 1, 4, 40, 32),
            SdpaOptions.DEFAULT.withAttentionSink(device(sinks, 1, 4, 1, 1)));
    MeshMapper heads = MeshMapper.shard(1);
    Tensor parts =
        Transformer.scaledDotProductAttention(
            Ttnn.distributeTensor(host(q, 1, 4, 40, 32), heads, mesh),
            Ttnn.distributeTensor(host(k, 1, 4, 40, 32), heads, mesh),
            Ttnn.distributeTensor(host(v, 1, 4, 40, 32), heads, mesh),
            SdpaOptions.DEFAULT.withAttentionSink(
                Ttnn.distributeTensor(host(sinks, 1, 4, 1, 1), heads, mesh)));
    assertThat(parts.shape()).isEqualTo(Shape.of(1, 2, 40, 32));
    assertThat(Ttnn.toArray(Ttnn.allGather(parts, 1))).isEqualTo(Ttnn.toArray(whole));
  }

  @Test
  void normsOfRowsOnTwoDevicesGiveWhatOneDeviceGives() {
    float[] rows = random(8, 64 * 96);
    Tensor weight = device(random(9, 96), 1, 96);
    Tensor whole = device(rows, 64, 96);
    Tensor parts = Ttnn.distributeTensor(host(rows, 64, 96), MeshMapper.shard(0), mesh);
    NormOptions options = NormOptions.DEFAULT.withWeight(weight);
    assertThat(Ttnn.toArray(Ttnn.allGather(Ttnn.layerNorm(parts, options), 0)))
        .isEqualTo(Ttnn.toArray(Ttnn.layerNorm(whole, options)));
    assertThat(Ttnn.toArray(Ttnn.allGather(Ttnn.rmsNorm(parts, options), 0)))
        .isEqualTo(Ttnn.toArray(Ttnn.rmsNorm(whole, options)));
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Tensor q = device(constant(0, 64), 1, 2, 1, 32);
    refused(
        () ->
            Transformer.scaledDotProductAttention(
                q, q, q, SdpaOptions.DEFAULT.withAttentionSink(device(new float[3], 1, 3, 1, 1))),
        "attention_sink: [1, 2, 1, 1] is needed");
    Tensor keys = device(random(1, 2 * 32 * 32), 2, 1, 32, 32);
    SdpaDecodeOptions at = SdpaDecodeOptions.DEFAULT.withCurPos(List.of(5, 20));
    refused(
        () -> Transformer.scaledDotProductAttentionDecode(q, keys, keys, at.withShareCache(true)),
        "input_tensor_k: batch 1 and head size 32");
    refused(
        () ->
            Transformer.scaledDotProductAttentionDecode(
                q, keys, keys, at.withAttentionSink(device(new float[32], 2, 16))),
        "attention_sink: [1, 32] is needed");
    refused(
        () ->
            Transformer.splitQueryKeyValueAndSplitHeads(
                device(random(1, 32 * 96), 1, 32, 96),
                null,
                1,
                SplitHeadsOptions.DEFAULT.withUseFalcon7bBackend(true)),
        "use_falcon7b_backend: heads of Falcon's own shape are not modelled");
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(message);
  }
}
