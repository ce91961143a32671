package dev.tilescope.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.replay.RecordedTensor.Kind;
import dev.tilescope.replay.RecordedTensor.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordedTensorTest {
  @Test
  void aTensorOfTodaySaysShapeTypeLayoutStorageMemoryAndMesh() {
    TracedCall kinds = TraceFile.read(SampleTraces.resource("kinds.json"));
    RecordedTensor tensor = RecordedTensor.of(kinds.args().getFirst());
    assertThat(tensor.kind()).isEqualTo(Kind.TTNN);
    assertThat(tensor.shape()).isEqualTo(Shape.of(2, 3));
    assertThat(tensor.dtype()).isEqualTo(DataType.BFLOAT16);
    assertThat(tensor.layout()).isEqualTo(Layout.TILE);
    assertThat(tensor.storage()).isEqualTo("DEVICE");
    assertThat(tensor.memory()).isEqualTo(new RecordedMemory("DRAM", "INTERLEAVED"));
    assertThat(tensor.placements()).containsExactly("PlacementReplicate", "PlacementReplicate");
    assertThat(tensor.meshShape()).containsExactly(1L, 1L);
    assertThat(tensor.deviceIds()).containsExactly(0L);
    assertThat(tensor.values()).isEqualTo(Values.NONE);
    assertThat(tensor).hasToString("Tensor(shape=[2, 3], dtype=BFLOAT16, memory=DRAM_INTERLEAVED)");
  }

  @Test
  void aTensorOfTheSeedSaysTheSameInItsOwnWords() {
    RecordedTensor tensor =
        tensor(
            """
            {"type": "ttnn.Tensor", "shape": [2, 3], "dtype": "bfloat16", "layout": "TILE",
             "storage_type": "DEVICE_STORAGE", "values": [1], "truncated": true}\
            """);
    assertThat(tensor.shape()).isEqualTo(Shape.of(2, 3));
    assertThat(tensor.dtype()).isEqualTo(DataType.BFLOAT16);
    assertThat(tensor.layout()).isEqualTo(Layout.TILE);
    assertThat(tensor.storage()).isEqualTo("DEVICE");
    assertThat(tensor.values()).isEqualTo(Values.READ);
    assertThat(tensor.truncated()).isTrue();
    assertThat(tensor.memory()).isNull();
  }

  @Test
  void withValuesTheOriginalTypeCountsAndNotThatOfTheValues() {
    RecordedTensor tensor =
        tensor(
            """
            {"dtype": "float32", "shape": [6], "original_dtype": "DataType.BFLOAT8_B",
             "original_shape": [2, 3], "type": "ttnn.Tensor"}\
            """);
    assertThat(tensor.dtype()).isEqualTo(DataType.BFLOAT8_B);
    assertThat(tensor.dims()).containsExactly(2L, 3L);
  }

  @Test
  void aTorchTensorOfATypeThatTtnnLacksKeepsItsName() {
    RecordedTensor tensor = tensor("{\"type\": \"torch.Tensor\", \"dtype\": \"torch.int64\"}");
    assertThat(tensor.kind()).isEqualTo(Kind.TORCH);
    assertThat(tensor.dtype()).isNull();
    assertThat(tensor.dtypeName()).isEqualTo("int64");
    assertThat(tensor.shape()).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[-1]", "[1e3]", "[99999999999]", "[\"a\"]", "7"})
  void aShapeThatNoTensorHasIsNone(String shape) {
    assertThat(tensor("{\"type\": \"ttnn.Tensor\", \"shape\": " + shape + "}").shape()).isNull();
  }

  @Test
  void aShapeOfMoreDimensionsThanATensorMayHaveIsNone() {
    aShapeThatNoTensorHasIsNone("[" + "1,".repeat(64) + "1]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"memory_layout\": \"TensorMemoryLayout.BLOCK_SHARDED\", \"buffer_type\":"
            + " \"BufferType.L1\"}",
        "{\"type\": \"MemoryConfig\", \"repr\":"
            + " \"MemoryConfig(memory_layout=TensorMemoryLayout::BLOCK_SHARDED,buffer_type=BufferType::L1,x)\"}",
        "{\"type\": \"MemoryConfig\", \"value\":"
            + " \"MemoryConfig(memory_layout=TensorMemoryLayout.BLOCK_SHARDED,buffer_type=BufferType.L1)\"}",
        "\"MemoryConfig(memory_layout=TensorMemoryLayout::BLOCK_SHARDED,buffer_type=BufferType::L1)\""
      })
  void aMemoryConfigIsUnderstoodInEveryForm(String config) {
    assertThat(tensor("{\"type\": \"ttnn.Tensor\", \"memory_config\": " + config + "}").memory())
        .hasToString("L1_BLOCK_SHARDED");
  }

  @Test
  void whatIsNoTensorIsNone() {
    assertThat(RecordedTensor.of(Recorded.of("ttnn.Tensor"))).isNull();
    assertThat(tensor("{\"type\": \"DataType\", \"repr\": \"DataType.BFLOAT16\"}")).isNull();
  }

  private static RecordedTensor tensor(String json) {
    return RecordedTensor.of(RecordedJson.read(JsonReader.of(json, "t")));
  }
}
