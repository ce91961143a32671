package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OnnxOracleTest {
  private static final float[] X = {1, -2, 3, -4, 5, -6};

  @AfterAll
  static void close() {
    OnnxOracle.close();
  }

  @Test
  void aModelIsTheseBytes() {
    byte[] bytes = new OnnxModel(List.of(oracle("Abs").input(X, 6))).bytes();
    assertThat(HexFormat.of().formatHex(bytes))
        .isEqualTo(
            "080b" // ir_version 11
                + "3a2f" // graph
                + ("0a11" + "0a027830" + "12046e315f30" + "2203416273" + "3a00") // node x0 -> n1_0
                + "1206676f6c64656e" // name
                + ("5a0a" + "0a027830" + "12040a020801") // input x0, float
                + ("6206" + "0a046e315f30") // output n1_0
                + ("4204" + "0a00" + "1017") // operator set 23
                + ("4211" + "0a0d636f6d2e6d6963726f736f6674" + "1001")); // com.microsoft 1
  }

  @Test
  void attributesOfEveryKindArrive() {
    assertThat(oracle("Softmax").attribute("axis", -2).input(X, 6, 1).output().values()[4])
        .as("int, negative")
        .isBetween(0.8, 0.9);
    assertValues(oracle("Transpose").ints("perm", 1, 0).input(X, 2, 3), 1, -4, -2, 5, 3, -6);
    assertValues(oracle("LeakyRelu").attribute("alpha", 0.5f).input(X, 6), 1, -1, 3, -2, 5, -3);
    assertValues(oracle("Constant").floats("value_floats", 1.5f, -2.5f), 1.5, -2.5);
    assertValues(
        oracle("DepthToSpace")
            .attribute("blocksize", 2)
            .attribute("mode", "CRD")
            .input(new float[] {1, 2, 3, 4}, 1, 4, 1, 1),
        1,
        2,
        3,
        4);
    assertValues(
        oracle("ConstantOfShape").attribute("value", OnnxValue.Given.of(new int[] {7}, 1)).list(2),
        7,
        7);
  }

  @ParameterizedTest
  @EnumSource
  void outputsOfEveryTypeAreRead(OnnxType type) {
    float[] values = {0, 1, 3};
    double last = type == OnnxType.BOOL ? 1 : 3;
    assertValues(oracle("Cast").attribute("to", type).input(values, 3), 0, 1, last);
  }

  @Test
  void inputsOfEveryJavaTypeArrive() {
    assertValues(oracle("Neg").input(new int[] {1, -2}, 2), -1, 2);
    assertValues(oracle("Not").input(new boolean[] {true, false}, 2), 0, 1);
    assertValues(oracle("Neg").list(3, 4), -3, -4);
    assertThat(oracle("Neg").input(2.5f).output().dims()).isEmpty();
  }

  @Test
  void unsignedAndLargeNumbersKeepTheirValue() {
    OnnxValue large = OnnxValue.Given.of(new long[] {4_000_000_000L, 1L << 40}, 2);
    assertValues(oracle("Identity").input(large), 4e9, 0x1p40);
    assertThat(oracle("Cast").attribute("to", OnnxType.UINT32).input(large).output().values()[0])
        .isEqualTo(4e9);
  }

  @Test
  void callsChainNestAndShareValues() {
    OnnxValue x = OnnxValue.Given.of(X, 6);
    OnnxCall abs = oracle("Abs").input(x);
    assertValues(oracle("Add").input(abs).input(abs).then("Sub").input(x), 1, 6, 3, 12, 5, 18);
    assertThat(new OnnxModel(List.of(oracle("Add").input(x).input(x))).inputs()).hasSize(1);
  }

  @Test
  void anOperatorMayHaveSeveralResultsAndLackInputs() {
    List<OnnxOracle.Output> results =
        OnnxOracle.run(oracle("TopK").input(X, 2, 3).list(2).results(2));
    assertThat(results.get(0).values()).containsExactly(3, 1, 5, -4);
    assertThat(results.get(1).values()).containsExactly(2, 0, 1, 0);
    assertThat(results.get(1).dims()).containsExactly(2, 2);
    assertValues(oracle("Clip").input(X, 6).absent().input(2f), 1, -2, 2, -4, 2, -6);
  }

  @Test
  void operatorsOfTheRuntimeItselfAreThereToo() {
    OnnxCall product =
        oracle("FusedMatMul")
            .domain("com.microsoft")
            .attribute("transB", 1)
            .input(X, 2, 3)
            .input(X, 2, 3);
    assertValues(product, 14, -32, -32, 77);
  }

  @Test
  void whatTheRuntimeRefusesIsAFailedAssertion() {
    assertThatThrownBy(() -> oracle("NoSuchOperator").input(X, 6).output())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("ONNX Runtime refuses the model")
        .hasMessageContaining("NoSuchOperator");
    assertThatThrownBy(() -> oracle("MatMul").input(X, 2, 3).input(X, 2, 3).output())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("MatMul");
  }

  private static void assertValues(OnnxCall call, double... expected) {
    assertThat(call.output().values()).containsExactly(expected);
  }
}
