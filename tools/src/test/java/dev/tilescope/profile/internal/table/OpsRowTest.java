package dev.tilescope.profile.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.profile.internal.table.Column.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpsRowTest {
  @Test
  void numbersAreWrittenAsPythonPrintsThem() {
    assertThat(decimal(0)).isEqualTo("0.0");
    assertThat(decimal(12345678)).isEqualTo("12345678.0");
    assertThat(decimal(0.1 + 0.2)).isEqualTo("0.30000000000000004");
    assertThat(decimal(0.0001)).isEqualTo("0.0001");
    assertThat(decimal(0.00001)).isEqualTo("1e-05");
    assertThat(decimal(-1.25e-7)).isEqualTo("-1.25e-07");
    assertThat(decimal(1e15)).isEqualTo("1000000000000000.0");
    assertThat(decimal(1e16)).isEqualTo("1e+16");
  }

  private static String decimal(double value) {
    return new Cell.Decimal(value).text();
  }

  @ParameterizedTest
  @EnumSource(OpsColumn.class)
  void aColumnIsKnownByItsName(OpsColumn column) {
    assertThat(Column.of(column.header())).isSameAs(column);
  }

  @ParameterizedTest
  @EnumSource(Tensor.Part.class)
  void soIsAPartOfATensor(Tensor.Part part) {
    Column column = new Tensor(Tensor.Side.OUTPUT, 12, part);
    assertThat(Column.of(column.header())).isEqualTo(column);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "op code", "INPUT_01_LAYOUT", "INPUT_0_", "INPUT_0_BYTES", "Mine"})
  void aColumnOfOthersKeepsItsName(String header) {
    assertThat(Column.of(header)).isEqualTo(new Column.Named(header));
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "-7", "07", "+7", "7.0", "1e3", "", "None", "9223372036854775808"})
  void aCellThatIsReadIsWrittenAsItWas(String text) {
    OpsRow row = new OpsRow();
    row.read(OpsColumn.CORE_COUNT, text);
    row.read(new Column.Named("Mine"), text);
    assertThat(row.texts(List.of(OpsColumn.CORE_COUNT, new Column.Named("Mine"))))
        .containsExactly(text, text);
  }

  @Test
  void numbersAreNumbersHoweverTheyCame() {
    OpsRow row = new OpsRow();
    row.read(OpsColumn.CORE_COUNT, "07");
    row.put(OpsColumn.KERNEL_DURATION, 12);
    row.put(OpsColumn.PM_FPU_UTIL, 0.5);
    assertThat(row.whole(OpsColumn.CORE_COUNT, -1)).isEqualTo(7);
    assertThat(row.whole(OpsColumn.DEVICE_ID, -1)).isEqualTo(-1);
    assertThat(row.number(OpsColumn.KERNEL_DURATION)).isEqualTo(12);
    assertThat(row.number(OpsColumn.PM_FPU_UTIL)).isEqualTo(0.5);
    assertThat(row.number(OpsColumn.DEVICE_ID)).isNaN();
  }
}
