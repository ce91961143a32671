package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The golden tests notice what is wrong, and name it. */
class AgreementTest {
  @AfterAll
  static void close() {
    OnnxOracle.close();
  }

  @Test
  void anotherFunctionIsNoticed() {
    assertThatThrownBy(() -> check(Ttnn::relu, "Abs"))
        .hasMessageStartingWith("wrong FLOAT32 TILE [33, 5], result 0: element ");
  }

  @Test
  void aScaleThatCorrelationDoesNotSeeIsNoticed() {
    assertThatThrownBy(() -> check(x -> Ttnn.multiply(x, 1.01f), "Identity"))
        .hasMessageContaining("DataType::FLOAT32 allows a distance of");
  }

  @Test
  void anotherShapeIsNoticed() {
    assertThatThrownBy(() -> check(x -> Ttnn.reshape(x, 5, 33), "Identity"))
        .hasMessageContaining("wrong FLOAT32 TILE [33, 5]");
  }

  @Test
  void manySmallErrorsAreNoticedByTheirCorrelation() {
    double[] golden = {0.50, 0.51, 0.52, 0.53, 0.54};
    double[] calculated = {0.505, 0.505, 0.525, 0.525, 0.54};
    assertThatThrownBy(() -> Agreement.check(DataType.BFLOAT16, golden, calculated))
        .hasMessageMatching("pcc is 0\\.\\d+ but should be >=0.999");
  }

  @Test
  void whatIsNotFiniteMustBeEqual() {
    double[] golden = {1, 2, 0};
    assertThatThrownBy(
            () -> Agreement.check(DataType.FLOAT32, golden, new double[] {1, 2, Double.NaN}))
        .hasMessageContaining("element 2 is NaN, golden 0.0");
    double[] nan = {1, 2, Double.NaN};
    Agreement.check(DataType.FLOAT32, nan, nan.clone());
  }

  @Test
  void aSingleElementIsJudgedByItsDistance() {
    Agreement.check(DataType.BFLOAT16, new double[] {3.1416}, new double[] {3.140625});
    assertThatThrownBy(
            () -> Agreement.check(DataType.BFLOAT16, new double[] {3.1416}, new double[] {3.2}))
        .hasMessageContaining("element 0 is 3.2");
  }

  @Test
  void thresholdsAreThoseOfTheTypes() {
    assertThat(Agreement.pcc(DataType.FLOAT32)).isEqualTo(0.9999);
    assertThat(Agreement.pcc(DataType.BFLOAT16)).isEqualTo(0.999);
    assertThat(Agreement.pcc(DataType.BFLOAT8_B)).isEqualTo(0.99);
    assertThat(Agreement.pcc(DataType.BFLOAT4_B)).isEqualTo(0.97);
    assertThat(Agreement.pcc(DataType.INT32)).isEqualTo(1);
  }

  @Test
  void coveredOperationsAreNamedAsInTraces() {
    assertThat(OperationGoldenCases.covered())
        .contains("ttnn::add", "ttnn::relu", "ttnn::matmul", "ttnn::softmax")
        .hasSizeLessThan(OperationGoldenCases.CASES.size());
  }

  private static void check(UnaryOperator<Tensor> ours, String operator) {
    Draw draw = new Draw("wrong", DataType.FLOAT32, Layout.TILE, 1);
    Operand x = draw.tensor(33, 5);
    try (MeshDevice device = MeshDevice.open("n150")) {
      draw.trial(ours, oracle(operator).input(x.golden()), x).check(device);
    }
  }
}
