package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardDistributionStrategy;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.Index;
import dev.tilescope.ops.options.LayerNormProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.SdpaProgramConfig;
import dev.tilescope.ops.options.Topology;
import dev.tilescope.ops.options.UnaryWithParam;
import java.lang.reflect.Type;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedValueTest {
  private static final MemoryConfig SHARDED =
      MemoryConfig.sharded(
          TensorMemoryLayout.BLOCK_SHARDED,
          BufferType.L1,
          new ShardSpec(CoreRangeSet.grid(8, 8), 32, 64, ShardOrientation.COL_MAJOR));

  private static final MemoryConfig ND_SHARDED =
      MemoryConfig.sharded(
          BufferType.DRAM,
          new NdShardSpec(
              Shape.of(2, 32, 64),
              CoreRangeSet.of(CoreRange.of(0, 0, 3, 0), CoreRange.of(5, 0, 6, 0)),
              ShardOrientation.COL_MAJOR,
              ShardDistributionStrategy.CONTIGUOUS_1D));

  private static @Nullable Object read(Type type, String json) {
    return RecordedValue.of("x", type, RecordedJson.read(JsonReader.of(json, "test")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"DataType\",\"repr\":\"DataType.BFLOAT16\"}",
        "{\"type\":\"DataType\",\"value\":\"DataType::BFLOAT16\"}",
        "\"DataType.BFLOAT16\"",
        "\"DataType::BFLOAT16\"",
        "\"bfloat16\""
      })
  void enumsAreReadInEverySpelling(String json) {
    assertThat(read(DataType.class, json)).isEqualTo(DataType.BFLOAT16);
  }

  @Test
  void namesThatJavaSpellsOtherwiseAreRead() {
    assertThat(read(MathFidelity.class, "\"MathFidelity.HiFi4\"")).isEqualTo(MathFidelity.HI_FI4);
    assertThat(read(Topology.class, "\"Topology.Ring\"")).isEqualTo(Topology.RING);
    assertThat(read(DataType.class, "\"DataType.BFLOAT8_B\"")).isEqualTo(DataType.BFLOAT8_B);
    assertThatThrownBy(() -> read(Layout.class, "\"Layout.SPIRAL\""))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("there is no \"Layout.SPIRAL\"; known are [Layout::ROW_MAJOR");
  }

  @Test
  void numbersAreReadAsTheTypeThatIsAskedFor() {
    assertThat(read(float.class, "0.1")).isEqualTo(0.1f);
    assertThat(read(Double.class, "\"Infinity\"")).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(read(Number.class, "\"NaN\"")).isEqualTo(Double.NaN);
    assertThat(read(Object.class, "2")).isEqualTo(2);
    assertThat(read(int.class, "2.0")).isEqualTo(2);
    assertThat(read(Long.class, "12345678901")).isEqualTo(12345678901L);
    assertThat(read(boolean.class, "\"True\"")).isEqualTo(true);
    assertThatThrownBy(() -> read(int.class, "2.5"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("x: int is expected, the file has ");
    assertThatThrownBy(() -> read(int.class, "99999999999")).isInstanceOf(TilescopeException.class);
  }

  @Test
  void shapesAndListsAreReadInEveryForm() {
    assertThat(read(Shape.class, "[1, 2]")).isEqualTo(Shape.of(1, 2));
    assertThat(read(Shape.class, "{\"type\":\"Shape\",\"value\":\"Shape([1, 2])\"}"))
        .isEqualTo(Shape.of(1, 2));
    assertThat((int[]) read(int[].class, "[1, -2]")).containsExactly(1, -2);
    assertThat((int[][]) read(int[][].class, "[[0, 1], [2, 3]]"))
        .isDeepEqualTo(new int[][] {{0, 1}, {2, 3}});
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\\\"") + '"';
  }

  @Test
  void memoryConfigsAreReadInEveryForm() {
    String text = SHARDED.toString();
    String unclosed = text.replace("\"y\":7}}]", "\"y\":7}]");
    assertThat(unclosed).isNotEqualTo(text);
    assertThat(read(MemoryConfig.class, quoted(ND_SHARDED.toString()))).isEqualTo(ND_SHARDED);
    for (String form : List.of(text, unclosed)) {
      String quoted = quoted(form);
      assertThat(read(MemoryConfig.class, quoted)).isEqualTo(SHARDED);
      assertThat(read(MemoryConfig.class, "{\"type\":\"MemoryConfig\",\"value\":" + quoted + "}"))
          .isEqualTo(SHARDED);
    }
    assertThat(
            read(
                MemoryConfig.class,
                "{\"memory_layout\":\"TensorMemoryLayout.INTERLEAVED\",\"buffer_type\":"
                    + "\"BufferType.L1\",\"shard_spec\":\"None\",\"is_sharded\":false,"
                    + "\"interleaved\":true,\"hash\":12345678901234567890}"))
        .isEqualTo(MemoryConfig.L1);
  }

  @Test
  void rangesOfCoresAreRead() {
    CoreRangeSet cores =
        new CoreRangeSet(List.of(CoreRange.of(0, 0, 7, 3), CoreRange.of(0, 4, 1, 4)));
    assertThat(read(CoreRangeSet.class, "{\"type\":\"CoreRangeSet\",\"value\":\"" + cores + "\"}"))
        .isEqualTo(cores);
  }

  @Test
  void configsAreReadAsTtnnWritesThem() {
    assertThat(
            read(
                ComputeKernelConfig.class,
                "{\"math_fidelity\":\"MathFidelity.HiFi2\",\"math_approx_mode\":\"False\","
                    + "\"fp32_dest_acc_en\":true,\"packer_l1_acc\":false,\"dst_full_sync_en\":false,"
                    + "\"throttle_level\":\"ThrottleLevel.NO_THROTTLE\"}"))
        .isEqualTo(new ComputeKernelConfig(MathFidelity.HI_FI2, false, true, false, false, 0));
    assertThat(
            read(
                MatmulProgramConfig.class,
                "{\"type\":\"MatmulMultiCoreReuseProgramConfig\",\"compute_with_storage_grid_size\":"
                    + "{\"x\":8,\"y\":4},\"in0_block_w\":2,\"out_subblock_h\":1,\"out_subblock_w\":1,"
                    + "\"per_core_M\":3,\"per_core_N\":4}"))
        .isEqualTo(new MatmulProgramConfig.MultiCoreReuse(new CoreGrid(4, 8), 2, 1, 1, 3, 4, null));
    assertThat(
            read(CoreGrid.class, "{\"type\":\"CoreGrid\",\"value\":\"ttnn.CoreGrid(x=8, y=4)\"}"))
        .isEqualTo(new CoreGrid(4, 8));
  }

  @Test
  void recordsOfOurOwnComeBack() {
    List<Record> records =
        List.of(
            ComputeKernelConfig.DEFAULT.withThrottleLevel(3),
            MatmulProgramConfig.MultiCoreReuseMultiCast.on(new CoreGrid(2, 3)),
            new LayerNormProgramConfig.ShardedMultiCore(new CoreGrid(1, 2), 1, 2, 3, true),
            SdpaProgramConfig.of(new CoreGrid(8, 8), 32, 64),
            new Index.Range(0, null, 2),
            UnaryWithParam.of("leaky_relu", 0.5),
            SHARDED);
    for (Record record : records) {
      Class<?> slot =
          Stream.of(record.getClass().getInterfaces())
              .filter(Class::isSealed)
              .findFirst()
              .orElse(record.getClass());
      Recorded written = SampleCall.recorded(record, false);
      assertThat(RecordedValue.of("x", slot, written)).isEqualTo(record);
    }
  }

  @Test
  void aTextOfARecordIsEnough() {
    for (Record record :
        List.of(
            ComputeKernelConfig.DEFAULT.withThrottleLevel(2),
            SdpaProgramConfig.of(new CoreGrid(8, 8), 32, 64),
            UnaryWithParam.of("leaky_relu", 0.5))) {
      assertThat(
              RecordedValue.of(
                  "x",
                  record.getClass(),
                  SampleCall.fields("type", "T", "repr", record.toString())))
          .isEqualTo(record);
    }
  }

  @Test
  void aClassThatTheArgumentCannotBeIsNotMade() {
    assertThatThrownBy(() ->
            read(
                MatmulProgramConfig.class,
                "{\"type\":\"java.lang.ProcessBuilder\",\"fields\":{\"command\":\"sh\"}}"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("\"java.lang.ProcessBuilder\" is no MatmulProgramConfig; known are");
  }

  @Test
  void slicesAreReadAsPythonPrintsThem() {
    assertThat(read(Index.class, "{\"type\":\"slice\",\"value\":\"slice(0, 2, None)\"}"))
        .isEqualTo(Index.range(0, 2));
    assertThat(read(Index.class, "{\"type\":\"ellipsis\",\"value\":\"Ellipsis\"}"))
        .isEqualTo(Index.ELLIPSIS);
    assertThat(read(Index.class, "-1")).isEqualTo(Index.at(-1));
  }
}
