package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.OperationDescription.Argument;
import dev.tilescope.ops.OperationDescription.OnDevice;
import dev.tilescope.ops.internal.mechanism.ArgumentSlots;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.OverwriteRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    assertThat(matmul.methods())
        .contains(
            "Ttnn.matmul(inputTensorA, inputTensorB)",
            "Ttnn.matmul(inputTensorA, inputTensorB, options)");
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
  void operationsThatTakeSubCoreGridsAreLimitedByThem() {
    for (Operations.Declared found : Operations.declared()) {
      assertThat(CoreLimited.class.isAssignableFrom(found.operation().arguments()))
          .as(found.name())
          .isEqualTo(found.slots().slots().stream().anyMatch(slot -> slot.isNamed("subCoreGrids")));
    }
  }

  @Test
  void everyOperationCanBeCalledFromJavaAndSizesItsCircularBuffersInWords() {
    for (OperationDescription operation : Operations.all()) {
      assertThat(operation.methods()).as(operation.toString()).isNotEmpty();
    }
    for (OnDevice part : Operations.deviceOperations()) {
      assertThat(part.circularBuffers()).as(part.name()).isNotEmpty();
    }
  }

  @Test
  void everyDeclaredDeviceOperationBelongsToAnOperation() throws Exception {
    List<String> declared =
        Declarations.of(DeviceOperation.class).keySet().stream().map(each -> each.name()).toList();
    assertThat(Operations.deviceOperations().stream().map(OnDevice::name))
        .containsExactlyInAnyOrderElementsOf(declared);
  }

  @Test
  void constantsAreNamedAsTheirOperations() throws Exception {
    Declarations.of(Operation.class)
        .forEach((operation, constant) -> {
          String last = operation.name().dotted().replaceAll(".*\\.|_*$", "");
          String name = last.replaceAll("^_*", "").toUpperCase(Locale.ROOT);
          assertThat(constant.replaceAll(".*\\.", "")).isIn(name, name + "_IN_PLACE");
        });
    assertThat(Declarations.of(DeviceOperation.class).values())
        .allMatch(constant -> constant.endsWith("_ON_DEVICE"));
  }

  @Test
  void everyDeclaredOperationIsListedOnce() throws Exception {
    List<Operation<?, ?>> listed = new ArrayList<>();
    OperationList.FAMILIES.forEach(family -> listed.addAll(family.operations()));
    assertThat(listed)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(
            Declarations.of(Operation.class).keySet().stream()
                .<Operation<?, ?>>map(each -> each)
                .toList());
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
            .as(operation.toString())
            .contains(rule.argument())
            .contains(rule.decider() == null ? rule.argument() : rule.decider());
      }
    }
  }
}
