package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.Tensor;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Calls that TT-NN's own tests make, with the values they assert. A comment names the test, under
 * {@code tests/ttnn/unit_tests}, or the source.
 */
class AcceptedByBoardsTest {
  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor place(DataType dtype, Layout layout, Shape shape, float... values) {
    if (dtype.isFloat()) {
      return Ttnn.toDevice(Ttnn.fromArray(values, shape, dtype, layout), device);
    }
    int[] whole = IntStream.range(0, values.length).map(i -> (int) values[i]).toArray();
    return Ttnn.toDevice(Ttnn.fromArray(whole, shape, dtype, layout), device);
  }

  private Tensor floats(float... values) {
    return place(DataType.BFLOAT16, Layout.TILE, Shape.of(values.length), values);
  }

  /** The same call in NO_DISPATCH: the same specs, nothing allocated. */
  private Tensor alsoTraced(Supplier<Tensor> call) {
    Tensor made = call.get();
    int live = device.liveBuffers().size();
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor traced = call.get();
      assertThat(traced.spec()).isEqualTo(made.spec());
      assertThat(traced.hasValues()).isFalse();
      assertThat(capture.end()).isNotNull();
    }
    assertThat(device.liveBuffers()).hasSize(live);
    return made;
  }

  /** operations/eltwise/test_math.py, test_eq. */
  @ParameterizedTest
  @EnumSource(names = {"UINT16", "UINT32", "INT32"})
  void comparisonsOfFloatsAnswerInIntegers(DataType dtype) {
    BinaryOptions options = BinaryOptions.DEFAULT.withDtype(dtype);
    Tensor a = floats(50, 0.25f, 3);
    Tensor b = floats(50, 0.5f, 3);
    Tensor equal = alsoTraced(() -> Ttnn.eq(a, b, options));
    assertThat(equal.dtype()).isEqualTo(dtype);
    assertThat(Ttnn.toIntArray(equal)).containsExactly(1, 0, 1);
    Tensor into = place(dtype, Layout.TILE, Shape.of(3), 7, 7, 7);
    Ttnn.eq(a, b, options.withOutputTensor(into));
    assertThat(Ttnn.toIntArray(into)).containsExactly(1, 0, 1);
    assertThat(Ttnn.toIntArray(Ttnn.lt(a, 0.5, options))).containsExactly(0, 1, 0);
  }

  /** The defaults of addmm in ttnn/cpp/ttnn/operations/matmul/matmul_nanobind.cpp. */
  @Test
  void addmmNeedsNoFactors() {
    Tensor input = place(DataType.FLOAT32, Layout.TILE, Shape.of(1, 1), 5);
    Tensor row = place(DataType.FLOAT32, Layout.TILE, Shape.of(1, 2), 2, 3);
    Tensor column = place(DataType.FLOAT32, Layout.TILE, Shape.of(2, 1), 10, 100);
    Tensor sum =
        alsoTraced(() -> (Tensor) OperationCall.of("ttnn.addmm").with(input, row, column).run());
    assertThat(Ttnn.toArray(sum)).containsExactly(325);
  }

  /** operations/eltwise/test_fill.py, test_fill_int32, test_fill_uint32 and test_fill_uint16. */
  @ParameterizedTest
  @EnumSource(names = {"UINT16", "UINT32", "INT32"})
  void aFractionThatFillsIntegersIsCut(DataType dtype) {
    Tensor input = place(dtype, Layout.TILE, Shape.of(1, 2), 0, 1);
    Tensor filled = alsoTraced(() -> Ttnn.fill(input, 15.5));
    assertThat(filled.dtype()).isEqualTo(dtype);
    assertThat(Ttnn.toIntArray(filled)).containsExactly(15, 15);
  }
}
