package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperationCallTest {
  private final MeshDevice device = MeshDevice.open("n150");
  private final Tensor ones =
      Ttnn.toDevice(
          Ttnn.fromArray(new float[] {1, 1}, Shape.of(1, 2), DataType.BFLOAT16, Layout.TILE),
          device);

  @AfterEach
  void close() {
    device.close();
  }

  @Test
  void anOperationIsCalledByItsNameWithPositionalAndNamedArguments() {
    Object sum =
        OperationCall.of("ttnn::add")
            .with(ones, ones)
            .withArgument("memory_config", MemoryConfig.L1)
            .run();
    Tensor tensor = OperationCall.tensors(sum).getFirst();
    assertThat(Ttnn.toArray(tensor)).containsExactly(2, 2);
    assertThat(tensor.memoryConfig()).isEqualTo(MemoryConfig.L1);
  }

  @Test
  void numbersOfOtherTypesFitWhereNothingIsLost() {
    Object softmax = OperationCall.of("softmax").with(ones).withArgument("dim", -1.0).run();
    assertThat(Ttnn.toArray((Tensor) softmax)).containsExactly(0.5f, 0.5f);
    assertThatThrownBy(() -> OperationCall.of("softmax").withArgument("dim", 0.5))
        .isInstanceOf(TilescopeException.class)
        .hasMessage("ttnn.softmax: dim takes int, got 0.5 (Double)");
  }

  @Test
  void mistakesSayWhatTheOperationTakes() {
    assertThatThrownBy(() -> OperationCall.of("ttnn.nope"))
        .hasMessageContaining("operation \"ttnn.nope\" is not known; docs/operations.md lists all");
    OperationCall relu = OperationCall.of("relu");
    assertThatThrownBy(() -> relu.withArgument("dim", 1))
        .hasMessageStartingWith("ttnn.relu takes no argument \"dim\"; it takes input_tensor, ");
    assertThatThrownBy(() -> relu.with(ones).withArgument("input_tensor", ones))
        .hasMessage("ttnn.relu: the argument input_tensor is given twice");
    assertThatThrownBy(relu::run)
        .hasMessage("ttnn.relu: the argument input_tensor is missing; it is a tensor");
    assertThatThrownBy(() -> relu.with(ones, null, null, null, null))
        .hasMessageStartingWith("ttnn.relu takes at most 4 arguments, got 5");
    assertThatThrownBy(() -> relu.with("text"))
        .hasMessage("ttnn.relu: input_tensor takes Tensor, got text (String)");
  }

  @Test
  void aCallIsNotChangedByTheOneMadeFromIt() {
    OperationCall relu = OperationCall.of("relu");
    assertThat(relu.with(ones).arguments()).containsOnlyKeys("input_tensor");
    assertThat(relu.arguments()).isEmpty();
  }
}
