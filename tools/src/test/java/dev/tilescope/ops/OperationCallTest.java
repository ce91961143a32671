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
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
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
  void numbersThatAnArgumentCannotHoldAreRefused() {
    OperationCall rand = OperationCall.of("rand");
    for (Number number : List.of(1e30, new BigInteger("18446744073709551621"), Double.NaN)) {
      assertThatThrownBy(() -> rand.withArgument("seed", number))
          .hasMessageStartingWith("ttnn.rand: seed takes long, got " + number);
    }
    assertThatThrownBy(() -> OperationCall.of("layer_norm").withArgument("epsilon", 1e300))
        .hasMessageStartingWith("ttnn.layer_norm: epsilon takes float, got 1.0E300");
    assertThat(rand.withArgument("seed", Long.MAX_VALUE).arguments())
        .containsEntry("seed", Long.MAX_VALUE);
  }

  @Test
  void listsArraysAndShapesOfIntegersFitEachOther() {
    OperationCall conv = OperationCall.of("conv2d");
    for (Object pair : List.of(List.of(3, 3), List.of(3L, 3.0), new int[] {3, 3})) {
      assertThat(conv.withArgument("kernel_size", pair).arguments())
          .containsEntry("kernel_size", List.of(3, 3));
    }
    assertThat(OperationCall.of("zeros").with(List.of(2, 3)).arguments())
        .containsEntry("shape", Shape.of(2, 3));
    assertThat(
            (int[])
                OperationCall.of("upsample")
                    .with(ones, List.of(2, 2))
                    .arguments()
                    .get("scale_factor"))
        .containsExactly(2, 2);
    for (Object wrong :
        List.of(List.of("3", "3"), List.of(3, 0.5), Arrays.asList(3, null), "3x3")) {
      assertThatThrownBy(() -> conv.withArgument("kernel_size", wrong))
          .isInstanceOf(TilescopeException.class)
          .hasMessageStartingWith("ttnn.conv2d: kernel_size takes a list of Integer, got " + wrong);
    }
  }

  @Test
  void listsOfOtherThingsHoldThem() {
    assertThat(
            Ttnn.toArray(
                (Tensor)
                    OperationCall.of("add")
                        .with(ones, -3)
                        .withArgument("activations", List.of("relu"))
                        .run()))
        .containsExactly(0, 0);
    assertThatThrownBy(() -> OperationCall.of("add").withArgument("activations", List.of(1)))
        .hasMessageStartingWith("ttnn.add: activations takes a list of UnaryWithParam, got [1]");
    assertThatThrownBy(() -> OperationCall.of("concat").with(Arrays.asList(ones, null)))
        .hasMessageStartingWith("ttnn.concat: tensors takes a list of Tensor, got [");
    assertThatThrownBy(() -> OperationCall.of("concat").with(List.of("a")))
        .isInstanceOf(TilescopeException.class);
  }

  @Test
  void whatIsATensorOrANumberIsNothingElse() {
    for (Object wrong : List.of("x", List.of(1), true)) {
      assertThatThrownBy(() -> OperationCall.of("add").with(ones, wrong))
          .hasMessageStartingWith(
              "ttnn.add: input_tensor_b takes a tensor or a number, got " + wrong);
    }
    assertThatThrownBy(() -> OperationCall.of("add").with(ones, null))
        .hasMessage("ttnn.add: the argument input_tensor_b cannot be None");
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
