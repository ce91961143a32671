package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which tensors share memory, and who sees whose writes. */
class ViewsTest {
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
  @CsvSource({
    "TILE, '2,32,64', '64,64', true",
    "TILE, '64,64', '2,1,32,64', true",
    "TILE, '2,3,5', '1,2,3,5', true",
    "TILE, '2,3,5', '6,5', false",
    "TILE, '2,3,5', '2,15', false",
    "TILE, '64,64', '32,128', false",
    "TILE, '5', '1,5', true",
    "TILE, '2,32,64', '2,32,64', true",
    "TILE, '0,32', '0,5,32', false",
    "ROW_MAJOR, '2,3,5', '6,5', true",
    "ROW_MAJOR, '2,3,5', '5,6', false",
    "ROW_MAJOR, '6', '2,3', false",
  })
  void aReshapeIsAViewWhereThePagesStay(Layout layout, String from, String to, boolean view) {
    Tensor tensor = range(layout, shape(from));
    Tensor reshaped = Ttnn.reshape(tensor, shape(to).toArray());
    assertThat(reshaped.shape()).isEqualTo(shape(to));
    assertThat(reshaped.buffer() == tensor.buffer()).isEqualTo(view);
    assertThat(Ttnn.toArray(reshaped)).isEqualTo(Ttnn.toArray(tensor));
  }

  @Test
  void oneDimensionTakesWhatTheOthersLeave() {
    Tensor tensor = range(Layout.TILE, Shape.of(4, 6));
    assertThat(Ttnn.reshape(tensor, -1, 3).shape()).isEqualTo(Shape.of(8, 3));
    assertThat(Ttnn.reshape(tensor, 4, 6, -1).shape()).isEqualTo(Shape.of(4, 6, 1));
    assertThat(Ttnn.reshape(tensor, -1).shape()).isEqualTo(Shape.of(24));
  }

  @Test
  void freeingOneViewEndsTheOther() {
    Tensor tensor = range(Layout.TILE, Shape.of(32, 32));
    Tensor view = Ttnn.reshape(tensor, 1, 32, 32);
    Ttnn.deallocate(tensor);
    assertThat(view.isAllocated()).isFalse();
    assertThat(view.toString()).startsWith("ttnn.Tensor(<buffer is not allocated>, shape=");
    assertThatThrownBy(() -> Ttnn.relu(view))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("input_tensor: use after free: ");
    assertThatThrownBy(() -> Ttnn.deallocate(view))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("double free: ");
    view.close();
  }

  @Test
  void aWriteThroughOneViewShowsInTheOther() {
    Tensor tensor = range(Layout.TILE, Shape.of(32, 32));
    Tensor view = Ttnn.reshape(tensor, 1, 32, 32);
    Tensor ones = Ttnn.ones(Shape.of(1), DataType.FLOAT32, Layout.TILE, device, MemoryConfig.DRAM);
    Tensor result = Ttnn.add(tensor, ones, BinaryOptions.DEFAULT.withOutputTensor(tensor));
    assertThat(result).isSameAs(tensor);
    assertThat(Ttnn.toArray(view)[5]).isEqualTo(6);
  }

  @Test
  void anOutputTensorIsWrittenInPlace() {
    Tensor a = range(Layout.TILE, Shape.of(4, 5));
    Tensor out =
        Ttnn.zeros(Shape.of(4, 5), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.L1);
    long buffers = tensorBuffers();
    Tensor result = Ttnn.multiply(a, a, BinaryOptions.DEFAULT.withOutputTensor(out));
    assertThat(result).isSameAs(out);
    assertThat(tensorBuffers()).isEqualTo(buffers);
    assertThat(Ttnn.toArray(out)[3]).as("type and place are those of the output").isEqualTo(9);
  }

  @Test
  void anInputMayBeTheOutputOfAnElementwiseOperation() {
    Tensor a = range(Layout.TILE, Shape.of(3, 4));
    Tensor row = range(Layout.TILE, Shape.of(1, 4));
    Ttnn.add(a, row, BinaryOptions.DEFAULT.withOutputTensor(a));
    assertThat(Ttnn.toArray(a)).containsExactly(0, 2, 4, 6, 4, 6, 8, 10, 8, 10, 12, 14);
    Ttnn.subtract(row, row, BinaryOptions.DEFAULT.withOutputTensor(row).withUseLegacy(true));
    assertThat(Ttnn.toArray(row)).containsOnly(0);
  }

  @Test
  void aProductIsWrittenToItsOutput() {
    Tensor a = range(Layout.TILE, Shape.of(2, 2));
    Tensor out = Ttnn.ones(Shape.of(2, 2), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.L1);
    assertThat(Ttnn.matmul(a, a, MatmulOptions.DEFAULT.withOptionalOutputTensor(out)))
        .isSameAs(out);
    assertThat(Ttnn.toArray(out)).containsExactly(2, 3, 6, 11);
  }

  @Test
  void hostAndDeviceDoNotShareValues() {
    float[] array = {1, 2, 3, 4};
    Tensor host = Ttnn.fromArray(array, Shape.of(4), DataType.FLOAT32, Layout.TILE);
    array[0] = 100;
    Tensor there = Ttnn.toDevice(host, device);
    Tensor back = Ttnn.fromDevice(there);
    Tensor ten =
        Ttnn.full(Shape.of(1), 10, DataType.FLOAT32, Layout.TILE, device, MemoryConfig.DRAM);
    Ttnn.add(there, ten, BinaryOptions.DEFAULT.withOutputTensor(there));
    Ttnn.toArray(there)[1] = 100;
    assertThat(Ttnn.toArray(host)).containsExactly(1, 2, 3, 4);
    assertThat(Ttnn.toArray(back)).containsExactly(1, 2, 3, 4);
    assertThat(Ttnn.toArray(there)).containsExactly(11, 12, 13, 14);
  }

  @Test
  void whatIsThereAlreadyIsReturnedAsItIs() {
    Tensor tensor = range(Layout.TILE, Shape.of(4));
    assertThat(Ttnn.toDevice(tensor, device)).isSameAs(tensor);
    assertThat(Ttnn.toLayout(tensor, Layout.TILE)).isSameAs(tensor);
    assertThat(Ttnn.toMemoryConfig(tensor, MemoryConfig.DRAM)).isSameAs(tensor);
    Tensor host = Ttnn.fromDevice(tensor);
    assertThat(Ttnn.fromDevice(host)).isSameAs(host);
  }

  @Test
  void aTypecastTensorKeepsItsShapeLayoutAndPlace() {
    Tensor tensor = Ttnn.toMemoryConfig(range(Layout.TILE, Shape.of(3, 3)), MemoryConfig.L1);
    Tensor cast = Ttnn.typecast(tensor, DataType.UINT8);
    assertThat(cast.spec()).isEqualTo(tensor.spec().withDtype(DataType.UINT8));
  }

  private long tensorBuffers() {
    return device.liveBuffers().stream()
        .filter(buffer -> !buffer.madeBy().startsWith("kernel binaries"))
        .count();
  }

  private Tensor range(Layout layout, Shape shape) {
    float[] values = new float[(int) shape.volume()];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    return Ttnn.toDevice(Ttnn.fromArray(values, shape, DataType.FLOAT32, layout), device);
  }

  private static Shape shape(String dims) {
    return Shape.of(Arrays.stream(dims.split(",")).mapToInt(Integer::parseInt).toArray());
  }

  @ParameterizedTest
  @CsvSource({"'1'", "'1,1'", "'1,1,1'", "'1,1,1,1'"})
  void aWeightThatIsViewedInAnotherShapeStaysTheCallers(String given) {
    Tensor weight = range(Layout.TILE, shape(given));
    for (Shape images : new Shape[] {Shape.of(2, 1), Shape.of(2, 1, 3), Shape.of(2, 1, 3, 5)}) {
      try (Tensor input = range(Layout.TILE, images)) {
        Ttnn.prelu(input, weight).close();
        assertThat(weight.isAllocated()).as("after prelu of %s", images).isTrue();
      }
    }
  }
}
