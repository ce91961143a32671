package dev.tilescope.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PccTest {
  private static final double NAN = Double.NaN;
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  @Test
  void correlationIsPearsons() {
    assertThat(pcc(of(1, 2, 3, 4, 5), of(2, 1, 4, 3, 5))).isCloseTo(0.8, within(1e-15));
    assertThat(pcc(of(1, 2, 3), of(30, 20, 10))).isCloseTo(-1, within(1e-15));
  }

  @Test
  void identicalValuesGiveExactlyOne() {
    assertThat(pcc(of(0.1, 0.7, -3), of(0.1, 0.7, -3))).isEqualTo(1);
    assertThat(pcc(of(), of())).isEqualTo(1);
  }

  @Test
  void allNanCorrelatesOnlyWithAllNan() {
    assertThat(pcc(of(NAN, NAN), of(NAN, NAN))).isEqualTo(1);
    assertThat(pcc(of(NAN, NAN), of(NAN, 1))).isEqualTo(0);
    assertThat(pcc(of(0, 0), of(NAN, NAN))).isEqualTo(0);
  }

  @Test
  void whatIsNotFiniteCountsAsZero() {
    assertThat(pcc(of(NAN, 1, 2, INFINITY), of(0, 1, 2, -INFINITY))).isEqualTo(1);
  }

  @Test
  void zerosCorrelateOnlyWithWhatIsCloseToZero() {
    assertThat(pcc(of(0, 0), of(0.9e-4, -0.9e-4))).isEqualTo(1);
    assertThat(pcc(of(1e-3, 0), of(0, 0))).isEqualTo(0);
    assertThat(pcc(of(0, 0), of(0, 0))).isEqualTo(1);
    assertThat(pcc(of(0, 0), of(INFINITY, 0))).isEqualTo(0);
  }

  @Test
  void constantsCorrelateOnlyWithWhatIsCloseToThem() {
    assertThat(pcc(of(3, 3, 3), of(3, 3, 3.0001))).isEqualTo(1);
    assertThat(pcc(of(3, 3, 3), of(3, 3, 3.001))).isEqualTo(0);
    assertThat(pcc(of(3, 3), of(4, 4))).isEqualTo(0);
  }

  @Test
  void aConstantWhoseMeanIsRoundedIsStillConstant() {
    double[] golden = new double[49];
    Arrays.fill(golden, 0.1);
    double[] calculated = golden.clone();
    calculated[7] += 1e-6;
    assertThat(pcc(golden, calculated)).isEqualTo(1);
  }

  @Test
  void differentCountsAreRefused() {
    assertThatThrownBy(() -> pcc(of(1, 2), of(1))).hasMessage("pcc: 2 golden values against 1");
  }

  private static double pcc(double[] golden, double[] calculated) {
    return Pcc.of(golden, calculated);
  }

  private static double[] of(double... values) {
    return values;
  }
}
