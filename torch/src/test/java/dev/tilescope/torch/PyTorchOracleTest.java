package dev.tilescope.torch;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.tensor.Pcc;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.torch.PyTorchCase.Drawn;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Operations on a modelled device against PyTorch; the table is PyTorchCases. Both sides compute on
 * the same numbers: those that the tensors hold after rounding.
 */
@NeedsPyTorch
class PyTorchOracleTest {
  private static MeshDevice device;
  private static TorchScript script;

  @BeforeAll
  static void open() {
    device = MeshDevice.open("n150");
    script = new TorchScript();
  }

  @AfterAll
  static void close() {
    script.close();
    device.close();
  }

  /** Core's OperationCoverageTest takes the list for what is covered here. */
  @Test
  void theListOfOperationsIsThatOfTheCases() throws IOException {
    List<String> cases =
        PyTorchCases.CASES.stream().map(PyTorchCase::operation).distinct().sorted().toList();
    try (InputStream list =
        PyTorchOracleTest.class.getResourceAsStream("/pytorch-operations.txt")) {
      String text = new String(list.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(text.lines().filter(line -> !line.startsWith("#"))).isEqualTo(cases);
    }
  }

  static Stream<Drawn> trials() {
    return PyTorchCases.CASES.stream().flatMap(PyTorchCase::trials);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("trials")
  void anOperationAgreesWithPyTorch(Drawn drawn) {
    try (NDManager manager = NDManager.newBaseManager()) {
      List<Tensor> inputs = drawn.trial().inputs().stream().map(t -> place(t, drawn)).toList();
      NDList arrays = new NDList();
      for (int i = 0; i < inputs.size(); i++) {
        arrays.add(
            drawn.trial().isRounded()
                ? Torch.toTorch(inputs.get(i), manager)
                : DjlArrays.create(drawn.trial().inputs().get(i), manager));
      }
      TorchTensor theirs =
          Torch.torchTensor(script.run(drawn.trial().expression(), arrays, manager));
      Tensor ours = drawn.trial().ours().apply(inputs);
      assertThat(ours.shape()).isEqualTo(theirs.shape());
      double distance = drawn.trial().isExact() ? 0 : distance(ours.dtype());
      check(ours.dtype(), distance, theirs.toDoubles(), Ttnn.toTorch(ours).toDoubles());
      inputs.forEach(Tensor::close);
      ours.close();
    }
  }

  private static Tensor place(TorchTensor tensor, Drawn drawn) {
    return Ttnn.fromTorch(
        tensor,
        FromTorchOptions.DEFAULT
            .withDtype(drawn.dtype())
            .withLayout(drawn.layout())
            .withDevice(device));
  }

  private static double requiredPcc(DataType dtype) {
    return switch (dtype) {
      case FLOAT32 -> 0.9999;
      case BFLOAT16 -> 0.999;
      case BFLOAT8_B -> 0.99;
      case BFLOAT4_B -> 0.97;
      case UINT32, UINT16, UINT8, INT32, INT8 -> 1;
    };
  }

  /** How far one element may be away, in parts of the largest magnitude. */
  private static double distance(DataType dtype) {
    return switch (dtype) {
      case FLOAT32 -> 0x1p-14;
      case BFLOAT16 -> 0x1p-6;
      case BFLOAT8_B -> 0x1p-4;
      case BFLOAT4_B -> 0x1p-1;
      case UINT32, UINT16, UINT8, INT32, INT8 -> 0;
    };
  }

  private static void check(DataType dtype, double distance, double[] golden, double[] ours) {
    double allowed =
        distance * Arrays.stream(golden).filter(Double::isFinite).map(Math::abs).max().orElse(0);
    for (int i = 0; i < golden.length; i++) {
      boolean near =
          Double.isFinite(golden[i])
              ? Math.abs(golden[i] - ours[i]) <= allowed
              : Double.compare(golden[i], ours[i]) == 0;
      assertThat(near).as("element %d is %s, PyTorch has %s", i, ours[i], golden[i]).isTrue();
    }
    if (Arrays.stream(golden).distinct().limit(2).count() == 2) {
      assertThat(Pcc.of(golden, ours)).isGreaterThanOrEqualTo(requiredPcc(dtype));
    }
  }
}
