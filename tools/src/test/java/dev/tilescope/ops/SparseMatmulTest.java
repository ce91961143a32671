package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.SparseMatmulOptions;
import dev.tilescope.tensor.Tensor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Matrices of one element, so that products can be read off. */
class SparseMatmulTest {
  private static final MultiCoreReuseMultiCast1D CONFIG =
      MultiCoreReuseMultiCast1D.on(new CoreGrid(1, 1));
  private static final SparseMatmulOptions DEFAULT = SparseMatmulOptions.DEFAULT;

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  @Test
  void aSparseRightBatchMeetsEachMatrixOfTheLeft() {
    Tensor product =
        Ttnn.sparseMatmul(matrices(2, 3), matrices(5, 7), row(1, 0, 0, 1), CONFIG, DEFAULT);
    assertThat(product.shape()).isEqualTo(Shape.of(2, 2, 1, 1));
    assertThat(numbers(product)).containsExactly(10, 0, 0, 21);
  }

  @Test
  void namedMatricesAreMultipliedInTheirOrder() {
    Tensor named = indices(1, 0);
    Tensor product =
        Ttnn.sparseMatmul(
            matrices(2, 3),
            matrices(5, 7),
            row(1, 1),
            CONFIG,
            DEFAULT.withIsInputASparse(true).withIndices(named));
    assertThat(numbers(product)).containsExactly(2 * 7, 3 * 5);
  }

  @Test
  void productsFollowEachOtherInATensorOfTheirNumber() {
    Tensor into = Ttnn.reshape(matrices(9, 9), 1, 2, 1, 1);
    Tensor product =
        Ttnn.sparseMatmul(
            matrices(2, 3),
            matrices(5, 7),
            row(0, 1, 0, 1),
            CONFIG,
            DEFAULT.withNnz(2).withOptionalOutputTensor(into));
    assertThat(numbers(product)).containsExactly(14, 21);
  }

  @Test
  void whatWouldHangADeviceIsRefused() {
    Tensor a = matrices(2, 3);
    Tensor b = matrices(5, 7);
    Tensor three = row(1, 0, 1);
    Tensor four = row(1, 0, 1, 1);
    Tensor named = indices(0);
    refused(
        device,
        () -> Ttnn.sparseMatmul(a, b, three, CONFIG, DEFAULT),
        "sparsity logical_volume (3) must equal batch_length (4)");
    refused(
        device,
        () -> Ttnn.sparseMatmul(a, b, four, CONFIG.withMcastIn0(false), DEFAULT),
        "Only mcast_in0 is supported for sparse matmul");
    refused(
        device,
        () -> Ttnn.sparseMatmul(a, b, four, CONFIG.withOutBlock(1, 0), DEFAULT),
        "sparse_matmul: out_block_w and out_block_h must be non-zero");
    refused(
        device,
        () -> Ttnn.sparseMatmul(a, b, four, CONFIG, DEFAULT.withNnz(2)),
        "nnz (2) must be the number of elements of sparsity that are not 0, 3");
    refused(
        device,
        () -> Ttnn.sparseMatmul(a, b, four, CONFIG, DEFAULT.withIndices(named).withNnz(1)),
        "nnz (1) must not be supplied together with indices");
  }

  private Tensor matrices(float... elements) {
    Tensor host =
        Ttnn.fromArray(elements, Shape.of(elements.length, 1, 1), DataType.BFLOAT16, Layout.TILE);
    return Ttnn.toDevice(host, device);
  }

  private Tensor row(float... elements) {
    Tensor host =
        Ttnn.fromArray(elements, Shape.of(elements.length), DataType.BFLOAT16, Layout.ROW_MAJOR);
    return Ttnn.toDevice(host, device);
  }

  private Tensor indices(int... elements) {
    Tensor host =
        Ttnn.fromArray(elements, Shape.of(elements.length), DataType.UINT16, Layout.ROW_MAJOR);
    return Ttnn.toDevice(host, device);
  }

  private static float[] numbers(Tensor tensor) {
    return Ttnn.toArray(tensor);
  }
}
