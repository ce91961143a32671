package dev.tilescope.golden;

import dev.tilescope.device.MeshDevice;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations on a modelled device against ONNX Runtime; the table is OperationGoldenCases. */
class OperationGoldenTest {
  private static MeshDevice device;

  @BeforeAll
  static void open() {
    device = MeshDevice.open("n150");
  }

  @AfterAll
  static void close() {
    device.close();
    OnnxOracle.close();
  }

  static Stream<GoldenTrial> trials() {
    return OperationGoldenCases.CASES.stream().flatMap(GoldenCase::trials);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("trials")
  void resultsAgreeWithAnIndependentEngine(GoldenTrial trial) {
    trial.check(device);
  }
}
