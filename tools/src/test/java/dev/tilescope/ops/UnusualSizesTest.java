package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Empty tensors, and rows longer than a core's L1. */
class UnusualSizesTest {
  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  @ParameterizedTest
  @CsvSource({"0, 5", "5, 0", "0, 0"})
  void everyOperationTakesEmptyTensors(int rows, int columns) {
    Shape shape = Shape.of(rows, columns);
    Tensor empty = zeros(Layout.TILE, shape);
    assertThat(empty.buffer().address()).isZero();
    assertShape(Ttnn.relu(empty), rows, columns);
    assertShape(Ttnn.softmax(empty), rows, columns);
    assertShape(Ttnn.softmax(empty, 0, null), rows, columns);
    assertShape(Ttnn.add(empty, empty), rows, columns);
    assertShape(Ttnn.multiply(empty, 2), rows, columns);
    assertShape(Ttnn.transpose(empty, 0, 1), columns, rows);
    assertShape(Ttnn.permute(empty, 1, 0), columns, rows);
    assertShape(Ttnn.repeat(empty, 3, 2), 3 * rows, 2 * columns);
    assertShape(Ttnn.reshape(empty, 0, 7), 0, 7);
    assertShape(Ttnn.toLayout(empty, Layout.ROW_MAJOR), rows, columns);
    assertShape(Ttnn.toMemoryConfig(empty, MemoryConfig.L1), rows, columns);
    assertShape(Ttnn.typecast(empty, DataType.INT32), rows, columns);
    assertShape(Ttnn.matmul(empty, Ttnn.transpose(empty, 0, 1)), rows, rows);
    assertShape(Ttnn.fromDevice(empty), rows, columns);
    assertShape(Ttnn.rand(shape, DataType.FLOAT32, device, 1), rows, columns);
    assertThat(Ttnn.toArray(empty)).isEmpty();
    Ttnn.deallocate(empty);
  }

  @Test
  void repeatingZeroTimesGivesAnEmptyTensor() {
    assertShape(Ttnn.repeat(zeros(Layout.TILE, Shape.of(2, 3)), 0, 2), 0, 6);
  }

  @Test
  void softmaxOfARowLongerThanL1Works() {
    Tensor row =
        Ttnn.full(Shape.of(1, 50_257), 1, DataType.FLOAT32, Layout.TILE, device, MemoryConfig.DRAM);
    assertThat(Ttnn.toArray(Ttnn.softmax(row))).contains(1f / 50_257);
  }

  @Test
  void relayoutOfARowLongerThanL1Works() {
    Tensor rows = zeros(Layout.ROW_MAJOR, Shape.of(3, 50_257));
    Tensor tiled = Ttnn.toLayout(rows, Layout.TILE);
    assertShape(Ttnn.toLayout(tiled, Layout.ROW_MAJOR), 3, 50_257);
  }

  @Test
  void elementwiseOperationsOnRowsLongerThanL1Work() {
    Tensor rows = zeros(Layout.ROW_MAJOR, Shape.of(2, 500_000));
    assertShape(Ttnn.add(rows, rows), 2, 500_000);
    assertShape(Ttnn.exp(rows), 2, 500_000);
    assertShape(Ttnn.transpose(rows, 0, 1), 500_000, 2);
    assertShape(Ttnn.repeat(rows, 2, 1), 4, 500_000);
  }

  private Tensor zeros(Layout layout, Shape shape) {
    return Ttnn.zeros(shape, DataType.FLOAT32, layout, device, MemoryConfig.DRAM);
  }

  private static void assertShape(Tensor tensor, int... shape) {
    assertThat(tensor.shape()).isEqualTo(Shape.of(shape));
  }
}
