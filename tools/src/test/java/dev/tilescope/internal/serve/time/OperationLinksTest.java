package dev.tilescope.internal.serve.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OperationLinksTest {
  private static DeviceOperations known(String... names) {
    return new DeviceOperations(
        List.of(names), IntStream.range(0, names.length).map(i -> 10 + i).toArray(), null);
  }

  @Test
  void rowsOfTheSameNamesInTheSameOrderAreLinked() {
    OperationLinks links =
        OperationLinks.of(List.of("Matmul", "Softmax"), known("Matmul", "Softmax"));
    assertThat(links.problem()).isNull();
    assertThat(links.placeOf(0)).isZero();
    assertThat(links.placeOf(1)).isEqualTo(1);
    assertThat(links.placeOf(2)).isEqualTo(-1);
  }

  @Test
  void moreRowsAtTheEndAreFineAndNotLinked() {
    OperationLinks links =
        OperationLinks.of(List.of("Matmul", "Softmax", "Matmul"), known("Matmul", "Softmax"));
    assertThat(links.problem()).isNull();
    assertThat(links.placeOf(2)).isEqualTo(-1);
  }

  @Test
  void rowsBetweenSignpostsAreFoundInsideTheReport() {
    OperationLinks links =
        OperationLinks.of(List.of("b", "c", "d"), known("a", "b", "c", "d", "e"));
    assertThat(links.placeOf(0)).isEqualTo(1);
    assertThat(links.placeOf(2)).isEqualTo(3);
  }

  @Test
  void aReportOfAPartOfTheRunIsFoundAmongTheRows() {
    OperationLinks links =
        OperationLinks.of(List.of("warm", "a", "b", "c", "end"), known("a", "b", "c"));
    assertThat(links.placeOf(0)).isEqualTo(-1);
    assertThat(links.placeOf(1)).isZero();
    assertThat(links.placeOf(3)).isEqualTo(2);
    assertThat(links.placeOf(4)).isEqualTo(-1);
  }

  @Test
  void whereThereIsAChoiceOfPlacesNothingIsLinked() {
    OperationLinks links =
        OperationLinks.of(List.of("b", "c", "b"), known("a", "b", "c", "b", "c", "b"));
    assertThat(links.problem()).contains("row 1 is b, but device operation 1 of the report is a");
    assertThat(links.placeOf(0)).isEqualTo(-1);
  }

  @Test
  void aReportWithoutDeviceOperationsSaysSo() {
    DeviceOperations none = new DeviceOperations(List.of(), new int[0], "the report has none");
    assertThat(OperationLinks.of(List.of("a"), none).problem()).isEqualTo("the report has none");
  }
}
