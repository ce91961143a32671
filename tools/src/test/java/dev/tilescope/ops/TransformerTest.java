package dev.tilescope.ops;

import static dev.tilescope.capture.Programs.events;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreSets;
import dev.tilescope.ops.options.AttentionSoftmaxOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.PagedSdpaDecodeOptions;
import dev.tilescope.ops.options.PagedUpdateOptions;
import dev.tilescope.ops.options.RotaryOptions;
import dev.tilescope.ops.options.SdpaDecodeOptions;
import dev.tilescope.ops.options.SdpaOptions;
import dev.tilescope.ops.options.SplitHeadsOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attention as models call it: whole blocks, in place, and without being run. */
class TransformerTest {
  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor random(DataType dtype, MemoryConfig memory, int seed, int... shape) {
    Tensor wide = Ttnn.rand(Shape.of(shape), DataType.FLOAT32, device, seed);
    Tensor narrow = Ttnn.typecast(Ttnn.toLayout(wide, Layout.TILE), dtype);
    return Ttnn.toMemoryConfig(narrow, memory);
  }

  private Tensor integers(int[] values, int... shape) {
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(shape), DataType.INT32, Layout.ROW_MAJOR), device);
  }

  private Tensor zeros(DataType dtype, int... shape) {
    return Ttnn.zeros(Shape.of(shape), dtype, Layout.TILE, device, MemoryConfig.DRAM);
  }

  /** The steps of spec E.1, rows 2 to 11, against one call. */
  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "BFLOAT16", "BFLOAT8_B"})
  void aBlockInStepsAgreesWithTheFusedOne(DataType dtype) {
    Tensor fused = random(dtype, MemoryConfig.L1, 1, 2, 64, 3 * 4 * 32);
    Tensor mask = random(dtype, MemoryConfig.L1, 2, 2, 1, 1, 64);
    float[] inSteps = inSteps(fused, mask);
    List<Tensor> heads =
        Transformer.splitQueryKeyValueAndSplitHeads(
            fused, null, 4, SplitHeadsOptions.DEFAULT.withTransposeKey(false));
    Tensor rows = Ttnn.repeat(mask, 1, 1, 64, 1);
    Tensor context =
        Transformer.scaledDotProductAttention(
            heads.get(0),
            heads.get(1),
            heads.get(2),
            SdpaOptions.DEFAULT.withIsCausal(false).withAttnMask(rows));
    float[] atOnce = Ttnn.toArray(Transformer.concatenateHeads(context, MemoryConfig.L1));
    float tolerance =
        switch (dtype) {
          case FLOAT32 -> 1e-5f;
          case BFLOAT16 -> 0.02f;
          default -> 0.06f;
        };
    assertThat(atOnce).hasSize(inSteps.length);
    for (int i = 0; i < atOnce.length; i++) {
      assertThat(atOnce[i]).isCloseTo(inSteps[i], within(tolerance));
    }
  }

  private float[] inSteps(Tensor fused, Tensor mask) {
    List<Tensor> heads =
        Transformer.splitQueryKeyValueAndSplitHeads(
            fused, null, 4, SplitHeadsOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1));
    MatmulOptions l1 = MatmulOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1);
    Tensor scores = Ttnn.matmul(heads.get(0), heads.get(1), l1);
    Tensor weights =
        Transformer.attentionSoftmaxInPlace(
            scores, AttentionSoftmaxOptions.DEFAULT.withAttentionMask(mask).withHeadSize(32));
    assertThat(weights).isSameAs(scores);
    Tensor context = Ttnn.matmul(weights, heads.get(2), l1);
    return Ttnn.toArray(Transformer.concatenateHeads(context, MemoryConfig.L1));
  }

  /** Token by token with a paged cache, the way a Llama decodes, against the whole sequence. */
  @Test
  void decodingTokenByTokenAgreesWithTheWholeSequence() {
    int users = 2;
    int steps = 3;
    int heads = 4;
    int kv = 2;
    int width = (heads + 2 * kv) * 32;
    Tensor table = integers(new int[] {3, 1, 0, 2}, users, 2);
    Tensor keys = zeros(DataType.FLOAT32, 4, kv, 32, 32);
    Tensor values = zeros(DataType.FLOAT32, 4, kv, 32, 32);
    Tensor tokens = random(DataType.FLOAT32, MemoryConfig.DRAM, 7, users, steps, width);
    float[] all = Ttnn.toArray(tokens);
    float[] whole = wholeSequence(tokens, heads, kv);
    for (int step = 0; step < steps; step++) {
      float[] row = new float[users * width];
      for (int user = 0; user < users; user++) {
        System.arraycopy(all, (user * steps + step) * width, row, user * width, width);
      }
      Tensor joined = decodeStep(row, users, heads, kv, step, keys, values, table);
      assertThat(joined.shape()).isEqualTo(Shape.of(1, 1, 32, heads * 32));
      assertThat(joined.memoryConfig().memoryLayout()).isEqualTo(TensorMemoryLayout.WIDTH_SHARDED);
      float[] out = Ttnn.toArray(joined);
      for (int i = 0; i < users * heads * 32; i++) {
        int user = i / (heads * 32);
        float expected = whole[(user * steps + step) * heads * 32 + i % (heads * 32)];
        assertThat(out[i]).isCloseTo(expected, within(1e-5f));
      }
    }
  }

  private float[] wholeSequence(Tensor tokens, int heads, int kv) {
    List<Tensor> split =
        Transformer.splitQueryKeyValueAndSplitHeads(
            tokens,
            null,
            heads,
            SplitHeadsOptions.DEFAULT.withNumKvHeads(kv).withTransposeKey(false));
    Tensor context =
        Transformer.scaledDotProductAttention(split.get(0), split.get(1), split.get(2));
    return Ttnn.toArray(Transformer.concatenateHeads(context));
  }

  /** Turned by an angle of 0, so that the whole sequence needs no turning. */
  private Tensor decodeStep(
      float[] row,
      int users,
      int heads,
      int kv,
      int step,
      Tensor keys,
      Tensor values,
      Tensor table) {
    int width = row.length / users;
    Tensor fused =
        Ttnn.toDevice(
            Ttnn.fromArray(row, Shape.of(1, 1, users, width), DataType.FLOAT32, Layout.TILE),
            device);
    List<Tensor> split = Experimental.nlpCreateQkvHeadsDecode(fused, heads, kv);
    assertThat(split)
        .allMatch(t -> t.memoryConfig().memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED);
    MemoryConfig angles = TransformerGoldenSamples.userPerCore(users, 1, 32);
    Tensor cos = Ttnn.toMemoryConfig(full(1, 1, users, 1, 32), angles);
    Tensor sin = Ttnn.toMemoryConfig(full(0, 1, users, 1, 32), angles);
    Tensor matrix =
        Ttnn.toMemoryConfig(
            Ttnn.toDevice(
                Ttnn.fromArray(
                    TransformerGoldenSamples.turning(1),
                    Shape.of(1, 1, 32, 32),
                    DataType.FLOAT32,
                    Layout.TILE),
                device),
            TransformerGoldenSamples.userPerCore(1, 32, 32));
    RotaryOptions decode = RotaryOptions.DEFAULT.withIsDecodeMode(true);
    Tensor q = Experimental.rotaryEmbeddingLlama(split.get(0), cos, sin, matrix, decode);
    Tensor k = Experimental.rotaryEmbeddingLlama(split.get(1), cos, sin, matrix, decode);
    Tensor positions = integers(new int[] {step, step}, users);
    PagedUpdateOptions update =
        PagedUpdateOptions.DEFAULT.withUpdateIdxsTensor(positions).withPageTable(table);
    assertThat(Experimental.pagedUpdateCache(keys, k, update)).isSameAs(keys);
    assertThat(Experimental.pagedUpdateCache(values, split.get(2), update)).isSameAs(values);
    Tensor context =
        Transformer.pagedScaledDotProductAttentionDecode(
            q, keys, values, table, PagedSdpaDecodeOptions.DEFAULT.withCurPosTensor(positions));
    Tensor sharded =
        Ttnn.toMemoryConfig(context, TransformerGoldenSamples.userPerCore(users, heads, 32));
    return Experimental.nlpConcatHeadsDecode(sharded, heads);
  }

  private Tensor full(float value, int... shape) {
    float[] values = new float[(int) Shape.of(shape).volume()];
    Arrays.fill(values, value);
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(shape), DataType.FLOAT32, Layout.TILE), device);
  }

  @Test
  void namesInTracesAreThoseOfTtNn() {
    Report report;
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor fused = zeros(DataType.BFLOAT16, 1, 32, 96);
      List<Tensor> heads = Transformer.splitQueryKeyValueAndSplitHeads(fused, 1);
      Transformer.concatenateHeads(heads.getFirst());
      report = capture.end();
    }
    assertThat(events(report, FunctionStart.class).stream().map(node -> node.name()))
        .containsSubsequence(
            "ttnn::transformer::split_query_key_value_and_split_heads",
            "ttnn::prim::nlp_create_qkv_heads",
            "NlpCreateHeadsDeviceOperation",
            "ttnn::transformer::concatenate_heads",
            "ttnn::prim::nlp_concat_heads",
            "NLPConcatHeadsDeviceOperation");
  }

  @Test
  void nothingIsRunInNoDispatchAndCachesKeepTheirValues() {
    Tensor cache = full(3, 2, 1, 32, 32);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor fused = zeros(DataType.BFLOAT8_B, 1 << 20, 1 << 10, 3 << 10);
      List<Tensor> heads = Transformer.splitQueryKeyValueAndSplitHeads(fused, 16);
      assertThat(heads.get(1).shape()).isEqualTo(Shape.of(1 << 20, 16, 64, 1 << 10));
      Tensor q = heads.getFirst();
      Tensor context = Transformer.scaledDotProductAttention(q, q, heads.get(2));
      assertThat(Transformer.concatenateHeads(context).shape())
          .isEqualTo(Shape.of(1 << 20, 1 << 10, 1 << 10));
      Ttnn.fillCache(cache, zeros(DataType.FLOAT32, 1, 1, 32, 32), 1);
      Ttnn.updateCache(cache, zeros(DataType.FLOAT32, 1, 1, 2, 32), 5);
      Tensor tokens = zeros(DataType.BFLOAT16, 1, 1, 8, 6 * 64);
      List<Tensor> decoded = Experimental.nlpCreateQkvHeadsDecode(tokens, 4, 1);
      Tensor keys = zeros(DataType.BFLOAT16, 1 << 16, 1, 64, 64);
      Tensor table =
          Ttnn.zeros(
              Shape.of(8, 1 << 12), DataType.INT32, Layout.ROW_MAJOR, device, MemoryConfig.DRAM);
      Tensor positions =
          Ttnn.zeros(Shape.of(8), DataType.INT32, Layout.ROW_MAJOR, device, MemoryConfig.DRAM);
      Experimental.pagedUpdateCache(
          keys,
          decoded.get(1),
          PagedUpdateOptions.DEFAULT.withUpdateIdxsTensor(positions).withPageTable(table));
      Experimental.pagedFillCache(keys, zeros(DataType.BFLOAT16, 1, 1, 128, 64), table, 3);
      Tensor out =
          Transformer.pagedScaledDotProductAttentionDecode(
              decoded.get(0),
              keys,
              keys,
              table,
              PagedSdpaDecodeOptions.DEFAULT.withCurPosTensor(positions));
      assertThat(out.shape()).isEqualTo(Shape.of(1, 8, 4, 64));
      assertThat(out.memoryConfig()).isEqualTo(MemoryConfig.DRAM);
      Tensor angles = zeros(DataType.BFLOAT16, 1, 1, 40, 64);
      Tensor long4 = zeros(DataType.BFLOAT16, 1, 4, 40, 64);
      assertThat(Experimental.rotaryEmbedding(long4, angles, angles).shape())
          .isEqualTo(Shape.of(1, 4, 64, 64));
      capture.end();
    }
    assertThat(Ttnn.toArray(cache)).containsOnly(3);
    assertThat(device.modelledNanos()).isGreaterThanOrEqualTo(0);
  }

  @Test
  void aPositionOrAnIndexMakesNoNewProgram() {
    Tensor cache = zeros(DataType.BFLOAT16, 2, 1, 64, 32);
    Tensor q = zeros(DataType.BFLOAT16, 1, 2, 1, 32);
    Tensor row = zeros(DataType.BFLOAT16, 1, 1, 2, 32);
    Ttnn.updateCache(cache, row, 0);
    Transformer.scaledDotProductAttentionDecode(
        q, cache, cache, SdpaDecodeOptions.DEFAULT.withCurPos(List.of(0, 0)));
    int programs = device.programCacheEntries();
    for (int step = 1; step < 4; step++) {
      Ttnn.updateCache(cache, row, step);
      Transformer.scaledDotProductAttentionDecode(
              q, cache, cache, SdpaDecodeOptions.DEFAULT.withCurPos(List.of(step, -1)))
          .close();
    }
    assertThat(device.programCacheEntries()).isEqualTo(programs);
  }

  @Test
  void usersOnAPartOfTheGridTakeItsCoresRowByRow() {
    var grid = CircularBuffers.wholeGrid(device);
    assertThat(CoreSets.rowByRow(grid, 0, 16)).hasToString("{[(x=0,y=0) - (x=7,y=1)]}");
    assertThat(CoreSets.rowByRow(grid, 0, 11))
        .hasToString("{[(x=0,y=0) - (x=7,y=0)], [(x=0,y=1) - (x=2,y=1)]}");
    assertThat(CoreSets.rowByRow(grid, 3, 5)).hasToString("{[(x=3,y=0) - (x=7,y=0)]}");
  }
}
