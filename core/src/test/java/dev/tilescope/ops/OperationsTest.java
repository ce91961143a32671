package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.OperationDescription.Argument;
import dev.tilescope.ops.OperationDescription.OnDevice;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationsTest {
  @Test
  void operationsOfFieldsAndOfTablesAreFoundAndSorted() {
    List<String> names = Operations.all().stream().map(OperationDescription::name).toList();
    assertThat(names).isSorted().contains("ttnn.softmax", "ttnn.zeros", "ttnn.deallocate");
    assertThat(names)
        .contains("ttnn.add", "ttnn.add_", "ttnn.tanh", "ttnn.where", "ttnn.bitwise_left_shift")
        .doesNotHaveDuplicates()
        .doesNotContain("ttnn.mul", "ttnn.divide", "ttnn.gelu_approx");
  }

  @Test
  void aDescriptionSaysWhatTheDeclarationSays() {
    OperationDescription matmul = Operations.named("ttnn::matmul").orElseThrow();
    assertThat(matmul.family()).isEqualTo("Matmul");
    assertThat(matmul.methods()).contains("Ttnn.matmul(a, b)", "Ttnn.matmul(a, b, options)");
    assertThat(matmul.arguments())
        .startsWith(new Argument("input_tensor_a", null), new Argument("input_tensor_b", null))
        .contains(new Argument("transpose_a", "False"), new Argument("memory_config", "None"));
    OnDevice onDevice = matmul.deviceOperations().getFirst();
    assertThat(onDevice.name()).isEqualTo("MatmulDeviceOperation");
    assertThat(onDevice.tensors().getLast().isOptional()).isTrue();
    assertThat(onDevice.tensors().getFirst().layout()).isEqualTo(Layout.TILE);
    assertThat(onDevice.tensors().getFirst().dtypes()).contains(DataType.BFLOAT8_B);
    assertThat(onDevice.circularBuffers()).isNotEmpty();
  }

  @Test
  void argumentsThatHaveADefaultInTtNnHaveItHere() {
    assertThat(Operations.named("softmax").orElseThrow().arguments())
        .containsExactly(
            new Argument("input_tensor", null),
            new Argument("dim", "-1"),
            new Argument("memory_config", "None"),
            new Argument("compute_kernel_config", "None"),
            new Argument("numeric_stable", "True"));
  }

  @Test
  void argumentsAreThoseThatATraceShows() {
    for (Operations.Declared found : Operations.declared()) {
      assertThat(found.slots().slots().stream().map(ArgumentSlots.Slot::name))
          .as(found.name())
          .isEqualTo(found.operation().signature().argumentNames());
    }
  }

  @Test
  void everyOperationCanBeCalledFromJavaAndSizesItsCircularBuffersInWords() {
    for (OperationDescription operation : Operations.all()) {
      assertThat(operation.methods()).as(operation.name()).isNotEmpty();
    }
    for (OnDevice part : Operations.deviceOperations()) {
      assertThat(part.circularBuffers()).as(part.name()).isNotEmpty();
    }
  }

  @Test
  void everyDeclaredDeviceOperationBelongsToAnOperation() throws IllegalAccessException {
    List<String> declared = new ArrayList<>();
    for (Class<?> family : Operations.families()) {
      for (Field field : family.getDeclaredFields()) {
        if (field.getType() == DeviceOperation.class) {
          field.setAccessible(true);
          declared.add(((DeviceOperation<?>) field.get(null)).name());
        }
      }
    }
    assertThat(Operations.deviceOperations().stream().map(OnDevice::name))
        .containsExactlyInAnyOrderElementsOf(declared);
  }

  @Test
  void aNameNobodyDeclaredIsNotFound() {
    assertThat(Operations.named("ttnn.matmull")).isEmpty();
    assertThat(Operations.named("")).isEmpty();
    assertThat(Operations.named("ttnn.")).isEmpty();
  }

  @Test
  void whatOperationsWriteToAreArgumentsOfTheirs() {
    for (Operations.Declared declared : Operations.declared()) {
      Operation<?, ?> operation = declared.operation();
      for (OverwriteRule rule : operation.overwrites()) {
        assertThat(operation.signature().argumentNames())
            .as(operation.name())
            .contains(rule.argument())
            .contains(rule.decider() == null ? rule.argument() : rule.decider());
      }
    }
  }
}
